package dev.catena.compile.trace;

import dev.catena.compile.trace.Dyad.Found;
import dev.catena.compile.trace.Dyad.Unknown;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.CutKind;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * Loops that close one after the other, each by a formula: a {@link Dyad} with two joints that the loops before it leave unknown. The
 * sides are those of the assembly; that the formulas give the poses of the robot is tried at many poses around it.
 *
 * @param sides by dyad, 1 or −1
 * @param assembly coordinates of all joints there
 * @param bounds of independent coordinates, beyond which only other assemblies are
 */
@SuppressWarnings("ArrayRecordComponent")
record DyadLoops(
        RobotModel tree, List<Dyad> dyads, double[] sides, double[] assembly, List<RegularRegion.Bound> bounds) {
    private static final int POSES = 8;

    /** How far from the assembly, in rad or m. */
    private static final double SIZE = 0.4;

    /** How far poses may be from the formula: rounding, near singular poses too. */
    private static final double NEAR = 1e-8;

    /**
     * A closed pose.
     *
     * @param turns of joints that turn and were not given, by coordinate
     * @param miss how far parts are from meeting, to the fourth power, in lengths of the robot
     * @param margins by dyad, zero where it is singular
     */
    record Closed<S extends Scalar<S>>(List<S> q, Map<Integer, Turn<S>> turns, S miss, List<S> margins) {}

    /**
     * Empty for other loops.
     *
     * @param hasLengths whether lengths are those of the robot: where others may be given, there are no bounds
     */
    static Optional<DyadLoops> of(RobotModel model, List<Dyad> dyads, boolean hasLengths) {
        LoopKinematics kinematics = new LoopKinematics(model);
        double[] middle = model.independentJoints().stream()
                .mapToDouble(joint -> model.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
        if (dyads.isEmpty() || !kinematics.close(middle).isClosed()) {
            return Optional.empty();
        }
        double[] pose = new double[model.jointCount()];
        kinematics.positions(pose);
        CompactRobot<Real> robot = CompactRobots.of(model.openTree(), Real::new, Map.of(), Map.of());
        DyadLoops found = new DyadLoops(model.openTree(), dyads, new double[dyads.size()], pose.clone(), List.of());
        if (!found.findSides(robot)) {
            return Optional.empty();
        }
        Random random = new Random(1);
        for (int k = 0; k < POSES; k++) {
            double[] q = Arrays.stream(middle)
                    .map(x -> x + SIZE * (2 * random.nextDouble() - 1))
                    .toArray();
            if (kinematics.close(q).isClosed()) {
                kinematics.positions(pose);
                if (!found.holds(robot, pose)) {
                    return Optional.empty();
                }
            }
        }
        if (!hasLengths) {
            return Optional.of(found);
        }
        return RegularRegion.of(model, found)
                .map(bounds -> new DyadLoops(found.tree, found.dyads, found.sides, found.assembly, bounds));
    }

    /** In the order in which they close; none if a loop is of another kind, or a joint follows another. */
    static List<Dyad> dyads(RobotModel model, double length) {
        if (model.hasCouplings()) {
            return List.of();
        }
        CompactRobot<Real> robot = CompactRobots.of(model.openTree(), Real::new, Map.of(), Map.of());
        Set<Integer> known = new HashSet<>();
        model.loops().independentJoints().forEach(joint -> known.add(model.coordinate(joint)));
        List<LoopChain> waiting = new ArrayList<>(LoopChain.of(model));
        List<Dyad> dyads = new ArrayList<>();
        boolean goesOn = true;
        while (goesOn) {
            goesOn = false;
            for (LoopChain chain : List.copyOf(waiting)) {
                Optional<Dyad> dyad = dyad(robot, chain, known, length);
                if (dyad.isPresent()) {
                    dyads.add(dyad.get());
                    known.add(robot.link(dyad.get().one()).coordinate());
                    known.add(robot.link(dyad.get().two()).coordinate());
                    waiting.remove(chain);
                    goesOn = true;
                }
            }
        }
        return waiting.isEmpty() && known.size() == model.jointCount() ? dyads : List.of();
    }

    private static Optional<Dyad> dyad(CompactRobot<Real> robot, LoopChain chain, Set<Integer> known, double length) {
        List<Integer> first = unknown(robot, chain.first(), known);
        List<Integer> second = unknown(robot, chain.second(), known);
        if (chain.plane() == null || first.size() + second.size() != 2) {
            return Optional.empty();
        }
        int one = first.isEmpty() ? second.get(0) : first.get(0);
        int two = second.isEmpty() ? first.get(1) : second.get(second.size() - 1);
        boolean slides = !robot.link(one).turns() || !robot.link(two).turns();
        if (slides && chain.cut().kind() == CutKind.PRISMATIC) {
            return Optional.empty();
        }
        return Optional.of(new Dyad(chain, one, !first.isEmpty(), two, second.isEmpty(), length));
    }

    private static List<Integer> unknown(CompactRobot<Real> robot, List<Integer> links, Set<Integer> known) {
        return links.stream()
                .filter(link -> !known.contains(robot.link(link).coordinate()))
                .toList();
    }

    /** False if they do not give the assembly, or do so on either side. */
    private boolean findSides(CompactRobot<Real> robot) {
        List<Real> q = Arrays.stream(assembly).mapToObj(Real::new).toList();
        for (int d = 0; d < dyads.size(); d++) {
            boolean right = isAt(robot, d, q, 1);
            boolean left = isAt(robot, d, q, -1);
            boolean isLinear = dyads.get(d).isLinear(robot);
            if (right == left && !(right && isLinear)) {
                return false;
            }
            sides[d] = right ? 1 : -1;
        }
        return true;
    }

    private boolean holds(CompactRobot<Real> robot, double[] pose) {
        List<Real> q = Arrays.stream(pose).mapToObj(Real::new).toList();
        for (int d = 0; d < dyads.size(); d++) {
            if (!isAt(robot, d, q, sides[d])) {
                return false;
            }
        }
        return true;
    }

    /** Whether a dyad closes where the joints are. */
    private boolean isAt(CompactRobot<Real> robot, int d, List<Real> q, double side) {
        Dyad dyad = dyads.get(d);
        Found<Real> found = dyad.solve(robot, CutFrames.of(tree, Real::new), q, side);
        return isAt(found.one(), q.get(robot.link(dyad.one()).coordinate()), dyad.length())
                && isAt(found.two(), q.get(robot.link(dyad.two()).coordinate()), dyad.length());
    }

    private static boolean isAt(Unknown<Real> found, Real q, double length) {
        double off = found.turns()
                ? Math.hypot(
                        found.turn().cosine().value() - q.cosine().value(),
                        found.turn().sine().value() - q.sine().value())
                : Math.abs(found.distance().value() - q.value()) / length;
        return off < NEAR;
    }

    /**
     * Closes the loops.
     *
     * @param given coordinates of all joints, of which those that are not independent are not read
     * @param angle makes a coordinate of its cosine and sine
     */
    <S extends Scalar<S>> Closed<S> close(
            CompactRobot<S> robot, CutFrames<S> cuts, List<S> given, BinaryOperator<S> angle) {
        List<S> q = new ArrayList<>(given);
        Map<Integer, Turn<S>> turns = new LinkedHashMap<>();
        S miss = robot.constant(0);
        List<S> margins = new ArrayList<>();
        for (int d = 0; d < dyads.size(); d++) {
            Dyad dyad = dyads.get(d);
            Found<S> found = dyad.solve(robot, cuts, q, sides[d]);
            set(q, turns, robot.link(dyad.one()).coordinate(), found.one(), angle);
            set(q, turns, robot.link(dyad.two()).coordinate(), found.two(), angle);
            miss = miss.plus(square(found.miss()));
            margins.add(found.margin());
        }
        for (RegularRegion.Bound bound : bounds) {
            miss = miss.plus(square(bound.beyond(given.get(bound.coordinate()))));
        }
        return new Closed<>(q, turns, miss, margins);
    }

    /** |x| − x is zero where x is positive, but a sum of several is so in one order of its terms only; a sum of squares is in all. */
    private static <S extends Scalar<S>> S square(S x) {
        return x.times(x);
    }

    private static <S extends Scalar<S>> void set(
            List<S> q, Map<Integer, Turn<S>> turns, int at, Unknown<S> found, BinaryOperator<S> angle) {
        if (found.turns()) {
            turns.put(at, found.turn());
            q.set(at, angle.apply(found.turn().cosine(), found.turn().sine()));
        } else {
            q.set(at, found.distance());
        }
    }
}
