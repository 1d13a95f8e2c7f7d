package dev.catena.app.sweep;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.TextTable;
import dev.catena.formats.table.TableColumn;
import dev.catena.model.RobotModel;
import dev.catena.sweep.SweepTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A page on a sweep: slices of the workspace where there are voxels, and the rows. */
public final class SweepReport {
    private static final int MOST_ROWS = 40;
    private static final int MOST_COLUMNS = 12;

    private final RobotModel robot;
    private final String spec;
    private final SweepTable table;

    public SweepReport(RobotModel robot, String spec, SweepTable table) {
        this.robot = robot;
        this.spec = spec;
        this.table = table;
    }

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "Sweep of " + robot.name(),
                "%s: %s states in %s rows".formatted(spec, grouped(table.states()), grouped(table.rows())));
        Optional<Integer> value = shown();
        boolean hasVoxels = table.column("x").isPresent()
                && table.column("y").isPresent()
                && table.column("z").isPresent();
        if (hasVoxels && value.isPresent() && table.rows() > 0) {
            slices(page, value.get());
        }
        worst(page, value);
        rows(page);
        return page;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** The column that is drawn: the largest load, or the first number that was reduced. */
    private Optional<Integer> shown() {
        Optional<Integer> load = table.column("max_load");
        if (load.isPresent()) {
            return load;
        }
        int count = table.column("count").orElse(0);
        return IntStream.range(count + 1, table.columns().size())
                .filter(c -> table.columns().get(c).kind() != TableColumn.Kind.TEXT)
                .boxed()
                .findFirst();
    }

    private void slices(HtmlPage page, int value) {
        page.heading("Slices of the workspace");
        MapSlices slices = new MapSlices(table, value);
        page.svg(slices.toSvg(), slices.caption());
    }

    private void worst(HtmlPage page, Optional<Integer> value) {
        Optional<Integer> joint = table.column("argmax_load_joint");
        if (joint.isEmpty() || value.isEmpty()) {
            return;
        }
        TreeMap<String, double[]> byJoint = new TreeMap<>();
        for (int row = 0; row < table.rows(); row++) {
            double[] found = byJoint.computeIfAbsent(table.text(row, joint.get()), name -> new double[2]);
            found[0]++;
            found[1] = Math.max(found[1], table.number(row, value.get()));
        }
        page.heading("Worst joints");
        TextTable text = new TextTable("joint", "worst in rows", "largest load");
        robot.jointNames().stream().filter(byJoint::containsKey).forEach(name -> {
            double[] found = byJoint.getOrDefault(name, new double[2]);
            text.row(name, grouped((long) found[0]), TextTable.number("%.3f", found[1]));
        });
        page.table(text);
    }

    private void rows(HtmlPage page) {
        page.heading("Rows");
        int columns = Math.min(MOST_COLUMNS, table.columns().size());
        List<String> names = table.columns().subList(0, columns).stream()
                .map(TableColumn::name)
                .toList();
        TextTable text = new TextTable(names.toArray(String[]::new));
        for (int row = 0; row < Math.min(MOST_ROWS, table.rows()); row++) {
            List<String> cells = new ArrayList<>();
            for (int c = 0; c < columns; c++) {
                cells.add(cell(row, c));
            }
            text.row(cells.toArray(String[]::new));
        }
        page.table(text);
        if (table.rows() > MOST_ROWS || table.columns().size() > columns) {
            page.paragraph("The file has %s rows of %s columns; these are the first."
                    .formatted(grouped(table.rows()), table.columns().size()));
        }
    }

    private String cell(int row, int c) {
        return switch (table.columns().get(c).kind()) {
            case TEXT -> table.text(row, c);
            case WHOLE -> grouped((long) table.number(row, c));
            case NUMBER -> TextTable.number("%.5g", table.number(row, c));
        };
    }
}
