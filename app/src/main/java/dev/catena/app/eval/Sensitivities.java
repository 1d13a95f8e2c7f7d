package dev.catena.app.eval;

import dev.catena.app.console.UserError;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.sensitivity.SpatialDerivatives;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.WrenchSensitivity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Derivatives as matrices: rows are outputs, columns what is varied. Of a floating base, the numbers that are varied and
 * held are those that states give: its acceleration is the spatial one, less than the classical one by ω × v.
 */
final class Sensitivities {
    private static final List<String> WRENCH =
            List.of("force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z");

    /** Arrays of Java are little longer. */
    private static final int MOST_NUMBERS = 2_000_000_000;

    /** What the derivatives of accelerations are by. */
    enum By {
        POSITION,
        VELOCITY,
        TORQUE
    }

    private final RobotModel robot;
    private final int n;

    /** How many freedoms the base has. */
    private final int first;

    private final List<String> freedoms;
    private final OnDemand<TorqueSensitivity> torques;
    private final OnDemand<WrenchSensitivity> wrenches;
    private final OnDemand<AccelerationSensitivity> accelerations;
    private final OnDemand<SpatialDerivatives> spatial;

    /** @param freedoms names of the freedoms: six of a floating base, then joints */
    Sensitivities(RobotModel robot, List<String> freedoms) {
        this.robot = robot;
        this.freedoms = freedoms;
        n = robot.jointCount();
        first = freedoms.size() - n;
        torques = new OnDemand<>(() -> new TorqueSensitivity(robot));
        List<String> fixed = robot.joints().stream()
                .filter(joint -> !joint.kind().moves())
                .map(Joint::name)
                .toList();
        wrenches = new OnDemand<>(() -> new WrenchSensitivity(robot, fixed));
        accelerations = new OnDemand<>(() -> new AccelerationSensitivity(robot));
        spatial = new OnDemand<>(() -> new SpatialDerivatives(robot));
    }

    /**
     * How many numbers a matrix has.
     *
     * @throws UserError where they are more than Java can hold at once
     */
    static int numbers(int rows, int columns) {
        long numbers = (long) rows * columns;
        if (numbers > MOST_NUMBERS) {
            throw new UserError("a matrix of %s × %s would take %s GB; the largest has %s numbers"
                    .formatted(rows, columns, numbers * Double.BYTES / 1_000_000_000, MOST_NUMBERS));
        }
        return (int) numbers;
    }

    /** By the freedoms; the wrench that would have to hold a floating base comes first. */
    Value torque(Variable by, BaseMotion base, double[] q, double[] qd, double[] qdd, ExternalWrenches applied) {
        int size = first + n;
        double[][] m = new double[3][numbers(size, size)];
        if (first == 0) {
            torques.get().compute(base, q, qd, qdd, applied, List.of(), m[0], m[1], m[2]);
        } else {
            torques.get().computeFloating(base, q, qd, qdd, applied, List.of(), m[0], m[1], m[2]);
            double[] byVelocity = m[1];
            m[1] = new double[byVelocity.length];
            spatial.get().ofTorques(base, byVelocity, m[2], m[1]);
        }
        return Value.Rows.of(freedoms, freedoms, m[by.ordinal()]);
    }

    /** By joint 6 × n, force rows first, in the child's frame about its origin. */
    Value jointWrench(Variable by, BaseMotion base, double[] q, double[] qd, double[] qdd, ExternalWrenches applied) {
        wrenches.get().compute(base, q, qd, qdd, applied, List.of());
        Map<String, Value> values = new LinkedHashMap<>();
        double[] derivative = new double[6 * n];
        for (Joint joint : robot.joints()) {
            wrenches.get().wrench(by, robot.bodyIndex(joint.child()), derivative);
            values.put(joint.name(), Value.Rows.of(WRENCH, joints(), derivative));
        }
        return new Value.Fields(values);
    }

    /** At the accelerations that the torques cause; those of a floating base, which is free, come first. */
    Value acceleration(By by, BaseMotion base, double[] q, double[] qd, double[] tau, ExternalWrenches applied) {
        int size = first + n;
        int numbers = numbers(size, size);
        double[][] m = {new double[numbers], new double[numbers], new double[size * n]};
        if (first == 0) {
            accelerations.get().compute(base, q, qd, tau, applied, m[0], m[1], m[2]);
        } else {
            accelerations.get().computeFloating(base, q, qd, tau, applied, m[0], m[1], m[2]);
            double[] byVelocity = m[1];
            m[1] = new double[byVelocity.length];
            spatial.get().ofAccelerations(base, byVelocity, m[1]);
        }
        return Value.Rows.of(freedoms, by == By.TORQUE ? joints() : freedoms, m[by.ordinal()]);
    }

    private List<String> joints() {
        return freedoms.subList(first, freedoms.size());
    }
}
