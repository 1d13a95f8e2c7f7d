package dev.catena.app.eval;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.BaseState;
import dev.catena.formats.StateTable;
import dev.catena.formats.StateTable.AppliedWrench;
import dev.catena.formats.StateTable.Series;
import dev.catena.formats.StateTable.WrenchFrame;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.sensitivity.AppliedLoad.Variable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One state of a robot at a time, and every quantity of it. External wrenches keep their components in the frame that
 * they are given in, and the base has no jerk: a state table says nothing else. Energy, mass center and momentum are
 * those of what can move: a base that rests on the ground, and what is fixed to it, do not count.
 */
public final class Evaluation {
    private final RobotModel robot;
    private final List<String> joints;
    private final InverseDynamics inverseDynamics;
    private final ForceRate forceRate;
    private final Kinematics kinematics;
    private final WholeRobot wholeRobot;
    private final WholeRobot movingPart;
    private final BaseMotion base = new BaseMotion();
    private final BaseMotion restingBase = new BaseMotion();
    private final ExternalWrenches wrenches;
    private final double[] zero;
    private boolean grounded;
    private double[] q;
    private double[] qd;
    private double[] qdd;
    private double[] qddd;
    private double[] tau;
    private final Sensitivities sensitivities;

    public Evaluation(RobotModel robot) {
        this.robot = robot;
        joints = robot.jointNames();
        inverseDynamics = new InverseDynamics(robot);
        forceRate = new ForceRate(robot);
        kinematics = new Kinematics(robot);
        wholeRobot = new WholeRobot(robot);
        movingPart = new WholeRobot(withoutGround(robot));
        wrenches = new ExternalWrenches(robot);
        zero = new double[robot.jointCount()];
        q = zero;
        qd = zero;
        qdd = zero;
        qddd = zero;
        tau = zero;
        sensitivities = new Sensitivities(robot);
    }

    /** Goes to a state of a table whose joints are in the robot's order. */
    public void set(StateTable table, int k) {
        q = table.values(k, Series.POSITION);
        qd = table.values(k, Series.VELOCITY);
        qdd = table.values(k, Series.ACCELERATION);
        qddd = table.values(k, Series.JERK);
        tau = table.values(k, Series.EFFORT);
        StateTable.State state = table.states().get(k);
        grounded = robot.baseKind() == BaseKind.FIXED && state.base() == null;
        setBase(state.base());
        wrenches.clear();
        state.wrenches().forEach(this::apply);
    }

    private void setBase(@Nullable BaseState state) {
        if (state == null) {
            base.pose(Pose.IDENTITY)
                    .velocityInBase(Vector3.ZERO, Vector3.ZERO)
                    .accelerationInBase(Vector3.ZERO, Vector3.ZERO);
            restingBase.pose(Pose.IDENTITY);
            return;
        }
        Pose worldFromBase = new Pose(
                Rotation.fromQuaternion(
                        state.orientationX(), state.orientationY(), state.orientationZ(), state.orientationW()),
                state.position());
        // the table's acceleration is spatial; classical = spatial + ω × v
        Vector3 classical =
                state.linearAcceleration().plus(state.angularVelocity().cross(state.linearVelocity()));
        base.pose(worldFromBase)
                .velocityInBase(state.linearVelocity(), state.angularVelocity())
                .accelerationInBase(classical, state.angularAcceleration());
        restingBase.pose(worldFromBase);
    }

    private void apply(String body, AppliedWrench applied) {
        if (applied.frame() == WrenchFrame.BODY) {
            wrenches.inBody(body, applied.wrench());
        } else {
            wrenches.inWorld(body, applied.wrench());
        }
    }

    /** Torques and their rates. */
    public void torqueAndRate(double[] tauOut, double[] tauRateOut) {
        forceRate.compute(base, q, qd, qdd, qddd, wrenches, tauOut, tauRateOut);
    }

    Value torque() {
        double[] tau = new double[zero.length];
        inverseDynamics.compute(base, q, qd, qdd, wrenches, tau);
        return perJoint(tau);
    }

    Value torqueRate() {
        double[] tauRate = new double[zero.length];
        torqueAndRate(new double[zero.length], tauRate);
        return perJoint(tauRate);
    }

    Value gravity() {
        double[] tau = new double[zero.length];
        inverseDynamics.compute(restingBase, q, zero, zero, null, tau);
        return perJoint(tau);
    }

    Value bias() {
        double[] tau = new double[zero.length];
        inverseDynamics.compute(base, q, qd, zero, wrenches, tau);
        return perJoint(tau);
    }

