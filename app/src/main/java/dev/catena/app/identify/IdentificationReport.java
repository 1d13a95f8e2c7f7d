package dev.catena.app.identify;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.identification.Finding;
import dev.catena.identification.IdentificationResult;
import dev.catena.identification.JointFit;
import dev.catena.identification.LogFit;
import dev.catena.identification.observation.BaseColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was identified, as text, JSON and page. */
public final class IdentificationReport {
    private static final int PLOT_WIDTH = 780;
    private static final int PLOT_HEIGHT = 230;
    private static final int SMALL_WIDTH = 390;
    private static final int BINS = 31;
    private static final int SHOWN_LAGS = 40;

    /** In percent: parameters that are known worse than this are not worth their name. */
    private static final double WEAK = 30;

    private static final double CORRELATED = 0.8;
    private static final int MOST_PAIRS = 15;

    private final IdentificationResult result;

    public IdentificationReport(IdentificationResult result) {
        this.result = result;
    }

    private TextTable joints(LogFit log) {
        TextTable table = new TextTable(
                "joint",
                "equations",
                "residual (rms)",
                "effort (rms)",
                "relative (%)",
                "given (%)",
                "R²",
                "delay (ms)");
        List<EffortSeries> series = EffortSeries.of(log, result.consistent().base());
        for (int j = 0; j < log.joints().size(); j++) {
            JointFit fit = log.joints().get(j);
            boolean any = fit.rows() > 0;
            double delay = series.get(j).delay();
            table.row(
                    fit.joint(),
                    Long.toString(fit.rows()),
                    any ? TextTable.number("%.4g", fit.residual()) : "–",
                    any ? TextTable.number("%.4g", fit.effort()) : "–",
                    any ? TextTable.number("%.1f", fit.relative()) : "–",
                    any ? TextTable.number("%.1f", 100 * fit.given() / fit.effort()) : "–",
                    any ? TextTable.number("%.3f", fit.explained()) : "–",
                    any && Double.isFinite(delay) ? TextTable.number("%.1f", 1e3 * delay) : "–");
        }
        return table;
    }

    private TextTable parameters() {
        TextTable table = new TextTable("parameter", "unit", "given", "estimate", "±σ", "σ (%)", "consistent", "");
        double[] base = result.consistent().base();
        for (int c = 0; c < base.length; c++) {
            BaseColumn column = result.model().columns().get(c);
            double value = result.estimate().value(c);
            double deviation = result.errors().deviation(c);
            boolean known = result.estimate().isEstimated(c);
            double percent = 100 * deviation / Math.abs(value);
            table.row(
                    column.name(),
                    column.unit(),
                    TextTable.number("%.5g", column.prior()),
                    known ? TextTable.number("%.5g", value) : "–",
                    known ? TextTable.number("%.2g", deviation) : "–",
                    known ? percent(percent) : "–",
                    TextTable.number("%.5g", base[c]),
                    known ? (percent > WEAK ? "weak" : "") : "as given");
        }
        return table;
    }

    private static String percent(double percent) {
        return percent < 1000 ? TextTable.number("%.1f", percent) : ">999";
    }

    private TextTable groups() {
        TextTable table = new TextTable("group", "is");
        for (BaseColumn column : result.model().columns()) {
            if (column.isGroup()) {
                table.row(List.of(column.name(), sum(column)));
            }
        }
        return table;
    }

    private String sum(BaseColumn column) {
        StringBuilder text = new StringBuilder();
        for (BaseColumn.Term term : column.terms()) {
            double size = Math.abs(term.coefficient());
            if (size > 1e-9) {
                text.append(
                        text.isEmpty() ? (term.coefficient() < 0 ? "−" : "") : term.coefficient() < 0 ? " − " : " + ");
                text.append(size == 1 ? "" : TextTable.number(size) + " ");
                text.append(result.model().standard().get(term.parameter()).name());
            }
        }
        return text.toString();
    }

