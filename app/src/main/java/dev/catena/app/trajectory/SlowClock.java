package dev.catena.app.trajectory;

import dev.catena.algebra.FullTurns;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times in milliseconds of a table that tells no velocities: samples a second or more apart, between which no joint is as fast as
 * a small part of its limit, though some go far. Joints without a limit tell nothing, nor do those that tremble.
 */
final class SlowClock {
    private static final double STANDSTILL = 1.0 / 300;

    /** s; milliseconds are rarely told in parts. */
    private static final double INTERVAL = 0.9;

    private static final int LEAST = 20;

    /** rad, or a part of the way between a slide's limits. */
    private static final double FAR = 0.05;

    private SlowClock() {}

    /** What a joint does. */
    private static final class Motion {
        private final double limit;
        private final double far;
        private final FullTurns fullTurns = new FullTurns(2 * Math.PI);
        private double last = Double.NaN;
        private double lastStep;
        private double fastest;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;
        private int turnsRound;

        Motion(JointKind kind, JointLimits limits) {
            limit = limits.velocity();
            far = FAR * (kind == JointKind.REVOLUTE ? 1 : limits.upper() - limits.lower());
        }

        void add(double q, double interval) {
            double step = q - last;
            if (Double.isFinite(step) && fullTurns.turns(step) == 0) {
                fastest = Math.max(fastest, Math.abs(step) / interval);
                turnsRound += step * lastStep < 0 ? 1 : 0;
                lastStep = step;
            }
            last = q;
            least = Math.min(least, q);
            most = Math.max(most, q);
        }

        /** The highest speed, of what is possible, or in units a second. */
        double part() {
            return Double.isInfinite(limit) ? fastest : fastest / limit;
        }

        boolean goesFar(int samples) {
            return Double.isFinite(limit) && most - least > far && turnsRound < samples / 8;
        }
    }

    /** What to say of it. */
    static List<String> notes(StateTable table, RobotModel robot) {
        int size = table.size();
        if (size < LEAST || time(table, size - 1) - time(table, 0) < INTERVAL * (size - 1)) {
            return List.of();
        }
        List<Motion> motions = new ArrayList<>();
        for (String name : table.joints()) {
            var joint = robot.movingJoints().get(robot.coordinate(name));
            motions.add(new Motion(joint.kind(), joint.limits()));
        }
        for (int k = 0; k < size; k++) {
            double[] q = table.values(k, Series.POSITION);
            double interval = k == 0 ? 1 : time(table, k) - time(table, k - 1);
            for (int j = 0; j < q.length; j++) {
                motions.get(j).add(q[j], interval);
            }
        }
        double fastest = motions.stream().mapToDouble(Motion::part).max().orElse(0);
        if (fastest >= STANDSTILL || motions.stream().noneMatch(motion -> motion.goesFar(size))) {
            return List.of();
        }
        return List.of(String.format(
                Locale.ROOT,
                "note: no joint is faster than %.1g of its limit: are times in milliseconds? They must be in seconds",
                fastest));
    }

    private static double time(StateTable table, int sample) {
        return table.states().get(sample).time().orElseThrow();
    }
}
