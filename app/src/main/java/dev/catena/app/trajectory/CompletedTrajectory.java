package dev.catena.app.trajectory;

import dev.catena.app.console.UserError;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.RobotModel;
import dev.catena.motion.SampleClock;
import dev.catena.motion.SampleDerivatives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table with times, and with all derivatives up to the jerk: those that the table gives, and the others computed from
 * the highest one below them. Zeros would be wrong along a motion, so nothing is taken as zero. Angles that are told within one
 * turn are differentiated as what they are.
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
    public static CompletedTrajectory of(StateTable given, RobotModel robot) {
        checkTimes(given);
        List<String> notes = new ArrayList<>();
        Map<Series, Missing> computed = new EnumMap<>(Series.class);
        int last = 0;
        for (int order = 1; order < DERIVATIVES.size(); order++) {
            Series series = DERIVATIVES.get(order);
            if (isComplete(given, series)) {
                last = order;
            } else {
                computed.put(series, new Missing(DERIVATIVES.get(last), order - last));
                checkLength(given, DERIVATIVES.get(last));
            }
        }
        ZeroRates.refuse(given);
        CompletedBase base = CompletedBase.of(given);
        if (!base.isEmpty() && given.size() < LEAST) {
            throw new UserError(
                    "the trajectory does not give %s, and %s samples are too few to compute them: give them, or at least %s samples"
                            .formatted(String.join(" and ", base.words()), given.size(), LEAST));
        }
        notes.addAll(RateUnits.notes(given));
        if (computed.containsKey(Series.VELOCITY)) {
            notes.addAll(SlowClock.notes(given, robot));
        }
        if (given.hasWrenches()) {
            notes.add("note: torque rates take the components of external wrenches as constant");
        }
        if (computed.isEmpty() && base.isEmpty()) {
            return new CompletedTrajectory(given, notes);
        }
        notes.add(
                0,
                ("note: the trajectory does not give %s; computed from its samples by polynomials through %s of "
                                + "them, so noise in the samples grows with each derivative")
                        .formatted(
                                Stream.concat(computed.keySet().stream().map(Series::key), base.words().stream())
                                        .collect(Collectors.joining(", ")),
                                Math.min(SampleDerivatives.WINDOW, given.size())));
        SampleClock clock =
                new SampleClock(given.size(), k -> given.states().get(k).time().orElseThrow());
        if (clock.isCoarse()) {
            notes.add("note: " + clock.coarseness());
        }
        CountedTurns turns = computed.containsKey(Series.VELOCITY) ? CountedTurns.of(given, robot) : CountedTurns.NONE;
        notes.addAll(turns.notes());
        return new CompletedTrajectory(given.changed(k -> completed(given, k, computed, base, clock, turns)), notes);
    }

    /** A derivative that is computed: so many orders above a series that is given. */
    private record Missing(Series of, int order) {}

    private static boolean isComplete(StateTable table, Series series) {
        if (table.has(series) && !table.hasInAll(series)) {
            long given =
                    table.states().stream().filter(state -> state.has(series)).count();
            throw new UserError("%s is given for %s of %s samples; give it for all or for none"
                    .formatted(series.key(), given, table.size()));
        }
        return table.has(series);
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
        double before = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < table.size(); k++) {
            double time = table.states().get(k).time().orElseThrow();
            if (!(time > before)) {
                throw new UserError("times must increase, but sample %s is at %s s and sample %s at %s s"
                        .formatted(k - 1, before, k, time));
            }
            before = time;
        }
    }

    private static void checkLength(StateTable table, Series of) {
        if (table.size() < LEAST) {
            throw new UserError("the trajectory gives derivatives up to %s only, and %s samples are too few to compute "
                            .formatted(of.key(), table.size())
                    + "the others: give qd, qdd and qddd, or at least %s samples".formatted(LEAST));
        }
    }

    /** A state with what is computed from those around it. */
    private static StateTable.State completed(
            StateTable given,
            int k,
            Map<Series, Missing> computed,
            CompletedBase base,
            SampleClock clock,
            CountedTurns turns) {
        StateTable.State state = given.states().get(k);
        double time = state.time().orElseThrow();
        StateTable.StateBuilder builder = new StateTable.StateBuilder().time(time);
        int from = SampleDerivatives.windowStart(k, given.size());
        int count = Math.min(SampleDerivatives.WINDOW, given.size());
        double[] times = new double[count];
        for (int i = 0; i < count; i++) {
            times[i] = clock.sinceFirst(
                    from + i, given.states().get(from + i).time().orElseThrow());
        }
        SampleDerivatives around = new SampleDerivatives(times);
        for (Series series : DERIVATIVES) {
            Missing missing = computed.get(series);
            if (missing == null) {
                builder.set(series, given.values(k, series));
                continue;
            }
            double[][] values = new double[count][];
            for (int i = 0; i < count; i++) {
                values[i] = given.values(from + i, missing.of);
                if (missing.of == Series.POSITION) {
                    turns.leaveOut(from + i, values[i]);
                }
            }
            double[] derivatives = around.derivatives(values, k - from, missing.order);
            if (!Arrays.stream(derivatives).allMatch(Double::isFinite)) {
                throw new UserError("%s at sample %s (%s s), computed from the samples around it, is not finite: "
                                .formatted(series.key(), k, time)
                        + "are they too near in time?");
            }
            builder.set(series, derivatives);
        }
        state.wrenches().forEach(builder::wrench);
        state.contacts().forEach(builder::contact);
        BaseState told = state.base();
        if (told != null) {
            builder.base(base.isEmpty() ? told : base.at(given, from, count, around, k - from));
        }
        return builder.build();
    }
}
