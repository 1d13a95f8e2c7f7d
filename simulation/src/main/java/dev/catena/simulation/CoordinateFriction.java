package dev.catena.simulation;

import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Friction as a coordinate feels it: of a joint, of its motor, which turns with it or on its own behind a spring, and of joints that
 * follow it. With q_b = k q_a + c what follows takes k f(k q̇_a) of its leader.
 *
 * @param place the coordinate of a joint; behind all joints, the motor
 */
record CoordinateFriction(Friction friction, int place) {
    /** All friction that is not zero. */
    static List<CoordinateFriction> of(RobotModel model) {
        List<CoordinateFriction> all = new ArrayList<>();
        List<Joint> elastic = model.elasticJoints();
        for (Joint joint : model.movingJoints()) {
            int k = model.coordinate(joint.name());
            int motor = elastic.indexOf(joint);
            all.add(new CoordinateFriction(joint.friction(), k));
            all.add(new CoordinateFriction(joint.drive().motorFriction(), motor < 0 ? k : model.jointCount() + motor));
        }
        for (Joint joint : model.coupledJoints()) {
            double factor = factor(model, joint);
            int leader = leader(model, joint);
            all.add(new CoordinateFriction(atLeader(joint.friction(), factor), leader));
            all.add(new CoordinateFriction(atLeader(joint.drive().motorFriction(), factor), leader));
        }
        all.removeIf(each -> each.friction.isZero());
        return all;
    }

    /** k of a joint that follows another one, and the coordinate that it follows in the end. */
    static double factor(RobotModel model, Joint follower) {
        return model.couplingOf(follower.name()).orElseThrow().factor();
    }

    static int leader(RobotModel model, Joint follower) {
        return model.coordinate(model.couplingOf(follower.name()).orElseThrow().leader());
    }

    private static Friction atLeader(Friction friction, double factor) {
        double k = Math.abs(factor);
        return k == 0
                ? Friction.NONE
                : new Friction(k * friction.coulomb(), k * k * friction.viscous(), friction.smoothingVelocity() / k);
    }

    /** What is felt at each joint, then at each motor behind a spring, all together. */
    static Friction[] total(RobotModel model) {
        Friction[] total =
                new Friction[model.jointCount() + model.elasticJoints().size()];
        Arrays.fill(total, Friction.NONE);
        for (CoordinateFriction each : of(model)) {
            total[each.place] = sum(model, each.place, total[each.place], each.friction);
        }
        return total;
    }

    private static Friction sum(RobotModel model, int place, Friction a, Friction b) {
        if (a.coulomb() != 0 && b.coulomb() != 0 && a.smoothingVelocity() != b.smoothingVelocity()) {
            throw new IllegalArgumentException(
                    "Coulomb friction of joint \"%s\", its motor and what follows it is smoothed over different velocities, %s and %s, which the stick-slip integrator cannot add; choose another one"
                            .formatted(
                                    place < model.jointCount()
                                            ? model.jointNames().get(place)
                                            : model.elasticJoints()
                                                    .get(place - model.jointCount())
                                                    .name(),
                                    a.smoothingVelocity(),
                                    b.smoothingVelocity()));
        }
        return new Friction(
                a.coulomb() + b.coulomb(),
                a.viscous() + b.viscous(),
                a.coulomb() != 0 ? a.smoothingVelocity() : b.smoothingVelocity());
    }
}
