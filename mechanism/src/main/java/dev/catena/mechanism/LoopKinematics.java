package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * How all joints of a robot with closed loops move when its independent joints do: G = ∂q_tr/∂q_a, q̇_tr = G q̇_a,
 * q̈_tr = G q̈_a + Ġ q̇_a, and the coordinates of the cut joints, [Khalil 4].
 *
 * <p>{@link #close} comes first, then {@link #move}, then {@link #accelerate}. Nothing is allocated after construction.
 * Owned by one thread; another one takes a {@link #copy}.
 */
public final class LoopKinematics {
    final LoopClosure closure;
    final int n;

    /** How many independent joints there are. */
    final int count;

    /** G, n rows. */
    final double[] rates;

    final double[] qd;
    final double[] qdd;

    /** Ġ q̇_a. */
    final double[] bias;

    private final RobotModel model;
    private final Guard guard;
    private final double[] rowBias;
    private final double[] ofDependent;
    private final double[] work;
    private int order = -1;
    private int revision;

    public LoopKinematics(RobotModel model) {
        this.model = model;
        guard = new Guard(LoopKinematics.class, model);
        closure = new LoopClosure(model);
        n = model.jointCount();
        count = closure.independent.length;
        rates = new double[n * count];
        qd = new double[n];
        qdd = new double[n];
        bias = new double[n];
        rowBias = new double[closure.equations.rows];
        ofDependent = new double[closure.dependent.length];
        work = new double[n];
        for (int k = 0; k < count; k++) {
            rates[closure.independent[k] * count + k] = 1;
        }
    }

    /** One for another thread: of the same robot, at its assembly. */
    public LoopKinematics copy() {
        return new LoopKinematics(model);
    }

    /** Finds the pose for coordinates of the independent joints, and G. */
    public LoopStatus close(double[] positions) {
        guard.begin();
        order = -1;
        LoopStatus status = closure.close(positions);
        if (status.isClosed()) {
            for (int d = 0; d < closure.dependent.length; d++) {
                System.arraycopy(closure.dependentRates, d * count, rates, closure.dependent[d] * count, count);
            }
            order = 0;
            revision = closure.revision();
        }
        return status;
    }

    /** q̇_tr = G q̇_a. */
    public void move(double[] velocities) {
        guard.begin();
        require(0);
        order = 0;
        guard.checkLength("velocities", velocities, count);
        guard.checkFinite("velocities", velocities);
        times(velocities, qd);
        guard.checkResult("the velocities", qd);
        order = 1;
    }

    /** q̈_tr = G q̈_a + Ġ q̇_a, where Ġ q̇_a = −J_p⁺ J̇ q̇_tr. */
    public void accelerate(double[] accelerations) {
        guard.begin();
        require(1);
        boolean biased = order == 2;
        order = 1;
        guard.checkLength("accelerations", accelerations, count);
        guard.checkFinite("accelerations", accelerations);
        if (!biased) {
            secondOrder(qd, bias);
        }
        times(accelerations, qdd);
        for (int k = 0; k < n; k++) {
            qdd[k] += bias[k];
        }
        guard.checkResult("the accelerations", qdd);
        order = 2;
    }

    /** q̈_tr for q̈_a = 0 and velocities q̇_tr of the tree. */
    void secondOrder(double[] velocities, double[] out) {
        closure.equations.accelerationBias(closure.q, velocities, rowBias);
        solve(out);
    }

    /** q⃛_tr for q̈_a = q⃛_a = 0, velocities and accelerations of the tree. */
    void thirdOrder(double[] velocities, double[] accelerations, double[] out) {
        closure.equations.jerkBias(closure.q, velocities, accelerations, rowBias);
        solve(out);
    }

    /** Ġ u along the motion with the velocities q̇_tr: J_p Ġ_p u = −J̇ G u. */
    void rateTimes(double[] u, double[] out) {
        times(u, work);
        closure.equations.jacobianRate(closure.q, qd, work, rowBias);
        solve(out);
    }

    private void solve(double[] out) {
        closure.solveDependent(rowBias, ofDependent);
        Arrays.fill(out, 0, n, 0);
        for (int d = 0; d < ofDependent.length; d++) {
            out[closure.dependent[d]] = ofDependent[d];
        }
    }

    /** G u. */
    void times(double[] u, double[] out) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += rates[i * count + k] * u[k];
            }
            out[i] = sum;
        }
    }

    /** Gᵀ w. */
    void transposeTimes(double[] w, double[] out) {
        Arrays.fill(out, 0);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < count; k++) {
                out[k] += rates[i * count + k] * w[i];
            }
        }
    }

    /** The first rows of a matrix, then Gᵀ times the next n; what is behind the rows of joints is left alone. */
    void transposeTimesRows(double[] matrix, int first, int columns, double[] out) {
        System.arraycopy(matrix, 0, out, 0, first * columns);
        Arrays.fill(out, first * columns, (first + count) * columns, 0);
        for (int i = 0; i < n; i++) {
            int row = (first + i) * columns;
            for (int k = 0; k < count; k++) {
                double rate = rates[i * count + k];
                for (int c = 0; rate != 0 && c < columns; c++) {
                    out[(first + k) * columns + c] += rate * matrix[row + c];
                }
            }
        }
    }

    public LoopClosure closure() {
        return closure;
    }

    /** Coordinates of all moving joints. */
    public void positions(double[] positionsOut) {
        require(0);
        closure.positions(positionsOut);
    }

    /** Velocities of all moving joints. */
    public void velocities(double[] velocitiesOut) {
        require(1);
        copy("velocitiesOut", qd, velocitiesOut);
    }

    /** Accelerations of all moving joints. */
    public void accelerations(double[] accelerationsOut) {
        require(2);
        copy("accelerationsOut", qdd, accelerationsOut);
    }

    /** Ġ q̇_a: the accelerations of all moving joints for q̈_a = 0. */
    public void rateTimesVelocity(double[] accelerationsOut) {
        require(2);
        copy("accelerationsOut", bias, accelerationsOut);
    }

    /** The jerks of all moving joints for q̈_a = q⃛_a = 0: a cubic form of q̇_a. */
    public void secondRateTimesVelocity(double[] jerksOut) {
        require(2);
        thirdOrder(qd, bias, work);
        copy("jerksOut", work, jerksOut);
    }

    /** G, row-major: a row for every moving joint, a column for every independent one. */
    public void rates(double[] ratesOut) {
        require(0);
        copy("ratesOut", rates, ratesOut);
    }

    /** The coordinate of a revolute or prismatic cut joint, an angle between −π and π. */
    public double cutPosition(int cut) {
        CutConstraint constraint = oneFreedom(cut);
        require(0);
        closure.equations.place(closure.q);
        return constraint.coordinate();
    }

    public double cutVelocity(int cut) {
        CutConstraint constraint = oneFreedom(cut);
        require(1);
        closure.equations.move(closure.q, qd, qd, 2);
        return constraint.coordinateVelocity();
    }

    public double cutAcceleration(int cut) {
        CutConstraint constraint = oneFreedom(cut);
        require(2);
        closure.equations.move(closure.q, qd, qdd, 2);
        return constraint.coordinateAcceleration();
    }

    /** How the coordinate of a revolute or prismatic cut joint changes with each independent joint, ∂s/∂q_a. */
    public void cutRates(int cut, double[] ratesOut) {
        var unused = oneFreedom(cut);
        require(0);
        guard.checkLength("ratesOut", ratesOut, count);
        closure.equations.place(closure.q);
        closure.equations.coordinateRow(cut, work);
        transposeTimes(work, ratesOut);
    }

    private CutConstraint oneFreedom(int cut) {
        CutConstraint constraint = cut(cut);
        if (constraint.kind.freedoms() != 1) {
            throw new IllegalArgumentException("cut joint \"%s\" is %s and has no single coordinate"
                    .formatted(model.loops().cutJoints().get(cut).name(), constraint.kind));
        }
        return constraint;
    }

    CutConstraint cut(int cut) {
        CutConstraint[] cuts = closure.equations.cuts;
        if (cut < 0 || cut >= cuts.length) {
            throw new IllegalArgumentException("there is no cut joint %s; robot \"%s\" has the cut joints 0 to %s"
                    .formatted(cut, model.name(), cuts.length - 1));
        }
        return cuts[cut];
    }

    void require(int derivative) {
        if (order < derivative || revision != closure.revision()) {
            throw missing(derivative);
        }
    }

    /** Complains unless the pose is still the one of a computation. */
    void requirePose(int computed) {
        if (computed != closure.revision()) {
            throw new IllegalStateException(
                    "the loops of robot \"%s\" were closed anew since the computation".formatted(model.name()));
        }
    }

    private IllegalStateException missing(int derivative) {
        closure.requireClosed();
        return new IllegalStateException(
                revision != closure.revision()
                        ? "the closure of robot \"%s\" was used by itself: close the loops here first"
                                .formatted(model.name())
                        : "call %s first".formatted(derivative == 1 ? "move" : "accelerate"));
    }

    private void copy(String name, double[] from, double[] to) {
        guard.checkLength(name, to, from.length);
        System.arraycopy(from, 0, to, 0, to.length);
    }
}
