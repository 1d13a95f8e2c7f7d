package dev.catena.drive;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
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
 * bodies, O(n·depth), rather than of n calls of inverse dynamics as in Hua's Algorithm 2. On a floating base six rows and columns
 * of the base come first in A, as in {@link MassMatrix#computeFloating}, and six numbers in ζ: the wrench that the world would
 * have to exert on a base without acceleration. One object per thread:
 * {@code matrices.copy()} makes another for another thread.
 */
public final class ElasticMatrices {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final ElasticInverseDynamics inverse;
    private final MassMatrix masses;
    private final MassMatrix floatingMasses;
    private final double[] zero;
    private final double[] torques;
    private final double[] matrix;
    private final double[] floatingMatrix;
    private final double[] bias;
    private final double[] ofBase = new double[6];
    private final BaseMotion unaccelerated = new BaseMotion();

    /** How many rows of the base the last computation had. */
    private int first;

    public ElasticMatrices(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticMatrices(ElasticCoordinates coordinates) {
        this.coordinates = coordinates;
        coordinates.model().requireTree("ElasticMatrices");
        guard = new Guard(ElasticMatrices.class, coordinates.model());
        inverse = new ElasticInverseDynamics(coordinates);
        boolean floats = coordinates.model().baseKind() == BaseKind.FLOATING;
        masses = MassMatrix.withFreeMotors(coordinates.model().withFixedBase());
        floatingMasses = floats ? MassMatrix.withFreeMotors(coordinates.model()) : masses;
        int size = coordinates.size();
        zero = new double[size];
        torques = new double[coordinates.jointCount()];
        matrix = new double[MatrixSize.square(size, "the mass matrix", coordinates.model())];
        floatingMatrix = new double[floats ? MatrixSize.square(6 + size, "the mass matrix", coordinates.model()) : 0];
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
        first = 0;
        guard.succeed();
    }

    /**
     * A and ζ of a robot with a floating base.
     *
     * @param base pose and velocity of the base; its acceleration is not read
     */
    public void computeFloating(BaseMotion base, double[] q, double[] qd, @Nullable ExternalWrenches wrenches) {
        guard.begin();
        guard.checkFloatingBase();
        unaccelerated.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        inverse.compute(unaccelerated, q, qd, zero, wrenches, torques);
        inverse.generalizedForces(bias);
        inverse.jointWrenchInBody(0, ofBase);
        floatingMasses.computeFloating(q, floatingMatrix);
        first = 6;
        guard.succeed();
    }

    /** ζ, N + Nₑ numbers: gravity, velocity terms, friction, external wrenches, and springs in the rows of motors. */
    public void bias(double[] biasOut) {
        guard.requireResults();
        guard.checkLength("biasOut", biasOut, first + bias.length);
        System.arraycopy(ofBase, 0, biasOut, 0, first);
        System.arraycopy(bias, 0, biasOut, first, bias.length);
    }

    /** A, (N + Nₑ) × (N + Nₑ), or with six rows and columns of a floating base before them. */
    public void inertia(double[] inertiaOut) {
        int rows = first + coordinates.size();
        copyBlock("inertiaOut", -first, -first, rows, rows, inertiaOut);
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
        int size = first + coordinates.size();
        double[] from = first > 0 ? floatingMatrix : matrix;
        for (int r = 0; r < rows; r++) {
            System.arraycopy(from, (first + row + r) * size + first + column, out, r * columns, columns);
        }
    }
}
