package dev.catena.planning.function;

import dev.catena.ground.Foot;
import dev.catena.ground.Footing;
import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which feet carry a robot when: phases of a motion, in fractions of its duration, each with feet that share what the ground
 * must supply or whose loads are inputs of the motion. On the border of two phases that one counts which has fewer feet, and
 * of equals the earlier. Immutable; every method returns a changed copy.
 *
 * <pre>{@code
 * Support support = new Support(robot, List.of(Foot.sole("left"), Foot.sole("right")))
 *         .carriedBy(0, 0, "left")
 *         .given(0, 0.15, "right", "left")   // the load of the left foot is found, the right one takes the rest
 *         .carriedBy(0.15, 1, "right");
 * }</pre>
 */
public final class Support implements MotionInputs {
    private static final double ROUNDING = 1e-9;

    private final RobotModel robot;
    private final double length;
    private final List<Foot> feet;
    private final List<Phase> phases;
    private final Map<Integer, Vector3> guessedPoints;
    private final Vector3 about;
    private final Surroundings around;

    /** A phase: feet that are given, those that share, and how their shares change. */
    private record Phase(double from, double to, int[] given, int leaving, int arriving) {
        int feet() {
            return given.length + (leaving >= 0 ? 1 : 0) + (arriving >= 0 ? 1 : 0);
        }
    }

    /** Nothing carries the robot so far. */
    public Support(RobotModel robot, List<Foot> feet) {
        this(robot, List.copyOf(feet), List.of(), Map.of(), Vector3.ZERO, Surroundings.NONE);
    }

    private Support(
            RobotModel robot,
            List<Foot> feet,
            List<Phase> phases,
            Map<Integer, Vector3> guessedPoints,
            Vector3 about,
            Surroundings around) {
        this.robot = robot;
        length = Extent.of(robot).length();
        this.feet = feet;
        this.phases = phases;
        this.guessedPoints = guessedPoints;
        this.about = about;
        this.around = around;
    }

    /** The same support of another robot that has the same bodies and places itself in the world alike. */
    public Support of(RobotModel otherRobot) {
        return new Support(otherRobot, feet, phases, guessedPoints, about, around);
    }

    /**
     * Moments of loads are about this point instead of the world's origin; where the robot is far from that, a point nearby keeps them
     * small.
     */
    public Support about(Vector3 pointInWorld) {
        return new Support(robot, feet, phases, guessedPoints, pointInWorld, around);
    }

    /** About which moments of loads are, in the world. */
    public Vector3 about() {
        return about;
    }

    /**
     * Wrenches act on the robot besides the ground.
     *
     * @throws IllegalArgumentException if the base moves as told: who stands moves as feet and joints do
     */
    public Support under(Surroundings surroundings) {
        return new Support(robot, feet, phases, guessedPoints, about, surroundings.withoutBase("a robot that stands"));
    }

    /** What acts besides the ground. */
    public Surroundings around() {
        return around;
    }

    public RobotModel robot() {
        return robot;
    }

    public List<Foot> feet() {
        return feet;
    }

    // ---------------------------------------------------------------- phases

    /** One foot carries all. */
    public Support carriedBy(double from, double to, String foot) {
        return with(new Phase(from, to, new int[0], -1, index(foot)));
    }

    /** Two feet share by weights that go smoothly from one to the other: s = 3v² − 2v³ of the time v within the phase. */
    public Support blended(double from, double to, String leaving, String arriving) {
        return with(new Phase(from, to, new int[0], index(leaving), index(arriving)));
    }

    /** Loads of feet are inputs; another foot takes the rest. */
    public Support given(double from, double to, String rest, String... givenFeet) {
        return with(new Phase(from, to, indices(givenFeet), -1, index(rest)));
    }

    /** Loads of all feet on the ground are inputs; that nothing is left over for the global joints is for limits to say. */
    public Support allGiven(double from, double to, String... givenFeet) {
        return with(new Phase(from, to, indices(givenFeet), -1, -1));
    }

    /** Where in the world a foot whose load is an input is supposed to be loaded at first. */
    public Support guess(String foot, Vector3 pointInWorld) {
        Map<Integer, Vector3> points = new HashMap<>(guessedPoints);
        points.put(index(foot), pointInWorld);
        return new Support(robot, feet, phases, Map.copyOf(points), about, around);
    }

