package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the coordinates of all joints that close the loops for given coordinates of the independent ones, and G =
 * ∂q_tr/∂q_a there, [Khalil 4].
 *
 * <p>A damped Gauss-Newton iteration from a warm start: the pose found last, moved along its tangent; at first the
 * model's assembly. Large changes of the independent coordinates are taken in shorter strides where a stride fails or
 * strays, so that the assembly is kept. Orientations count by the angle between the frames, for which a half-turn is the
 * largest error and not, as for its sine, a solution. A factorization that reveals its rank deals with dependent
 * equations: planar loops and overconstrained ones need nothing special.
 *
 * <p>After a failure the warm start is still the pose found last. Nothing is allocated while poses are found. Owned by
 * one thread.
 */
public final class LoopClosure {
    /** A residual, in lengths of the robot and rad, that counts as closed. */
    public static final double CLOSED = 1e-13;

    /** A residual that counts as closed where rounding allows nothing better. */
    public static final double CLOSED_TO_ROUNDING = 1e-11;

    /** A pose is singular where the last pivot of J_p is smaller than this part of the first. */
    public static final double SINGULAR = 1e-7;

    /** Below this ratio of pivots the pose is refined beyond {@link #CLOSED}, for it converges slowly. */
    private static final double DOUBTFUL = 1e-3;

    /** Entries of J_p G_p + J_a that are more than rounding. */
    private static final double INCONSISTENT = 1e-7;

    private static final int MOST_ITERATIONS = 40;
    private static final int MOST_HALVINGS = 12;
    private static final double LONGEST_STEP = 0.5;
    private static final double LONGEST_CORRECTION = 0.5;
    private static final double SHORTEST_STRIDE = 1.0 / 512;

    final LoopEquations equations;

    /** Coordinates of the independent joints, and of the others. */
    final int[] independent;

    final int[] dependent;

    /** The pose found last. */
    final double[] q;

    /** By dependent and independent joint, row-major: those rows of G that are not of the identity. */
    final double[] dependentRates;

    private final RobotModel model;
    private final RankRevealingQr qr;
    private final LoopDiagnosis diagnosis;
    private final double[] jacobian;
    private final double[] scale;
    private final double[] residual;
    private final double[] rhs;
    private final double[] step;
    private final double[] strideStart;
    private final double[] kept;
    private final double[] beforeStride;
    private final double[] beforeStep;
    private double norm = Double.NaN;
    private boolean assembled;
    private boolean factored;
    private LoopStatus status = LoopStatus.NOT_CLOSABLE;

    public LoopClosure(RobotModel model) {
        this.model = model;
        equations = new LoopEquations(model);
        int n = equations.n;
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        dependent = IntStream.range(0, n)
                .filter(k -> Arrays.stream(independent).noneMatch(i -> i == k))
                .toArray();
        q = new double[n];
        kept = new double[n];
        beforeStride = new double[n];
        beforeStep = new double[n];
        strideStart = new double[independent.length];
        scale = equations.coordinateScale();
        diagnosis = new LoopDiagnosis(equations, scale);
        jacobian = new double[equations.rows * n];
        dependentRates = new double[dependent.length * independent.length];
        residual = new double[equations.rows];
        rhs = new double[equations.rows];
        step = new double[dependent.length];
        qr = new RankRevealingQr(equations.rows, dependent.length);
        restart();
    }

    /** Forgets the pose found last: the next search begins at the model's assembly. */
    public void restart() {
        Arrays.fill(q, 0);
        model.loops().assembly().forEach((joint, value) -> q[model.coordinate(joint)] = value);
        assembled = false;
        factored = false;
        status = LoopStatus.NOT_CLOSABLE;
        norm = Double.NaN;
    }

    /** As {@link #restart()}, but at coordinates of all moving joints. */
    public void restart(double[] positions) {
        checkLength("positions", positions, q.length);
        restart();
        System.arraycopy(positions, 0, q, 0, q.length);
    }

    /** Finds the pose for coordinates of the independent joints. */
    public LoopStatus close(double[] positions) {
        checkLength("positions", positions, independent.length);
        System.arraycopy(q, 0, kept, 0, q.length);
        boolean begun = assembled || assemble(positions);
        if (begun && !factored) {
            factorAt(q);
        }
        if (!begun || !track(positions)) {
            System.arraycopy(kept, 0, q, 0, q.length);
            factored = false;
            status = failure();
            return status;
        }
        assembled = true;
        factor();
        if (qr.pivotRatio() < DOUBTFUL) {
            polish();
        }
        factored = true;
        status = qr.pivotRatio() < SINGULAR ? singularity() : findRates();
        return status;
    }

    /** Closes the loops near the assembly, at its own independent coordinates or, failing that, at those wanted. */
    private boolean assemble(double[] positions) {
        if (converge(Double.POSITIVE_INFINITY)) {
            return true;
        }
        System.arraycopy(kept, 0, q, 0, q.length);
        for (int k = 0; k < independent.length; k++) {
            q[independent[k]] = positions[k];
        }
        return converge(Double.POSITIVE_INFINITY);
    }

