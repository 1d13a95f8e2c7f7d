package dev.catena.control;

import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ConstraintProjection;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.simulation.Controller;
import dev.catena.simulation.State;
import java.util.List;

/**
 * Computed torque of a robot that contacts hold, as feet on the ground, [Siciliano]: of all motions that keep the contacts the
 * one whose joints come nearest to q̈_d + K_d ė + K_p e, and the torques for it, with reactions of least norm. The base goes along
 * as the contacts demand.
 *
 * <p>That motion is what the same forces would make of a robot with very heavy rotors, so that contacts move the base and not
 * the joints; joints that the contacts tie to each other share what is left.
 *
 * <p>One per thread: {@code controller.copy()} makes another for another thread; every run of a simulation takes one. Where the
 * contacts cannot supply what the motion needs, as with one hinge under a biped, there is no torque.
 */
public final class ContactComputedTorque implements Controller {
    /** Rotors, in parts of the robot's mass, and of its mass times the square of its length where joints turn. */
    private static final double HEAVY = 1e8;

    private final LawGuard guard;
    private final RobotModel robot;
    private final List<CutJoint> contacts;
    private final double[] stiffness;
    private final double[] damping;
    private final Trajectory trajectory;
    private final ConstrainedForwardDynamics heavy;
    private final ConstraintProjection projection;
    private final ConstrainedInverseDynamics inverse;
    private final BaseMotion base = new BaseMotion();

    /** By joint. */
    private final double[] rotor;

    private final double[] q;
    private final double[] qd;
    private final double[] qdd;
    private final double[] efforts;
    private final double[] ofBase = new double[6];
    private final double[] jointStep;
    private final double[] baseStep = new double[6];

    /**
     * @param model what the controller believes the robot to be
     * @param contacts that hold it
     * @param stiffness K_p in 1/s², by joint
     * @param damping K_d in 1/s, by joint
     */
    public ContactComputedTorque(
            RobotModel model, List<CutJoint> contacts, double[] stiffness, double[] damping, Trajectory trajectory) {
        robot = model;
        if (!model.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "ContactComputedTorque is for rigid drives, but joint \"%s\" of robot \"%s\" is elastic; take ElasticMotorPd or ElasticComputedTorque with contacts, or withoutSprings()"
                            .formatted(model.elasticJoints().get(0).name(), model.name()));
        }
        this.contacts = List.copyOf(contacts);
        guard = new LawGuard(ContactComputedTorque.class, model);
        this.stiffness = JointModel.gains("stiffness", model, stiffness);
        this.damping = JointModel.gains("damping", model, damping);
        this.trajectory = trajectory;
        rotor = rotors(model);
        heavy = new ConstrainedForwardDynamics(withRotors(model), contacts);
        projection = new ConstraintProjection(model, contacts);
        inverse = new ConstrainedInverseDynamics(model, contacts);
        int n = model.jointCount();
        q = new double[n];
        qd = new double[n];
        qdd = new double[n];
        efforts = new double[n];
        jointStep = new double[n];
    }

    private static double[] rotors(RobotModel model) {
        double length = Extent.of(model).length();
        double[] rotors = new double[model.jointCount()];
        for (Joint joint : model.movingJoints()) {
            double square = joint.kind() == JointKind.PRISMATIC ? 1 : length * length;
            rotors[model.coordinate(joint.name())] = HEAVY * model.totalMass() * square;
        }
        return rotors;
    }

    private RobotModel withRotors(RobotModel model) {
        RobotModelBuilder builder = model.withoutFriction().toBuilder().gravity(0, 0, 0);
        for (Joint joint : model.movingJoints()) {
            builder.replace(joint.with(Drive.reflected(rotor[model.coordinate(joint.name())])));
        }
        return builder.build();
    }

    @Override
    public ContactComputedTorque copy() {
        return new ContactComputedTorque(robot, contacts, stiffness, damping, trajectory);
    }

    @Override
    public void torque(double time, State state, double[] torqueOut) {
        guard.begin(time, state, torqueOut);
        double[] positions = state.jointPositions();
        double[] velocities = state.jointVelocities();
        trajectory.at(time, q, qd, qdd);
        for (int i = 0; i < q.length; i++) {
            double wanted = qdd[i] + damping[i] * (qd[i] - velocities[i]) + stiffness[i] * (q[i] - positions[i]);
            efforts[i] = rotor[i] * wanted;
        }
        state.copyBaseTo(base);
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        if (floats) {
            heavy.computeFloating(base, positions, velocities, efforts, null, ofBase, qdd);
        } else {
            heavy.compute(null, positions, velocities, efforts, null, qdd);
        }
        // heavy rotors cost digits, so that ties are kept to some eight of them
        setBase(floats);
        double unused =
                projection.closeAccelerations(floats ? base : null, positions, velocities, qdd, baseStep, jointStep);
        add(baseStep, ofBase);
        add(jointStep, qdd);
        setBase(floats);
        inverse.compute(floats ? base : null, positions, velocities, qdd, null, null, torqueOut);
        guard.end(torqueOut);
    }

    private void setBase(boolean floats) {
        if (floats) {
            base.accelerationInBase(ofBase[0], ofBase[1], ofBase[2], ofBase[3], ofBase[4], ofBase[5]);
        }
    }

    private static void add(double[] step, double[] sum) {
        for (int k = 0; k < sum.length; k++) {
            sum[k] += step[k];
        }
    }

    @Override
    public double nextSwitch(double time) {
        return trajectory.nextSwitch(time);
    }
}
