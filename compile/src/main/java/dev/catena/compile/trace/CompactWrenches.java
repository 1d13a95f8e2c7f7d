package dev.catena.compile.trace;

import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What every joint carries, fixed ones included, [Khalil 28–30]: the wrench that the parent exerts on the child, in the
 * child's frame about its origin. It needs a robot whose inertias are not regrouped, because regrouping keeps joint
 * forces and nothing else. Computed once, when constructed.
 */
final class CompactWrenches<S extends Scalar<S>> {
    private final RobotModel model;
    private final CompactRobot<S> robot;
    private final List<CompactBody<S>> bodies;
    private final List<S> velocity;
    private final List<S> acceleration;
    private final CompactNewtonEuler<S> motion;
    private final Map<Integer, Wrench<S>> loads;

    /**
     * Of a robot in motion.
     *
     * @param bodies by body of the model, whose inertias are those of the links together
     * @param motion of that robot, loads included
     * @param x q, q̇ and q̈
     * @param loads what else acts on bodies, each in the frame of its link
     */
    CompactWrenches(
            RobotModel model,
            CompactRobot<S> robot,
            List<CompactBody<S>> bodies,
            CompactNewtonEuler<S> motion,
            List<List<S>> x,
            Map<Integer, Wrench<S>> loads) {
        this.model = model;
        this.robot = robot;
        this.bodies = bodies;
        this.motion = motion;
        this.loads = loads;
        velocity = x.get(1);
        acceleration = x.get(2);
    }

    /** By joint in the order of declaration: force, then moment. */
    List<S> components() {
        List<S> all = new ArrayList<>();
        for (Joint joint : model.joints()) {
            int body = model.bodyIndex(joint.child());
            CompactBody<S> child = bodies.get(body);
            Wrench<S> inLink = joint.kind().moves() ? motion.carried(child.link()) : beyond(body);
            Wrench<S> inBody = child.linkFromBody().applyInverse(inLink);
            all.addAll(inBody.force().toList());
            all.addAll(inBody.moment().toList());
        }
        return all;
    }

    /** The load of a fixed joint: what is welded to the body beyond it, and the joints that start there. */
    private Wrench<S> beyond(int body) {
        int link = bodies.get(body).link();
        Wrench<S> sum = Wrench.zero(robot.constant(0));
        for (int b = body; b < bodies.size(); b++) {
            if (bodies.get(b).link() == link && isBeyond(b, body)) {
                sum = sum.plus(motion.field(link).wrench(bodies.get(b).moments()));
                sum = sum.minus(loads.getOrDefault(b, Wrench.zero(robot.constant(0))));
            }
        }
        for (int i = 1; i < robot.size(); i++) {
            CompactLink<S> child = robot.link(i);
            Joint joint = jointOf(child);
            if (child.parent() == link && isBeyond(model.bodyIndex(joint.parent()), body)) {
                sum = sum.plus(motion.transform(i).toParent(motion.carried(i)));
            }
            GearedRotor<S> rotor = child.rotor();
            if (rotor != null && rotor.carrier() == link && isBeyond(carrierOf(joint), body)) {
                Vector<S> moment = rotor.moment(
                        motion.omega(link), velocity.get(child.coordinate()), acceleration.get(child.coordinate()));
                sum = new Wrench<>(sum.force(), sum.moment().plus(moment));
            }
        }
        return sum;
    }

    /** Joints that follow others are behind those of the joint vectors. */
    private Joint jointOf(CompactLink<S> link) {
        int k = link.coordinate();
        int n = model.jointCount();
        return k < n ? model.movingJoints().get(k) : model.coupledJoints().get(k - n);
    }

    private int carrierOf(Joint joint) {
        var rotor = joint.drive().rotor();
        return rotor == null ? 0 : model.bodyIndex(rotor.carrier());
    }

    private boolean isBeyond(int body, int ancestor) {
        int b = body;
        while (b > ancestor) {
            b = model.parent(b);
        }
        return b == ancestor;
    }

    /**
     * A body of the model on a link.
     *
     * @param link index of the link that carries it
     * @param linkFromBody its frame
     * @param moments its own, in the link's frame
     */
    record CompactBody<S extends Scalar<S>>(int link, Placement<S> linkFromBody, MassMoments<S> moments) {}
}
