package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.LoopChain.CutFrames;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where loops of dyads can go without passing a singular pose. Dyads change their sides in singular poses only: whatever way leads
 * from the assembly to independent coordinates, as long as it passes none, it ends in the one pose on the assembly's sides. So that
 * pose is right in all of the region of regular poses that contains the assembly, and in no other one. Most loops have one such
 * region; of others, bounds tell theirs apart. That no other region is within bounds is proven ({@link RegionBoxes}), but where several
 * loops with two freedoms depend on each other.
 */
final class RegularRegion {
    /** With more freedoms of loops that have to do with each other, regions are not searched for. */
    private static final int MOST_FREEDOMS = 2;

    /** How far a joint that slides is moved, over the lengths of all parts of its loops. */
    private static final double BEYOND = 1.5;

    private final RobotModel tree;
    private final DyadLoops loops;
    private final CompactRobot<Real> robot;
    private final Graph graph = new Graph();
    private final List<Symbol> q;
    private final List<Bound> bounds = new ArrayList<>();

    private RegularRegion(RobotModel model, DyadLoops loops) {
        tree = model.openTree();
        this.loops = loops;
        robot = CompactRobots.of(tree, Real::new, Map.of(), Map.of());
        q = graph.input("q", tree.jointCount());
    }

    /**
     * What an independent coordinate must be between, the first below the second; of a joint that turns, whole turns apart.
     *
     * @param low minus infinity where a sliding joint has no bound
     */
    record Bound(int coordinate, boolean turns, double low, double high) {
        /** Of two cosines, counted as beyond. */
        private static final double ROUNDING = 1e-15;

        /** Zero within the bounds, and positive beyond them. */
        <S extends Scalar<S>> S beyond(S q) {
            if (turns) {
                S c = q.constant(Math.cos((low + high) / 2));
                S s = q.constant(Math.sin((low + high) / 2));
                S cosine = q.cosine().times(c).plus(q.sine().times(s));
                return positive(
                        q.constant(Math.cos((high - low) / 2) + ROUNDING).minus(cosine));
            }
            S sum = q.constant(0);
            if (Double.isFinite(low)) {
                sum = sum.plus(positive(q.constant(low).minus(q)));
            }
            if (Double.isFinite(high)) {
                sum = sum.plus(positive(q.minus(q.constant(high))));
            }
            return sum;
        }

        /** 2x of what is positive, else 0. */
        private static <S extends Scalar<S>> S positive(S x) {
            return x.plus(x.times(x).squareRoot());
        }
    }

    /** Bounds of the assembly's region, none if there is no other; empty if bounds of single coordinates cannot tell. */
    static Optional<List<Bound>> of(RobotModel model, DyadLoops loops) {
        RegularRegion region = new RegularRegion(model, loops);
        Set<Integer> independent = new HashSet<>();
        model.loops().independentJoints().forEach(joint -> independent.add(model.coordinate(joint)));
        List<Symbol> margins = region.margins();
        for (Cluster cluster : region.clusters(independent)) {
            if (cluster.freedoms.size() > MOST_FREEDOMS || !region.addBounds(cluster, margins)) {
                return Optional.empty();
            }
        }
        return Optional.of(region.bounds);
    }

    /** Dyads that have to do with each other, and the independent coordinates that move them. */
    private record Cluster(Set<Integer> freedoms, List<Integer> dyads) {}

    private List<Cluster> clusters(Set<Integer> independent) {
        Map<Integer, Set<Integer>> freedomsOf = new HashMap<>();
        independent.forEach(coordinate -> freedomsOf.put(coordinate, Set.of(coordinate)));
        List<Cluster> clusters = new ArrayList<>();
        for (int d = 0; d < loops.dyads().size(); d++) {
            Dyad dyad = loops.dyads().get(d);
            int one = robot.link(dyad.one()).coordinate();
            int two = robot.link(dyad.two()).coordinate();
            Set<Integer> freedoms = new TreeSet<>();
            for (int coordinate : coordinates(dyad)) {
                if (coordinate != one && coordinate != two) {
                    freedoms.addAll(freedomsOf.getOrDefault(coordinate, Set.of()));
                }
            }
            freedomsOf.put(one, Set.copyOf(freedoms));
            freedomsOf.put(two, Set.copyOf(freedoms));
            Cluster merged = new Cluster(freedoms, new ArrayList<>(List.of(d)));
            for (Cluster other : List.copyOf(clusters)) {
                if (other.freedoms.stream().anyMatch(merged.freedoms::contains)) {
                    merged.freedoms.addAll(other.freedoms);
                    merged.dyads.addAll(other.dyads);
                    clusters.remove(other);
                }
            }
            clusters.add(merged);
        }
        return clusters;
    }

