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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import us.ihmc.ejml.data.DMatrixRMaj;
import us.ihmc.euclid.matrix.Matrix3D;
import us.ihmc.euclid.matrix.RotationMatrix;
import us.ihmc.euclid.referenceFrame.ReferenceFrame;
import us.ihmc.euclid.transform.RigidBodyTransform;
import us.ihmc.euclid.tuple3D.Vector3D;
import us.ihmc.mecano.algorithms.CompositeRigidBodyMassMatrixCalculator;
import us.ihmc.mecano.algorithms.ForwardDynamicsCalculator;
import us.ihmc.mecano.algorithms.InverseDynamicsCalculator;
import us.ihmc.mecano.multiBodySystem.PrismaticJoint;
import us.ihmc.mecano.multiBodySystem.RevoluteJoint;
import us.ihmc.mecano.multiBodySystem.RigidBody;
import us.ihmc.mecano.multiBodySystem.SixDoFJoint;
import us.ihmc.mecano.multiBodySystem.interfaces.MultiBodySystemReadOnly;
import us.ihmc.mecano.multiBodySystem.interfaces.OneDoFJointBasics;
import us.ihmc.mecano.multiBodySystem.interfaces.RigidBodyBasics;

/** The same robot as a multi-body system of mecano. */
final class MecanoRobot {
    /** Velocity of a floating base, in its own axes. */
    static final Vector3D LINEAR = new Vector3D(1, 2, 3);

    static final Vector3D ANGULAR = new Vector3D(0.4, 0.5, 0.6);

    private static final double TOLERANCE = 1e-9;

    private final RigidBodyBasics world;
    private final @Nullable SixDoFJoint floatingJoint;
    private final OneDoFJointBasics[] joints;
    private final int[] row;
    private final InverseDynamicsCalculator inverseDynamics;
    private final ForwardDynamicsCalculator forwardDynamics;
    private final CompositeRigidBodyMassMatrixCalculator massMatrix;
    private final DMatrixRMaj tau;
    private final DMatrixRMaj tauIn;

    MecanoRobot(RobotModel model) {
        this(model, false);
    }

    /**
     * @param floating whether the base is on a joint of six freedoms
     */
    MecanoRobot(RobotModel model, boolean floating) {
        world = new RigidBody("world", ReferenceFrame.getWorldFrame());
        RigidBodyBasics base;
        if (floating) {
            floatingJoint = new SixDoFJoint("floating", world);
            SpatialInertia inertia = model.base().inertia();
            base = new RigidBody(
                    model.base().name(),
                    floatingJoint,
                    matrix(inertia.tensorAboutCenter()),
                    inertia.mass(),
                    vector(inertia.centerOfMass()));
        } else {
            floatingJoint = null;
            base = world;
        }
        joints = new OneDoFJointBasics[model.jointCount()];
        RigidBodyBasics[] bodies = new RigidBodyBasics[model.bodies().size()];
        Pose[] afterJointFromBody = new Pose[bodies.length];
        bodies[0] = base;
        afterJointFromBody[0] = Pose.IDENTITY;
        for (int b = 1; b < bodies.length; b++) {
            Joint joint = model.jointOf(b).orElseThrow();
            int parent = model.parent(b);
            if (isMassless(model, b, joint)) {
                continue;
            }
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

        MultiBodySystemReadOnly system = MultiBodySystemReadOnly.toMultiBodySystemInput(world);
        inverseDynamics = new InverseDynamicsCalculator(system);
        forwardDynamics = new ForwardDynamicsCalculator(system);
        massMatrix = new CompositeRigidBodyMassMatrixCalculator(system);
        Vector3 g = model.gravity();
        inverseDynamics.setGravitationalAcceleration(g.x(), g.y(), g.z());
        forwardDynamics.setGravitationalAcceleration(g.x(), g.y(), g.z());
        tauIn = new DMatrixRMaj(joints.length + (floating ? 6 : 0), 1);
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
        world.updateFramesRecursively();
        inverseDynamics.compute();
        for (int k = 0; k < joints.length; k++) {
            tauOut[k] = tau.get(row[k], 0);
        }
    }

    /** Accelerations of the joints; the base, if it floats, is at the origin and moves with a fixed velocity. */
    void forwardDynamics(double[] q, double[] qd, double[] tauGiven, double[] qddOut) {
        setState(q, qd);
        for (int k = 0; k < joints.length; k++) {
            tauIn.set(row[k], 0, tauGiven[k]);
        }
        forwardDynamics.compute(tauIn);
        DMatrixRMaj qdd = forwardDynamics.getJointAccelerationMatrix();
        for (int k = 0; k < joints.length; k++) {
            qddOut[k] = qdd.get(row[k], 0);
        }
    }

    /** The mass matrix, in the order of our joints. */
    void massMatrix(double[] q, double[] qd, double[] matrixOut) {
        setState(q, qd);
        massMatrix.reset();
        DMatrixRMaj M = massMatrix.getMassMatrix();
        int n = joints.length;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrixOut[i * n + j] = M.get(row[i], row[j]);
            }
        }
    }

    private void setState(double[] q, double[] qd) {
        for (int k = 0; k < joints.length; k++) {
            joints[k].setQ(q[k]);
            joints[k].setQd(qd[k]);
        }
        if (floatingJoint != null) {
            floatingJoint.setJointLinearVelocity(LINEAR);
            floatingJoint.setJointAngularVelocity(ANGULAR);
        }
        world.updateFramesRecursively();
    }

    /** Complains unless two libraries found the same numbers. */
    static void checkSame(String what, double[] ours, double[] theirs) {
        double scale = 0;
        double difference = 0;
        for (int k = 0; k < ours.length; k++) {
            scale = Math.max(scale, Math.abs(ours[k]));
            difference = Math.max(difference, Math.abs(ours[k] - theirs[k]));
        }
        // written so that NaN fails too
        if (!(difference <= TOLERANCE * scale)) {
            throw new IllegalStateException(
                    "%s: catena and mecano differ by %s of %s".formatted(what, difference, scale));
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
            checkSame("%s, state %s, torques".formatted(model.name(), s), expected, actual);
        }
    }

    /** Whether a body is only a frame at the end of an arm. */
    private static boolean isMassless(RobotModel model, int body, Joint joint) {
        boolean isTip = IntStream.range(1, model.bodies().size()).noneMatch(b -> model.parent(b) == body);
        return joint.kind() == JointKind.FIXED
                && isTip
                && model.bodies().get(body).inertia().mass() == 0;
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
