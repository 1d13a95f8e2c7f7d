package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a robot gives way to wrenches on its bodies: the accelerations of forward dynamics, and with the same factors of its
 * masses M⁻¹A and Λ = AᵀM⁻¹A for columns A of such wrenches. A column is a wrench on one body or on several.
 *
 * <p>Columns climb through articulated inertias, [Khalil 34–44], in O(n c²) for Λ; those of robots with rotors on odd
 * carriers or joints that follow others go through the mass matrix, O(n² c).
 *
 * <p>Calls come in this order: compute or release, clear, add, then the results. One per thread: {@code response.copy()} makes another
 * for another thread.
 */
public final class WrenchResponse {
    // columns without a wrench, and with more than one unit wrench
    private static final int EMPTY = -1;
    private static final int MIXED = -2;

    private final MovingTree tree;
    private final Guard guard;
    private final int columns;
    private final ResponseColumns response;
    private final Force[] climbing = Force.array(6);
    private final Force given = new Force();
    private final double[] unit = new double[6];

    /** The same as far as joints can be released one after the other, null otherwise. */
    private final @Nullable ArticulatedColumns released;

    /** By column: the body of its only unit wrench, EMPTY or MIXED; and its axis. */
    private final int[] unitBody;

    private final int[] unitAxis;