    /** Moves the independent joints to where they should be, in strides as long as the others can follow. */
    private boolean track(double[] positions) {
        for (int k = 0; k < independent.length; k++) {
            strideStart[k] = q[independent[k]];
        }
        double done = 0;
        double stride = 1;
        while (true) {
            double next = Math.min(1, done + stride);
            System.arraycopy(q, 0, beforeStride, 0, q.length);
            predict(positions, next);
            boolean found = converge(LONGEST_CORRECTION);
            if (found && next == 1) {
                return true;
            }
            if (found) {
                done = next;
                stride *= 2;
            } else {
                System.arraycopy(beforeStride, 0, q, 0, q.length);
                stride /= 2;
            }
            if (stride < SHORTEST_STRIDE) {
                return false;
            }
            factorAt(q);
        }
    }

    /** Sets the independent joints a part of the way, and moves the others along the tangent: J_p Δ_p = −J_a Δ_a. */
    private void predict(double[] positions, double part) {
        boolean moves = false;
        Arrays.fill(rhs, 0);
        int n = q.length;
        for (int k = 0; k < independent.length; k++) {
            int column = independent[k];
            double to = part == 1 ? positions[k] : strideStart[k] + part * (positions[k] - strideStart[k]);
            double change = to - q[column];
            q[column] = to;
            if (change != 0) {
                moves = true;
                for (int r = 0; r < rhs.length; r++) {
                    rhs[r] += jacobian[r * n + column] * change;
                }
            }
        }
        if (moves) {
            qr.solve(rhs, step);
            for (int k = 0; k < dependent.length; k++) {
                q[dependent[k]] -= scale[dependent[k]] * step[k];
            }
        }
    }

    /**
     * Gauss-Newton steps of the dependent joints, shortened until the residual becomes less.
     *
     * @param longestCorrection how far they may go in all, in rad and lengths of the robot
     */
    private boolean converge(double longestCorrection) {
        equations.place(q);
        norm = equations.residual(residual);
        double moved = 0;
        for (int i = 0; i < MOST_ITERATIONS && norm > CLOSED; i++) {
            double taken = improve();
            moved += taken;
            if (taken == 0 || moved > longestCorrection) {
                break;
            }
        }
        return norm <= CLOSED_TO_ROUNDING && moved <= longestCorrection;
    }

    /** One step; returns its length, zero where no step makes the residual less. */
    private double improve() {
        factor();
        qr.solve(residual, step);
        double longest = 0;
        for (double s : step) {
            longest = Math.max(longest, Math.abs(s));
        }
        double part = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1;
        double before = norm;
        System.arraycopy(q, 0, beforeStep, 0, q.length);
        for (int halving = 0; halving <= MOST_HALVINGS; halving++) {
            for (int k = 0; k < dependent.length; k++) {
                int c = dependent[k];
                q[c] = beforeStep[c] - part * scale[c] * step[k];
            }
            equations.place(q);
            norm = equations.residual(residual);
            if (norm < before) {
                return part * longest;
            }
            part /= 2;
        }
        System.arraycopy(beforeStep, 0, q, 0, q.length);
        equations.place(q);
        norm = equations.residual(residual);
        return 0;
    }

    /** Goes on as long as it helps: near a singular pose the residual is small long before the pose is right. */
    private void polish() {
        int i = 0;
        while (i < MOST_ITERATIONS && improve() > 0) {
            i++;
        }
        factor();
    }

    /** J, and the factors of J_p in scaled coordinates, where the frames are. */
    private void factor() {
        equations.jacobian(jacobian);
        double[] entries = qr.entries();
        int n = q.length;
        int columns = dependent.length;
        for (int r = 0; r < equations.rows; r++) {
            for (int k = 0; k < columns; k++) {
                int c = dependent[k];
                entries[r * columns + k] = jacobian[r * n + c] * scale[c];
            }
        }
        qr.decompose();
    }

    private void factorAt(double[] pose) {
        equations.place(pose);
        factor();
    }

    /** G_p = −J_p⁺ J_a, [Khalil 56]; says whether J_p G_p + J_a vanishes, as it does where J_a lies within J_p. */
    private LoopStatus findRates() {
        int n = q.length;
        int columns = independent.length;
        double largest = 0;
        for (int k = 0; k < columns; k++) {
            for (int r = 0; r < rhs.length; r++) {
                rhs[r] = jacobian[r * n + independent[k]];
            }
            qr.solve(rhs, step);
            for (int r = 0; r < rhs.length; r++) {
                double sum = rhs[r];
                for (int d = 0; d < dependent.length; d++) {
                    sum -= jacobian[r * n + dependent[d]] * scale[dependent[d]] * step[d];
                }
                largest = Math.max(largest, Math.abs(sum) * scale[independent[k]]);
            }
            for (int d = 0; d < dependent.length; d++) {
                dependentRates[d * columns + k] = -scale[dependent[d]] * step[d];
            }
        }
        return largest > INCONSISTENT ? LoopStatus.OVERDETERMINED : LoopStatus.CLOSED;
    }