    private List<Integer> coordinates(Dyad dyad) {
        List<Integer> all = new ArrayList<>();
        dyad.chain().first().forEach(link -> all.add(robot.link(link).coordinate()));
        dyad.chain().second().forEach(link -> all.add(robot.link(link).coordinate()));
        return all;
    }

    /** By dyad, as functions of all coordinates, of which the independent ones count. */
    private List<Symbol> margins() {
        CompactRobot<Symbol> symbolic = CompactRobots.of(tree, graph::constant, Map.of(), Map.of());
        return loops.close(symbolic, CutFrames.of(tree, graph::constant), q, graph::angle)
                .margins();
    }

    /** False if the region cannot be told from others. */
    private boolean addBounds(Cluster cluster, List<Symbol> margins) {
        if (cluster.freedoms.isEmpty()) {
            return true;
        }
        List<Integer> freedoms = List.copyOf(cluster.freedoms);
        double[][] limits = limits(freedoms, cluster, margins);
        for (int k = 0; k < limits.length; k++) {
            if (Double.isFinite(limits[k][0]) || Double.isFinite(limits[k][1])) {
                bounds.add(new Bound(freedoms.get(k), turns(freedoms.get(k)), limits[k][0], limits[k][1]));
            }
        }
        return limits.length > 0;
    }

    /** By proof, or by samples where several loops with two freedoms depend on each other, for which proofs take too long. */
    private double[][] limits(List<Integer> freedoms, Cluster cluster, List<Symbol> margins) {
        int count = freedoms.size();
        double size = size(cluster);
        double[] assembly = loops.assembly();
        List<Symbol> ofCluster = cluster.dyads.stream().map(margins::get).toList();
        if (count == 1 || ofCluster.size() == 1) {
            List<RegionBoxes.Axis> axes = freedoms.stream()
                    .map(k -> turns(k)
                            ? RegionBoxes.Axis.turn(assembly[k], count)
                            : RegionBoxes.Axis.slide(assembly[k], size, count))
                    .toList();
            int[] free = freedoms.stream().mapToInt(Integer::intValue).toArray();
            return new RegionBoxes(axes, ofCluster, q, free, assembly).limits();
        }
        List<RegionGrid.Axis> axes = freedoms.stream()
                .map(k -> turns(k)
                        ? RegionGrid.Axis.turn(assembly[k], count)
                        : RegionGrid.Axis.slide(assembly[k], size, count))
                .toList();
        Program program = Program.of(List.of(new OutputVector("margins", ofCluster)));
        double[] pose = assembly.clone();
        return new RegionGrid(axes, ofCluster.size(), (at, out) -> {
                    for (int k = 0; k < at.length; k++) {
                        pose[freedoms.get(k)] = at[k];
                    }
                    System.arraycopy(program.evaluate(pose)[0], 0, out, 0, out.length);
                })
                .limits();
    }

    private boolean turns(int coordinate) {
        return robot.links().stream().anyMatch(link -> link.coordinate() == coordinate && link.turns());
    }

    /** Beyond this nothing reaches anything, unless joints that are not independent slide. */
    private double size(Cluster cluster) {
        double sum = 0;
        for (int d : cluster.dyads) {
            Dyad dyad = loops.dyads().get(d);
            List<Integer> links = new ArrayList<>(dyad.chain().first());
            links.addAll(dyad.chain().second());
            for (int link : links) {
                sum += robot.link(link).position().norm().value();
                sum += robot.link(link).turns()
                        ? 0
                        : Math.abs(loops.assembly()[robot.link(link).coordinate()]);
            }
            for (boolean first : new boolean[] {true, false}) {
                sum += dyad.chain()
                        .branch(robot, CutFrames.of(tree, Real::new), first, robot.zeros())
                        .ownEnd()
                        .norm()
                        .value();
            }
        }
        return BEYOND * sum;
    }
}
