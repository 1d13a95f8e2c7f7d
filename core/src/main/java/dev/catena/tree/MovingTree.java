package dev.catena.tree;

import dev.catena.algebra.Inertia;
import dev.catena.algebra.JointPlacement;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.model.Coupling;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constants of a robot in the layout of the hot loops. Its arrays are read, never written, after construction. */
public final class MovingTree {
    /** An inertia below this part of the inertias that it comes from counts as rounding. */
    private static final double ROUNDING = 1e-12;

    public final RobotModel model;

    /** Number of moving bodies; they have the indices 1 to n. */
    public final int n;

    /**
     * How many coordinates the tree has: n, and one more for each motor that turns on its own. Joints that follow others
     * come after those that do not, and the motors of elastic joints after all joints, in their order.
     */
    public final int size;

    /** How many joints follow no other one; they have the same coordinates in the tree and in joint vectors. */
    public final int independent;

    /** How many numbers the vectors of callers have: those of the tree without the joints that follow others. */
    public final int coordinates;

    /** From the vectors of callers to those of the tree; null where no joint follows another, and both are the same. */
    public final @Nullable Couplings couplings;

    /** By motor that turns on its own: the coordinate of its joint. */
    public final int[] elastic;

    /** Index of the moving parent, 0 for the base. */
    public final int[] parent;

    /** Index of the joint's coordinate in the vectors of the tree. */
    public final int[] coordinate;

    public final boolean[] revolute;

    /** The joint frame at q = 0 in the joint frame of the moving parent. */
    public final Placement[] atZero;

    /** By moving body: the common normal with its parent's axis, if the parent's joint frame lies on it. */
    private final @Nullable CommonNormal[] normal;

    /** Inertia of a moving body and all it carries, in its joint frame. */
    public final Inertia[] inertia;

    /** Inertia of a moving body and everything beyond it, all joints at zero, in its joint frame. */
    public final Inertia[] inertiaBeyondAtZero;

    /** The same inertias in the form that joint efforts are cheapest with. */
    public final RegroupedInertias regrouped;

    public final Vector gravityInWorld = new Vector();

    /** By coordinate. */
    public final double[] reflectedInertia;

    public final boolean hasReflectedInertia;

    /** By coordinate. */
    public final DriveFriction[] friction;

    public final boolean hasFriction;

    /** The gyroscopic rotors; those that turn on their own have coordinates from n on. */
    public final SpinningRotor[] rotors;

    /** By body of the model: the moving body that carries it. */
    public final int[] carrier;

    /** By body of the model: its frame in the joint frame of its carrier. */
    public final Placement[] jointFromBody;

    /** By body of the model: its own inertia in the joint frame of its carrier. */
    public final Inertia[] bodyInertia;

    /** By moving body: the body of the model that its joint moves; 0 for the base. */
    public final int[] body;

    /** Whether the mass matrix and derivatives of torques cannot overflow if {@link ModerateNumbers} go in. */
    public final boolean moderate;

    /** A robot whose drives are rigid, springs or not. */
    public MovingTree(RobotModel model) {
        this(model, new int[0]);
    }

    /** The tree that an algorithm of trees computes; it complains about closed loops. */
    public static MovingTree of(Class<?> algorithm, RobotModel model) {
        model.requireTree(algorithm.getSimpleName());
        return new MovingTree(model);
    }

    /** The same for a robot in which the motors of elastic joints turn on their own. */
    public static MovingTree withFreeMotors(Class<?> algorithm, RobotModel model) {
        model.requireTree(algorithm.getSimpleName());
        return withFreeMotors(model);
    }

    /** A robot in which the motors of elastic joints turn on their own. */
    public static MovingTree withFreeMotors(RobotModel model) {
        return new MovingTree(
                model,
                model.elasticJoints().stream()
                        .mapToInt(joint -> model.coordinate(joint.name()))
                        .toArray());
    }

