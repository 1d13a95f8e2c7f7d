package dev.catena.control;

import dev.catena.drive.ElasticMatrices;
import dev.catena.dynamics.MassMatrix;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * Gains of control laws such that errors decay with a bandwidth w, critically damped, where inertias are those of a posture:
 * M ë + 2 w M ė + w² M e = 0 with the diagonal of M.
 */
public final class Bandwidth {
    /** Motors of elastic joints must be faster than what they move. */
    private static final double MOTOR_TO_JOINT = 4;

    private final RobotModel robot;
    private final double w;
    private final RobotFunctions functions;

    /** Diagonal of the mass matrix. */
    private final double[] inertia;

    /**
     * @param robot a tree; a floating base is taken as held
     * @param radiansPerSecond w, above 0
     * @param posture where the mass matrix is taken
     */
    public Bandwidth(RobotModel robot, double radiansPerSecond, double[] posture) {
        this(robot, radiansPerSecond, posture, RobotFunctions.automatic());
    }

    /** The same for laws whose models are by hand or compiled, see {@link RobotFunctions}. */
    public Bandwidth(RobotModel robot, double radiansPerSecond, double[] posture, RobotFunctions functions) {
        if (!(radiansPerSecond > 0 && Double.isFinite(radiansPerSecond))) {
            throw new IllegalArgumentException(
                    "a bandwidth must be above 0 and finite, but is %s rad/s".formatted(radiansPerSecond));
        }
        this.robot = robot;
        w = radiansPerSecond;
        this.functions = functions;
        int n = robot.jointCount();
        double[] matrix = new double[n * n];
        new MassMatrix(robot.withFixedBase()).compute(posture, matrix);
        inertia = diagonal(matrix, n);
    }

    /** K_p = w², K_d = 2 w: the model takes care of inertias. */
    public ComputedTorque computedTorque(Trajectory trajectory) {
        double[] stiffness = new double[inertia.length];
        double[] damping = new double[inertia.length];
        Arrays.fill(stiffness, w * w);
        Arrays.fill(damping, 2 * w);
        return new ComputedTorque(robot, stiffness, damping, trajectory, functions);
    }

    /** K_p = w² Mᵢᵢ, K_d = 2 w Mᵢᵢ. */
    public GravityCompensatedPd gravityCompensatedPd(Trajectory trajectory) {
        return new GravityCompensatedPd(robot, scaled(w * w, inertia), scaled(2 * w, inertia), trajectory, functions);
    }

    /** Errors of joints decay with w, those of motors four times as fast: K_D = w times inertia, K_P = w K_D. */
    public ElasticTracking elasticTracking(SmoothTrajectory trajectory) {
        ElasticMatrices matrices = new ElasticMatrices(robot);
        int size = matrices.coordinates().size();
        int motors = size - inertia.length;
        matrices.compute(new double[size], new double[size]);
        double[] matrix = new double[motors * motors];
        matrices.motorInertia(matrix);
        double[] motorInertia = diagonal(matrix, motors);
        double fast = MOTOR_TO_JOINT * w;
        return new ElasticTracking(
                robot,
                scaled(w * w, inertia),
                scaled(w, inertia),
                scaled(fast * fast, motorInertia),
                scaled(fast, motorInertia),
                trajectory);
    }

    private static double[] diagonal(double[] matrix, int n) {
        double[] diagonal = new double[n];
        Arrays.setAll(diagonal, i -> matrix[i * n + i]);
        return diagonal;
    }

    private static double[] scaled(double factor, double[] values) {
        return Arrays.stream(values).map(value -> factor * value).toArray();
    }
}
