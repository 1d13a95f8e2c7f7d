package dev.catena.kinematics;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.List;

/**
 * A base that slides along axes of the world and turns, each by s(t) = s₀ + rate · t + amplitude · sin(2π frequency · t +
 * phase): a deck in waves, a turntable, a vehicle. Slides add up; turns follow one another, each about an axis of the base as
 * it stands after those before. Immutable.
 */
public final class HarmonicBase implements BaseTrajectory {
    /**
     * One of the motions.
     *
     * @param turns whether it turns the base, or slides it
     * @param axis of any length but zero
     * @param start s₀, m or rad
     * @param rate m/s or rad/s
     * @param amplitude m or rad
     * @param frequency Hz
     * @param phase rad
     */
    public record Part(
            boolean turns, Vector3 axis, double start, double rate, double amplitude, double frequency, double phase) {
        public Part {
            double length = axis.norm();
            boolean isFinite = Double.isFinite(start + rate + amplitude + frequency + phase);
            if (!(length > 0 && length < Double.POSITIVE_INFINITY) || !isFinite) {
                throw new IllegalArgumentException(
                        "a base cannot move along %s by %s + %s t + %s sin(2π %s t + %s): the axis must not be zero, and all numbers finite"
                                .formatted(axis, start, rate, amplitude, frequency, phase));
            }
            axis = axis.times(1 / length);
        }

        /** s and its first three derivatives. */
        private double[] at(double time) {
            double w = 2 * Math.PI * frequency;
            double sine = amplitude * Math.sin(w * time + phase);
            double cosine = amplitude * Math.cos(w * time + phase);
            return new double[] {start + rate * time + sine, rate + w * cosine, -w * w * sine, -w * w * w * cosine};
        }
    }

    private final List<Part> parts;

    /** At rest where no part is given. */
    public HarmonicBase(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** The parts, in their order. */
    public List<Part> parts() {
        return parts;
    }

    @Override
    public void at(double time, BaseMotion motionOut) {
        Vector3[] p = {Vector3.ZERO, Vector3.ZERO, Vector3.ZERO, Vector3.ZERO};
        Rotation R = Rotation.IDENTITY;
        // ω, and the rates of its components in the axes of the base
        Vector3 w = Vector3.ZERO;
        Vector3 wd = Vector3.ZERO;
        Vector3 wdd = Vector3.ZERO;
        for (Part part : parts) {
            double[] s = part.at(time);
            Vector3 a = part.axis;
            if (!part.turns) {
                for (int k = 0; k < 4; k++) {
                    p[k] = p[k].plus(a.times(s[k]));
                }
                continue;
            }
            Rotation turn = Rotation.about(a, s[0]);
            R = R.times(turn);
            Rotation back = turn.inverse();
            // y = Rₖᵀω, ẏ = Rₖᵀω̇ − ṡ a × y, ÿ = Rₖᵀω̈ − ṡ a × Rₖᵀω̇ − s̈ a × y − ṡ a × ẏ
            Vector3 y = back.apply(w);
            Vector3 turnedRate = back.apply(wd);
            Vector3 yd = turnedRate.minus(a.cross(y).times(s[1]));
            Vector3 ydd = back.apply(wdd)
                    .minus(a.cross(turnedRate).times(s[1]))
                    .minus(a.cross(y).times(s[2]))
                    .minus(a.cross(yd).times(s[1]));
            w = y.plus(a.times(s[1]));
            wd = yd.plus(a.times(s[2]));
            wdd = ydd.plus(a.times(s[3]));
        }
        Rotation toBase = R.inverse();
        motionOut
                .pose(new Pose(R, p[0]))
                .velocityInBase(toBase.apply(p[1]), w)
                .accelerationInBase(toBase.apply(p[2]), wd)
                .jerkInBase(toBase.apply(p[3]), wdd.plus(w.cross(wd)));
    }
}