    Value jointWrench() {
        inverseDynamics.compute(base, q, qd, qdd, wrenches, new double[zero.length]);
        return byJoint(inverseDynamics::jointWrenchInBody);
    }

    Value jointWrenchRate() {
        torqueAndRate(new double[zero.length], new double[zero.length]);
        return byJoint(forceRate::jointWrenchRateInBody);
    }

    Value torqueBy(Variable variable) {
        return sensitivities.torque(variable, base, q, qd, qdd, wrenches);
    }

    Value jointWrenchBy(Variable variable) {
        return sensitivities.jointWrench(variable, base, q, qd, qdd, wrenches);
    }

    Value accelerationByPosition() {
        return sensitivities.accelerationByPosition(base, q, qd, tau, wrenches);
    }

    Value accelerationByVelocity() {
        return sensitivities.accelerationByVelocity(base, q, qd, tau, wrenches);
    }

    Value accelerationByTorque() {
        return sensitivities.accelerationByTorque(base, q, qd, tau, wrenches);
    }

    Value baseWrench() {
        inverseDynamics.compute(base, q, qd, qdd, wrenches, new double[zero.length]);
        return wrench(inverseDynamics.jointWrenchInBody(0), robot.base().name());
    }

    Value pose() {
        kinematics.compute(base, q, null, null, null);
        return byBody(body -> {
            Pose pose = kinematics.worldFromBody(body);
            return Value.Fields.of(
                    "position", Value.Numbers.of(pose.position()), "rotation", Value.Rows.of(pose.rotation()));
        });
    }

    Value bodyVelocity() {
        kinematics.compute(base, q, qd, null, null);
        return byBody(body -> twist(kinematics.velocityInWorld(body)));
    }

    Value bodyAcceleration() {
        kinematics.compute(base, q, qd, qdd, null);
        return byBody(body -> twist(kinematics.accelerationInWorld(body)));
    }

    Value energy() {
        SystemMotion system = moving();
        return Value.Fields.of(
                "kinetic", new Value.Scalar(system.kineticEnergy()),
                "potential", new Value.Scalar(system.potentialEnergy()));
    }

    Value centerOfMass() {
        return Value.Numbers.of(moving().centerOfMassInWorld());
    }

    Value momentum() {
        return twist(moving().momentumInWorldAboutCenterOfMass());
    }

    /** Energy, mass center and momentum of all that can move: what is bolted to the ground does not count. */
    private SystemMotion moving() {
        WholeRobot whole = grounded ? movingPart : wholeRobot;
        whole.kinematics.compute(base, q, qd, null, null);
        whole.motion.compute(whole.kinematics);
        return whole.motion;
    }

    /** A robot as a whole. */
    private static final class WholeRobot {
        private final Kinematics kinematics;
        private final SystemMotion motion;

        private WholeRobot(RobotModel robot) {
            kinematics = new Kinematics(robot);
            motion = new SystemMotion(robot);
        }
    }

    /** The robot with nothing left of the base and of what fixed joints tie to it but their frames. */
    private static RobotModel withoutGround(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder().inertiaPolicy(InertiaPolicy.LENIENT);
        boolean[] ground = new boolean[robot.bodies().size()];
        for (int b = 0; b < ground.length; b++) {
            ground[b] = robot.jointOf(b)
                    .map(joint -> !joint.kind().moves() && ground[robot.bodyIndex(joint.parent())])
                    .orElse(true);
            if (ground[b]) {
                builder.replace(new Body(robot.bodies().get(b).name(), SpatialInertia.ZERO));
            }
        }
        return builder.build();
    }

    private Value perJoint(double[] values) {
        return new Value.Numbers(joints, values);
    }

    private static Value twist(Twist twist) {
        return Value.Fields.of(
                "linear", Value.Numbers.of(twist.linear()), "angular", Value.Numbers.of(twist.angular()));
    }

    private static Value wrench(Wrench wrench, String body) {
        return Value.Fields.of("force", Value.Numbers.of(wrench.force()), "moment", Value.Numbers.of(wrench.moment()))
                .with("frame", new Value.Remark("body " + body));
    }

    private Value byJoint(IntFunction<Wrench> wrenchOfBody) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Joint joint : robot.joints()) {
            values.put(joint.name(), wrench(wrenchOfBody.apply(robot.bodyIndex(joint.child())), joint.child()));
        }
        return new Value.Fields(values);
    }

    private Value byBody(IntFunction<Value> valueOfBody) {
        Map<String, Value> values = new LinkedHashMap<>();
        List<Body> bodies = robot.bodies();
        for (int b = 0; b < bodies.size(); b++) {
            values.put(bodies.get(b).name(), valueOfBody.apply(b));
        }
        return new Value.Fields(values);
    }
}
