package dev.catena.mechanism;

import static dev.catena.mechanism.FrameMotion.addCross;
import static dev.catena.mechanism.FrameMotion.dot;
import static dev.catena.mechanism.FrameMotion.setCross;

import dev.catena.model.CutKind;
import java.util.Arrays;

/**
 * A cut joint as reactions: for each a unit force, or moment, on the second body along an axis of the second frame, about
 * its origin, and the opposite on the first. The power of such a reaction on a velocity is the velocity constraint, so its
 * rows are reactions and constraints at once.
 */
final class Constraint {
    final CutKind kind;
    final FrameMotion first;
    final FrameMotion second;
    final FrameMotion[] frames;

    /** Index of the first row among those of all constraints. */
    final int row;

    final int linearRows;
    final int angularRows;

    private final double[] normal = new double[3];
    private final double[] normalRate = new double[3];
    private final double[] d = new double[3];
    private final double[] dRate = new double[3];
    private final double[] work = new double[3];
    private final double[] e = new double[3];

    Constraint(CutKind kind, FrameMotion first, FrameMotion second, int row) {
        this.kind = kind;
        this.first = first;
        this.second = second;
        frames = new FrameMotion[] {first, second};
        this.row = row;
        linearRows = kind == CutKind.PRISMATIC ? 2 : 3;
        angularRows = kind.constraints() - linearRows;
    }

    /**
     * Whether it ties a body to the world along axes of the body, so that its rows are components of the body's velocity: unit
     * wrenches are constant there.
     */
    boolean holdsToWorld() {
        return first.body < 0 && second.body >= 0 && kind != CutKind.UNIVERSAL;
    }

    int rows() {
        return linearRows + angularRows;
    }

    /** The direction of a row in world axes; that of a universal joint's moment is x₁ × y₂. */
    private double[] direction(int r) {
        if (r < linearRows) {
            return second.axis[r];
        }
        if (kind != CutKind.UNIVERSAL) {
            return second.axis[r - linearRows];
        }
        setCross(first.axis[0], 0, second.axis[1], normal);
        return normal;
    }

    /** Its rate: ω₂ × e, and of x₁ × y₂ by the product rule. */
    private double[] directionRate(int r, double[] direction) {
        if (r < linearRows || kind != CutKind.UNIVERSAL) {
            setCross(second.velocity, 3, direction, normalRate);
            return normalRate;
        }
        setCross(first.velocity, 3, first.axis[0], work);
        setCross(work, 0, second.axis[1], normalRate);
        setCross(second.velocity, 3, second.axis[1], work);
        addCross(1, first.axis[0], 0, work, normalRate);
        return normalRate;
    }

    private void setDistance() {
        for (int k = 0; k < 3; k++) {
            d[k] = second.pose[9 + k] - first.pose[9 + k];
            dRate[k] = second.velocity[k] - first.velocity[k];
        }
    }

    /** Aᵀu: e·(v₂ − v₁ − ω₁ × d) with d = p₂ − p₁, and n·(ω₂ − ω₁). */
    void velocity(double[] out) {
        setDistance();
        setRelativeVelocity();
        for (int r = 0; r < rows(); r++) {
            out[row + r] =
                    r < linearRows ? dot(direction(r), e) : relative(direction(r), first.velocity, second.velocity);
        }
    }

    private void setRelativeVelocity() {
        System.arraycopy(dRate, 0, e, 0, 3);
        addCross(-1, first.velocity, 3, d, e);
    }

    /** d/dt of Aᵀu along the motion of the frames. */
    void acceleration(double[] out) {
        setDistance();
        for (int r = 0; r < rows(); r++) {
            double[] direction = direction(r);
            double sum;
            if (r < linearRows) {
                setRelativeVelocity();
                sum = dot(directionRate(r, direction), e);
                for (int k = 0; k < 3; k++) {
                    e[k] = second.acceleration[k] - first.acceleration[k];
                }
                addCross(-1, first.acceleration, 3, d, e);
                addCross(-1, first.velocity, 3, dRate, e);
                sum += dot(direction, e);
            } else {
                sum = relative(direction, first.acceleration, second.acceleration);
                sum += relative(directionRate(r, direction), first.velocity, second.velocity);
            }
            out[row + r] = sum;
        }
    }

