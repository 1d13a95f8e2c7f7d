package dev.catena.testkit;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.textbook.Dual;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.Load;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Laws that the inverse dynamics of every robot obey, whatever its recursion looks like. Rates come from dual numbers,
 * energies and momenta straight from their definitions.
 */
public final class PhysicalLaws {
    /** What the mass matrix of a robot may cost in accuracy. */
    private static final double CONDITIONING = 1e4;

    private final RandomMotion motion;
    private final RobotModel model;
    private final double tolerance;
    private final InverseDynamics dynamics;
    private final double[] torques;
    private final Motion<Real> slow;
    private final TextbookRobot<Dual<Real>> robotInTime;
    private final Motion<Dual<Real>> inTime;
    private final WorldKinematics<Dual<Real>> kinematics;

    /**
     * Computes the torques of a motion, so that laws can be checked.
     *
     * @param tolerance relative to the largest number compared, or to one
     */
    public PhysicalLaws(RandomMotion motion, double tolerance) {
        this.motion = motion;
        this.model = motion.model();
        this.tolerance = tolerance;
        dynamics = new InverseDynamics(model);
        torques = new double[model.jointCount()];
        dynamics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), torques);
        slow = motion.textbook();
        robotInTime = TextbookRobot.of(model, x -> Dual.of(x, 0));
        inTime = slow.alongTime();
        kinematics = new WorldKinematics<>(robotInTime, inTime);
    }

    /** The power of drives, loads and ground, less that lost in friction, is the rate of kinetic and potential energy. */
    public void checkPowerBalance() {
        double[] friction = new double[torques.length];
        dynamics.friction(motion.qd(), friction);
        double power = 0;
        for (int k = 0; k < torques.length; k++) {
            power += (torques[k] - friction[k]) * motion.qd()[k];
        }
        power += powerOn(0, jointWrenchInBody(0));
        for (Map.Entry<Integer, Load<Real>> load : slow.loads().entrySet()) {
            power += powerOn(load.getKey(), load.getValue().wrench());
        }
        EnergyAndMomentum<Dual<Real>> energy = new EnergyAndMomentum<>(robotInTime, inTime);
        double rate = energy.kineticEnergy()
                .plus(energy.potentialEnergy())
                .derivative()
                .value();
        Agreement.check("power of " + model, power, rate, tolerance);
    }

    private double powerOn(int body, Wrench<Real> wrenchInBody) {
        Matrix<Real> turn = placement(body).rotation();
        return turn.times(wrenchInBody.force())
                .dot(Duals.values(kinematics.linearVelocityInWorld(body)))
                .plus(turn.times(wrenchInBody.moment()).dot(Duals.values(kinematics.angularVelocityInWorld(body))))
                .value();
    }

    /** What acts on a body — its joint, loads, gravity, less what it hands on to its children — changes its momentum. */
    public void checkMomentumOfEveryBody() {
        for (int body = 0; body < model.bodies().size(); body++) {
            Wrench<Real> sum = placement(body).apply(jointWrenchInBody(body)).plus(weight(body));
            Load<Real> load = slow.loads().get(body);
            if (load != null) {
                sum = sum.plus(placement(body).apply(load.wrench()));
            }
            for (int child = 1; child < model.bodies().size(); child++) {
                if (model.parent(child) == body) {
                    sum = sum.minus(placement(child).apply(jointWrenchInBody(child)));
                }
            }
            Wrench<Real> rate = Duals.derivatives(momentum(body));
            Agreement.check("wrench on body %s of %s".formatted(body, model), sum.values(), rate.values(), tolerance);
        }
    }

    /** Linear momentum, and angular momentum about the world's origin, with the spin of the rotors that a body carries. */
    private Wrench<Dual<Real>> momentum(int body) {
        SpatialInertia inertia = model.bodies().get(body).inertia();
        Placement<Dual<Real>> place = kinematics.worldFromBody(body);
        Vector<Dual<Real>> center = place.apply(constant(inertia.centerOfMass()));
        Vector<Dual<Real>> linear = kinematics.velocityOf(body, center).times(inertia.mass());
        Matrix<Dual<Real>> tensor = Matrix.<Dual<Real>>of(inertia.tensorAboutCenter(), x -> Dual.of(x, 0))
                .rotated(place.rotation());
        Vector<Dual<Real>> angular = center.cross(linear).plus(tensor.times(kinematics.angularVelocityInWorld(body)));
        for (Joint joint : model.movingJoints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && model.bodyIndex(rotor.carrier()) == body) {
                Dual<Real> rate = inTime.velocity().get(model.coordinate(joint.name()));
                Vector<Dual<Real>> axis = constant(rotor.axisInCarrier().normalized());
                angular = angular.plus(
                        place.rotation().times(axis.times(rate)).times(rotor.inertia() * rotor.gearRatio()));
            }
        }
        return new Wrench<>(linear, angular);
    }

    private Wrench<Real> weight(int body) {
        SpatialInertia inertia = model.bodies().get(body).inertia();
        Vector<Real> force = Vector.of(model.gravity(), Real::new).times(inertia.mass());
        Vector<Real> center = placement(body).apply(Vector.of(inertia.centerOfMass(), Real::new));
        return new Wrench<>(force, center.cross(force));
    }

    private Wrench<Real> jointWrenchInBody(int body) {
        dev.catena.model.Wrench wrench = dynamics.jointWrenchInBody(body);
        return new Wrench<>(Vector.of(wrench.force(), Real::new), Vector.of(wrench.moment(), Real::new));
    }

    private Placement<Real> placement(int body) {
        Placement<Dual<Real>> place = kinematics.worldFromBody(body);
        Matrix<Dual<Real>> r = place.rotation();
        return new Placement<>(
                new Matrix<>(Duals.values(r.x()), Duals.values(r.y()), Duals.values(r.z())),
                Duals.values(place.position()));
    }

    private static Vector<Dual<Real>> constant(Vector3 v) {
        return Vector.of(v, x -> Dual.of(x, 0));
    }

    /** The torque that holds a robot against gravity is the gradient of its potential energy. */
    public void checkGravityIsTheGradientOfPotentialEnergy() {
        double[] held = new double[torques.length];
        new InverseDynamics(model).gravity(motion.q(), held);
        double[] gradient = new double[torques.length];
        for (int k = 0; k < torques.length; k++) {
            List<Dual<Real>> q = new ArrayList<>();
            for (int i = 0; i < torques.length; i++) {
                q.add(Dual.of(motion.q()[i], i == k ? 1 : 0));
            }
            gradient[k] = new EnergyAndMomentum<>(robotInTime, Motion.atRest(robotInTime, q))
                    .potentialEnergy()
                    .derivative()
                    .value();
        }
        Agreement.check("gravity torques of " + model, held, gradient, tolerance);
    }

    /** Another frame for the same base and another world around it change no torque. */
    public void checkTheBaseFrameDoesNotMatter(Pose newFromOld) {
        RobotModelBuilder moved = model.toBuilder();
        for (Joint joint : model.joints()) {
            if (joint.parent().equals(model.base().name())) {
                JointGeometry old = joint.geometry();
                moved.replace(joint.with(new JointGeometry(
                        newFromOld.times(old.parentFromJoint()), old.axisInJoint(), old.jointFromBody())));
            }
        }
        moved.gravity(newFromOld.rotation().apply(model.gravity()));
        double[] expected = new double[torques.length];
        double[] actual = new double[torques.length];
        dynamicsAtRest(model, expected);
        dynamicsAtRest(rotorsTurned(moved.build(), newFromOld), actual);
        Agreement.check("torques of " + model + " in another base frame", actual, expected, tolerance);

        // the world turned around a base at rest
        RobotModel turned = model.toBuilder()
                .gravity(newFromOld.rotation().apply(model.gravity()))
                .build();
        new InverseDynamics(turned)
                .compute(new BaseMotion().pose(newFromOld), motion.q(), motion.qd(), motion.qdd(), null, actual);
        Agreement.check("torques of " + model + " in another world", actual, expected, tolerance);
    }

    private static RobotModel rotorsTurned(RobotModel moved, Pose newFromOld) {
        RobotModelBuilder builder = moved.toBuilder();
        for (Joint joint : moved.joints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && rotor.carrier().equals(moved.base().name())) {
                Vector3 axis = newFromOld.rotation().apply(rotor.axisInCarrier());
                builder.replace(joint.with(joint.drive()
                        .with(new Rotor(
                                rotor.inertia(),
                                rotor.gearRatio(),
                                rotor.carrier(),
                                axis,
                                rotor.motorInCarrier().in(newFromOld)))));
            }
        }
        return builder.build();
    }

    private void dynamicsAtRest(RobotModel robot, double[] torquesOut) {
        new InverseDynamics(robot).compute(motion.q(), motion.qd(), motion.qdd(), torquesOut);
    }

    /** Direct dynamics, by the mass matrix of the textbook, lead from the torques back to the accelerations. */
    public void checkDirectDynamicsUndoInverseDynamics() {
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        // a moving base and loads act through the bias alone
        List<Real> accelerations = new MassMatrixByInverseDynamics<>(robot).accelerations(slow, Real.list(torques));
        Agreement.check(
                "accelerations of " + model, Duals.values(accelerations), motion.qdd(), tolerance * CONDITIONING);
    }
}
