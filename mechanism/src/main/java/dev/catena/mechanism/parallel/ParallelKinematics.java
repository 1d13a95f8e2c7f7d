package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;

/**
 * What the motion of the platform makes of the legs: their coordinates, velocities and accelerations, the Jacobian between
 * platform and actuators, and how far it is from singular.
 *
 * <p>Legs without a formula follow the platform from the last pose, so they stay on their branch; {@link #restart} goes back
 * to the start coordinates of the legs, which lead to the home pose. Owned by one thread; another one takes a
 * {@link #copy}.
 */
public final class ParallelKinematics {
    private static final String[] ORDERS = {"positions", "velocities", "accelerations"};

    private final ParallelRobot robot;
    private final Guard guard;
    private final int m;
    private final LegMotion[] legs;
    private final double[] inverseJacobian;
    private final double[] twist = new double[6];
    private final double[] acceleration = new double[6];
    private final double[] full = new double[6];
    private final double[] zero;
    private final HouseholderFactor factor;
    private int order = -1;
    private int revision;

    public ParallelKinematics(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelKinematics.class);
        m = robot.freedoms().count();
        legs = robot.legs().stream().map(leg -> new LegMotion(robot, leg)).toArray(LegMotion[]::new);
        inverseJacobian = new double[robot.actuatorCount() * m];
        zero = new double[m];
        factor = new HouseholderFactor(robot.actuatorCount(), m);
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelKinematics copy() {
        return new ParallelKinematics(robot);
    }

    /** Lets the next search of leg coordinates begin at the start coordinates of the legs. */
    public void restart() {
        order = -1;
        revision++;
        for (LegMotion leg : legs) {
            leg.restart();
        }
    }

    /**
     * Coordinates of the legs and Jacobian at a pose.
     *
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg has lost a direction of motion
     */
    public void compute(Pose worldFromPlatform) {
        guard.begin();
        order = -1;
        revision++;
        if (!isFinite(worldFromPlatform)) {
            throw new IllegalArgumentException(
                    "the pose of parallel robot \"%s\" is not finite: %s".formatted(robot.name(), worldFromPlatform));
        }
        if (!robot.freedoms().permit(robot.home(), worldFromPlatform)) {
            throw UnreachablePoseException.notPermitted(robot, worldFromPlatform);
        }
        int row = 0;
        for (LegMotion leg : legs) {
            leg.place(worldFromPlatform);
            for (int joint : leg.actuated) {
                leg.platformRow(joint, full, 0);
                robot.freedoms().project(full, inverseJacobian, row * m);
                row++;
            }
        }
        order = 0;
    }

    /** As {@link Pose#isFinite}, without allocation. */
    private static boolean isFinite(Pose pose) {
        Rotation R = pose.rotation();
        Vector3 p = pose.position();
        return Double.isFinite(p.x() + p.y() + p.z())
                && Double.isFinite(R.xx() + R.xy() + R.xz() + R.yx() + R.yy() + R.yz() + R.zx() + R.zy() + R.zz());
    }

    /** Also velocities of the legs; the platform's are given in its freedoms. */
    public void compute(Pose worldFromPlatform, double[] velocityInWorld) {
        guard.begin();
        order = -1;
        checkFreedoms("velocityInWorld", velocityInWorld);
        compute(worldFromPlatform);
        robot.freedoms().expand(velocityInWorld, twist);
        for (LegMotion leg : legs) {
            leg.move(twist);
            guard.checkResult("a leg's velocities", leg.qd);
        }
        order = 1;
    }

    /** Also accelerations of the legs; the platform's are those of its origin and angular ones, without gravity. */
    public void compute(Pose worldFromPlatform, double[] velocityInWorld, double[] accelerationInWorld) {
        guard.begin();
        order = -1;
        checkFreedoms("accelerationInWorld", accelerationInWorld);
        compute(worldFromPlatform, velocityInWorld);
        robot.freedoms().expand(accelerationInWorld, acceleration);
        for (LegMotion leg : legs) {
            leg.accelerate(twist, acceleration);
            guard.checkResult("a leg's accelerations", leg.qdd);
        }
        order = 2;
    }

    private void checkFreedoms(String name, double[] vector) {
        robot.checkFreedoms(name, vector);
        guard.checkFinite(name, vector);
    }

    /** As above for ẍ = 0. */
    void computeBias(Pose worldFromPlatform, double[] velocityInWorld) {
        compute(worldFromPlatform, velocityInWorld, zero);
    }

