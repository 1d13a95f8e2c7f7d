package dev.catena.benchmarks;

import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Writes random states of the Panda as a table: {@code StatesFile 1e6 states.csv}, 410 MB of text. */
public final class StatesFile {
    private StatesFile() {}

    public static void main(String[] arguments) {
        long rows = (long) Double.parseDouble(arguments[0]);
        RobotModel panda = ShippedRobots.load("panda");
        List<TableColumn> columns = new ArrayList<>();
        for (String series : List.of("q_", "qd_", "qdd_")) {
            panda.jointNames().forEach(joint -> columns.add(TableColumn.number(series + joint)));
        }
        SplittableRandom random = new SplittableRandom(1);
        try (TableSink sink = NumberTables.create(Path.of(arguments[1]), columns)) {
            for (long row = 0; row < rows; row++) {
                for (int c = 0; c < columns.size(); c++) {
                    sink.number(random.nextDouble(-1.5, 1.5));
                }
                sink.end();
            }
            sink.finish();
        }
    }
}
