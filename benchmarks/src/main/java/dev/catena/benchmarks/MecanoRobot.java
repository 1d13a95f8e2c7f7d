package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import org.ejml.data.DMatrixRMaj;
import us.ihmc.euclid.matrix.Matrix3D;
import us.ihmc.euclid.matrix.RotationMatrix;
import us.ihmc.euclid.referenceFrame.ReferenceFrame;
import us.ihmc.euclid.transform.RigidBodyTransform;
import us.ihmc.euclid.tuple3D.Vector3D;
import us.ihmc.mecano.algorithms.InverseDynamicsCalculator;
import us.ihmc.mecano.multiBodySystem.PrismaticJoint;
import us.ihmc.mecano.multiBodySystem.RevoluteJoint;
import us.ihmc.mecano.multiBodySystem.RigidBody;
import us.ihmc.mecano.multiBodySystem.interfaces.MultiBodySystemReadOnly;
import us.ihmc.mecano.multiBodySystem.interfaces.OneDoFJointBasics;
import us.ihmc.mecano.multiBodySystem.interfaces.RigidBodyBasics;

/** The same robot as a multi-body system of mecano. */
final class MecanoRobot {
    private static final double TOLERANCE = 1e-9;

    private final RigidBodyBasics base;
    private final OneDoFJointBasics[] joints;
    private final int[] row;
    private final InverseDynamicsCalculator inverseDynamics;
    private final DMatrixRMaj tau;

    MecanoRobot(RobotModel model) {
        base = new RigidBody(model.base().name(), ReferenceFrame.getWorldFrame());
        joints = new OneDoFJointBasics[model.jointCount()];
        RigidBodyBasics[] bodies = new RigidBodyBasics[model.bodies().size()];
        Pose[] afterJointFromBody = new Pose[bodies.length];
        bodies[0] = base;
        afterJointFromBody[0] = Pose.IDENTITY;
        for (int b = 1; b < bodies.length; b++) {
            Joint joint = model.jointOf(b).orElseThrow();
            int parent = model.parent(b);
            OneDoFJointBasics moving = joint(
                    joint,
                    bodies[parent],
                    afterJointFromBody[parent].times(joint.geometry().parentFromJoint()));
            afterJointFromBody[b] = joint.geometry().jointFromBody();
            SpatialInertia inertia = model.bodies().get(b).inertia().in(afterJointFromBody[b]);
            bodies[b] = new RigidBody(
                    model.bodies().get(b).name(),
                    moving,
                    matrix(inertia.tensorAboutCenter()),
                    inertia.mass(),
                    vector(inertia.centerOfMass()));
            joints[model.coordinate(joint.name())] = moving;
        }

        inverseDynamics = new InverseDynamicsCalculator(MultiBodySystemReadOnly.toMultiBodySystemInput(base));
        Vector3 g = model.gravity();
        inverseDynamics.setGravitationalAcceleration(g.x(), g.y(), g.z());
        tau = inverseDynamics.getJointTauMatrix();
        row = new int[joints.length];
        for (int k = 0; k < joints.length; k++) {
            row[k] = inverseDynamics.getInput().getJointMatrixIndexProvider().getJointDoFIndices(joints[k])[0];
        }
    }

    /** Everything that a user has to call for a new state. */
    void inverseDynamics(double[] q, double[] qd, double[] qdd, double[] tauOut) {
        for (int k = 0; k < joints.length; k++) {
            joints[k].setQ(q[k]);
            joints[k].setQd(qd[k]);
            joints[k].setQdd(qdd[k]);
        }
        base.updateFramesRecursively();
        inverseDynamics.compute();
        for (int k = 0; k < joints.length; k++) {
            tauOut[k] = tau.get(row[k], 0);
        }
    }

    /** Complains unless both libraries compute the same robot. */
    void checkAgainst(RobotModel model, States states) {
        InverseDynamics ours = new InverseDynamics(model);
        double[] expected = new double[joints.length];
        double[] actual = new double[joints.length];
        for (int s = 0; s < States.COUNT; s++) {
            ours.compute(states.q[s], states.qd[s], states.qdd[s], expected);
            inverseDynamics(states.q[s], states.qd[s], states.qdd[s], actual);
            double scale = 0;
            double difference = 0;
            for (int k = 0; k < joints.length; k++) {
                scale = Math.max(scale, Math.abs(expected[k]));
                difference = Math.max(difference, Math.abs(expected[k] - actual[k]));
            }
            // written so that NaN fails too
            if (!(difference <= TOLERANCE * scale)) {
                throw new IllegalStateException("%s, state %d: torques of catena and mecano differ by %.3g of %.3g"
                        .formatted(model.name(), s, difference, scale));
            }
        }
    }

    private static OneDoFJointBasics joint(Joint joint, RigidBodyBasics parent, Pose parentFromJoint) {
        RigidBodyTransform place = transform(parentFromJoint);
        Vector3D axis = vector(joint.geometry().axisInJoint().normalized());
        if (joint.kind() == JointKind.FIXED) {
            throw new IllegalArgumentException(
                    "joint \"%s\" is fixed; compare robots of moving joints only".formatted(joint.name()));
        }
        return joint.kind() == JointKind.REVOLUTE
                ? new RevoluteJoint(joint.name(), parent, place, axis)
                : new PrismaticJoint(joint.name(), parent, place, axis);
    }

    private static RigidBodyTransform transform(Pose pose) {
        Rotation r = pose.rotation();
        RotationMatrix rotation =
                new RotationMatrix(r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz());
        return new RigidBodyTransform(rotation, vector(pose.position()));
    }

    private static Matrix3D matrix(InertiaTensor t) {
        return new Matrix3D(t.xx(), t.xy(), t.xz(), t.xy(), t.yy(), t.yz(), t.xz(), t.yz(), t.zz());
    }

    private static Vector3D vector(Vector3 v) {
        return new Vector3D(v.x(), v.y(), v.z());
    }
}
