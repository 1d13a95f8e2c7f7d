package dev.catena.reach;

import dev.catena.algebra.Placement;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MovingBase;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Velocities and accelerations of joints that move bodies as wanted: those of the least norm, where turns count as far as they
 * move a point at a given distance. Near singular poses the directions that are nearly lost are damped, [Wampler]
 * [NakamuraHanafusa]: bodies then move a little otherwise than wanted, which {@link #residual} tells, and no joint races. With too
 * few joints they move as near to what is wanted as they can. Targets of a later priority have what the earlier ones leave.
 *
 * <p>A floating base moves too. One per thread: {@code inverse.copy()} makes another for another thread.
 */
public final class InverseVelocity {
    private final RobotModel robot;
    private final @Nullable JointMap map;
    private final List<PoseTarget> targets;
    private final double length;
    private final double leastGain;
    private final Guard guard;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final TargetRows[] rows;
    private final RowOrder order;
    private final DampedInverse inverse;
    private final BaseMotion ownBase = new BaseMotion();

    /** Numbers of joints, of coordinates that move them, and of those with the base's six before them. */
    private final int joints;

    private final int n;
    private final int first;
    private final int size;
    private final double[] ofTree;
    private final double[] J;
    private final double[] G;
    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] wanted;
    private final double[] motion;
    private final double[] drift = new double[6];
    private final double[] x;

    /**
     * @param length what a radian is worth in meters, such as the size of what the body carries
     * @param leastGain damping begins where a unit of joint motion moves the body by less than this in some direction, meters
     */
    public InverseVelocity(RobotModel robot, String body, double length, double leastGain) {
        this(robot, List.of(PoseTarget.pose(body)), length, leastGain);
    }

    /** For several targets; directions are damped by what they move times the weights of targets. */
    public InverseVelocity(RobotModel robot, List<PoseTarget> targets, double length, double leastGain) {
        this(robot, null, targets, length, leastGain);
    }

    /**
     * For joints that follow from a few coordinates; positions, velocities and accelerations of joints are those of the coordinates
     * then.
     *
     * @param robot a tree
     */
    public InverseVelocity(
            RobotModel robot, @Nullable JointMap map, List<PoseTarget> targets, double length, double leastGain) {
        robot.requireTree("InverseVelocity");
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("inverse velocity needs a target");
        }
        if (!(length > 0 && Double.isFinite(length)) || !(leastGain > 0 && Double.isFinite(leastGain))) {
            throw new IllegalArgumentException(
                    "length and least gain must be above 0 and finite, but are %s and %s".formatted(length, leastGain));
        }
        this.robot = robot;
        this.map = map;
        this.targets = List.copyOf(targets);
        this.length = length;
        this.leastGain = leastGain;
        guard = new Guard(InverseVelocity.class, robot);
        kinematics = new Kinematics(robot);
        jacobian = new Jacobian(robot);
        joints = robot.jointCount();
        n = map == null ? joints : map.count();
        first = robot.baseKind() == BaseKind.FLOATING ? 6 : 0;
        size = first + n;
        rows = targets.stream()
                .map(target -> new TargetRows(robot, target, first, length))
                .toArray(TargetRows[]::new);
        order = new RowOrder(targets, 0);
        inverse = new DampedInverse(size, order.start, order.count, leastGain);
        J = new double[order.rows * size];
        ofTree = map == null ? J : new double[order.rows * (first + joints)];
        G = map == null ? new double[0] : new double[joints * n];
        q = new double[joints];
        qd = new double[joints];
        qdd = new double[joints];
        wanted = new double[order.rows];
        motion = new double[6 * rows.length];
        x = new double[size];
    }

    /** Of the same robot and targets, for another thread. */
    public InverseVelocity copy() {
        return new InverseVelocity(robot, map == null ? null : map.copy(), targets, length, leastGain);
    }

    /**
     * q̇ for velocities of the targets' points and angular velocities, in world axes; the base is fixed.
     *
     * @param twistInWorld for each target linear, then angular
     */
    public void velocities(double[] q, double[] twistInWorld, double[] qdOut) {
        guard.begin();
        guard.checkFixedBase();
        check("q", q);
        checkMotions("twistInWorld", twistInWorld);
        checkOut("qdOut", qdOut, "q", q, "twistInWorld", twistInWorld);
        place(q);
        kinematics.compute(this.q);
        System.arraycopy(twistInWorld, 0, motion, 0, motion.length);
        solve(ownBase);
        System.arraycopy(x, 0, qdOut, 0, n);
        guard.checkResult("qdOut", qdOut);
        guard.succeed();
    }

    /**
     * As {@link #velocities}, with a base that floats.
     *
     * @param base its pose counts
     * @param baseTwistInWorldOut velocity of the base's origin, then angular velocity, in world axes
     */
    public void velocitiesFloating(
            BaseMotion base, double[] q, double[] twistInWorld, double[] baseTwistInWorldOut, double[] qdOut) {
        guard.begin();
        guard.checkFloatingBase();
        check("q", q);
        checkMotions("twistInWorld", twistInWorld);
        checkOut("qdOut", qdOut, "q", q, "twistInWorld", twistInWorld);
        checkBaseOut("baseTwistInWorldOut", baseTwistInWorldOut, "q", q, "twistInWorld", twistInWorld, "qdOut", qdOut);
        place(q);
        kinematics.compute(base, this.q, null, null, null);
        System.arraycopy(twistInWorld, 0, motion, 0, motion.length);
        solve(base);
        write(baseTwistInWorldOut, qdOut);
        guard.checkResult("qdOut", qdOut);
        guard.checkResult("baseTwistInWorldOut", baseTwistInWorldOut);
        guard.succeed();
    }

    /**
     * q̈ for classical accelerations of the targets' points and angular accelerations, in world axes: J q̈ = a − J̇ q̇; the base is
     * fixed.
     *
     * @param accelerationInWorld for each target linear, then angular
     */
    public void accelerations(double[] q, double[] qd, double[] accelerationInWorld, double[] qddOut) {
        guard.begin();
        guard.checkFixedBase();
        check("q", q);
        check("qd", qd);
        checkMotions("accelerationInWorld", accelerationInWorld);
        checkOut("qddOut", qddOut, "q", q, "accelerationInWorld", accelerationInWorld);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        place(q);
        move(qd);
        kinematics.compute(this.q, this.qd, qdd);
        accelerate(accelerationInWorld);
        solve(ownBase);
        System.arraycopy(x, 0, qddOut, 0, n);
        guard.checkResult("qddOut", qddOut);
        guard.succeed();
    }

    /**
     * As {@link #accelerations}, with a base that floats.
     *
     * @param base its pose and velocity count
     * @param baseAccelerationInWorldOut classical acceleration of the base's origin, then angular acceleration, in world axes
     */
    public void accelerationsFloating(
            BaseMotion base,
            double[] q,
            double[] qd,
            double[] accelerationInWorld,
            double[] baseAccelerationInWorldOut,
            double[] qddOut) {
        guard.begin();
        guard.checkFloatingBase();
        check("q", q);
        check("qd", qd);
        checkMotions("accelerationInWorld", accelerationInWorld);
        checkOut("qddOut", qddOut, "q", q, "accelerationInWorld", accelerationInWorld);
        guard.checkDistinct("qddOut", qddOut, "qd", qd);
        String name = "baseAccelerationInWorldOut";
        checkBaseOut(
                name, baseAccelerationInWorldOut, "q", q, "accelerationInWorld", accelerationInWorld, "qddOut", qddOut);
        guard.checkDistinct(name, baseAccelerationInWorldOut, "qd", qd);
        place(q);
        move(qd);
        ownBase.set(base).accelerationInBase(0, 0, 0, 0, 0, 0);
        kinematics.compute(ownBase, this.q, this.qd, qdd, null);
        accelerate(accelerationInWorld);
        solve(ownBase);
        write(baseAccelerationInWorldOut, qddOut);
        guard.checkResult("qddOut", qddOut);
        guard.checkResult(name, baseAccelerationInWorldOut);
        guard.succeed();
    }

    private void check(String name, double[] vector) {
        guard.checkLength(name, vector, n);
        guard.checkFinite(name, vector);
    }

    private void checkMotions(String name, double[] motions) {
        guard.checkLength(name, motions, motion.length);
        guard.checkFinite(name, motions);
    }

    private void checkOut(String name, double[] out, String nameA, double[] a, String nameB, double[] b) {
        guard.checkLength(name, out, n);
        guard.checkDistinct(name, out, nameA, a);
        guard.checkDistinct(name, out, nameB, b);
    }

    private void checkBaseOut(
            String name, double[] out, String nameA, double[] a, String nameB, double[] b, String nameC, double[] c) {
        guard.checkLength(name, out, 6);
        guard.checkDistinct(name, out, nameA, a);
        guard.checkDistinct(name, out, nameB, b);
        guard.checkDistinct(name, out, nameC, c);
    }

    private void place(double[] coordinates) {
        if (map == null) {
            System.arraycopy(coordinates, 0, q, 0, n);
        } else if (map.place(coordinates, q)) {
            map.rates(G);
        } else {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no posture at %s".formatted(robot.name(), Arrays.toString(coordinates)));
        }
    }

    /** q̇ = G ẏ, and q̈ for ÿ = 0. */
    private void move(double[] velocities) {
        if (map == null) {
            System.arraycopy(velocities, 0, qd, 0, n);
            return;
        }
        for (int j = 0; j < joints; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += G[j * n + k] * velocities[k];
            }
            qd[j] = sum;
        }
        map.drift(velocities, qdd);
    }

    /** What is wanted less what is there without accelerations of the coordinates. */
    private void accelerate(double[] accelerationInWorld) {
        for (int t = 0; t < rows.length; t++) {
            rows[t].place(kinematics);
            rows[t].acceleration(kinematics, drift);
            for (int i = 0; i < 6; i++) {
                motion[6 * t + i] = accelerationInWorld[6 * t + i] - drift[i];
            }
        }
    }

    private void solve(BaseMotion base) {
        Placement W = MovingBase.of(base).worldFromBase;
        for (int t = 0; t < rows.length; t++) {
            rows[t].place(kinematics);
            rows[t].jacobian(jacobian, kinematics, W.px, W.py, W.pz, ofTree, order.firstRow[t]);
            rows[t].wanted(motion, 6 * t, wanted, order.firstRow[t]);
        }
        if (map != null) {
            reduce();
        }
        guard.checkResult("the Jacobian", J);
        inverse.solve(J, wanted, x);
    }

    /** J G; the columns of the base stay. */
    private void reduce() {
        int wide = first + joints;
        for (int i = 0; i < order.rows; i++) {
            System.arraycopy(ofTree, i * wide, J, i * size, first);
            for (int k = 0; k < n; k++) {
                double sum = 0;
                for (int j = 0; j < joints; j++) {
                    sum += ofTree[i * wide + first + j] * G[j * n + k];
                }
                J[i * size + first + k] = sum;
            }
        }
    }

    private void write(double[] baseOut, double[] jointsOut) {
        System.arraycopy(x, 0, baseOut, 0, 6);
        System.arraycopy(x, 6, jointsOut, 0, n);
    }

    /** By how much a unit of joint motion moves the targets in the direction where it moves them least, meters; 0 if singular. */
    public double gain() {
        guard.requireResults();
        return inverse.gain();
    }

    /** Whether the pose was so near to a singular one that joints were held back. */
    public boolean isDamped() {
        guard.requireResults();
        return inverse.isDamped();
    }

    /** How much of what was wanted is missed of the targets of the first priority, turns in meters. */
    public double residual() {
        guard.requireResults();
        return inverse.residual();
    }
}
