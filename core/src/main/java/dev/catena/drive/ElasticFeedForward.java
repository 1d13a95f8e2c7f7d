package dev.catena.drive;

import dev.catena.algebra.Series;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Feed-forward for elastic joints: where the motors must be, how they must move, and the torques that they need, so that
 * the joints follow a smooth motion. Exact, without differences.
 *
 * <p>What an elastic joint takes is its spring's effort, so θ = q + effort / K, [Hua 28], and θ̈ needs two more derivatives
 * of the joints' motion than rigid robots do: q up to the fourth. They come of truncated Taylor series through the
 * recursion of Newton and Euler. A motor whose rotor is carried beyond another elastic joint acts on that joint's spring
 * with θ̈; joints are therefore solved from the tips to the base, and each such step needs two derivatives more,
 * {@link #order}. Drives with a reflected inertia alone never do.
 *
 * <p>The base is at rest; {@link FloatingElasticFeedForward} is for one that floats. Cost O(n d²) for derivatives up to order d; nothing is allocated after construction. One object
 * per thread: {@code feedForward.copy()} makes another for another thread.
 */
public final class ElasticFeedForward {
    private final ElasticCoordinates coordinates;
    private final Guard guard;
    private final MovingTree tree;
    private final SeriesRecursion recursion;

    /** The bodies from the tips to the base, every elastic joint before the body that carries its motor. */
    private final int[] bodies;

    /** By joint: its rotor if the motor turns on its own, −1 otherwise. */
    private final int[] rotorOfMotor;

    private final Series[] theta;
    private final double[] factorial;
    private final int motorOrder;

    /** What springs do to their joints, by motor. */
    private final Series[] springs;

    private final boolean rates;
    private final boolean floats;

    /** @throws IllegalArgumentException where a motor is carried beyond its own joint, or the base floats */
    public ElasticFeedForward(RobotModel model) {
        this(new ElasticCoordinates(model));
    }

    public ElasticFeedForward(ElasticCoordinates coordinates) {
        this(coordinates, false, false);
    }

    /** One that also gives the rates of the torques, {@link #torqueRates}, and needs one derivative more for that. */
    public static ElasticFeedForward withRates(RobotModel model) {
        return new ElasticFeedForward(new ElasticCoordinates(model), true, false);
    }

    /** @param floats whether the base floats, for {@link #computeLinks} order by order */
    ElasticFeedForward(ElasticCoordinates coordinates, boolean rates, boolean floats) {
        coordinates.model().requireTree("ElasticFeedForward");
        if (!floats) {
            coordinates.model().requireFixedBase("ElasticFeedForward");
        }
        this.floats = floats;
        this.coordinates = coordinates;
        this.rates = rates;
        guard = new Guard(ElasticFeedForward.class, coordinates.model());
        tree = coordinates.tree();
        requireRigidLeaders();
        rotorOfMotor = new int[tree.n];
        Arrays.fill(rotorOfMotor, -1);
        for (int r = 0; r < tree.rotors.length; r++) {
            int motor = tree.rotors[r].coordinate;
            if (motor >= tree.n) {
                rotorOfMotor[tree.elastic[motor - tree.n]] = r;
            }
        }
        bodies = tipsToBase();
        motorOrder = highestMotorDerivative() + (rates ? 1 : 0);
        recursion = new SeriesRecursion(tree, motorOrder, floats);
        theta = Series.array(coordinates.motorCount(), motorOrder);
        springs = Series.array(coordinates.motorCount(), motorOrder);
        factorial = TaylorInverseDynamics.factorials(motorOrder);
    }

    public ElasticCoordinates coordinates() {
        return coordinates;
    }

    /** The same of the same robot, with nothing computed. */
    public ElasticFeedForward copy() {
        return new ElasticFeedForward(coordinates, rates, floats);
    }

    /**
     * The highest derivative of the joints' motion that is needed: two for rigid robots, four or more with springs, and one
     * more for the rates of torques.
     */
    public int order() {
        return motorOrder + 2;
    }

    /**
     * The elastic joints in the order in which the motions of their motors are found: a motor before those of joints that its
     * rotor is carried by, which feel how it accelerates.
     */
    public List<String> solvingOrder() {
        List<String> order = new ArrayList<>();
        for (int i : bodies) {
            if (tree.motorCoordinate(tree.coordinate[i]) >= tree.n) {
                order.add(tree.jointOf(tree.coordinate[i]).name());
            }
        }
        return List.copyOf(order);
    }

    /** A motor turns on its own on a moving body, so that it acts on the joints below. */
    private int carrierOfMotor(int i) {
        int r = rotorOfMotor[tree.coordinate[i]];
        return r >= 0 && tree.rotors[r].gearedInertia != 0 ? tree.rotors[r].carrier : 0;
    }

    private int[] tipsToBase() {
        int[] found = new int[tree.n];
        boolean[] done = new boolean[tree.n + 1];
        for (int count = 0; count < tree.n; count++) {
            int next = tree.n;
            while (next > 0 && (done[next] || waits(next, done))) {
                next--;
            }
            if (next == 0) {
                throw differentialEquation(done);
            }
            done[next] = true;
            found[count] = next;
        }
        return found;
    }

    /** Whether a child of a body, or an elastic joint whose motor the body carries, is yet to come. */
    private boolean waits(int body, boolean[] done) {
        for (int i = 1; i <= tree.n; i++) {
            if (!done[i] && (tree.parent[i] == body || carrierOfMotor(i) == body)) {
                return true;
            }
        }
        return false;
    }

    private IllegalArgumentException differentialEquation(boolean[] done) {
        List<String> joints = new ArrayList<>();
        for (int i = 1; i <= tree.n; i++) {
            if (!done[i] && carrierOfMotor(i) > 0) {
                Joint joint = tree.jointOf(tree.coordinate[i]);
                joints.add("\"%s\"".formatted(joint.name()));
            }
        }
        return new IllegalArgumentException(
                "motor angles of robot \"%s\" do not follow from the motion of its joints, but from a differential equation: motors are carried beyond their own joints, among those of %s"
                        .formatted(coordinates.model().name(), String.join(", ", joints)));
    }

    /** θ is needed to the second derivative; where another elastic joint feels θ̈, to two more than that joint's θ. */
    private int highestMotorDerivative() {
        int[] need = new int[tree.n + 1];
        int highest = 0;
        for (int count = tree.n - 1; count >= 0; count--) {
            int i = bodies[count];
            if (tree.motorCoordinate(tree.coordinate[i]) >= tree.n) {
                need[i] = 2;
                for (int c = carrierOfMotor(i); c > 0; c = tree.parent[c]) {
                    need[i] = Math.max(need[i], need[c] + 2);
                }
                highest = Math.max(highest, need[i]);
            }
        }
        return highest;
    }

    /** What follows a joint behind a spring loads that spring, wherever in the tree it is. */
    private void requireRigidLeaders() {
        for (Joint joint : tree.model.coupledJoints()) {
            String leader = tree.model.couplingOf(joint.name()).orElseThrow().leader();
            if (coordinates.isElastic(leader)) {
                throw new IllegalArgumentException(
                        "joint \"%s\" of robot \"%s\" follows joint \"%s\", which is behind a spring: ElasticFeedForward does not find its motor's motion; ElasticInverseDynamics gives torques where that is known"
                                .formatted(joint.name(), tree.model.name(), leader));
            }
        }
    }

    /**
     * Motion and torques of the motors for a motion of the joints.
     *
     * @param joints q and its derivatives up to {@link #order}, one vector of N entries each
     * @param qOut [q; θ]
     * @param qdOut [q̇; θ̇]
     * @param qddOut [q̈; θ̈]
     * @param tauOut motor torques, by joint
     */
    public void compute(double[][] joints, double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        compute(joints, null, qOut, qdOut, qddOut, tauOut);
    }

    /** As above, under external wrenches that are constant in the axes that they are given in; null for none. */
    public void compute(
            double[][] joints,
            @Nullable ExternalWrenches wrenches,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        start(joints, wrenches, qOut, qdOut, qddOut, tauOut);
        computeLinks(wrenches);
        finish(joints, qOut, qdOut, qddOut, tauOut);
    }

    /** Takes the motion of the joints. */
    void start(
            double[][] joints,
            @Nullable ExternalWrenches wrenches,
            double[] qOut,
            double[] qdOut,
            double[] qddOut,
            double[] tauOut) {
        guard.begin();
        check(joints, qOut, qdOut, qddOut, tauOut);
        if (wrenches != null) {
            AppliedWrenches.of(wrenches).checkFor(guard);
        }
        load(joints);
    }

    /** What the links take, and the motors' motion. */
    void computeLinks(@Nullable ExternalWrenches wrenches) {
        if (floats) {
            recursion.outwardFromBase();
        } else {
            recursion.outward(true);
        }
        if (wrenches != null) {
            recursion.apply(AppliedWrenches.of(wrenches));
        }
        for (int r = 0; r < tree.rotors.length; r++) {
            if (tree.rotors[r].coordinate < tree.n) {
                recursion.spin(r);
            }
        }
        for (int i : bodies) {
            recursion.inward(i);
            int k = tree.coordinate[i];
            int motor = tree.motorCoordinate(k);
            if (motor >= tree.n) {
                solveMotor(k, motor);
            }
        }
    }

    SeriesRecursion recursion() {
        return recursion;
    }

    int motorOrder() {
        return motorOrder;
    }

    void finish(double[][] joints, double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        recursion.addDrives();
        store(joints, qOut, qdOut, qddOut, tauOut);
        guard.checkResult("qOut", qOut);
        guard.checkResult("qdOut", qdOut);
        guard.checkResult("qddOut", qddOut);
        guard.checkResult("tauOut", tauOut);
        guard.succeed();
    }

    private void check(double[][] joints, double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        if (joints.length <= order()) {
            throw new IllegalArgumentException(
                    "the joints' motion is given up to derivative %s, but robot \"%s\" needs it up to %s"
                            .formatted(joints.length - 1, coordinates.model().name(), order()));
        }
        tree.check("qOut", qOut);
        tree.check("qdOut", qdOut);
        tree.check("qddOut", qddOut);
        coordinates.checkJoints("tauOut", tauOut);
        guard.checkDistinct("qdOut", qdOut, "qOut", qOut);
        guard.checkDistinct("qddOut", qddOut, "qOut", qOut);
        guard.checkDistinct("qddOut", qddOut, "qdOut", qdOut);
        guard.checkDistinct("tauOut", tauOut, "qOut", qOut);
        guard.checkDistinct("tauOut", tauOut, "qdOut", qdOut);
        guard.checkDistinct("tauOut", tauOut, "qddOut", qddOut);
        for (int d = 0; d <= order(); d++) {
            coordinates.checkJoints("joints", joints[d]);
            guard.checkDistinct("qOut", qOut, "joints", joints[d]);
            guard.checkDistinct("qdOut", qdOut, "joints", joints[d]);
            guard.checkDistinct("qddOut", qddOut, "joints", joints[d]);
            guard.checkDistinct("tauOut", tauOut, "joints", joints[d]);
            guard.checkFinite("joints", joints[d]);
        }
    }

    private void load(double[][] joints) {
        for (int k = 0; k < tree.n; k++) {
            for (int d = 0; d <= motorOrder; d++) {
                double scale = tree.factorOf(k) / factorial[d];
                int given = tree.leaderOf(k);
                recursion.q[k].c[d] = scale * joints[d][given];
                recursion.velocity[k].c[d] = scale * joints[d + 1][given];
                recursion.acceleration[k].c[d] = scale * joints[d + 2][given];
            }
        }
    }

    /** θ = q − rest offset + (effort of the joint) / K, with derivatives; then the motor's spin acts on its carrier. */
    private void solveMotor(int k, int motor) {
        int e = motor - tree.n;
        Series spring = springs[e];
        spring.set(recursion.rows[k]);
        recursion.addFriction(k, spring);
        Series angle = theta[e];
        angle.setConstant(-coordinates.spring(e).restOffset());
        angle.add(recursion.q[k]);
        angle.addScaled(1 / coordinates.spring(e).stiffness(), spring);
        recursion.velocity[motor].setDerivative(angle);
        recursion.acceleration[motor].setDerivative(recursion.velocity[motor]);
        if (rotorOfMotor[k] >= 0) {
            recursion.spin(rotorOfMotor[k]);
        }
    }

    private void store(double[][] joints, double[] qOut, double[] qdOut, double[] qddOut, double[] tauOut) {
        for (int k = 0; k < tree.independent; k++) {
            qOut[k] = joints[0][k];
            qdOut[k] = joints[1][k];
            qddOut[k] = joints[2][k];
            tauOut[k] = 0;
        }
        for (int k = 0; k < tree.n; k++) {
            recursion.addFriction(k, recursion.rows[k]);
            tauOut[tree.leaderOf(k)] += tree.factorOf(k) * recursion.rows[k].c[0];
        }
        for (int e = 0; e < theta.length; e++) {
            int motor = tree.n + e;
            int k = tree.elastic[e];
            qOut[tree.independent + e] = theta[e].c[0];
            qdOut[tree.independent + e] = theta[e].c[1];
            qddOut[tree.independent + e] = 2 * theta[e].c[2];
            // τ = K (θ − q) + Iₐ θ̈ + k Iₘ (γ·zₘ + k θ̈) + friction, [Hua 29]
            recursion.addFriction(motor, recursion.rows[motor]);
            tauOut[k] += recursion.rows[motor].c[0];
        }
    }

    /** dτ/dt of the motors at the last computation, by joint. */
    public void torqueRates(double[] ratesOut) {
        guard.requireResults();
        if (!rates) {
            throw new IllegalStateException(
                    "this feed-forward of robot \"%s\" is without rates of torques: make it by withRates"
                            .formatted(coordinates.model().name()));
        }
        coordinates.checkJoints("ratesOut", ratesOut);
        Arrays.fill(ratesOut, 0);
        for (int k = 0; k < tree.n; k++) {
            ratesOut[tree.leaderOf(k)] += tree.factorOf(k) * recursion.rows[k].c[1];
        }
        for (int e = 0; e < theta.length; e++) {
            ratesOut[tree.elastic[e]] += recursion.rows[tree.n + e].c[1];
        }
        guard.checkResult("ratesOut", ratesOut);
    }

    /**
     * A derivative of the motor angles at the last computation.
     *
     * @param derivative 0 for θ itself; up to two, for motors that act on other elastic joints more
     * @param thetaOut Nₑ numbers
     */
    public void motorDerivative(int derivative, double[] thetaOut) {
        if (derivative < 0 || derivative > motorOrder || thetaOut.length != theta.length) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has %s motors of elastic joints with derivatives up to %s, but derivative %s for %s was asked for"
                            .formatted(
                                    coordinates.model().name(), theta.length, motorOrder, derivative, thetaOut.length));
        }
        guard.requireResults();
        for (int e = 0; e < theta.length; e++) {
            thetaOut[e] = factorial[derivative] * theta[e].c[derivative];
        }
        guard.checkResult("thetaOut", thetaOut);
    }

    /**
     * What springs do to their joints at the last computation, or a derivative of it.
     *
     * @param derivative 0 for the efforts themselves; as many as {@link #motorDerivative} has
     * @param effortsOut Nₑ numbers
     */
    public void springEfforts(int derivative, double[] effortsOut) {
        if (derivative < 0 || derivative > motorOrder || effortsOut.length != springs.length) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has %s springs with derivatives of efforts up to %s, but derivative %s for %s was asked for"
                            .formatted(
                                    coordinates.model().name(),
                                    springs.length,
                                    motorOrder,
                                    derivative,
                                    effortsOut.length));
        }
        guard.requireResults();
        for (int e = 0; e < springs.length; e++) {
            effortsOut[e] = factorial[derivative] * springs[e].c[derivative];
        }
        guard.checkResult("effortsOut", effortsOut);
    }
}
