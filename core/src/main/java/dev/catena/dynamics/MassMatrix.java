package dev.catena.dynamics;

import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.tree.DeepMasses;
import dev.catena.tree.Guard;
import dev.catena.tree.JointMasses;
import dev.catena.tree.ModerateNumbers;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import dev.catena.tree.TreeMatrix;
import dev.catena.tree.TreeVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The mass matrix M(q) by composite bodies, [RBDA]: column k is what a unit acceleration of joint k takes from the
 * composite of all bodies beyond it. Reflected inertia and gyroscopic rotors are in it.
 *
 * <p>Composites are gathered in joint frames; axes and columns are expressed in the frame of the base, so that an entry is
 * one product of six numbers. With a floating base the matrix has 6 + n rows: first the linear, then the angular
 * acceleration of the base in base axes. Row-major; cost O(n·depth). One per thread: {@code masses.copy()} makes another
 * for another thread.
 */
public final class MassMatrix implements MassMatrixFunction {
    /** The longest chain in which climbing was found to be faster. */
    private static final int SHALLOW = 7;

    private final MovingTree tree;
    private final Guard guard;
    private final JointPlacement[] parentFromJoint;
    private final Placement[] baseFromJoint;
    private final Inertia[] composite;

    /** By moving body: what its parent's composite is before the body is handed on to it. */
    private final Inertia[] soFar;

    /** By moving body: velocity of the base's origin, and angular velocity, at unit rate of the joint. */
    private final MotionVector[] axis;

    /** By moving body: what a unit acceleration of the joint takes, about the base's origin. */
    private final Force[] column;

    /** Whether columns climb faster to the base joint by joint than through the frame of the base. */
    private final boolean shallow;

    private final JointMasses entries;

    /** Null for trees that are not deep. */
    private final @Nullable DeepMasses deep;

    private final Vector spin = new Vector();
    private final MotionVector unit = new MotionVector();
    private final Force unitForce = new Force();
    private final TreeVector positions;
    private final TreeMatrix fixedMatrix;
    private final TreeMatrix floatingMatrix;

    public MassMatrix(RobotModel model) {
        this(MovingTree.of(MassMatrix.class, model), new Guard(MassMatrix.class, model));
    }

    /**
     * Of a robot in which the motors of elastic joints turn on their own: rows and columns are those of [q; θ], the
     * joints and then the motors.
     */
    public static MassMatrix withFreeMotors(RobotModel model) {
        return new MassMatrix(MovingTree.withFreeMotors(MassMatrix.class, model), new Guard(MassMatrix.class, model));
    }

    /** For algorithms that hold the tree already and have looked what the base is. */
    MassMatrix(MovingTree tree) {
        this(tree, Guard.inside(MassMatrix.class, tree.model));
    }

    private MassMatrix(MovingTree tree, Guard guard) {
        this.tree = tree;
        this.guard = guard;
        parentFromJoint = tree.placements();
        baseFromJoint = Placement.array(tree.n + 1);
        composite = tree.inertia.clone();
        soFar = new Inertia[tree.n + 1];
        for (int i = tree.n; i >= 1; i--) {
            int parent = tree.parent[i];
            soFar[i] = composite[parent];
            if (composite[parent] == tree.inertia[parent]) {
                composite[parent] = new Inertia();
            }
        }
        shallow = tree.size == tree.n && tree.couplings == null && tree.rotors.length == 0 && tree.depth() <= SHALLOW;
        entries = new JointMasses(tree);
        deep = DeepMasses.of(tree);
        axis = MotionVector.array(tree.n + 1);
        column = Force.array(tree.n + 1);
        positions = new TreeVector(tree);
        fixedMatrix = TreeMatrix.square(tree, 0);
        floatingMatrix = TreeMatrix.square(tree, 6);
    }

    /** The mass matrix of the same robot, for another thread. */
    @Override
    public MassMatrix copy() {
        return new MassMatrix(tree, guard.copy());
    }

