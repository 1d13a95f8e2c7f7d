package dev.catena.app.trajectory;

import dev.catena.app.console.UserError;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.motion.SampleDerivatives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A table with times, and with all derivatives up to the jerk: those that the table gives, and the others computed from
 * the highest one below them. Zeros would be wrong along a motion, so nothing is taken as zero.
 *
 * @param table in the order of the table given
 * @param notes what was computed rather than given, for the user to know
 */
public record CompletedTrajectory(StateTable table, List<String> notes) {
    private static final List<Series> DERIVATIVES =
            List.of(Series.POSITION, Series.VELOCITY, Series.ACCELERATION, Series.JERK);

    /** Samples below which no third derivative is worth computing. */
    private static final int LEAST = 5;

    /**
     * Completes a table.
     *
     * @throws UserError where it is no trajectory
     */
    public static CompletedTrajectory of(StateTable given) {
        checkTimes(given);
        List<String> notes = new ArrayList<>();
        Map<Series, double[][]> computed = new EnumMap<>(Series.class);
        int last = 0;
        for (int order = 1; order < DERIVATIVES.size(); order++) {
            Series series = DERIVATIVES.get(order);
            if (isComplete(given, series)) {
                last = order;
            } else {
                computed.put(series, derivative(given, DERIVATIVES.get(last), order - last));
            }
        }
        if (!computed.isEmpty()) {
            notes.add(("note: the trajectory does not give %s; computed from its samples by polynomials through %s of "
                            + "them, so noise in the samples grows with each derivative")
                    .formatted(
                            String.join(
                                    ", ",
                                    computed.keySet().stream().map(Series::key).toList()),
                            Math.min(SampleDerivatives.WINDOW, given.size())));
        }
        if (given.states().stream().anyMatch(state -> !state.wrenches().isEmpty())) {
            notes.add("note: torque rates take the components of external wrenches as constant");
        }
        if (given.states().stream().anyMatch(state -> state.base() != null)) {
            notes.add("note: torque rates take the jerk of the base as zero");
        }
        return new CompletedTrajectory(computed.isEmpty() ? given : merged(given, computed), notes);
    }

    private static void checkTimes(StateTable table) {
        if (table.size() == 0) {
            throw new UserError("the trajectory has no samples");
        }
        if (!table.hasTimes()) {
            throw new UserError(
                    "the trajectory needs a time for every sample: a column \"time\" in CSV, a key \"time\" "
                            + "in every state of JSON");
        }
        double[] times = table.times();
        for (int k = 1; k < times.length; k++) {
            if (!(times[k] > times[k - 1])) {
                throw new UserError("times must increase, but sample %s is at %s s and sample %s at %s s"
                        .formatted(k - 1, times[k - 1], k, times[k]));
            }
        }
    }

    private static boolean isComplete(StateTable table, Series series) {
        long given = table.states().stream().filter(state -> state.has(series)).count();
        if (given != 0 && given != table.size()) {
            throw new UserError("%s is given for %s of %s samples; give it for all or for none"
                    .formatted(series.key(), given, table.size()));
        }
        return given != 0;
    }

    /** By sample and joint. */
    private static double[][] derivative(StateTable table, Series of, int order) {
        if (table.size() < LEAST) {
            throw new UserError("the trajectory gives derivatives up to %s only, and %s samples are too few to compute "
                            .formatted(of.key(), table.size())
                    + "the others: give qd, qdd and qddd, or at least %s samples".formatted(LEAST));
        }
        SampleDerivatives weights = new SampleDerivatives(table.times());
        int joints = table.joints().size();
        double[][] given = new double[joints][table.size()];
        for (int k = 0; k < table.size(); k++) {
            double[] values = table.values(k, of);
            for (int j = 0; j < joints; j++) {
                given[j][k] = values[j];
            }
        }
        double[][] result = new double[table.size()][joints];
        for (int j = 0; j < joints; j++) {
            double[] values = weights.derivative(given[j], order);
            for (int k = 0; k < values.length; k++) {
                result[k][j] = values[k];
            }
        }
        return result;
    }

    private static StateTable merged(StateTable given, Map<Series, double[][]> computed) {
        List<StateTable.State> states = new ArrayList<>();
        for (int k = 0; k < given.size(); k++) {
            StateTable.State state = given.states().get(k);
            StateTable.StateBuilder builder =
                    new StateTable.StateBuilder().time(state.time().orElseThrow());
            for (Series series : DERIVATIVES) {
                double[][] values = computed.get(series);
                if (values != null && !Arrays.stream(values[k]).allMatch(Double::isFinite)) {
                    throw new UserError("%s at sample %s (%s s), computed from the samples around it, is not finite: "
                                    .formatted(series.key(), k, state.time().orElseThrow())
                            + "are they too near in time?");
                }
                builder.set(series, values == null ? given.values(k, series) : values[k]);
            }
            state.wrenches().forEach(builder::wrench);
            state.contacts().forEach(builder::contact);
            if (state.base() != null) {
                builder.base(state.base());
            }
            states.add(builder.build());
        }
        return new StateTable(given.joints(), states);
    }
}
