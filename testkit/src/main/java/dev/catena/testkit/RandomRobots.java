package dev.catena.testkit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Families of random robots, the same for the same seed and options. Every robot could exist: its inertias are those of
 * real bodies, and no moving joint carries nothing.
 *
 * <pre>{@code
 * RobotModel robot = RandomRobots.tree(7, 12).prismaticShare(0.3).friction().rotors().build();
 * }</pre>
 */
public final class RandomRobots {
    private final long seed;
    private final int bodies;
    private double branching;
    private double prismaticShare;
    private double fixedShare;
    private double masslessShare;
    private boolean bodyFrames;
    private boolean friction;
    private boolean reflectedInertia;
    private boolean rotors;
    private boolean baseInertia;
    private boolean shuffled;

    private RandomRobots(long seed, int bodies, double branching) {
        this.seed = seed;
        this.bodies = bodies;
        this.branching = branching;
    }

    /** Bodies one after the other, all joints revolute. */
    public static RandomRobots chain(long seed, int bodies) {
        return new RandomRobots(seed, bodies, 0);
    }

    /** Bodies that branch, all joints revolute. */
    public static RandomRobots tree(long seed, int bodies) {
        return new RandomRobots(seed, bodies, 0.4);
    }

    /** A tree with everything that a robot can have. */
    public static RobotModel everything(long seed, int bodies) {
        return tree(seed, bodies)
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .masslessShare(0.15)
                .bodyFrames()
                .friction()
                .reflectedInertia()
                .rotors()
                .baseInertia()
                .shuffled()
                .build();
    }

    /** The probability that a body hangs on any earlier body instead of the one before it. */
    @CanIgnoreReturnValue
    public RandomRobots branching(double probability) {
        branching = probability;
        return this;
    }

    /** The probability that a moving joint is prismatic. */
    @CanIgnoreReturnValue
    public RandomRobots prismaticShare(double share) {
        prismaticShare = share;
        return this;
    }

    /** The probability that a joint is fixed. */
    @CanIgnoreReturnValue
    public RandomRobots fixedShare(double share) {
        fixedShare = share;
        return this;
    }

    /** The probability that a body with bodies beyond it has no mass. */
    @CanIgnoreReturnValue
    public RandomRobots masslessShare(double share) {
        masslessShare = share;
        return this;
    }

    /** Body frames apart from the joint frames. */
    @CanIgnoreReturnValue
    public RandomRobots bodyFrames() {
        bodyFrames = true;
        return this;
    }

    /** Viscous and Coulomb friction, the latter smoothed at every other joint. */
    @CanIgnoreReturnValue
    public RandomRobots friction() {
        friction = true;
        return this;
    }

    @CanIgnoreReturnValue
    public RandomRobots reflectedInertia() {
        reflectedInertia = true;
        return this;
    }

    /** Gyroscopic rotors, each carried by any of the bodies. */
    @CanIgnoreReturnValue
    public RandomRobots rotors() {
        rotors = true;
        return this;
    }

    @CanIgnoreReturnValue
    public RandomRobots baseInertia() {
        baseInertia = true;
        return this;
    }

    /** Declares joints and bodies in random order, so that coordinates are not in the order of the tree. */
    @CanIgnoreReturnValue
    public RandomRobots shuffled() {
        shuffled = true;
        return this;
    }

    public RobotModel build() {
        RandomNumbers random = new RandomNumbers(seed);
        int[] parent = parents(random);
        List<Joint> joints = new ArrayList<>();
        List<Body> links = new ArrayList<>();
        for (int i = 1; i <= bodies; i++) {
            joints.add(joint(random, i, parent[i]));
            boolean massless = hasChild(parent, i) && random.chance(masslessShare);
            links.add(new Body(name(i), massless ? SpatialInertia.ZERO : random.inertia()));
        }
        if (shuffled) {
            Collections.shuffle(joints, new Random(seed + 1));
            Collections.shuffle(links, new Random(seed + 2));
        }
        RobotModelBuilder builder = RobotModel.builder("random-" + seed)
                .gravity(random.vector3(10))
                .base(name(0), baseInertia ? random.inertia() : SpatialInertia.ZERO);
        links.forEach(builder::body);
        joints.forEach(builder::joint);
        return builder.build();
    }

    private int[] parents(RandomNumbers random) {
        int[] parent = new int[bodies + 1];
        for (int i = 1; i <= bodies; i++) {
            parent[i] = random.chance(branching) ? random.index(i) : i - 1;
        }
        return parent;
    }

    private static boolean hasChild(int[] parent, int body) {
        for (int i = body + 1; i < parent.length; i++) {
            if (parent[i] == body) {
                return true;
            }
        }
        return false;
    }

    private Joint joint(RandomNumbers random, int i, int parent) {
        boolean moves = !random.chance(fixedShare);
        JointKind moving = random.chance(prismaticShare) ? JointKind.PRISMATIC : JointKind.REVOLUTE;
        Pose jointFromBody = bodyFrames && random.chance(0.7) ? random.pose(0.3) : Pose.IDENTITY;
        Vector3 axis = random.chance(0.3) ? Vector3.Z : random.vector3(2);
        Joint joint = Joint.of(moves ? moving : JointKind.FIXED, "joint" + i, name(parent), name(i))
                .with(new JointGeometry(random.pose(0.5), axis, jointFromBody));
        if (!moves) {
            return joint;
        }
        return friction ? joint.with(drive(random)).with(friction(random)) : joint.with(drive(random));
    }

    private static Friction friction(RandomNumbers random) {
        Friction friction = Friction.of(random.between(0, 1), random.between(0, 1));
        return random.chance(0.5) ? friction.smoothed(random.between(0.2, 1)) : friction;
    }

    private Drive drive(RandomNumbers random) {
        double reflected = reflectedInertia ? random.between(0, 1) : 0;
        Rotor rotor = null;
        if (rotors && random.chance(0.7)) {
            rotor = new Rotor(
                    random.between(1e-4, 1e-3),
                    random.between(-30, 30),
                    name(random.index(bodies + 1)),
                    random.vector3(2));
        }
        return new Drive(reflected, rotor);
    }

    private static String name(int body) {
        return body == 0 ? "base" : "body" + body;
    }
}