    /** Pairs of parameters that the motion can hardly tell apart, the worst first. */
    private TextTable correlations() {
        List<double[]> pairs = new ArrayList<>();
        int p = result.model().columns().size();
        for (int a = 0; a < p; a++) {
            for (int b = 0; b < a; b++) {
                double correlation = result.estimate().correlation(a, b);
                if (Math.abs(correlation) > CORRELATED) {
                    pairs.add(new double[] {a, b, correlation});
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(pair -> -Math.abs(pair[2])));
        TextTable table = new TextTable("parameter", "and", "correlation");
        for (double[] pair : pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()))) {
            table.row(
                    result.model().columns().get((int) pair[1]).name(),
                    result.model().columns().get((int) pair[0]).name(),
                    TextTable.number("%.3f", pair[2]));
        }
        return table;
    }

    private String summary() {
        return "%s base parameters of robot \"%s\" from %s equations, %s of them essential; condition number %s, of unit columns %s"
                .formatted(
                        result.estimate().estimated(),
                        result.robot().name(),
                        result.training().joints().stream()
                                .mapToLong(JointFit::rows)
                                .sum(),
                        result.essential().estimated(),
                        TextTable.number("%.4g", result.estimate().condition()),
                        TextTable.number("%.4g", result.estimate().unitCondition()));
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        result.failures().forEach(failure -> remarks.add("Failed: " + failure));
        result.findings().stream()
                .filter(finding -> !finding.isGrave())
                .map(Finding::text)
                .forEach(remarks::add);
        remarks.addAll(result.notes());
        return remarks;
    }

