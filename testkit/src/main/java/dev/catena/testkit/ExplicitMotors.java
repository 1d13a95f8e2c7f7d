package dev.catena.testkit;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.TextbookRobot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/**
 * A robot in which every motor is a body of its own on a revolute joint of its own, so that the textbook's inverse
 * dynamics of plain trees says what motors, gears and springs do: an oracle that knows nothing of drives.
 *
 * <p>Rotors must be the whole motor and round, as those of RandomDrives are.
 */
public final class ExplicitMotors {
    private final RobotModel model;
    private final ElasticCoordinates coordinates;
    private final RobotModel explicit;

    /** @param model any springs, and rotors that have the mass of their motors */
    public ExplicitMotors(RobotModel model) {
        this.model = model;
        coordinates = new ElasticCoordinates(model);
        RobotModelBuilder builder = model.toBuilder();
        for (Joint joint : model.movingJoints()) {
            Drive drive = joint.drive();
            Rotor rotor = drive.rotor();
            builder.replace(joint.with(Drive.NONE).with(Friction.NONE));
            if (rotor != null) {
                SpatialInertia motor = rotor.motorInCarrier();
                String name = motorJoint(joint);
                builder.link(
                        Joint.revolute(name, rotor.carrier(), name + " body")
                                .at(new Pose(Rotation.IDENTITY, motor.centerOfMass()), rotor.axisInCarrier()),
                        new SpatialInertia(motor.mass(), Vector3.ZERO, motor.tensorAboutCenter()));
            }
        }
        explicit = builder.build();
    }

    private static String motorJoint(Joint joint) {
        return joint.name() + " motor";
    }

    /** The robot with all motors as bodies. */
    public RobotModel explicit() {
        return explicit;
    }

    /** A motion [q; θ] of that robot, with the base and the loads of another motion of the given one. */
    public RandomMotion motion(RandomMotion of, double[] q, double[] qd, double[] qdd) {
        Map<Integer, RandomMotion.BodyLoad> loads = new TreeMap<>();
        of.loads()
                .forEach((body, load) ->
                        loads.put(explicit.bodyIndex(model.bodies().get(body).name()), load));
        double[] none = new double[explicit.jointCount()];
        return new RandomMotion(explicit, all(q), all(qd), all(qdd), none, of.base(), loads);
    }

    /** The textbook's answer for that motion. */
    public NewtonEuler<Real> textbook(RandomMotion of, double[] q, double[] qd, double[] qdd) {
        return new NewtonEuler<>(
                TextbookRobot.of(explicit), motion(of, q, qd, qdd).textbook());
    }

    private double[] all(double[] q) {
        double[] all = new double[explicit.jointCount()];
        for (Joint joint : model.movingJoints()) {
            all[explicit.coordinate(joint.name())] = q[model.coordinate(joint.name())];
            Rotor rotor = joint.drive().rotor();
            if (rotor != null) {
                int k = explicit.coordinate(motorJoint(joint));
                all[k] = rotor.gearRatio() * q[coordinates.motorOf(joint.name())];
            }
        }
        return all;
    }

    /** A [q̈; θ̈] + ζ without the springs: what the motors' shafts take goes through the gears. */
    public double[] generalizedForces(NewtonEuler<Real> textbook, double[] qd, double[] qdd) {
        return Duals.values(generalizedForces(textbook, qd, qdd, Real::new));
    }

    /** The same in any scalar type. */
    public <S extends Scalar<S>> List<S> generalizedForces(
            NewtonEuler<S> textbook, double[] qd, double[] qdd, DoubleFunction<S> number) {
        List<S> torques = textbook.torques();
        List<S> rows = new ArrayList<>(Collections.nCopies(coordinates.size(), number.apply(0)));
        for (Joint joint : model.movingJoints()) {
            int k = model.coordinate(joint.name());
            int m = coordinates.motorOf(joint.name());
            Drive drive = joint.drive();
            S atJoint = torques.get(explicit.coordinate(joint.name()))
                    .plus(number.apply(joint.friction().effort(qd[k])));
            rows.set(k, rows.get(k).plus(atJoint));
            S atMotor = number.apply(drive.reflectedInertia())
                    .times(number.apply(qdd[m]))
                    .plus(number.apply(drive.motorFriction().effort(qd[m])));
            if (drive.rotor() != null) {
                atMotor = atMotor.plus(number.apply(drive.rotor().gearRatio())
                        .times(torques.get(explicit.coordinate(motorJoint(joint)))));
            }
            rows.set(m, rows.get(m).plus(atMotor));
        }
        return rows;
    }

    /** What the parent exerts on a body; on a motor's carrier it acts on the motors too. */
    public double[] jointWrench(NewtonEuler<Real> textbook, Body body) {
        return textbook.jointWrench(explicit.bodyIndex(body.name())).values();
    }
}