    /** @param columns how many columns A has */
    public WrenchResponse(RobotModel model, int columns) {
        this(MovingTree.of(WrenchResponse.class, model), columns);
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: all vectors are [q; θ], see
     * {@link ForwardDynamics#withFreeMotors}.
     */
    public static WrenchResponse withFreeMotors(RobotModel model, int columns) {
        return new WrenchResponse(MovingTree.withFreeMotors(WrenchResponse.class, model), columns);
    }

    private WrenchResponse(MovingTree tree, int columns) {
        this.tree = tree;
        this.columns = columns;
        if (columns < 0) {
            throw new IllegalArgumentException("%s columns were asked for".formatted(columns));
        }
        guard = new Guard(WrenchResponse.class, tree.model);
        unitBody = new int[columns];
        unitAxis = new int[columns];
        Arrays.fill(unitBody, EMPTY);
        boolean releases = tree.couplings == null && tree.size == tree.n && DrivenJoints.rotorsSitOnParents(tree);
        released = releases ? new ArticulatedColumns(tree, columns) : null;
        response = released != null ? released : new FactoredColumns(tree, columns);
    }

    /** The same of the same robot, with nothing computed. */
    public WrenchResponse copy() {
        return new WrenchResponse(tree, columns);
    }

    /** Accelerations without the columns, on a base that rests or moves as told; as {@link ForwardDynamics} has it. */
    public void compute(
            @Nullable BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] qddOut) {
        guard.begin();
        response.compute(base, q, qd, tau, wrenches, qddOut);
        guard.succeed();
    }

    /** The same with a base that is free. */
    public void computeFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] tau,
            @Nullable ExternalWrenches wrenches,
            double[] baseAccelerationOut,
            double[] qddOut) {
        guard.begin();
        response.computeFloating(base, q, qd, tau, wrenches, baseAccelerationOut, qddOut);
        guard.succeed();
    }

    /**
     * The same without accelerations, on a base that rests or moves as told: for {@link #accelerate}, which gives them together
     * with what columns add and takes one pass instead of two.
     */
    public void release(
            @Nullable BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        guard.begin();
        response.release(base, q, qd, tau, wrenches);
        guard.succeed();
    }

    /** The same with a base that is free. */
    public void releaseFloating(
            BaseMotion base, double[] q, double[] qd, double[] tau, @Nullable ExternalWrenches wrenches) {
        guard.begin();
        response.releaseFloating(base, q, qd, tau, wrenches);
        guard.succeed();
    }

    /** Empties all columns. */
    public void clear() {
        guard.requireResults();
        guard.checkThread();
        response.clear();
        Arrays.fill(unitBody, EMPTY);
    }

    /**
     * Adds a wrench on a body to a column.
     *
     * @param wrenchInBody force and moment about the body's origin, in its axes
     */
    public void add(int column, int body, double[] wrenchInBody) {
        guard.requireResults();
        guard.checkThread();
        checkColumn(column);
        tree.checkBody(body);
        guard.checkLength("wrenchInBody", wrenchInBody, 6);
        guard.checkFinite("wrenchInBody", wrenchInBody);
        Placement B = tree.jointFromBody[body];
        given.set(wrenchInBody, 1);
        climbing[0].setZero();
        climbing[0].addFromChild(B, given);
        response.add(column, 1, tree.carrier[body], climbing);
        unitBody[column] = MIXED;
    }

    /**
     * Adds unit forces along the first axes of a body at its origin, then unit moments about its first axes, to as many columns,
     * one after the other. They climb together.
     */
    public void addUnits(int column, int body, int forces, int moments) {
        guard.requireResults();
        guard.checkThread();
        tree.checkBody(body);
        if (forces < 0 || forces > 3 || moments < 0 || moments > 3) {
            throw new IllegalArgumentException(
                    "a body has three axes for forces and for moments, not %s and %s".formatted(forces, moments));
        }
        if (forces + moments == 0) {
            return;
        }
        checkColumn(column);
        checkColumn(column + forces + moments - 1);
        for (int k = 0; k < forces + moments; k++) {
            int axis = k < forces ? k : k - forces + 3;
            Arrays.fill(unit, 0);
            unit[axis] = 1;
            given.set(unit, 1);
            climbing[k].setZero();
            climbing[k].addFromChild(tree.jointFromBody[body], given);
            unitBody[column + k] = unitBody[column + k] == EMPTY ? body : MIXED;
            unitAxis[column + k] = axis;
        }
        response.add(column, forces + moments, tree.carrier[body], climbing);
    }

    private void checkColumn(int column) {
        if (column < 0 || column >= columns) {
            throw new IllegalArgumentException(
                    "there is no column %s, but the columns 0 to %s".formatted(column, columns - 1));
        }
    }

    /** Λ = AᵀM⁻¹A, row-major. */
    public void delassus(double[] matrixOut) {
        guard.requireResults();
        guard.checkThread();
        guard.checkLength("matrixOut", matrixOut, columns * columns);
        response.delassus(matrixOut);
        guard.checkResult("matrixOut", matrixOut);
    }

    /** Whether {@link #unitRates} are known: where columns climb through articulated inertias. */
    public boolean hasUnitRates() {
        return released != null;
    }

    /**
     * By column, how the velocity along it changes without the columns, d/dt(Aᵀu): the rate of a component of the velocity of a
     * body's origin, or of its angular velocity, in the body's own axes.
     *
     * @throws IllegalStateException where that is not known, see {@link #hasUnitRates}, and where a column is not one of
     *     {@link #addUnits} alone, so that it need not be constant in the axes of a body; {@code Kinematics} has accelerations
     */
    public void unitRates(double[] ratesOut) {
        guard.requireResults();
        guard.checkThread();
        guard.checkLength("ratesOut", ratesOut, columns);
        if (released == null) {
            throw new IllegalStateException(
                    "joints of robot \"%s\" follow others or have rotors on odd carriers: take the accelerations of Kinematics"
                            .formatted(tree.model.name()));
        }
        for (int c = 0; c < columns; c++) {
            if (unitBody[c] < 0) {
                throw new IllegalStateException(
                        "column %s is not one unit wrench of addUnits: take the accelerations of Kinematics"
                                .formatted(c));
            }
        }
        released.efforts(ratesOut);
        for (int c = 0; c < columns; c++) {
            int body = unitBody[c];
            if (c == 0 || body != unitBody[c - 1]) {
                released.drift(tree.carrier[body], tree.jointFromBody[body], unit);
            }
            ratesOut[c] += unit[unitAxis[c]];
        }
        guard.checkResult("ratesOut", ratesOut);
    }

    /**
     * M⁻¹Aλ.
     *
     * @param baseOut what is added to the base's acceleration; zero where it is not free
     * @param jointsOut what is added to those of the joints
     */
    public void respond(double[] lambda, double[] baseOut, double[] jointsOut) {
        checkWeights(lambda, baseOut, jointsOut);
        response.respond(lambda, baseOut, jointsOut);
        guard.checkResult("baseOut", baseOut);
        guard.checkResult("jointsOut", jointsOut);
    }

    /**
     * The accelerations with the wrenches Aλ.
     *
     * @param baseOut the acceleration of a base that is free, as {@link ForwardDynamics} has it; zero of one that is not
     * @param jointsOut accelerations of the joints
     */
    public void accelerate(double[] lambda, double[] baseOut, double[] jointsOut) {
        checkWeights(lambda, baseOut, jointsOut);
        response.accelerate(lambda, baseOut, jointsOut);
        guard.checkResult("baseOut", baseOut);
        guard.checkResult("jointsOut", jointsOut);
    }

    private void checkWeights(double[] lambda, double[] baseOut, double[] jointsOut) {
        guard.requireResults();
        guard.checkThread();
        guard.checkLength("lambda", lambda, columns);
        guard.checkLength("baseOut", baseOut, 6);
        tree.check("jointsOut", jointsOut);
        guard.checkDistinct("baseOut", baseOut, "lambda", lambda);
        guard.checkDistinct("jointsOut", jointsOut, "lambda", lambda);
        guard.checkDistinct("jointsOut", jointsOut, "baseOut", baseOut);
        guard.checkFinite("lambda", lambda);
    }
}
