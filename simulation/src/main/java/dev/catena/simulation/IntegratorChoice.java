package dev.catena.simulation;

import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.Locale;

/**
 * Which integrator a run takes, and why.
 *
 * @param reason in words; empty where there was nothing to choose
 */
record IntegratorChoice(Integrator integrator, String reason) {
    static IntegratorChoice of(Simulation.Builder setup) {
        if (!(setup.integrator instanceof Integrator.Automatic automatic)) {
            return new IntegratorChoice(setup.integrator, "");
        }
        boolean isTied = setup.model.hasLoops() || !setup.contacts.isEmpty();
        if (isTied && setup.stops instanceof JointStops.Rigid) {
            return new IntegratorChoice(
                    automatic.fixed(), "rigid stops of closed loops and on contacts take fixed steps");
        }
        if (CoordinateFriction.of(setup.model).isEmpty()
                && setup.model.loops().cutJoints().stream()
                        .allMatch(cut -> cut.friction().isZero())
                && setup.contacts.stream().allMatch(tie -> tie.friction().isZero())) {
            return new IntegratorChoice(automatic.adaptive(), "");
        }
        Steepest steepest = steepest(setup);
        String what = String.format(
                Locale.ROOT,
                "the friction of joint \"%s\" decays with up to %.2g/s",
                steepest.joint(),
                steepest.rate());
        if (steepest.rate() <= Integrator.Automatic.STEEP) {
            return new IntegratorChoice(automatic.adaptive(), what + ", which adaptive steps can follow");
        }
        return new IntegratorChoice(automatic.fixed(), what + ", too fast for adaptive steps");
    }

    private record Steepest(String joint, double rate) {}

    /** (F/w + d) Σⱼ|M⁻¹ᵢⱼ| √(M⁻¹ᵢᵢ/M⁻¹ⱼⱼ) of the joint, or motor, for which it is largest: no decay by friction is faster. */
    private static Steepest steepest(Simulation.Builder setup) {
        RobotModel model = setup.model;
        Mobility mobility = new Mobility(model, setup.dynamics, setup.start);
        List<Joint> elastic = model.elasticJoints();
        int joints = model.jointCount();
        SmoothingWidths widths = SmoothingWidths.of(model, setup.smoothingVelocity());
        double[] slopes = new double[joints + elastic.size()];
        for (CoordinateFriction each : CoordinateFriction.of(model)) {
            int i = each.place();
            Joint joint = i < joints ? model.movingJoints().get(i) : elastic.get(i - joints);
            slopes[i] += slope(each.friction(), widths.of(joint.kind()));
        }
        Steepest most = new Steepest("", 0);
        for (int i = 0; i < slopes.length; i++) {
            double rate = slopes[i] * mobility.rowSum(i);
            if (rate > most.rate()) {
                Joint joint = i < joints ? model.movingJoints().get(i) : elastic.get(i - joints);
                most = new Steepest(joint.name(), rate);
            }
        }
        List<CutJoint> cuts = model.loops().cutJoints();
        for (int c = 0; c < cuts.size(); c++) {
            double slope = slope(cuts.get(c).friction(), widths.of(cuts.get(c).kind()));
            double rate = slope * mobility.rowSum(joints + elastic.size() + c);
            if (rate > most.rate()) {
                most = new Steepest(cuts.get(c).name(), rate);
            }
        }
        for (CutJoint tie : setup.contacts) {
            double slope = slope(tie.friction(), widths.of(tie.kind()));
            double rate = slope == 0 ? 0 : slope * ContactMotion.mobility(setup, tie);
            if (rate > most.rate()) {
                most = new Steepest(tie.name(), rate);
            }
        }
        return most;
    }

    /**
     * The largest slope of friction over velocity, as an adaptive integrator would take it.
     *
     * @param smoothed the width where the friction has none of its own
     */
    private static double slope(Friction friction, double smoothed) {
        double width = friction.smoothingVelocity() > 0 ? friction.smoothingVelocity() : smoothed;
        return (friction.coulomb() == 0 ? 0 : friction.coulomb() / width) + friction.viscous();
    }
}
