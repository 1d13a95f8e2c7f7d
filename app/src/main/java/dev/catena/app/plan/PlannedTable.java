package dev.catena.app.plan;

import dev.catena.app.console.UserError;
import dev.catena.formats.table.CsvWriter;
import dev.catena.model.RobotModel;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import java.util.List;
import java.util.Locale;

/**
 * A planned motion as CSV in equal steps: time, then q, qd, qdd, qddd, tau and tauRate of each joint, a trajectory for all
 * other commands. Written row by row, whatever the number of rows.
 */
final class PlannedTable {
    private static final String[] KEYS = {"q", "qd", "qdd", "qddd", "tau", "tauRate"};
    private static final double MOST_ROWS = 1e8;
    private static final double BYTES_BY_NUMBER = 20;

    private final PlannedMotion motion;
    private final MotionDynamics dynamics;
    private final List<String> names;
    private final int rows;

    /** @throws UserError if that would be an absurd number of rows */
    PlannedTable(RobotModel robot, PlannedMotion motion, double rate) {
        this.motion = motion;
        dynamics = new MotionLimits(robot).dynamics();
        names = dynamics.coordinates();
        double wanted = Math.max(2, Math.ceil(motion.duration() * rate) + 1);
        if (wanted > MOST_ROWS) {
            double bytes = wanted * (1 + KEYS.length * names.size()) * BYTES_BY_NUMBER;
            throw new UserError(String.format(
                    Locale.ROOT,
                    "a motion of %.4g s at a rate of %.4g Hz has %.4g rows, which would take about %.3g GB; at most %.0e are written",
                    motion.duration(),
                    rate,
                    wanted,
                    bytes * 1e-9,
                    MOST_ROWS));
        }
        rows = (int) wanted;
    }

    void write(Appendable out) {
        CsvWriter csv = new CsvWriter(out).text("time");
        for (String key : KEYS) {
            names.forEach(name -> csv.text(key + "_" + name));
        }
        csv.end();
        double[] torque = new double[names.size()];
        double[] torqueRate = new double[names.size()];
        for (int k = 0; k < rows; k++) {
            double time = motion.duration() * k / (rows - 1);
            MotionState s = motion.at(time);
            dynamics.torque(s.position(), s.velocity(), s.acceleration(), torque);
            dynamics.torqueRate(s.position(), s.velocity(), s.acceleration(), s.jerk(), torqueRate);
            csv.number(time);
            for (int order = 0; order <= MotionState.HIGHEST_ORDER; order++) {
                csv.numbers(s.derivative(order));
            }
            csv.numbers(torque).numbers(torqueRate).end();
        }
    }
}