    /** Joint coordinates of a leg. */
    public void legCoordinates(int leg, double[] qOut) {
        copy(0, leg, "qOut", leg(leg).q, qOut);
    }

    public void legVelocities(int leg, double[] qdOut) {
        copy(1, leg, "qdOut", leg(leg).qd, qdOut);
    }

    public void legAccelerations(int leg, double[] qddOut) {
        copy(2, leg, "qddOut", leg(leg).qdd, qddOut);
    }

    private LegMotion leg(int leg) {
        robot.checkLeg(leg);
        return legs[leg];
    }

    private void copy(int derivative, int leg, String name, double[] from, double[] out) {
        require(derivative);
        if (out.length != from.length) {
            throw new IllegalArgumentException("%s has length %s, but leg \"%s\" has %s joints"
                    .formatted(name, out.length, legs[leg].leg.name(), from.length));
        }
        System.arraycopy(from, 0, out, 0, out.length);
    }

    /** Coordinates of the actuated joints. */
    public void actuatorPositions(double[] qOut) {
        require(0);
        robot.checkActuators("qOut", qOut);
        int row = 0;
        for (LegMotion leg : legs) {
            for (int joint : leg.actuated) {
                qOut[row++] = leg.q[joint];
            }
        }
    }

    public void actuatorVelocities(double[] qdOut) {
        require(1);
        robot.checkActuators("qdOut", qdOut);
        int row = 0;
        for (LegMotion leg : legs) {
            for (int joint : leg.actuated) {
                qdOut[row++] = leg.qd[joint];
            }
        }
    }

    public void actuatorAccelerations(double[] qddOut) {
        require(2);
        robot.checkActuators("qddOut", qddOut);
        int row = 0;
        for (LegMotion leg : legs) {
            for (int joint : leg.actuated) {
                qddOut[row++] = leg.qdd[joint];
            }
        }
    }

    /** J_p⁻¹, with q̇_a = J_p⁻¹ẋ: one row per actuator, one column per freedom, row-major. Exists at every pose. */
    public void inverseJacobian(double[] out) {
        require(0);
        robot.check("out", out, inverseJacobian.length, "actuators times freedoms");
        System.arraycopy(inverseJacobian, 0, out, 0, out.length);
    }

    /**
     * J_p, with ẋ = J_p q̇_a, [Khalil 60]: one row per freedom, one column per actuator, row-major. With more actuators
     * than freedoms it is the pseudoinverse of J_p⁻¹.
     *
     * @throws SingularPoseException where the actuators do not hold the platform
     */
    public void jacobian(double[] out) {
        require(0);
        robot.check("out", out, inverseJacobian.length, "freedoms times actuators");
        factorJacobian().inverse(out);
    }

    /** How far the pose is from singular, rotations measured at the robot's characteristic length. Allocates. */
    public SingularityMeasure singularity() {
        return singularity(robot.characteristicLength());
    }

    /** As above, rotations measured by the arc at a length of choice, m. */
    public SingularityMeasure singularity(double characteristicLength) {
        require(0);
        if (!(characteristicLength > 0)) {
            throw new IllegalArgumentException(
                    "the characteristic length is %s, but must be positive".formatted(characteristicLength));
        }
        return SingularityMeasure.of(inverseJacobian, robot.actuatorCount(), robot.freedoms(), characteristicLength);
    }

    /** Factors of J_p⁻¹, checked. */
    HouseholderFactor factorJacobian() {
        if (!(factor.factor(inverseJacobian) > LegMotion.SINGULAR)) {
            throw SingularPoseException.ofPlatform(robot.name(), singularity());
        }
        return factor;
    }

    LegMotion[] legs() {
        return legs;
    }

    /** Velocity of the origin and angular velocity, all six numbers. */
    double[] twist() {
        return twist;
    }

    /** Acceleration of the origin and angular acceleration, all six numbers. */
    double[] acceleration() {
        return acceleration;
    }

    double[] inverseJacobian() {
        return inverseJacobian;
    }

    /** Counts what changes the pose, so that others can tell whether theirs is still this one. */
    int revision() {
        return revision;
    }

    private void require(int derivative) {
        if (order < derivative) {
            throw new IllegalStateException("%s of parallel robot \"%s\" were asked for, but the last computation %s"
                    .formatted(
                            ORDERS[derivative],
                            robot.name(),
                            order < 0 ? "has not been made" : "ended with the " + ORDERS[order]));
        }
    }
}