    private MovingTree(RobotModel model, int[] elastic) {
        this.model = model;
        this.elastic = elastic;
        int bodies = model.bodies().size();
        independent = model.jointCount();
        n = independent + model.coupledJoints().size();
        size = n + elastic.length;
        coordinates = independent + elastic.length;
        couplings = model.hasCouplings() ? new Couplings(model, elastic.length) : null;
        parent = new int[n + 1];
        coordinate = new int[n + 1];
        revolute = new boolean[n + 1];
        body = new int[n + 1];
        atZero = Placement.array(n + 1);
        normal = new CommonNormal[n + 1];
        inertia = Inertia.array(n + 1);
        inertiaBeyondAtZero = Inertia.array(n + 1);
        carrier = new int[bodies];
        jointFromBody = Placement.array(bodies);
        bodyInertia = Inertia.array(bodies);
        reflectedInertia = new double[size];
        friction = new DriveFriction[size];
        layOutDrives();
        hasReflectedInertia = Arrays.stream(reflectedInertia).anyMatch(value -> value != 0);
        hasFriction = Arrays.stream(friction).anyMatch(value -> !value.isZero());
        gravityInWorld.set(
                model.gravity().x(), model.gravity().y(), model.gravity().z());

        Pose[] jointFrame = layOut();
        regrouped = new RegroupedInertias(this);
        rotors = rotors(jointFrame);
        gatherInertiaBeyond();
        moderate = ModerateNumbers.are(this);
    }

    /** What belongs to a joint itself, and to its motor, goes to the coordinates of both. */
    private void layOutDrives() {
        for (int k = 0; k < n; k++) {
            Joint joint = jointOf(k);
            Drive drive = joint.drive();
            int motor = motorCoordinate(k);
            reflectedInertia[motor] = drive.reflectedInertia();
            if (motor == k) {
                friction[k] = new DriveFriction(joint.friction(), drive.motorFriction());
            } else {
                friction[k] = new DriveFriction(joint.friction(), Friction.NONE);
                friction[motor] = new DriveFriction(Friction.NONE, drive.motorFriction());
            }
        }
    }

    /** The coordinate that the motor of a joint turns with: the joint's, or its own. */
    public int motorCoordinate(int jointCoordinate) {
        for (int e = 0; e < elastic.length; e++) {
            if (elastic[e] == jointCoordinate) {
                return n + e;
            }
        }
        return jointCoordinate;
    }

    /** Numbers the moving bodies, places their joint frames, and gathers the inertia that each carries. */
    private Pose[] layOut() {
        int bodies = model.bodies().size();
        Pose[] frame = new Pose[bodies];
        Pose[] place = new Pose[n + 1];
        frame[0] = Pose.IDENTITY;
        int moving = 0;
        for (int b = 1; b < bodies; b++) {
            Joint joint = model.jointOf(b).orElseThrow();
            Pose carrierFromJoint =
                    frame[model.parent(b)].times(joint.geometry().parentFromJoint());
            if (joint.kind() == JointKind.FIXED) {
                carrier[b] = carrier[model.parent(b)];
                frame[b] = carrierFromJoint.times(joint.geometry().jointFromBody());
            } else {
                moving++;
                Pose axis = Pose.rotation(Rotation.withAxisZ(joint.geometry().axisInJoint()));
                carrier[b] = moving;
                parent[moving] = carrier[model.parent(b)];
                coordinate[moving] = treeCoordinate(joint);
                revolute[moving] = joint.kind() == JointKind.REVOLUTE;
                body[moving] = b;
                place[moving] = carrierFromJoint.times(axis).times(offset(joint));
                frame[b] = axis.inverse().times(joint.geometry().jointFromBody());
            }
        }
        Pose[] branch = alignWithNormals(place);
        for (int b = 0; b < bodies; b++) {
            frame[b] = branch[carrier[b]].inverse().times(frame[b]);
        }
        gatherInertias(frame);
        return frame;
    }

    private int treeCoordinate(Joint joint) {
        return model.hasCoordinate(joint.name())
                ? model.coordinate(joint.name())
                : independent + model.coupledJoints().indexOf(joint);
    }

