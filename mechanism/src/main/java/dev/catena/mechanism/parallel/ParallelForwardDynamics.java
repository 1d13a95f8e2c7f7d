package dev.catena.mechanism.parallel;

import dev.catena.dynamics.MassMatrix;
import dev.catena.model.Pose;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The acceleration of the platform under given actuator efforts: A_x ẍ + H_x = (J_p⁻¹)ᵀΓ. It needs no inverse of J_p⁻¹, so
 * it works in poses where the actuators do not hold the platform. Owned by one thread; another one takes a
 * {@link #copy}.
 */
public final class ParallelForwardDynamics {
    /** Least independence of the columns of A_x. */
    private static final double WITHOUT_INERTIA = 1e-13;

    private final ParallelRobot robot;
    private final Guard guard;
    private final PlatformDynamics dynamics;
    private final MassMatrix[] legMass;
    private final double[][] legMatrix;
    private final int m;
    private final double[] inertia;
    private final double[] right;
    private final double[] unit = new double[6];
    private final double[] column = new double[6];
    private final double[] rest = new double[6];
    private final double[] times = new double[6];
    private final double[] map = new double[36];
    private final HouseholderFactor factor;

    public ParallelForwardDynamics(ParallelRobot robot) {
        this.robot = robot;
        guard = robot.guard(ParallelForwardDynamics.class);
        dynamics = new PlatformDynamics(robot, guard);
        m = robot.freedoms().count();
        legMass = robot.legs().stream().map(leg -> new MassMatrix(leg.model())).toArray(MassMatrix[]::new);
        legMatrix = robot.legs().stream()
                .map(leg -> new double[leg.model().jointCount() * leg.model().jointCount()])
                .toArray(double[][]::new);
        inertia = new double[m * m];
        right = new double[m];
        factor = new HouseholderFactor(m, m);
    }

    /** One for another thread: of the same robot, its legs at their start. */
    public ParallelForwardDynamics copy() {
        return new ParallelForwardDynamics(robot);
    }

    /** Acceleration under the efforts of the actuators, nothing touching the platform. */
    public void compute(
            Pose worldFromPlatform, double[] velocityInWorld, double[] efforts, double[] accelerationInWorldOut) {
        compute(worldFromPlatform, velocityInWorld, efforts, null, accelerationInWorldOut);
    }

    /**
     * As above with a wrench that the environment applies on the platform, in world axes about the platform's origin; null
     * for none.
     *
     * @throws UnreachablePoseException where a leg or the freedoms of the platform do not allow the pose
     * @throws SingularPoseException where a leg has lost a direction, or the platform has none of inertia
     */
    public void compute(
            Pose worldFromPlatform,
            double[] velocityInWorld,
            double[] efforts,
            @Nullable Wrench wrenchInWorld,
            double[] accelerationInWorldOut) {
        guard.begin();
        robot.checkActuators("efforts", efforts);
        robot.checkFreedoms("accelerationInWorldOut", accelerationInWorldOut);
        guard.checkDistinct("accelerationInWorldOut", accelerationInWorldOut, "velocityInWorld", velocityInWorld);
        guard.checkDistinct("accelerationInWorldOut", accelerationInWorldOut, "efforts", efforts);
        guard.checkFinite("efforts", efforts);
        dynamics.checkWrench(wrenchInWorld);

        // H_x is the bracket for ẍ = 0; the legs still accelerate
        dynamics.kinematics.computeBias(worldFromPlatform, velocityInWorld);
        dynamics.compute(worldFromPlatform, wrenchInWorld);
        fillInertia(worldFromPlatform);

        // ẍ = A_x⁻¹((J_p⁻¹)ᵀΓ − H_x)
        double[] rows = dynamics.kinematics.inverseJacobian();
        for (int k = 0; k < m; k++) {
            double sum = -dynamics.required[k];
            for (int i = 0; i < efforts.length; i++) {
                sum += rows[i * m + k] * efforts[i];
            }
            right[k] = sum;
        }
        if (!(factor.factor(inertia) > WITHOUT_INERTIA)) {
            throw SingularPoseException.ofInertia(robot.name());
        }
        factor.solve(right, accelerationInWorldOut);
        guard.checkResult("accelerationInWorldOut", accelerationInWorldOut);
        dynamics.succeed();
    }

    /** A_x⁻¹ times a vector, by the last computation. */
    void solve(double[] wrench, double[] accelerationOut) {
        factor.solve(wrench, accelerationOut);
    }

    /** A_x = platform + Σ Kᵢᵀ Mᵢ Kᵢ. */
    private void fillInertia(Pose worldFromPlatform) {
        Arrays.fill(rest, 0);
        for (int k = 0; k < m; k++) {
            Arrays.fill(unit, 0);
            unit[robot.freedoms().coordinate(k)] = 1;
            dynamics.platform.wrench(worldFromPlatform.rotation(), rest, unit, robot.gravity(), 0, column);
            for (int i = 0; i < m; i++) {
                inertia[i * m + k] = column[robot.freedoms().coordinate(i)];
            }
        }
        LegMotion[] legs = dynamics.kinematics.legs();
        for (int i = 0; i < legs.length; i++) {
            legMass[i].compute(legs[i].q, legMatrix[i]);
            addLeg(legs[i], legMatrix[i]);
        }
    }

    private void addLeg(LegMotion leg, double[] mass) {
        int n = leg.n;
        for (int j = 0; j < n; j++) {
            leg.platformRow(j, column, 0);
            robot.freedoms().project(column, map, j * m);
        }
        for (int k = 0; k < m; k++) {
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += mass[i * n + j] * map[j * m + k];
                }
                times[i] = sum;
            }
            for (int c = 0; c < m; c++) {
                double sum = 0;
                for (int i = 0; i < n; i++) {
                    sum += map[i * m + c] * times[i];
                }
                inertia[c * m + k] += sum;
            }
        }
    }

    /** Legs and Jacobian of the last computation; accelerations of the legs are those for ẍ = 0. */
    public ParallelKinematics kinematics() {
        return dynamics.kinematics;
    }

    /** A_x of the last computation: inertia of the whole robot at the platform, freedoms by freedoms. */
    public void inertia(double[] matrixOut) {
        dynamics.requireResults();
        robot.check("matrixOut", matrixOut, m * m, "freedoms squared");
        System.arraycopy(inertia, 0, matrixOut, 0, matrixOut.length);
    }

    /** H_x of the last computation: gravity, friction, velocity terms, less what is applied from outside. */
    public void bias(double[] wrenchOut) {
        dynamics.requireResults();
        robot.checkFreedoms("wrenchOut", wrenchOut);
        System.arraycopy(dynamics.required, 0, wrenchOut, 0, wrenchOut.length);
    }
}
