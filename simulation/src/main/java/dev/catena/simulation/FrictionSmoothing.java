package dev.catena.simulation;

import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import java.util.List;
import java.util.function.Supplier;

/**
 * Coulomb friction that an integrator can follow: the jump of the sign function at zero velocity becomes
 * tanh(q̇ / w). A joint that should stick creeps with less than w then, and does not chatter.
 */
final class FrictionSmoothing {
    /** Fixed steps h must resolve the slope of the friction: h · rate of the fastest decay stays below this. */
    private static final double DECAY_PER_STEP = 0.5;

    private FrictionSmoothing() {}

    /**
     * The robot with friction that an integrator can follow. Joints whose friction is smooth already stay as they are.
     *
     * @param velocity w, rad/s or m/s; NaN for what suits robot and integrator, zero for none
     * @param integrator where its steps are fixed, w is made larger where friction would be too steep for them
     */
    static RobotModel smooth(RobotModel model, double velocity, Integrator integrator, Supplier<Mobility> mobility) {
        boolean takesJumps = integrator instanceof Integrator.StickSlip;
        if (velocity == 0 || (Double.isNaN(velocity) && takesJumps)) {
            return model;
        }
        return smooth(model, SmoothingWidths.of(model, velocity), takesJumps ? 0 : integrator.fixedStep(), mobility);
    }

    private static RobotModel smooth(
            RobotModel model, SmoothingWidths least, double step, Supplier<Mobility> mobility) {
        boolean jumps = CoordinateFriction.of(model).stream().anyMatch(each -> jumps(each.friction()))
                || model.loops().cutJoints().stream().anyMatch(cut -> jumps(cut.friction()));
        if (!jumps) {
            return model;
        }
        RobotModelBuilder builder = model.toBuilder();
        List<CutJoint> cuts = model.loops().cutJoints();
        for (int c = 0; c < cuts.size(); c++) {
            Friction friction = cuts.get(c).friction();
            if (jumps(friction)) {
                int row = model.jointCount() + model.elasticJoints().size() + c;
                double velocity = least.of(cuts.get(c).kind());
                double width = step > 0
                        ? Math.max(velocity, friction.coulomb() * mobility.get().rowSum(row) * step / DECAY_PER_STEP)
                        : velocity;
                builder.replace(cuts.get(c).with(friction.smoothed(width)));
            }
        }
        List<Joint> elastic = model.elasticJoints();
        for (Joint joint : model.movingJoints()) {
            Friction friction = joint.friction();
            Friction ofMotor = joint.drive().motorFriction();
            if (!jumps(friction) && !jumps(ofMotor)) {
                continue;
            }
            int coordinate = model.coordinate(joint.name());
            int motor = elastic.contains(joint) ? model.jointCount() + elastic.indexOf(joint) : coordinate;
            double width = least.of(joint.kind());
            double motorWidth = width;
            if (step > 0) {
                Mobility free = mobility.get();
                boolean together = motor == coordinate;
                double atJoint = friction.coulomb() + (together ? ofMotor.coulomb() : 0);
                double atMotor = ofMotor.coulomb() + (together ? friction.coulomb() : 0);
                width = Math.max(width, atJoint * free.rowSum(coordinate) * step / DECAY_PER_STEP);
                motorWidth = Math.max(motorWidth, atMotor * free.rowSum(motor) * step / DECAY_PER_STEP);
            }
            builder.replace(joint.with(jumps(friction) ? friction.smoothed(width) : friction)
                    .with(joint.drive().with(jumps(ofMotor) ? ofMotor.smoothed(motorWidth) : ofMotor)));
        }
        for (Joint joint : model.coupledJoints()) {
            Friction friction = joint.friction();
            Friction ofMotor = joint.drive().motorFriction();
            double k = CoordinateFriction.factor(model, joint);
            double steepest = step > 0
                    ? k * k * mobility.get().rowSum(CoordinateFriction.leader(model, joint)) * step / DECAY_PER_STEP
                    : 0;
            double width = Math.max(least.of(joint.kind()), steepest * (friction.coulomb() + ofMotor.coulomb()));
            builder.replace(joint.with(jumps(friction) ? friction.smoothed(width) : friction)
                    .with(joint.drive().with(jumps(ofMotor) ? ofMotor.smoothed(width) : ofMotor)));
        }
        return builder.build();
    }

    /** Contacts with friction that an integrator can follow. */
    static List<CutJoint> smooth(Simulation.Builder setup, Integrator integrator) {
        boolean takesJumps = integrator instanceof Integrator.StickSlip;
        double velocity = setup.smoothingVelocity();
        if (velocity == 0 || (Double.isNaN(velocity) && takesJumps)) {
            return setup.contacts;
        }
        SmoothingWidths least = SmoothingWidths.of(setup.model, velocity);
        double step = takesJumps ? 0 : integrator.fixedStep();
        return setup.contacts.stream()
                .map(tie -> !jumps(tie.friction())
                        ? tie
                        : tie.with(tie.friction()
                                .smoothed(
                                        step > 0
                                                ? Math.max(
                                                        least.of(tie.kind()),
                                                        steepest(setup, tie) * step / DECAY_PER_STEP)
                                                : least.of(tie.kind()))))
                .toList();
    }

    private static double steepest(Simulation.Builder setup, CutJoint tie) {
        return tie.friction().coulomb() * ContactMotion.mobility(setup, tie);
    }

    private static boolean jumps(Friction friction) {
        return friction.coulomb() != 0 && friction.smoothingVelocity() == 0;
    }
}