    /** The n × n matrix of a robot whose base does not move freely. */
    @Override
    public void compute(double[] q, double[] matrixOut) {
        guard.begin();
        guard.checkFixedBase();
        check(q, matrixOut, tree.coordinates);
        if (shallow) {
            fillByClimbing(q, matrixOut);
        } else {
            boolean moderate = areModerate(q);
            fill(q, fixedMatrix.room(matrixOut), tree.size, 0);
            fixedMatrix.gather(matrixOut);
            checkResult(moderate, matrixOut);
        }
    }

    /** The (6 + n) × (6 + n) matrix of a robot with a floating base. */
    public void computeFloating(double[] q, double[] matrixOut) {
        int size = 6 + tree.size;
        guard.begin();
        guard.checkFloatingBase();
        check(q, matrixOut, 6 + tree.coordinates);
        boolean moderate = areModerate(q);
        double[] M = floatingMatrix.room(matrixOut);
        fill(q, M, size, 6);
        addBaseBlock(M, size);
        floatingMatrix.gather(matrixOut);
        checkResult(moderate, matrixOut);
    }

    /** Whether nothing can overflow; complains about what is not finite. */
    private boolean areModerate(double[] q) {
        boolean moderate = tree.moderate && ModerateNumbers.are(q);
        if (!moderate) {
            guard.checkFinite("q", q);
        }
        return moderate;
    }

    private void checkResult(boolean moderate, double[] matrixOut) {
        if (!moderate) {
            guard.checkResult("matrixOut", matrixOut);
        }
    }

    private void check(double[] q, double[] matrixOut, int rows) {
        tree.check("q", q);
        guard.checkLength("matrixOut", matrixOut, rows * rows);
        guard.checkDistinct("matrixOut", matrixOut, "q", q);
    }

    /** Each column climbs from joint to joint, down to the base, and leaves an entry at each. */
    private void fillByClimbing(double[] q, double[] M) {
        int n = tree.n;
        int[] parent = tree.parent;
        int[] coordinate = tree.coordinate;
        double sumOfInput = 0;
        for (int i = 1; i <= n; i++) {
            double qi = q[coordinate[i]];
            sumOfInput += qi;
            parentFromJoint[i].move(qi);
        }
        guard.checkSum(sumOfInput, "q", q);
        if (!entries.fillsAll()) {
            Arrays.fill(M, 0);
        }
        double sum = 0;
        for (int i = n; i >= 1; i--) {
            if (parent[i] != 0) {
                composite[parent[i]].setSum(soFar[i], parentFromJoint[i], composite[i]);
            }
            Force f = column[i];
            f.setColumn(composite[i], tree.revolute[i]);
            int row = coordinate[i];
            double own = f.alongAxis(tree.revolute[i]) + tree.reflectedInertia[row];
            M[row * n + row] = own;
            sum += own;
            int j = i;
            while (parent[j] != 0) {
                f.moveToParent(parentFromJoint[j]);
                j = parent[j];
                int other = coordinate[j];
                double entry = f.alongAxis(tree.revolute[j]);
                M[row * n + other] = entry;
                M[other * n + row] = entry;
                sum += entry;
            }
        }
        guard.checkResultSum(sum, "matrixOut", M);
    }

    private void fill(double[] q, double[] M, int size, int first) {
        if (first > 0 || !entries.fillsAll()) {
            Arrays.fill(M, 0);
        }
        moveTogether(q, first > 0);
        if (deep == null) {
            entries.fill(axis, column, first, size, M);
        } else {
            deep.fill(axis, column, first, size, M);
        }
        for (int k = 0; k < tree.size; k++) {
            M[(first + k) * (size + 1)] += tree.reflectedInertia[k];
        }
        for (SpinningRotor rotor : tree.rotors) {
            addRotor(M, size, first, rotor);
        }
    }

    /** Axes, columns and composites, the base's included. */
    void computeColumns(double[] q) {
        moveTogether(q, true);
    }