    /** Where a joint stands along or about its z axis when the joint that it follows is at zero. */
    private Pose offset(Joint joint) {
        double offset = model.couplingOf(joint.name()).map(Coupling::offset).orElse(0.0);
        if (offset == 0) {
            return Pose.IDENTITY;
        }
        return joint.kind() == JointKind.REVOLUTE
                ? Pose.rotation(Rotation.aboutZ(offset))
                : Pose.translation(0, 0, offset);
    }

    /**
     * Moves every joint frame along and about its z axis, which changes nothing about the joint, until its x axis lies on
     * the common normal with the axis of a child. Returns where in the old joint frames the new ones are.
     */
    private Pose[] alignWithNormals(Pose[] place) {
        Pose[] branch = new Pose[n + 1];
        Arrays.fill(branch, Pose.IDENTITY);
        boolean[] aligned = new boolean[n + 1];
        for (int i = 1; i <= n; i++) {
            int above = parent[i];
            if (above != 0 && !aligned[above]) {
                normal[i] = CommonNormal.of(place[i]);
                if (normal[i] != null) {
                    aligned[above] = true;
                    branch[above] = normal[i].branch();
                }
            }
        }
        for (int i = 1; i <= n; i++) {
            set(atZero[i], branch[parent[i]].inverse().times(place[i]).times(branch[i]));
            if (normal[i] != null) {
                normal[i] = normal[i].movedBy(branch[i]);
            }
        }
        return branch;
    }

    private void gatherInertias(Pose[] frame) {
        SpatialInertia[] merged = new SpatialInertia[n + 1];
        Arrays.fill(merged, SpatialInertia.ZERO);
        for (int b = 0; b < frame.length; b++) {
            SpatialInertia own = model.bodies().get(b).inertia().in(frame[b]);
            merged[carrier[b]] = merged[carrier[b]].plus(own);
            set(bodyInertia[b], own);
            set(jointFromBody[b], frame[b]);
        }
        for (int i = 0; i <= n; i++) {
            set(inertia[i], merged[i]);
        }
    }

    /** By moving body: its joint frame in the joint frame of its moving parent, for an algorithm to own and move. */
    public JointPlacement[] placements() {
        JointPlacement[] placements = new JointPlacement[n + 1];
        placements[0] = JointPlacement.general(atZero[0], false);
        for (int i = 1; i <= n; i++) {
            CommonNormal common = normal[i];
            placements[i] = common == null
                    ? JointPlacement.general(atZero[i], revolute[i])
                    : common.placement(atZero[i], revolute[i]);
        }
        return placements;
    }

    /**
     * By coordinate of joint vectors: below this the inertia that a joint feels is rounding, for it can be what is left of the inertia of
     * all that it moves.
     */
    public double[] inertiaRounding() {
        double[] rounding = new double[independent];
        for (int i = 1; i <= n; i++) {
            Inertia beyond = inertiaBeyondAtZero[i];
            double factor = factor(i);
            rounding[leader(i)] +=
                    factor * factor * ROUNDING * (revolute[i] ? beyond.jxx + beyond.jyy + beyond.jzz : beyond.mass);
        }
        return rounding;
    }

    /** By moving body: the coordinate of joint vectors that its joint moves with. */
    public int leader(int i) {
        return leaderOf(coordinate[i]);
    }

    /** By moving body: how much its joint moves for each unit of that coordinate. */
    public double factor(int i) {
        return factorOf(coordinate[i]);
    }

    /** By coordinate of the tree: the place in the vectors of callers of what it moves with. */
    public int leaderOf(int treeCoordinate) {
        return couplings == null ? treeCoordinate : couplings.leaderOf(treeCoordinate);
    }

    /** By coordinate of the tree: how much it moves for each unit of that. */
    public double factorOf(int treeCoordinate) {
        return couplings == null ? 1 : couplings.factorOf(treeCoordinate);
    }