    /** Minus the changes of the dependent coordinates that a right-hand side of J_p takes: −J_p⁺ b. */
    void solveDependent(double[] b, double[] out) {
        qr.solve(b, step);
        for (int k = 0; k < dependent.length; k++) {
            out[k] = -scale[dependent[k]] * step[k];
        }
    }

    /** The multipliers of least norm with J_pᵀ λ = efforts of the dependent joints. */
    void solveMultipliers(double[] efforts, double[] out) {
        for (int k = 0; k < dependent.length; k++) {
            step[k] = efforts[dependent[k]] * scale[dependent[k]];
        }
        qr.solveTransposed(step, out);
    }

    private LoopStatus failure() {
        double reached = norm;
        int mobility = diagnosis.mobilityWhenClosed(q);
        norm = reached;
        return mobility >= 0 && mobility < independent.length ? LoopStatus.OVERDETERMINED : LoopStatus.NOT_CLOSABLE;
    }

    /** Tells a singular pose from a mechanism that has more freedoms than independent joints in all poses around. */
    private LoopStatus singularity() {
        return diagnosis.mobilityAround(q) > independent.length ? LoopStatus.UNDETERMINED : LoopStatus.SINGULAR;
    }

    /** What {@link #close} said last. */
    public LoopStatus status() {
        return status;
    }

    /** Coordinates of all moving joints in the pose found last. */
    public void positions(double[] positionsOut) {
        checkLength("positionsOut", positionsOut, q.length);
        System.arraycopy(q, 0, positionsOut, 0, q.length);
    }

    /** How far the loops are from being closed: lengths over a length of the robot, and angles; the norm of all. */
    public double residual() {
        return norm;
    }

    /** Rank of J_p in the pose found last; the number of dependent joints where the pose is regular. */
    public int rank() {
        requireFactored();
        return LoopDiagnosis.rank(singularValues());
    }

    /** Condition number of J_p in the pose found last, infinite where its rank is deficient by more than rounding. */
    public double condition() {
        requireFactored();
        double[] values = singularValues();
        return values.length == 0 ? 1 : values[0] / values[values.length - 1];
    }

    /** How many freedoms the mechanism has in the pose found last, momentary ones included. */
    public int mobility() {
        requireFactored();
        return diagnosis.mobility(jacobian);
    }

    /** Singular values of J_p in scaled coordinates, largest first. */
    private double[] singularValues() {
        return diagnosis.singularValues(qr.entries(), dependent.length);
    }

    private void requireFactored() {
        if (!factored) {
            throw new IllegalStateException("no pose has been found by the last call of close");
        }
    }

    /** The outcome in words, for error messages. */
    public String describe() {
        String joints = String.join(", ", model.loops().independentJoints());
        return switch (status) {
            case CLOSED -> "the loops of robot \"%s\" are closed".formatted(model.name());
            case WITHOUT_INERTIA ->
                "some motion of the independent joints %s of robot \"%s\" moves no mass, so that no force accelerates it"
                        .formatted(joints, model.name());
            case NOT_CLOSABLE ->
                String.format(
                        Locale.ROOT,
                        "the loops of robot \"%s\" cannot be closed: they stay apart by %.3g (lengths over %.3g m, and rad)%s",
                        model.name(),
                        norm,
                        equations.length,
                        assembled ? "" : " near the assembly " + assembly());
            case SINGULAR ->
                String.format(
                        Locale.ROOT,
                        "robot \"%s\" is in a singular pose: joints %s do not determine the others there (rank %s of %s, condition %.3g)",
                        model.name(),
                        joints,
                        rank(),
                        dependent.length,
                        condition());
            case UNDETERMINED ->
                "robot \"%s\" has %s freedoms, but only %s independent joints (%s): name more active joints"
                        .formatted(model.name(), mobility(), independent.length, joints);
            case OVERDETERMINED ->
                "robot \"%s\" has %s freedoms, but %s independent joints (%s): name the ones that determine the others as independent"
                        .formatted(model.name(), diagnosis.mobilityWhenClosed(q), independent.length, joints);
        };
    }

    private String assembly() {
        return IntStream.range(0, q.length)
                .mapToObj(k -> String.format(
                        Locale.ROOT, "%s = %.4g", model.jointNames().get(k), q[k]))
                .limit(12)
                .collect(Collectors.joining(", "));
    }

    void setWithoutInertia() {
        status = LoopStatus.WITHOUT_INERTIA;
    }

    private void checkLength(String name, double[] vector, int length) {
        if (vector.length != length) {
            throw new IllegalArgumentException("%s has length %s, but robot \"%s\" has %s %s joints"
                    .formatted(
                            name, vector.length, model.name(), length, length == q.length ? "moving" : "independent"));
        }
    }
}
