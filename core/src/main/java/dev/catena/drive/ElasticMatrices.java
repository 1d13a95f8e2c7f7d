package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import org.jspecify.annotations.Nullable;

/**
 * The equations of motion of a robot with rigid and elastic joints mixed, A(q) [q̈; θ̈] + ζ = [τ; τₘ], [Hua 30–36]. In the
 * rows of elastic joints the right side is the spring's effort K (θ − q), in those of rigid joints and of motors it is the
 * motors' torque; ζ has the spring in the rows of motors.
 *
 * <p>A = [M S; Sᵀ B] with M the mass matrix of links with locked rotors and of rigid drives, S what motors and links do to
 * each other, and B the inertia of the motors alone, which is diagonal. All matrices are row-major. A comes of composite
 * bodies, O(n·depth), rather than of n calls of inverse dynamics as in Hua's Algorithm 2. One object per thread:
 * {@code matrices.copy()} makes another for another thread.
 */
public final class ElasticMatrices {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final ElasticInverseDynamics inverse;
    private final MassMatrix masses;
    private final double[] zero;
    private final double[] torques;
    private final double[] matrix;
    private final double[] bias;

    public ElasticMatrices(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticMatrices(ElasticCoordinates coordinates) {
        this.coordinates = coordinates;
        coordinates.model().requireTree("ElasticMatrices");
        guard = new Guard(ElasticMatrices.class, coordinates.model());
        inverse = new ElasticInverseDynamics(coordinates);
        masses = MassMatrix.withFreeMotors(coordinates.model().withFixedBase());
        int size = coordinates.size();
        zero = new double[size];
        torques = new double[coordinates.jointCount()];
        matrix = new double[MatrixSize.square(size, "the mass matrix", coordinates.model())];
        bias = new double[size];
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public ElasticMatrices copy() {
        return new ElasticMatrices(coordinates);
    }

    /** A and ζ, the base at rest and nothing touching the robot. */
    public void compute(double[] q, double[] qd) {
        compute(null, q, qd, null);
    }

    /**
     * A and ζ.
     *
     * @param base how the base moves, acceleration included; null for a fixed base at the world's origin
     * @param q [q; θ]
     * @param qd [q̇; θ̇]
     * @param wrenches what the environment applies; null for nothing
     */
    public void compute(@Nullable BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        guard.begin();
        inverse.compute(base, q, qd, zero, wrenches, torques);
        inverse.generalizedForces(bias);
        masses.compute(q, matrix);
        guard.succeed();
    }

    /** ζ, N + Nₑ numbers: gravity, velocity terms, friction, external wrenches, and springs in the rows of motors. */
    public void bias(double[] biasOut) {
        guard.requireResults();
        coordinates.tree().check("biasOut", biasOut);
        System.arraycopy(bias, 0, biasOut, 0, bias.length);
    }

    /** A, (N + Nₑ) × (N + Nₑ). */
    public void inertia(double[] inertiaOut) {
        copyBlock("inertiaOut", 0, 0, coordinates.size(), coordinates.size(), inertiaOut);
    }

    /** M, N × N. */
    public void jointInertia(double[] inertiaOut) {
        copyBlock("inertiaOut", 0, 0, coordinates.jointCount(), coordinates.jointCount(), inertiaOut);
    }

    /** S, N × Nₑ. */
    public void coupling(double[] couplingOut) {
        int n = coordinates.jointCount();
        copyBlock("couplingOut", 0, n, n, coordinates.motorCount(), couplingOut);
    }

    /** B, Nₑ × Nₑ. */
    public void motorInertia(double[] inertiaOut) {
        int n = coordinates.jointCount();
        copyBlock("inertiaOut", n, n, coordinates.motorCount(), coordinates.motorCount(), inertiaOut);
    }

    private void copyBlock(String name, int row, int column, int rows, int columns, double[] out) {
        guard.requireResults();
        guard.checkLength(name, out, rows * columns);
        int size = coordinates.size();
        for (int r = 0; r < rows; r++) {
            System.arraycopy(matrix, (row + r) * size + column, out, r * columns, columns);
        }
    }
}