    /** The same after six for a base that is free. */
    public double[] inertiaRoundingWithBase() {
        Inertia whole = inertiaBeyondAtZero[0];
        double[] rounding = new double[6 + independent];
        Arrays.fill(rounding, 0, 3, ROUNDING * whole.mass);
        Arrays.fill(rounding, 3, 6, ROUNDING * (whole.jxx + whole.jyy + whole.jzz));
        System.arraycopy(inertiaRounding(), 0, rounding, 6, independent);
        return rounding;
    }

    /** Number of moving joints on the longest way from the base to a tip. */
    public int depth() {
        int[] depth = new int[n + 1];
        for (int i = 1; i <= n; i++) {
            depth[i] = depth[parent[i]] + 1;
        }
        return Arrays.stream(depth).max().orElse(0);
    }

    private void gatherInertiaBeyond() {
        Placement here = new Placement();
        Inertia inParent = new Inertia();
        for (int i = 0; i <= n; i++) {
            inertiaBeyondAtZero[i].setFromChild(here, inertia[i]);
        }
        for (int i = n; i >= 1; i--) {
            inParent.setFromChild(atZero[i], inertiaBeyondAtZero[i]);
            inertiaBeyondAtZero[parent[i]].add(inParent);
        }
    }

    private SpinningRotor[] rotors(Pose[] jointFrame) {
        List<SpinningRotor> found = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            Joint joint = jointOf(k);
            Rotor rotor = joint.drive().rotor();
            if (rotor != null) {
                int carryingBody = model.bodyIndex(rotor.carrier());
                Vector3 axis = jointFrame[carryingBody]
                        .rotation()
                        .apply(rotor.axisInCarrier().normalized());
                found.add(new SpinningRotor(
                        motorCoordinate(k),
                        carryingBody,
                        carrier[carryingBody],
                        rotor.gearRatio(),
                        rotor.inertia(),
                        axis));
            }
        }
        return found.toArray(SpinningRotor[]::new);
    }

    private static void set(Placement placement, Pose pose) {
        Rotation r = pose.rotation();
        placement.setRotation(r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz());
        placement.setOrigin(
                pose.position().x(), pose.position().y(), pose.position().z());
    }

    private static void set(Inertia inertia, SpatialInertia value) {
        Vector3 moment = value.firstMoment();
        var tensor = value.tensorAboutOrigin();
        inertia.set(
                value.mass(),
                moment.x(),
                moment.y(),
                moment.z(),
                tensor.xx(),
                tensor.xy(),
                tensor.xz(),
                tensor.yy(),
                tensor.yz(),
                tensor.zz());
    }

    /** Checks the length of a vector of coordinates. */
    public void check(String name, double @Nullable [] vector) {
        if (vector == null || vector.length != coordinates) {
            throw wrongLength(name, vector);
        }
    }

    /** The joint that a coordinate of the tree, or its motor, belongs to. */
    public Joint jointOf(int treeCoordinate) {
        return treeCoordinate >= independent && treeCoordinate < n
                ? model.coupledJoints().get(treeCoordinate - independent)
                : model.movingJoints().get(treeCoordinate < n ? treeCoordinate : elastic[treeCoordinate - n]);
    }

    /** Complains about joints that follow others, for algorithms that let every joint move on its own. */
    public void requireNoCouplings(String what, String instead) {
        if (couplings != null) {
            throw new IllegalArgumentException("robot \"%s\" has joints that follow others, which %s cannot do: %s"
                    .formatted(model.name(), what, instead));
        }
    }

    // kept out of line so that the check itself stays small enough to inline
    private IllegalArgumentException wrongLength(String name, double @Nullable [] given) {
        String motors = size == n ? "" : " and %s motors of elastic joints".formatted(size - n);
        String followers = couplings == null ? "" : " besides the %s that follow others".formatted(n - independent);
        return Guard.unfit(
                name,
                given,
                "robot \"%s\" has %s moving joints%s%s".formatted(model.name(), independent, motors, followers));
    }

    /** Checks the index of a body of the model. */
    public void checkBody(int index) {
        if (index < 0 || index >= carrier.length) {
            throw new IllegalArgumentException("there is no body %s; robot \"%s\" has the bodies 0 to %s"
                    .formatted(index, model.name(), carrier.length - 1));
        }
    }
}
