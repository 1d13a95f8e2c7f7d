package dev.catena.app.eval;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The tree of a robot with what its cut joints and contacts carry as loads: the wrenches in its joints are then those of the
 * whole.
 */
final class TiedTree {
    private final RobotModel tree;
    private final Kinematics kinematics;
    private final OnDemand<InverseDynamics> inverse;
    private final OnDemand<ForceRate> rate;
    private final OnDemand<FloatingForceRate> floatingRate;
    private final ExternalWrenches loads;
    private final Vector3[][] onBody;

    /** @param robot with or without closed loops */
    TiedTree(RobotModel robot) {
        tree = robot.openTree();
        kinematics = new Kinematics(tree);
        inverse = new OnDemand<>(() -> new InverseDynamics(tree));
        rate = new OnDemand<>(() -> new ForceRate(tree));
        floatingRate = new OnDemand<>(() -> new FloatingForceRate(tree));
        loads = new ExternalWrenches(tree);
        onBody = new Vector3[tree.bodies().size()][4];
    }

    /** A motion of all joints: positions, velocities, accelerations and jerks. */
    record Motion(BaseMotion base, double[] q, double[] qd, double[] qdd, double[] qddd) {}

    /**
     * Takes loads and adds ties.
     *
     * @param wrenches by tie: force and moment in its frame on the second body, and their rates
     */
    void load(Motion motion, ExternalWrenches applied, List<CutJoint> ties, double[][] wrenches, double[][] rates) {
        loads.clear();
        for (int b = 0; b < onBody.length; b++) {
            Wrench inWorld = applied.inWorld(b);
            onBody[b] = new Vector3[] {inWorld.force(), inWorld.moment(), Vector3.ZERO, Vector3.ZERO};
            loads.inBody(b, applied.inBody(b).force(), applied.inBody(b).moment());
        }
        kinematics.compute(motion.base, motion.q, motion.qd, null, null);
        for (int c = 0; c < ties.size(); c++) {
            add(ties.get(c), wrenches[c], rates[c]);
        }
        for (int b = 0; b < onBody.length; b++) {
            loads.inWorld(b, onBody[b][0], onBody[b][1]);
            loads.rateInWorld(b, onBody[b][2], onBody[b][3]);
        }
    }

    /** F = R f, Ḟ = R f′ + ω × F, likewise moments; about the origin of a body with d = p − o: N + d × F. */
    private void add(CutJoint tie, double[] wrench, double[] rate) {
        int second = tree.bodyIndex(tie.second());
        Pose frame = kinematics.worldFromBody(second).times(tie.secondFromJoint());
        Rotation R = frame.rotation();
        Vector3 turning = kinematics.velocityInWorld(second).angular();
        Vector3 force = R.apply(Vector3.of(Arrays.copyOf(wrench, 3)));
        Vector3 moment = R.apply(Vector3.of(Arrays.copyOfRange(wrench, 3, 6)));
        Vector3 forceRate = R.apply(Vector3.of(Arrays.copyOf(rate, 3))).plus(turning.cross(force));
        Vector3 momentRate = R.apply(Vector3.of(Arrays.copyOfRange(rate, 3, 6))).plus(turning.cross(moment));
        Vector3[] load = {force, moment, forceRate, momentRate};
        Vector3 arm = frame.position().minus(kinematics.worldFromBody(second).position());
        Vector3 velocity = kinematics.velocityInWorld(second).linear().plus(turning.cross(arm));
        addTo(second, frame.position(), velocity, load, 1);
        if (!tie.first().equals(CutJoint.WORLD) || tree.hasBody(CutJoint.WORLD)) {
            addTo(tree.bodyIndex(tie.first()), frame.position(), velocity, load, -1);
        }
    }

    private void addTo(int body, Vector3 point, Vector3 velocity, Vector3[] load, double sign) {
        Vector3 arm = point.minus(kinematics.worldFromBody(body).position());
        Twist ofBody = kinematics.velocityInWorld(body);
        Vector3 armRate = velocity.minus(ofBody.linear());
        Vector3 moment = load[1].plus(arm.cross(load[0]));
        Vector3 momentRate = load[3].plus(armRate.cross(load[0])).plus(arm.cross(load[2]));
        Vector3[] on = onBody[body];
        on[0] = on[0].plus(load[0].times(sign));
        on[1] = on[1].plus(moment.times(sign));
        on[2] = on[2].plus(load[2].times(sign));
        on[3] = on[3].plus(momentRate.times(sign));
    }

    /** What was applied, and what ties carry. */
    ExternalWrenches loads() {
        return loads;
    }

    /** What the world exerts on the base besides ties. */
    Value baseWrench(Motion motion) {
        inverse.get().compute(motion.base, motion.q, motion.qd, motion.qdd, loads, new double[tree.jointCount()]);
        return Evaluation.wrench(inverse.get().jointWrenchInBody(0), tree.base().name());
    }

    Value jointWrenches(Motion motion) {
        inverse.get().compute(motion.base, motion.q, motion.qd, motion.qdd, loads, new double[tree.jointCount()]);
        return byJoint(inverse.get()::jointWrenchInBody);
    }

    /** A base that floats has the jerk that follows from the motion, another one its own. */
    Value jointWrenchRates(Motion motion) {
        double[] torque = new double[tree.jointCount()];
        double[] torqueRate = new double[tree.jointCount()];
        if (tree.baseKind() == BaseKind.FLOATING) {
            floatingRate
                    .get()
                    .compute(
                            motion.base,
                            motion.q,
                            motion.qd,
                            motion.qdd,
                            motion.qddd,
                            loads,
                            new double[6],
                            new double[6],
                            torque,
                            torqueRate);
            floatingRate.get().computeJointWrenchRates(loads);
            return byJoint(floatingRate.get()::jointWrenchRateInBody);
        }
        rate.get().compute(motion.base, motion.q, motion.qd, motion.qdd, motion.qddd, loads, torque, torqueRate);
        return byJoint(rate.get()::jointWrenchRateInBody);
    }

    private Value byJoint(IntFunction<Wrench> wrenchOfBody) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Joint joint : tree.joints()) {
            values.put(
                    joint.name(), Evaluation.wrench(wrenchOfBody.apply(tree.bodyIndex(joint.child())), joint.child()));
        }
        return new Value.Fields(values);
    }
}
