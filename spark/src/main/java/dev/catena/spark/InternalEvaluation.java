package dev.catena.spark;

import dev.catena.model.NumericalException;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.ColumnFunction;
import dev.catena.sweep.source.StateSource.Target;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;

/**
 * As {@link RowEvaluation}, on rows as Spark has them inside: no object is made of a number. That takes what Spark calls internal,
 * so it is for those versions that have it.
 */
record InternalEvaluation(RobotText robot, List<Quantity> quantities, StructType given, StructType results)
        implements FlatMapFunction<Iterator<InternalRow>, InternalRow>, Serializable {
    /**
     * A table with its results.
     *
     * @param all the schema with the results
     * @return none where Spark has no such rows: on a remote session, in a stream, in other versions; nor where planning goes on
     *     while a table is computed, for asking for rows would begin that
     */
    static Optional<Dataset<Row>> of(
            Dataset<Row> states, RobotText robot, List<Quantity> quantities, StructType results, StructType all) {
        try {
            if (!(states instanceof org.apache.spark.sql.classic.Dataset<Row> table) || table.isStreaming()) {
                return Optional.empty();
            }
            SparkPlan plan = table.queryExecution().executedPlan();
            if (plan instanceof AdaptiveSparkPlanExec) {
                return Optional.empty();
            }
            InternalEvaluation evaluation = new InternalEvaluation(robot, quantities, states.schema(), results);
            return Optional.of(table.sparkSession()
                    .internalCreateDataFrame(
                            table.queryExecution()
                                    .toRdd()
                                    .toJavaRDD()
                                    .mapPartitions(evaluation)
                                    .rdd(),
                            all,
                            false));
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    @Override
    public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
        return new Blocks(rows, RowEvaluation.function(robot, quantities).copy());
    }

    /** Rows of a block: so few that they and their numbers stay in the cache. */
    private static final int ROOM = 256;

    /** A number of a row. */
    private interface Getter {
        double of(InternalRow row, int column);
    }

    private static Getter getter(DataType type) {
        if (type instanceof DoubleType) {
            return InternalRow::getDouble;
        } else if (type instanceof FloatType) {
            return InternalRow::getFloat;
        } else if (type instanceof IntegerType) {
            return InternalRow::getInt;
        } else if (type instanceof LongType) {
            return InternalRow::getLong;
        } else if (type instanceof ShortType) {
            return InternalRow::getShort;
        } else if (type instanceof ByteType) {
            return InternalRow::getByte;
        } else if (type instanceof DecimalType decimal) {
            return (row, column) ->
                    row.getDecimal(column, decimal.precision(), decimal.scale()).toDouble();
        }
        throw new IllegalArgumentException("%s is no number".formatted(type.simpleString()));
    }

    /** Rows with their results, all by the same object, as Spark hands them on inside. */
    private final class Blocks implements Iterator<InternalRow> {
        private final Iterator<InternalRow> rows;
        private final ColumnFunction function;
        private final int[] inputs;
        private final String[] names;
        private final Getter[] getters;
        private final double[][] numbers;
        private final Target[] computed;
        private final InternalRow[] block = new InternalRow[ROOM];
        private final SpecificInternalRow added = new SpecificInternalRow(results);
        private final JoinedRow joined = new JoinedRow();
        private int filled;
        private int next;

        Blocks(Iterator<InternalRow> rows, ColumnFunction function) {
            this.rows = rows;
            this.function = function;
            List<String> known = function.inputs();
            inputs = IntStream.range(0, given.size())
                    .filter(c -> known.contains(given.apply(c).name()))
                    .toArray();
            names = Arrays.stream(inputs).mapToObj(c -> given.apply(c).name()).toArray(String[]::new);
            getters = Arrays.stream(inputs)
                    .mapToObj(c -> getter(given.apply(c).dataType()))
                    .toArray(Getter[]::new);
            numbers = new double[inputs.length][ROOM];
            computed = function.results().stream().map(function::result).toArray(Target[]::new);
        }

        @Override
        public boolean hasNext() {
            return next < filled || rows.hasNext();
        }

        @Override
        public InternalRow next() {
            if (next == filled) {
                compute();
                next = 0;
            }
            for (int k = 0; k < computed.length; k++) {
                added.setDouble(k, computed[k].array()[computed[k].at() + next]);
            }
            return joined.apply(block[next++], added);
        }

        private void compute() {
            filled = 0;
            while (filled < block.length && rows.hasNext()) {
                InternalRow row = rows.next();
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i][filled] = number(row, i);
                }
                keep(row);
            }
            for (int i = 0; i < numbers.length; i++) {
                function.set(names[i], numbers[i], filled);
            }
            try {
                function.compute(filled);
            } catch (NumericalException e) {
                throw new IllegalArgumentException("a row has no finite result: " + e.getMessage(), e);
            }
        }

        /** Copies a row, into that of the block before where it has the form that Spark gives to rows it has computed. */
        private void keep(InternalRow row) {
            if (row instanceof UnsafeRow computedRow
                    && block[filled] instanceof UnsafeRow before
                    && before.numFields() == computedRow.numFields()) {
                before.copyFrom(computedRow);
            } else {
                block[filled] = row.copy();
            }
            filled++;
        }

        private double number(InternalRow row, int input) {
            int column = inputs[input];
            boolean missing = row.isNullAt(column);
            double value = missing ? 0 : getters[input].of(row, column);
            if (missing || !(Math.abs(value) <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("column \"%s\" is %s in the row %s%s"
                        .formatted(
                                names[input],
                                missing ? "null" : value,
                                row.toSeq(given).mkString("[", ",", "]"),
                                missing ? "; drop such rows, or fill them" : ""));
            }
            return value;
        }
    }
}
