package dev.catena.mechanism;

import dev.catena.mechanism.continuation.PathFollower;
import dev.catena.mechanism.continuation.PathFollower.Outcome;
import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * Ways of more than half a turn, and how often the dependent joints have turned. A crank that comes back to the same pose
 * after one turn does so after a thousand, and the turns of all others are as many times those of the first.
 */
final class WholeTurns {
    private static final double TURN = 2 * Math.PI;

    /** How far a joint is turned before whole turns are counted apart. */
    private static final double MOST_COUNTED_IN = 2 * TURN;

    /** A number whose powers are irrational. */
    private static final double SPREAD = 0.8191725133961645;

    private static final int MOST_FOLLOWED = 64;

    /** How near poses are that are the same. */
    private static final double SAME = 1e-6;

    private final LoopWay way;
    private final PathFollower follower;
    private final boolean[] revolute;

    /** By dependent joint. */
    private final double[] turned;

    /** By independent joint. */
    private final double[] nearest;

    private final double[] sameSense;
    private final double[] whole;
    private final double[] change;
    private final double[] end;
    private final double[] start;
    private final double[] turnedAtStart;
    private final double[] loopStart;
    private final double[] turnedAtLoopStart;

    WholeTurns(RobotModel model, LoopWay way, PathFollower follower) {
        this.way = way;
        this.follower = follower;
        revolute = new boolean[way.q.length];
        for (int k = 0; k < revolute.length; k++) {
            revolute[k] = model.returnsAfterTurn(k);
        }
        int count = way.independent.length;
        nearest = new double[count];
        sameSense = new double[count];
        whole = new double[count];
        change = new double[count];
        end = new double[count];
        start = new double[way.q.length];
        loopStart = new double[way.dependent.length];
        turned = new double[way.dependent.length];
        turnedAtStart = new double[turned.length];
        turnedAtLoopStart = new double[turned.length];
    }

    boolean isRevolute(int coordinate) {
        return revolute[coordinate];
    }

    void clear() {
        Arrays.fill(turned, 0);
    }

    /** Adds the turns that were counted apart. */
    void add(double[] positions) {
        for (int d = 0; d < turned.length; d++) {
            positions[way.dependent[d]] += TURN * turned[d];
        }
    }

    /** Takes whole turns off dependent joints that have turned far, where coordinates would lose digits. */
    void countApart() {
        double[] x = follower.unknowns();
        for (int d = 0; d < x.length; d++) {
            if (Math.abs(x[d]) > MOST_COUNTED_IN && revolute[way.dependent[d]]) {
                countApart(d);
            }
        }
    }

    private void countApart(int d) {
        double[] x = follower.unknowns();
        double turns = Math.rint(x[d] / TURN);
        x[d] -= TURN * turns;
        turned[d] += turns;
    }

    /** Puts the dependent joints near a pose, or with further trials all around it. */
    void spread(double[] pose, int trial) {
        double[] x = follower.unknowns();
        for (int d = 0; d < x.length; d++) {
            double part = trial * Math.pow(SPREAD, d + 1.0);
            double range = revolute[way.dependent[d]] ? TURN : way.scale[way.dependent[d]];
            x[d] = pose[d] + range * (part - Math.rint(part));
        }
    }

    /** Follows a way of more than half a turn; the pose is factored. */
    Outcome go(double[] positions) {
        split(positions);
        System.arraycopy(way.q, 0, start, 0, start.length);
        System.arraycopy(turned, 0, turnedAtStart, 0, turned.length);
        Outcome outcome = straight(sameSense);
        if (outcome == Outcome.REACHED) {
            for (int k = 0; k < whole.length; k++) {
                if (whole[k] != 0) {
                    turn(k);
                }
            }
        } else if (!Arrays.equals(sameSense, nearest)) {
            restore();
            outcome = straight(nearest);
        }
        if (outcome != Outcome.REACHED) {
            return outcome;
        }
        // the same angles once more, as the numbers that were given
        Arrays.fill(change, 0);
        way.set(change, positions);
        return follower.follow();
    }

    /** Ways to the given angles: the shortest one, and one less than a turn in the sense that the numbers say. */
    private void split(double[] positions) {
        for (int k = 0; k < whole.length; k++) {
            double from = way.q[way.independent[k]];
            double far = positions[k] - from;
            nearest[k] = far;
            sameSense[k] = far;
            whole[k] = 0;
            if (revolute[way.independent[k]] && Math.abs(far) > Math.PI) {
                nearest[k] = Math.IEEEremainder(angle(positions[k]) - angle(from), TURN);
                sameSense[k] = nearest[k] * far < 0 ? nearest[k] + Math.copySign(TURN, far) : nearest[k];
                whole[k] = Math.rint((far - sameSense[k]) / TURN);
            }
        }
    }

    /** Between −π and π, with the digits that a large number still has. */
    private static double angle(double q) {
        return Math.atan2(Math.sin(q), Math.cos(q));
    }

    private Outcome straight(double[] changes) {
        for (int k = 0; k < end.length; k++) {
            end[k] = way.q[way.independent[k]] + changes[k];
        }
        way.set(changes, end);
        return follower.follow();
    }

    private void restore() {
        System.arraycopy(start, 0, way.q, 0, start.length);
        for (int d = 0; d < turned.length; d++) {
            follower.unknowns()[d] = start[way.dependent[d]];
        }
        System.arraycopy(turnedAtStart, 0, turned, 0, turned.length);
        hold();
    }

    /** A way that stays at the pose, which is factored. */
    private void hold() {
        Arrays.fill(change, 0);
        for (int k = 0; k < end.length; k++) {
            end[k] = way.q[way.independent[k]];
        }
        way.set(change, end);
        follower.factorAt(0);
    }

    /** Turns an independent joint by whole turns; leaves them out where they pass a singular pose. */
    private void turn(int k) {
        int coordinate = way.independent[k];
        double at = way.q[coordinate];
        System.arraycopy(follower.unknowns(), 0, loopStart, 0, loopStart.length);
        System.arraycopy(turned, 0, turnedAtLoopStart, 0, turned.length);
        double left = Math.abs(whole[k]);
        for (int count = 1; left > 0; count++) {
            Arrays.fill(change, 0);
            change[k] = Math.copySign(TURN, whole[k]);
            boolean followed = count <= MOST_FOLLOWED && straight(change) == Outcome.REACHED;
            way.q[coordinate] = at;
            if (!followed) {
                System.arraycopy(loopStart, 0, follower.unknowns(), 0, loopStart.length);
                System.arraycopy(turnedAtLoopStart, 0, turned, 0, turned.length);
                hold();
                return;
            }
            left--;
            if (isBack() && count == 1) {
                for (int d = 0; d < turned.length; d++) {
                    turned[d] += left * (turned[d] - turnedAtLoopStart[d]);
                }
                left = 0;
            }
        }
    }

    /** Counts the turns of the dependent joints since the first turn began apart; says whether the pose is the same. */
    private boolean isBack() {
        double[] x = follower.unknowns();
        boolean same = true;
        for (int d = 0; d < x.length; d++) {
            if (revolute[way.dependent[d]]) {
                double turns = Math.rint((x[d] - loopStart[d]) / TURN);
                x[d] -= TURN * turns;
                turned[d] += turns;
            }
            same &= Math.abs(x[d] - loopStart[d]) < SAME * way.scale[way.dependent[d]];
        }
        return same;
    }
}
