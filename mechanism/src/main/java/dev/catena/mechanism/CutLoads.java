package dev.catena.mechanism;

import static dev.catena.mechanism.FrameMotion.dot;

import dev.catena.algebra.Vector;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.tree.AppliedWrenches;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What cut joints carry, as external wrenches on the tree: with them the passive joints of the tree need no effort. The
 * rates are those of constant multipliers.
 */
final class CutLoads {
    /** What the environment applies, and the cut joints. */
    final ExternalWrenches wrenches;

    private final LoopEquations equations;
    private final CutFriction friction;

    /** By cut joint with friction: how its effort changes. */
    private final double[] frictionRate;

    private final int[] firstBody;
    private final int[] secondBody;
    private final Pose[] firstFromJoint;
    private final Pose[] secondFromJoint;
    private final double[] load = new double[12];
    private final double[] part = new double[3];
    private final double[] distance = new double[3];
    private final double[] distanceRate = new double[3];

    CutLoads(RobotModel model, LoopEquations equations, CutFriction friction) {
        this.equations = equations;
        this.friction = friction;
        frictionRate = new double[friction.cuts.length];
        wrenches = new ExternalWrenches(model);
        List<CutJoint> cuts = model.loops().cutJoints();
        firstBody = cuts.stream().mapToInt(cut -> model.bodyIndex(cut.first())).toArray();
        secondBody =
                cuts.stream().mapToInt(cut -> model.bodyIndex(cut.second())).toArray();
        firstFromJoint = cuts.stream().map(CutJoint::firstFromJoint).toArray(Pose[]::new);
        secondFromJoint = cuts.stream().map(CutJoint::secondFromJoint).toArray(Pose[]::new);
    }

    /** Takes what the environment applies, and adds what the cut joints carry; their frames hold the motion. */
    void set(@Nullable ExternalWrenches applied, double[] multipliers) {
        if (applied == null) {
            wrenches.clear();
        } else {
            AppliedWrenches.of(wrenches).set(AppliedWrenches.of(applied));
        }
        for (int c = 0; c < firstBody.length; c++) {
            CutConstraint cut = equations.cuts[c];
            cut.load(equations.length, multipliers, load);
            addFriction(c, cut);
            addTo(secondBody[c], cut.second, secondFromJoint[c], 1);
            moveToFirst(cut);
            addTo(firstBody[c], cut.first, firstFromJoint[c], -1);
        }
    }

    /** −f z₁ on the second body, with the rate −(ḟ z₁ + f ω₁ × z₁), ḟ = f′(ṡ) s̈. */
    private void addFriction(int c, CutConstraint cut) {
        for (int k = 0; k < frictionRate.length; k++) {
            if (friction.cuts[k] == c) {
                frictionRate[k] = friction.slope(k) * cut.coordinateAcceleration();
                int at = cut.kind == CutKind.PRISMATIC ? 0 : 3;
                double[] z = cut.first.axis[2];
                FrameMotion.setCross(cut.first.velocity, 3, z, part);
                for (int i = 0; i < 3; i++) {
                    load[at + i] -= friction.effort[k] * z[i];
                    load[6 + at + i] -= frictionRate[k] * z[i] + friction.effort[k] * part[i];
                }
            }
        }
    }

    /** The rate of what friction does to the second body, in the axes of frame 2. */
    void addFrictionRate(int cut, double[] wrenchRate) {
        for (int k = 0; k < frictionRate.length; k++) {
            if (friction.cuts[k] == cut) {
                wrenchRate[friction.along(cut)] -= frictionRate[k];
            }
        }
    }

    /** n + d × f and its rate ṅ + ḋ × f + d × ḟ, with d = p₂ − p₁. */
    private void moveToFirst(CutConstraint cut) {
        for (int k = 0; k < 3; k++) {
            distance[k] = cut.second.pose[9 + k] - cut.first.pose[9 + k];
            distanceRate[k] = cut.second.velocity[k] - cut.first.velocity[k];
        }
        cross(distanceRate, 0, 9);
        cross(distance, 6, 9);
        cross(distance, 0, 3);
    }

    private void cross(double[] a, int from, int to) {
        double x = load[from];
        double y = load[from + 1];
        double z = load[from + 2];
        load[to] += a[1] * z - a[2] * y;
        load[to + 1] += a[2] * x - a[0] * z;
        load[to + 2] += a[0] * y - a[1] * x;
    }

    /** The load in the axes of a frame, where components change by ẋ − ω × x; and then in those of its body. */
    private void addTo(int body, FrameMotion frame, Pose bodyFromFrame, double sign) {
        Rotation R = bodyFromFrame.rotation();
        AppliedWrenches.OnBody on = AppliedWrenches.of(wrenches).onBody[body];
        setRate(frame, 0);
        add(frame, R, sign, bodyFromFrame.position(), on.forceRateInBody, on.momentRateInBody);
        setRate(frame, 3);
        add(frame, R, sign, null, on.momentRateInBody, on.momentRateInBody);
        System.arraycopy(load, 0, part, 0, 3);
        add(frame, R, sign, bodyFromFrame.position(), on.forceInBody, on.momentInBody);
        System.arraycopy(load, 3, part, 0, 3);
        add(frame, R, sign, null, on.momentInBody, on.momentInBody);
    }

    /** ẋ − ω × x of force or moment. */
    private void setRate(FrameMotion frame, int at) {
        System.arraycopy(load, at + 6, part, 0, 3);
        double[] w = frame.velocity;
        part[0] -= w[4] * load[at + 2] - w[5] * load[at + 1];
        part[1] -= w[5] * load[at] - w[3] * load[at + 2];
        part[2] -= w[3] * load[at + 1] - w[4] * load[at];
    }

    /** Adds a vector, and its moment about the body's origin where it has an arm. */
    private void add(
            FrameMotion frame, Rotation R, double sign, @Nullable Vector3 arm, Vector vectorOut, Vector momentOut) {
        double a = sign * dot(frame.axis[0], part);
        double b = sign * dot(frame.axis[1], part);
        double c = sign * dot(frame.axis[2], part);
        double x = R.xx() * a + R.xy() * b + R.xz() * c;
        double y = R.yx() * a + R.yy() * b + R.yz() * c;
        double z = R.zx() * a + R.zy() * b + R.zz() * c;
        vectorOut.x += x;
        vectorOut.y += y;
        vectorOut.z += z;
        if (arm != null) {
            momentOut.x += arm.y() * z - arm.z() * y;
            momentOut.y += arm.z() * x - arm.x() * z;
            momentOut.z += arm.x() * y - arm.y() * x;
        }
    }
}
