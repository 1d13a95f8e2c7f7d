package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.mechanism.continuation.PathFollower;
import dev.catena.mechanism.continuation.PathFollower.Outcome;
import dev.catena.mechanism.continuation.RankRevealingQr;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the coordinates of all joints that close the loops for given coordinates of the independent ones, and G =
 * ∂q_tr/∂q_a there, [Khalil 4].
 *
 * <p>The pose found is the one that continues the pose found last, at first the model's assembly, when the independent
 * joints go straight from where they were to where they should be. It is followed in strides that are proven to leave no
 * branch, so a pose is never of another assembly: where the way passes a singular pose, the status says so. Near a pose
 * that is known one stride is enough.
 *
 * <p>Whole turns of revolute joints do not matter. Coordinates that are more than half a turn away are reached by the
 * straight line to what is left of them without whole turns, in the same sense; or, where that passes a singular pose, by
 * the shorter way around. Whole turns follow, one independent joint after the other, unless they pass a singular pose: the
 * robot is then where it is without them. The dependent joints go along continuously, so a joint that turns with a
 * crank has turned as often; turns that were left out are none of theirs.
 *
 * <p>A factorization that reveals its rank deals with dependent equations: planar loops and overconstrained ones need
 * nothing special. Orientations count by the angle between the frames, for which a half-turn is the largest error and not,
 * as for its sine, a solution.
 *
 * <p>After a failure the warm start is still the pose found last. Nothing is allocated while poses are found. Owned by
 * one thread; another one takes a {@link #copy}.
 */
public final class LoopClosure {
    /** A residual, in lengths of the robot and rad, that counts as closed. */
    public static final double CLOSED = PathFollower.CLOSED;

    /** A residual that counts as closed where rounding allows nothing better. */
    public static final double CLOSED_TO_ROUNDING = PathFollower.CLOSED_TO_ROUNDING;

    /** A pose is singular where the last pivot of J_p is smaller than this part of the first, or of the longest arm. */
    public static final double SINGULAR = PathFollower.SINGULAR;

    /** Entries of J_p G_p + J_a that are more than rounding. */
    private static final double INCONSISTENT = 1e-7;

    /** From how many poses one is searched that cannot be reached. */
    private static final int MOST_TRIALS = 10;

    final LoopEquations equations;

    /** Coordinates of the independent joints, and of the others. */
    final int[] independent;

    final int[] dependent;

    /** The pose found last; what dependent joints have turned by beyond some turns is counted apart. */
    final double[] q;

    /** By dependent and independent joint, row-major: those rows of G that are not of the identity. */
    final double[] dependentRates;

    private final RobotModel model;
    private final Guard guard;
    private final LoopWay way;
    private final PathFollower follower;
    private final RankRevealingQr qr;
    private final WholeTurns turns;
    private final LoopDiagnosis diagnosis;
    private final double[] kept;
    private final double[] assembly;
    private final double[] rhs;
    private final double[] step;
    private final double[] spread;
    private final double[] change;
    private final double[] blocked;
    private double norm = Double.NaN;
    private boolean assembled;
    private boolean factored;
    private boolean examined;
    private int revision;
    private Outcome outcome = Outcome.REACHED;
    private LoopStatus status = LoopStatus.NOT_CLOSABLE;

    public LoopClosure(RobotModel model) {
        requireLoops(model);
        this.model = model;
        guard = new Guard(LoopClosure.class, model);
        way = new LoopWay(model);
        follower = new PathFollower(way);
        qr = follower.factors();
        equations = way.equations;
        independent = way.independent;
        dependent = way.dependent;
        q = way.q;
        turns = new WholeTurns(model, way, follower);
        diagnosis = new LoopDiagnosis(equations, way.scale);
        kept = new double[q.length];
        assembly = new double[q.length];
        model.loops().assembly().forEach((joint, value) -> assembly[model.coordinate(joint)] = value);
        change = new double[independent.length];
        blocked = new double[independent.length];
        dependentRates = new double[dependent.length * independent.length];
        rhs = new double[equations.rows];
        step = new double[dependent.length];
        spread = new double[q.length];
        takeAssembly();
    }

    /** How the base moves is nothing to loops between bodies. */
    private static void requireLoops(RobotModel model) {
        if (!model.hasLoops()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no closed loops to close; the algorithms of dev.catena.dynamics compute trees"
                            .formatted(model.name()));
        }
    }

    /** One for another thread: of the same robot, at its assembly. */
    public LoopClosure copy() {
        return new LoopClosure(model);
    }

    /** Forgets the pose found last: the next search begins at the model's assembly. */
    public void restart() {
        guard.checkThread();
        takeAssembly();
    }

    private void takeAssembly() {
        System.arraycopy(assembly, 0, kept, 0, kept.length);
        forget();
    }

    /** As {@link #restart()}, but at coordinates of all moving joints. */
    public void restart(double[] positions) {
        guard.checkThread();
        guard.checkLength("positions", positions, q.length);
        guard.checkFinite("positions", positions);
        System.arraycopy(positions, 0, kept, 0, q.length);
        forget();
    }

    private void forget() {
        revision++;
        assembled = false;
        factored = false;
        examined = false;
        turns.clear();
        status = LoopStatus.NOT_CLOSABLE;
        norm = Double.NaN;
    }

    /** Finds the pose for coordinates of the independent joints. */
    public LoopStatus close(double[] positions) {
        guard.begin();
        revision++;
        examined = false;
        norm = Double.NaN;
        status = LoopStatus.NOT_CLOSABLE;
        guard.checkLength("positions", positions, independent.length);
        guard.checkFinite("positions", positions);
        try {
            status = find(positions);
        } catch (NumericalException beyondTheRangeOfNumbers) {
            norm = Double.POSITIVE_INFINITY;
            status = LoopStatus.NOT_CLOSABLE;
        }
        if (status.isClosed()) {
            System.arraycopy(q, 0, kept, 0, q.length);
        }
        factored = status.isClosed();
        return status;
    }

    private LoopStatus find(double[] positions) {
        if (!assembled && !assemble()) {
            return failure();
        }
        if (!factored) {
            moveTo(kept);
        }
        turns.countApart();
        outcome = isNear(positions) ? goStraight(positions) : turns.go(positions);
        norm = follower.norm();
        return switch (outcome) {
            case REACHED -> findRates();
            case SINGULAR, LOST -> lookBeyond(positions);
        };
    }

    /** Closes the loops near the assembly: at its own independent coordinates or, failing that, with all joints free. */
    private boolean assemble() {
        setPose(kept);
        if (!follower.search(0)) {
            norm = follower.norm();
            double[] free = diagnosis.closedNear(kept);
            if (free.length == 0) {
                return false;
            }
            setPose(free);
            if (!follower.search(0)) {
                return false;
            }
        }
        System.arraycopy(q, 0, kept, 0, q.length);
        assembled = true;
        factored = true;
        return true;
    }

    /** Puts all joints somewhere, with a way that stays there. */
    private void setPose(double[] pose) {
        System.arraycopy(pose, 0, q, 0, q.length);
        for (int k = 0; k < dependent.length; k++) {
            follower.unknowns()[k] = pose[dependent[k]];
        }
        Arrays.fill(change, 0);
        for (int k = 0; k < independent.length; k++) {
            blocked[k] = pose[independent[k]];
        }
        way.set(change, blocked);
    }

    private void moveTo(double[] pose) {
        setPose(pose);
        follower.factorAt(0);
    }

    /** Whether no revolute joint turns by more than half a turn. */
    private boolean isNear(double[] positions) {
        for (int k = 0; k < independent.length; k++) {
            change[k] = positions[k] - q[independent[k]];
            if (Math.abs(change[k]) > Math.PI && turns.isRevolute(independent[k])) {
                return false;
            }
        }
        return true;
    }

    private Outcome goStraight(double[] positions) {
        way.set(change, positions);
        return follower.follow();
    }

    /** Whether there is a pose at the end of a way that could not be followed: from where it ended, or from elsewhere. */
    private LoopStatus lookBeyond(double[] positions) {
        for (int k = 0; k < independent.length; k++) {
            blocked[k] = q[independent[k]];
            change[k] = positions[k] - blocked[k];
        }
        way.set(change, positions);
        System.arraycopy(follower.unknowns(), 0, step, 0, step.length);
        double least = Double.POSITIVE_INFINITY;
        for (int trial = 0; trial < MOST_TRIALS; trial++) {
            turns.spread(step, trial);
            boolean closed = follower.search(1);
            least = Math.min(least, follower.norm());
            if (closed) {
                norm = follower.norm();
                examined = true;
                return follower.isSingular() ? singularity() : LoopStatus.BEYOND_SINGULARITY;
            }
        }
        norm = least;
        return failure();
    }

    /** G_p = −J_p⁺ J_a, [Khalil 56]; says whether J_p G_p + J_a vanishes, as it does where J_a lies within J_p. */
    private LoopStatus findRates() {
        examined = true;
        if (follower.isSingular()) {
            return singularity();
        }
        int n = q.length;
        int columns = independent.length;
        double[] jacobian = way.jacobian;
        double[] scale = way.scale;
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
            out[k] = -way.scale[dependent[k]] * step[k];
        }
    }

    /** The multipliers of least norm with J_pᵀ λ = efforts of the dependent joints. */
    void solveMultipliers(double[] efforts, double[] out) {
        for (int k = 0; k < dependent.length; k++) {
            step[k] = efforts[dependent[k]] * way.scale[dependent[k]];
        }
        qr.solveTransposed(step, out);
    }

    /**
     * The rates of multipliers of least norm, λ = J_p y, along a motion: λ̇ = J̇_p y + J_p ẏ with J_pᵀ λ̇ = ḃ − J̇_pᵀ λ. The
     * rate of a solution of least norm is not the least solution of the differentiated equation.
     *
     * @param qd velocities of all joints
     * @param unbalanced ḃ − J̇ᵀλ by joint, of which those of dependent ones count
     */
    void solveMultiplierRates(double[] qd, double[] multipliers, double[] unbalanced, double[] out) {
        leastNormFactors(multipliers, spread);
        equations.jacobianRate(q, qd, spread, rhs);
        finishMultiplierRates(unbalanced, out);
    }

    /** y with λ = J_p y of multipliers of least norm, by joint. */
    private void leastNormFactors(double[] multipliers, double[] out) {
        qr.solve(multipliers, step);
        Arrays.fill(out, 0);
        for (int k = 0; k < dependent.length; k++) {
            out[dependent[k]] = way.scale[dependent[k]] * step[k];
        }
    }

    /**
     * The changes of multipliers of least norm where the rows change by a known J′, and what they balance by b′.
     *
     * @param changes coefficient 1 of each entry is J′
     * @param unbalanced b′ by joint; less J′ᵀλ afterwards
     */
    void solveMultiplierChanges(double[] multipliers, Series[][] changes, double[] unbalanced, double[] out) {
        leastNormFactors(multipliers, spread);
        for (int r = 0; r < rhs.length; r++) {
            double sum = 0;
            for (int k = 0; k < spread.length; k++) {
                sum += changes[r][k].c[1] * spread[k];
                unbalanced[k] -= changes[r][k].c[1] * multipliers[r];
            }
            rhs[r] = sum;
        }
        finishMultiplierRates(unbalanced, out);
    }

    /** λ̇ = J̇_p y + J_p ẏ, where J̇_p y is known. */
    private void finishMultiplierRates(double[] unbalanced, double[] out) {
        int n = q.length;
        for (int k = 0; k < dependent.length; k++) {
            double sum = unbalanced[dependent[k]];
            for (int r = 0; r < rhs.length; r++) {
                sum -= way.jacobian[r * n + dependent[k]] * rhs[r];
            }
            step[k] = sum * way.scale[dependent[k]];
        }
        qr.solveTransposed(step, out);
        for (int r = 0; r < rhs.length; r++) {
            out[r] += rhs[r];
        }
    }

    private LoopStatus failure() {
        int mobility = diagnosis.mobilityWhenClosed(kept);
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

    /** Coordinates of all moving joints, those of the independent ones as given. */
    public void positions(double[] positionsOut) {
        requireClosed();
        guard.checkLength("positionsOut", positionsOut, q.length);
        System.arraycopy(q, 0, positionsOut, 0, q.length);
        turns.add(positionsOut);
    }

    /**
     * How far the loops were from being closed at the end of the last search, successful or not: lengths over a length of
     * the robot, and angles; the norm of all.
     */
    public double residual() {
        if (Double.isNaN(norm)) {
            throw notFound();
        }
        return norm;
    }

    /** Rank of J_p in the pose found last, singular or not; the number of dependent joints where the pose is regular. */
    public int rank() {
        requireExamined();
        return LoopDiagnosis.rank(singularValues());
    }

    /** Condition number of J_p in the pose found last, infinite where its rank is deficient by more than rounding. */
    public double condition() {
        requireExamined();
        double[] values = singularValues();
        return values.length == 0 ? 1 : values[0] / values[values.length - 1];
    }

    /** How many freedoms the mechanism has in the pose found last, momentary ones included. */
    public int mobility() {
        requireExamined();
        return diagnosis.mobility(way.jacobian);
    }

    /** Singular values of J_p in scaled coordinates, largest first. */
    private double[] singularValues() {
        return diagnosis.singularValues(qr.entries(), dependent.length);
    }

    private void requireExamined() {
        if (!examined) {
            throw notFound();
        }
    }

    /** Counts what changes the pose, so that others can tell whether theirs is still this one. */
    int revision() {
        return revision;
    }

    /** Complains, with the reason, unless the last search closed the loops. */
    void requireClosed() {
        if (!status.isClosed()) {
            throw notFound();
        }
    }

    private IllegalStateException notFound() {
        return new IllegalStateException(
                Double.isNaN(norm)
                        ? "no pose of robot \"%s\" was found: close its loops first".formatted(model.name())
                        : "there is no pose to read: " + describe());
    }

    /** The outcome in words, for error messages. */
    public String describe() {
        String joints = String.join(", ", model.loops().independentJoints());
        return switch (status) {
            case CLOSED -> "the loops of robot \"%s\" are closed".formatted(model.name());
            case NOT_CLOSABLE ->
                String.format(
                        Locale.ROOT,
                        "the loops of robot \"%s\" cannot be closed: they stay apart by %.3g (lengths over %.3g m, and"
                                + " rad)%s",
                        model.name(),
                        norm,
                        equations.length,
                        whereItEnded());
            case BEYOND_SINGULARITY ->
                "the loops of robot \"%s\" can be closed, but the way there passes a singular pose, beyond which it is not determined how the robot goes on%s"
                        .formatted(model.name(), whereItEnded());
            case SINGULAR ->
                String.format(
                        Locale.ROOT,
                        "robot \"%s\" is in a singular pose: joints %s do not determine the others there (rank %d of"
                                + " %d, condition %.3g)",
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
                        .formatted(model.name(), diagnosis.mobilityWhenClosed(kept), independent.length, joints);
        };
    }

    private String whereItEnded() {
        if (!assembled) {
            return " near the assembly " + list(IntStream.range(0, q.length).toArray(), kept);
        }
        if (outcome != Outcome.SINGULAR) {
            return "";
        }
        double[] pose = kept.clone();
        for (int k = 0; k < independent.length; k++) {
            pose[independent[k]] = blocked[k];
        }
        return (Arrays.equals(pose, kept)
                        ? "; the pose that it starts from is singular itself: begin at another one, "
                        : "; the way from the last pose is singular at ")
                + list(independent, pose);
    }

    private String list(int[] coordinates, double[] pose) {
        return Arrays.stream(coordinates)
                .mapToObj(k -> String.format(
                        Locale.ROOT, "%s = %.4g", model.jointNames().get(k), pose[k]))
                .limit(12)
                .collect(Collectors.joining(", "));
    }
}
