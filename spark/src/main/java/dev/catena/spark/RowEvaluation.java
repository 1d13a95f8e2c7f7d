package dev.catena.spark;

import dev.catena.model.NumericalException;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.ColumnFunction;
import dev.catena.sweep.source.StateSource.Target;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Quantities of the rows of a partition, a block at a time.
 *
 * @param columns of the rows
 */
record RowEvaluation(RobotText robot, List<Quantity> quantities, List<String> columns)
        implements MapPartitionsFunction<Row, Row>, Serializable {
    /** The code, compiled once in every virtual machine; to be copied. */
    static ColumnFunction function(RobotText robot, List<Quantity> quantities) {
        return Compiled.get(
                robot.digest() + quantities, ColumnFunction.class, () -> new ColumnFunction(robot.model(), quantities));
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) {
        return new Blocks(rows, function(robot, quantities).copy());
    }

    /** Rows with their results. */
    private final class Blocks implements Iterator<Row> {
        private final Iterator<Row> rows;
        private final ColumnFunction function;

        /** By column of the table: its numbers, or none where nobody needs them. */
        private final double[][] numbers = new double[columns.size()][];

        private final List<Target> results = new ArrayList<>();
        private final List<Row> block = new ArrayList<>(ColumnFunction.ROOM);
        private int next;

        Blocks(Iterator<Row> rows, ColumnFunction function) {
            this.rows = rows;
            this.function = function;
            List<String> inputs = function.inputs();
            for (int c = 0; c < numbers.length; c++) {
                numbers[c] = new double[inputs.contains(columns.get(c)) ? ColumnFunction.ROOM : 0];
            }
            function.results().forEach(name -> results.add(function.result(name)));
        }

        @Override
        public boolean hasNext() {
            return next < block.size() || rows.hasNext();
        }

        @Override
        public Row next() {
            if (next == block.size()) {
                compute();
                next = 0;
            }
            Row row = block.get(next);
            int given = row.size();
            Object[] all = new Object[given + results.size()];
            for (int c = 0; c < given; c++) {
                all[c] = row.get(c);
            }
            for (int k = 0; k < results.size(); k++) {
                Target target = results.get(k);
                all[given + k] = target.array()[target.at() + next];
            }
            next++;
            return RowFactory.create(all);
        }

        private void compute() {
            block.clear();
            while (block.size() < ColumnFunction.ROOM && rows.hasNext()) {
                Row row = rows.next();
                for (int c = 0; c < numbers.length; c++) {
                    if (numbers[c].length > 0) {
                        numbers[c][block.size()] = number(row, c);
                    }
                }
                block.add(row);
            }
            for (int c = 0; c < numbers.length; c++) {
                if (numbers[c].length > 0) {
                    function.set(columns.get(c), numbers[c], block.size());
                }
            }
            try {
                function.compute(block.size());
            } catch (NumericalException e) {
                throw new IllegalArgumentException("a row has no finite result: " + e.getMessage(), e);
            }
        }

        private double number(Row row, int column) {
            if (row.isNullAt(column)) {
                throw new IllegalArgumentException("column \"%s\" is null in the row %s; drop such rows, or fill them"
                        .formatted(columns.get(column), row));
            }
            double value = ((Number) row.get(column)).doubleValue();
            if (!(Math.abs(value) <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "column \"%s\" is %s in the row %s".formatted(columns.get(column), value, row));
            }
            return value;
        }
    }
}