    public String toText() {
        StringBuilder text = new StringBuilder(result.verdict())
                .append("\n\n")
                .append(summary())
                .append("\n\nfitted: ")
                .append(result.training().log())
                .append('\n')
                .append(joints(result.training()).toText());
        for (LogFit log : result.validation()) {
            text.append("\nvalidation: ")
                    .append(log.log())
                    .append('\n')
                    .append(joints(log).toText());
        }
        text.append('\n').append(parameters().toText());
        if (!remarks().isEmpty()) {
            text.append('\n');
            remarks().forEach(remark -> text.append("- ").append(remark).append('\n'));
        }
        return text.toString();
    }

    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", result.robot().name());
        json.put("usable", result.isUsable());
        json.put("verdict", result.verdict());
        json.put("failures", result.failures());
        json.put("remarks", remarks());
        json.put("condition", result.estimate().condition());
        json.put("unitCondition", result.estimate().unitCondition());
        json.put("fitted", json(result.training()));
        json.put("validation", result.validation().stream().map(this::json).toList());
        List<Object> parameters = new ArrayList<>();
        for (int c = 0; c < result.model().columns().size(); c++) {
            BaseColumn column = result.model().columns().get(c);
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", column.name());
            one.put("unit", column.unit());
            one.put("sum", sum(column));
            one.put("given", column.prior());
            one.put("estimated", result.estimate().isEstimated(c));
            one.put("estimate", result.estimate().value(c));
            one.put("deviation", result.errors().deviation(c));
            one.put("essential", result.essential().isEstimated(c));
            one.put("consistent", result.consistent().base()[c]);
            parameters.add(one);
        }
        json.put("parameters", parameters);
        Map<String, Object> standard = new LinkedHashMap<>();
        double[] values = result.consistent().standard();
        for (int k = 0; k < values.length; k++) {
            standard.put(result.model().standard().get(k).name(), values[k]);
        }
        json.put("standard", standard);
        return json;
    }

    private Object json(LogFit log) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("log", log.log());
        List<EffortSeries> series = EffortSeries.of(log, result.consistent().base());
        List<Object> joints = new ArrayList<>();
        for (int j = 0; j < log.joints().size(); j++) {
            JointFit fit = log.joints().get(j);
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("joint", fit.joint());
            one.put("equations", fit.rows());
            if (fit.rows() > 0) {
                one.put("residual", fit.residual());
                one.put("effort", fit.effort());
                one.put("given", fit.given());
                if (Double.isFinite(fit.explained())) {
                    one.put("explained", fit.explained());
                }
                double delay = series.get(j).delay();
                if (Double.isFinite(delay)) {
                    one.put("delay", delay);
                }
            }
            joints.add(one);
        }
        json.put("joints", joints);
        return json;
    }

    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage("Identification of " + result.robot().name(), result.verdict());
        page.paragraph(summary());
        if (!remarks().isEmpty()) {
            page.heading("What to know");
            remarks().forEach(page::paragraph);
        }
        page.heading("Fitted: " + result.training().log()).table(joints(result.training()));
        plotEfforts(page, result.training());
        for (LogFit log : result.validation()) {
            page.heading("Validation: " + log.log()).table(joints(log));
            plotEfforts(page, log);
        }
        plotResiduals(page);
        page.heading("Base parameters")
                .paragraph("Estimates are by least squares, with standard deviations that take the correlation of"
                        + " neighboring residuals into account. The consistent values are those of bodies that can"
                        + " exist, nearest to the given model in what the data do not determine; they are in the"
                        + " robot file. A star marks a group.")
                .table(parameters());
        page.heading("Correlations")
                .paragraph("Estimates whose errors go together by more than 0.8, the worst first: the motion can hardly"
                        + " tell them apart. Another motion, such as one of catena excite, could.")
                .table(correlations());
        page.heading("Groups")
                .paragraph("Parameters that only show as a sum. Frames have the joint axis as z.")
                .table(groups());
        return page;
    }

    /** A picture for each joint, so that all can be read on a narrow screen. */
    private void plotEfforts(HtmlPage page, LogFit log) {
        List<EffortSeries> all = EffortSeries.of(log, result.consistent().base());
        for (int j = 0; j < all.size(); j++) {
            EffortSeries series = all.get(j);
            if (series.length() > 1) {
                String joint = log.joints().get(j).joint();
                PlotGrid grid = new PlotGrid(1, PLOT_WIDTH, PLOT_HEIGHT)
                        .add(series.onto(new Plot(joint, "time (s)", "Nm or N")));
                page.plots(grid, "Effort of %s: measured, predicted, and the difference.".formatted(joint));
            }
        }
    }

    private void plotResiduals(HtmlPage page) {
        page.heading("Residuals")
                .paragraph("What the model leaves unexplained of the fitted motion: how large it is, and how much alike"
                        + " it is at neighboring equations. White noise would be alike at distance zero only; the"
                        + " deviations below take this into account.");
        List<EffortSeries> all =
                EffortSeries.of(result.training(), result.consistent().base());
        for (int j = 0; j < all.size(); j++) {
            if (all.get(j).length() > 1) {
                String joint = result.training().joints().get(j).joint();
                double[][] bars = steps(all.get(j).histogram(BINS));
                double[] correlation = Arrays.copyOf(result.errors().correlation(j), SHOWN_LAGS);
                double[] lags = new double[SHOWN_LAGS];
                for (int k = 0; k < SHOWN_LAGS; k++) {
                    lags[k] = k;
                }
                PlotGrid grid = new PlotGrid(2, SMALL_WIDTH, PLOT_HEIGHT)
                        .add(new Plot("residuals of " + joint, "Nm or N", "equations")
                                .curve("residuals", bars[0], bars[1]))
                        .add(new Plot("autocorrelation", "equations apart", "")
                                .curve("autocorrelation", lags, correlation));
                page.plots(grid, "Residuals of %s: histogram and autocorrelation.".formatted(joint));
            }
        }
    }

    /** Bars as a line that goes up and down. */
    private static double[][] steps(double[][] bars) {
        int bins = bars[0].length;
        double width = bins > 1 ? bars[0][1] - bars[0][0] : 1;
        double[][] line = new double[2][2 * bins + 2];
        line[0][0] = bars[0][0] - 0.5 * width;
        line[0][2 * bins + 1] = bars[0][bins - 1] + 0.5 * width;
        for (int b = 0; b < bins; b++) {
            line[0][2 * b + 1] = bars[0][b] - 0.5 * width;
            line[0][2 * b + 2] = bars[0][b] + 0.5 * width;
            line[1][2 * b + 1] = bars[1][b];
            line[1][2 * b + 2] = bars[1][b];
        }
        return line;
    }
}