    /**
     * Places of joints from base to tips and composites from tips to base in one loop, since each waits for the one before of its
     * kind but not for the other: M of 32 joints in 1.71 instead of 1.84 µs. Axes and columns in the frame of the base follow.
     */
    private void moveTogether(double[] given, boolean intoBase) {
        double[] q = positions.of(given);
        int n = tree.n;
        for (int i = 1; i <= n; i++) {
            parentFromJoint[i].move(q[tree.coordinate[i]]);
        }
        for (int i = 1; i <= n; i++) {
            place(i);
            handOn(n + 1 - i, intoBase);
        }
        for (int i = 1; i <= n; i++) {
            axis[i].setAxis(baseFromJoint[i], tree.revolute[i]);
            setColumn(i);
        }
    }

    /** Where a joint is in the base frame. */
    private void place(int i) {
        if (tree.parent[i] == 0) {
            baseFromJoint[i].set(parentFromJoint[i]);
        } else {
            baseFromJoint[i].setProduct(baseFromJoint[tree.parent[i]], parentFromJoint[i]);
        }
    }

    /** The composite beyond a joint becomes part of the parent's composite. */
    private void handOn(int i, boolean intoBase) {
        int parent = tree.parent[i];
        if (parent != 0 || intoBase) {
            composite[parent].setSum(soFar[i], parentFromJoint[i], composite[i]);
        }
    }

    /** What the composite beyond a joint takes. */
    private void setColumn(int i) {
        if (tree.revolute[i]) {
            column[i].setTurningColumn(baseFromJoint[i], composite[i]);
        } else {
            column[i].setSlidingColumn(baseFromJoint[i], composite[i]);
        }
    }

    /** k² Iₘ on the diagonal, and k Iₘ zₘ·z between the rotor's joint and all that turn its carrier. */
    private void addRotor(double[] M, int size, int first, SpinningRotor rotor) {
        int k = first + rotor.coordinate;
        M[k * size + k] += rotor.gearedInertia * rotor.gearRatio;
        spinMomentum(rotor);
        for (int j = rotor.carrier; j > 0; j = tree.parent[j]) {
            if (tree.revolute[j]) {
                int other = first + tree.coordinate[j];
                addCoupling(M, size, k, other, spin.x * axis[j].rx + spin.y * axis[j].ry + spin.z * axis[j].rz);
            }
        }
    }

    private static void addCoupling(double[] M, int size, int j, int k, double coupling) {
        M[j * size + k] += coupling;
        M[k * size + j] += coupling;
    }

    /** k Iₘ zₘ in base axes: the angular momentum of a rotor at unit rate of its joint. */
    private void spinMomentum(SpinningRotor rotor) {
        spin.setFromChild(baseFromJoint[rotor.carrier], rotor.axis);
        spin.setScaled(rotor.gearedInertia, spin);
    }

    /** The base's rows and columns: its composite inertia, and the columns of the joints as they are. */
    private void addBaseBlock(double[] M, int size) {
        for (int i = 1; i <= tree.n; i++) {
            int k = 6 + tree.coordinate[i];
            column[i].copyTo(M, k, size);
            column[i].copyTo(M, k * size, 1);
        }
        for (SpinningRotor rotor : tree.rotors) {
            int k = 6 + rotor.coordinate;
            spinMomentum(rotor);
            addCoupling(M, size, 3, k, spin.x);
            addCoupling(M, size, 4, k, spin.y);
            addCoupling(M, size, 5, k, spin.z);
        }
        for (int row = 0; row < 6; row++) {
            unit.setUnit(row);
            composite[0].product(unit, unitForce);
            unitForce.copyTo(M, row * size, 1);
        }
    }

    /** The base and all that it carries, in the base frame; after {@link #computeColumns}. */
    Inertia total() {
        return composite[0];
    }

    /** Momentum about the base's origin, in base axes, at unit rate of a joint; after {@link #computeColumns}. */
    void momentumOfJoint(int i, double[] momentumOut) {
        column[i].copyTo(momentumOut);
        for (SpinningRotor rotor : tree.rotors) {
            if (rotor.coordinate == tree.coordinate[i]) {
                spinMomentum(rotor);
                momentumOut[3] += spin.x;
                momentumOut[4] += spin.y;
                momentumOut[5] += spin.z;
            }
        }
    }
}