    private static double relative(double[] e, double[] ofFirst, double[] ofSecond) {
        return e[0] * (ofSecond[3] - ofFirst[3])
                + e[1] * (ofSecond[4] - ofFirst[4])
                + e[2] * (ofSecond[5] - ofFirst[5]);
    }

    /** How fast the one coordinate of a tie changes; zero for ties that have none, or several. */
    double coordinateVelocity() {
        return switch (kind) {
            case REVOLUTE -> relative(first.axis[2], first.velocity, second.velocity);
            case PRISMATIC -> {
                setDistance();
                yield dot(first.axis[2], dRate);
            }
            case SPHERICAL, UNIVERSAL, FIXED -> 0;
        };
    }

    /** What Aᵀu is the rate of where the tie is nearly closed: how far it is open along each row, m and rad. */
    void residual(double[] out) {
        setDistance();
        for (int r = 0; r < linearRows; r++) {
            out[row + r] = dot(direction(r), d);
        }
        if (kind == CutKind.UNIVERSAL) {
            out[row + linearRows] = -dot(first.axis[0], second.axis[1]);
            return;
        }
        Arrays.fill(work, 0);
        if (angularRows == 2) {
            addCross(1, first.axis[2], 0, second.axis[2], work);
        } else if (angularRows == 3) {
            for (int k = 0; k < 3; k++) {
                addCross(0.5, first.axis[k], 0, second.axis[k], work);
            }
        }
        for (int r = 0; r < angularRows; r++) {
            out[row + linearRows + r] = dot(second.axis[r], work);
        }
    }

    /** How far the tie is open, rad, and lengths over one of the robot; small angles only. */
    double gap(double length) {
        setDistance();
        double most = 0;
        for (int r = 0; r < linearRows; r++) {
            most = Math.max(most, Math.abs(dot(second.axis[r], d)) / length);
        }
        if (kind == CutKind.UNIVERSAL) {
            most = Math.max(most, Math.abs(dot(first.axis[0], second.axis[1])));
        } else if (angularRows == 2) {
            setCross(first.axis[2], 0, second.axis[2], work);
            most = Math.max(most, Math.sqrt(dot(work, work)));
        } else if (angularRows == 3) {
            Arrays.fill(work, 0);
            for (int k = 0; k < 3; k++) {
                addCross(0.5, first.axis[k], 0, second.axis[k], work);
            }
            most = Math.max(most, Math.sqrt(dot(work, work)));
        }
        return most;
    }

    /** A unit reaction in the axes of one of the frames, about its origin. */
    void unitWrench(int r, boolean onSecond, double[] wrenchOut) {
        double[] direction = direction(r);
        FrameMotion frame = onSecond ? second : first;
        double sign = onSecond ? 1 : -1;
        for (int k = 0; k < 3; k++) {
            double along = sign * dot(frame.axis[k], direction);
            wrenchOut[k] = r < linearRows ? along : 0;
            wrenchOut[3 + k] = r < linearRows ? 0 : along;
        }
        if (!onSecond && r < linearRows) {
            setDistance();
            setCross(d, 0, direction, work);
            for (int k = 0; k < 3; k++) {
                wrenchOut[3 + k] = -dot(frame.axis[k], work);
            }
        }
    }

    /** What the first body exerts on the second, in the axes of the second frame, about its origin. */
    void wrench(double[] reactions, double[] wrenchOut) {
        Arrays.fill(wrenchOut, 0);
        for (int r = 0; r < rows(); r++) {
            double[] direction = direction(r);
            for (int k = 0; k < 3; k++) {
                wrenchOut[(r < linearRows ? 0 : 3) + k] += reactions[row + r] * dot(second.axis[k], direction);
            }
        }
    }
}