    private Support with(Phase phase) {
        if (!(phase.from >= 0 && phase.from <= phase.to && phase.to <= 1)) {
            throw new IllegalArgumentException(
                    "a phase goes from %s to %s, which is not within 0 and 1".formatted(phase.from, phase.to));
        }
        List<Phase> longer = new ArrayList<>(phases);
        longer.add(phase);
        return new Support(robot, feet, List.copyOf(longer), guessedPoints, about, around);
    }

    /** The number of a foot by its name. */
    public int index(String name) {
        for (int f = 0; f < feet.size(); f++) {
            if (feet.get(f).name().equals(name)) {
                return f;
            }
        }
        throw new IllegalArgumentException("there is no foot \"%s\"; there are %s"
                .formatted(name, feet.stream().map(Foot::name).toList()));
    }

    private int[] indices(String... names) {
        int[] indices = new int[names.length];
        for (int k = 0; k < names.length; k++) {
            indices[k] = index(names[k]);
        }
        return indices;
    }

    private Phase phaseAt(double moment) {
        Phase best = null;
        for (Phase phase : phases) {
            boolean holds = moment >= phase.from - ROUNDING && moment <= phase.to + ROUNDING;
            if (holds && (best == null || phase.feet() < best.feet())) {
                best = phase;
            }
        }
        return best == null ? new Phase(0, 1, new int[0], -1, -1) : best;
    }

    /** Who carries at a moment. */
    public Footing footing(double moment) {
        Phase phase = phaseAt(moment);
        Footing footing = Footing.none(feet.size());
        for (int foot : phase.given) {
            footing = footing.given(foot);
        }
        if (phase.leaving >= 0) {
            double v = Math.min(1, Math.max(0, (moment - phase.from) / (phase.to - phase.from)));
            double share = v * v * (3 - 2 * v);
            return footing.sharing(phase.arriving, share).sharing(phase.leaving, 1 - share);
        }
        return phase.arriving >= 0 ? footing.sharing(phase.arriving, 1) : footing;
    }

    /** The column behind those of the state that an input is at a moment: six for each foot. */
    public int column(int input, double moment) {
        Phase phase = phaseAt(moment);
        if (input >= count(phase)) {
            throw new IllegalArgumentException("there is no input %s at %s of the time".formatted(input, moment));
        }
        return column(input, phase);
    }

    private int column(int input, Phase phase) {
        int left = input;
        int k = 0;
        while (left >= parts(phase.given[k])) {
            left -= parts(phase.given[k++]);
        }
        return 6 * phase.given[k] + left;
    }

    private int parts(int foot) {
        return feet.get(foot).isSole() ? 6 : 3;
    }

    // ---------------------------------------------------------------- inputs

    @Override
    public int count() {
        return phases.stream().mapToInt(this::count).max().orElse(0);
    }

    private int count(Phase phase) {
        int count = 0;
        for (int foot : phase.given) {
            count += parts(foot);
        }
        return count;
    }

    @Override
    public int countAt(double moment) {
        return count(phaseAt(moment));
    }

    @Override
    public boolean areAlike(double moment, double other) {
        return Arrays.equals(phaseAt(moment).given, phaseAt(other).given);
    }

    @Override
    public String name(int input) {
        return "load %s of a foot".formatted(input);
    }

    /** The robot's weight. */
    public double weight() {
        return robot.totalMass() * robot.gravity().norm();
    }

    /** Of forces the weight, of moments that times the robot's length. */
    @Override
    public double size(int input) {
        double weight = weight();
        boolean isForce = phases.stream().anyMatch(phase -> input < count(phase) && column(input, phase) % 6 < 3);
        return weight > 0 ? isForce ? weight : weight * length : 1;
    }

    /** The weight is shared equally, or goes from the foot that is given to the one that takes the rest. */
    @Override
    public double guess(int input, double moment) {
        Phase phase = phaseAt(moment);
        int column = column(input, moment);
        int foot = column / 6;
        double share = phase.arriving >= 0 && phase.given.length == 1 && phase.to > phase.from
                ? (phase.to - moment) / (phase.to - phase.from)
                : 1.0 / phase.feet();
        Vector3 force = robot.gravity().times(-robot.totalMass() * share);
        Vector3 moments = guessedPoints.getOrDefault(foot, about).minus(about).cross(force);
        return (column % 6 < 3 ? force : moments).toArray()[column % 3];
    }
}
