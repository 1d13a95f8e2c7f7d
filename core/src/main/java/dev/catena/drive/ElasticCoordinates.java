package dev.catena.drive;

import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpringDerivatives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where joints and motors stand in the vectors [q; θ] of a robot with elastic drives: first the joints as in all joint
 * vectors, then the motor angles of the elastic joints, in the order of the joints. Immutable.
 */
public final class ElasticCoordinates {
    private final RobotModel model;
    private final MovingTree tree;
    private final List<Joint> elastic;
    private final Spring[] springs;
    private final Guard guard;

    public ElasticCoordinates(RobotModel model) {
        this.model = model;
        tree = MovingTree.withFreeMotors(model);
        elastic = model.elasticJoints();
        guard = new Guard(ElasticCoordinates.class, model);
        springs = elastic.stream().map(joint -> joint.drive().spring()).toArray(Spring[]::new);
    }

    MovingTree tree() {
        return tree;
    }

    public RobotModel model() {
        return model;
    }

    /** N, how many joints have a coordinate. */
    public int jointCount() {
        return tree.independent;
    }

    /** Nₑ, how many joints are elastic. */
    public int motorCount() {
        return springs.length;
    }

    /** N + Nₑ. */
    public int size() {
        return tree.coordinates;
    }

    /** The elastic joints in the order of their motor angles. */
    public List<Joint> elasticJoints() {
        return elastic;
    }

    /** Index in [q; θ] of the coordinate of elastic joint e, 0 ≤ e &lt; Nₑ; its motor angle is at N + e. */
    public int jointOfMotor(int e) {
        return tree.elastic[e];
    }

    public Spring spring(int e) {
        return springs[e];
    }

    /** Index in [q; θ] of what the motor of a joint turns with: its own angle, or q where the drive is rigid. */
    public int motorOf(String joint) {
        return tree.leaderOf(tree.motorCoordinate(model.coordinate(joint)));
    }

    public boolean isElastic(String joint) {
        return motorOf(joint) >= tree.independent;
    }

    /** The names of joints, then those of motors: the joint's with " motor" behind it. */
    public List<String> names() {
        List<String> names = new ArrayList<>(model.jointNames());
        elastic.forEach(joint -> names.add(joint.name() + " motor"));
        return names;
    }

    /** [q; θ] with the motors where their springs are relaxed. */
    public double[] relaxed(double[] q) {
        checkJoints("q", q);
        guard.checkFinite("q", q);
        double[] all = new double[tree.coordinates];
        System.arraycopy(q, 0, all, 0, tree.independent);
        for (int e = 0; e < springs.length; e++) {
            all[tree.independent + e] = q[tree.elastic[e]] - springs[e].restOffset();
        }
        return all;
    }

    /** What spring e does to its joint at [q; θ]. */
    public double springEffort(int e, double[] q) {
        tree.check("q", q);
        guard.checkFinite("q", q);
        double effort = effortOf(e, q);
        guard.checkResult("the effort of a spring", effort);
        return effort;
    }

    /** The same for algorithms, which have checked the coordinates and check what they make of it. */
    double effortOf(int e, double[] q) {
        return springs[e].effort(q[tree.elastic[e]], q[tree.independent + e]);
    }

    /** The energy in all springs at [q; θ]. */
    public double springEnergy(double[] q) {
        tree.check("q", q);
        guard.checkFinite("q", q);
        double sum = 0;
        for (int e = 0; e < springs.length; e++) {
            sum += springs[e].energy(q[tree.elastic[e]], q[tree.independent + e]);
        }
        guard.checkResult("the energy of the springs", sum);
        return sum;
    }

    /** The drives of all joints, for derivatives. */
    SpringDerivatives.Drives drives() {
        int[] row = IntStream.range(0, tree.independent).toArray();
        for (int e = 0; e < springs.length; e++) {
            row[tree.elastic[e]] = tree.independent + e;
        }
        return new SpringDerivatives.Drives(
                row,
                tree.elastic,
                Arrays.stream(springs).mapToDouble(Spring::stiffness).toArray());
    }

    /** Checks the length of a vector with one entry per joint. */
    void checkJoints(String name, double @Nullable [] vector) {
        if (vector == null || vector.length != tree.independent) {
            throw unfit(name, vector);
        }
    }

    private IllegalArgumentException unfit(String name, double @Nullable [] given) {
        return Guard.unfit(
                name,
                given,
                "robot \"%s\" has %s moving joints, with a drive each".formatted(model.name(), tree.independent));
    }
}
