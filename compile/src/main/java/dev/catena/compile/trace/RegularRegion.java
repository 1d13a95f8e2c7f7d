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
 * region; of others, bounds tell theirs apart.
 */
final class RegularRegion {
    /** With more freedoms of loops that have to do with each other, regions are not searched for. */
    private static final int MOST_FREEDOMS = 2;

    /** How far a joint that slides is moved, over the lengths of all parts of its loops. */
    private static final double BEYOND = 1.5;

    private final RobotModel tree;
    private final DyadLoops loops;
    private final CompactRobot<Real> robot;
    private final List<Bound> bounds = new ArrayList<>();

    private RegularRegion(RobotModel model, DyadLoops loops) {
        tree = model.openTree();
        this.loops = loops;
        robot = CompactRobots.of(tree, Real::new, Map.of(), Map.of());
    }

    /**
     * What an independent coordinate must be between, the first below the second; of a joint that turns, whole turns apart.
     *
     * @param low minus infinity where a sliding joint has no bound
     */
    record Bound(int coordinate, boolean turns, double low, double high) {
        /** Zero within the bounds, and positive beyond them. */
        <S extends Scalar<S>> S beyond(S q) {
            if (turns) {
                S c = q.constant(Math.cos((low + high) / 2));
                S s = q.constant(Math.sin((low + high) / 2));
                S cosine = q.cosine().times(c).plus(q.sine().times(s));
                return positive(q.constant(Math.cos((high - low) / 2)).minus(cosine));
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
        Program margins = region.margins();
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
    private Program margins() {
        Graph graph = new Graph();
        List<Symbol> q = graph.input("q", tree.jointCount());
        CompactRobot<Symbol> symbolic = CompactRobots.of(tree, graph::constant, Map.of(), Map.of());
        return Program.of(List.of(new OutputVector(
                "margins",
                loops.close(symbolic, CutFrames.of(tree, graph::constant), q, graph::angle)
                        .margins())));
    }

    private boolean addBounds(Cluster cluster, Program margins) {
        if (cluster.freedoms.isEmpty()) {
            return true;
        }
        List<Integer> freedoms = List.copyOf(cluster.freedoms);
        List<RegionGrid.Axis> axes = freedoms.stream()
                .map(coordinate -> turns(coordinate)
                        ? RegionGrid.Axis.turn(loops.assembly()[coordinate], freedoms.size())
                        : RegionGrid.Axis.slide(loops.assembly()[coordinate], size(cluster), freedoms.size()))
                .toList();
        double[] q = loops.assembly().clone();
        RegionGrid grid = new RegionGrid(axes, cluster.dyads.size(), (at, out) -> {
            for (int k = 0; k < at.length; k++) {
                q[freedoms.get(k)] = at[k];
            }
            double[] all = margins.evaluate(q)[0];
            for (int d = 0; d < out.length; d++) {
                out[d] = all[cluster.dyads.get(d)];
            }
        });
        double[][] limits = grid.limits();
        for (int k = 0; k < limits.length; k++) {
            if (Double.isFinite(limits[k][0]) || Double.isFinite(limits[k][1])) {
                bounds.add(new Bound(freedoms.get(k), turns(freedoms.get(k)), limits[k][0], limits[k][1]));
            }
        }
        return limits.length > 0;
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
