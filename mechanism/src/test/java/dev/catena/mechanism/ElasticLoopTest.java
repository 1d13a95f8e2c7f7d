package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elastic drives in closed loops, against the same robots with every motor a body behind a spring that is an effort. */
class ElasticLoopTest {
    private static final double STIFFNESS = 300;
    private static final double REST = 0.1;
    private static final double INERTIA = 0.3;
    private static final Friction MOTOR_FRICTION = new Friction(0.2, 0.1, 0.9);

    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    /** The first active joint behind a spring, and of every other robot the second too. */
    private static RobotModel elastic(TestMechanisms.Moving m) {
        RobotModel robot = m.robot();
        RobotModelBuilder builder = robot.toBuilder();
        List<String> active = robot.loops().activeJoints();
        int springs = m.name().hashCode() % 2 == 0 ? active.size() : 1;
        for (int a = 0; a < active.size(); a++) {
            Joint joint = joint(robot, active.get(a));
            builder.replace(joint.with(
                    a < springs
                            ? new Drive(INERTIA, null)
                                    .with(new Spring(STIFFNESS, REST))
                                    .with(MOTOR_FRICTION)
                            : joint.drive()));
        }
        return builder.build();
    }

    private static Joint joint(RobotModel robot, String name) {
        return robot.movingJoints().stream()
                .filter(joint -> joint.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Every motor a body on the base, which is driven on its own. */
    private static RobotModel explicit(RobotModel elastic) {
        RobotModelBuilder builder = elastic.toBuilder().withoutLoops();
        List<String> active = new ArrayList<>(elastic.loops().activeJoints());
        for (Joint joint : elastic.elasticJoints()) {
            builder.replace(joint.with(Drive.NONE));
            String name = joint.name() + " motor";
            builder.link(
                    Joint.revolute(name, elastic.base().name(), name + " body")
                            .at(Pose.IDENTITY, Vector3.Z)
                            .with(MOTOR_FRICTION),
                    SpatialInertia.aboutCenterOfMass(
                            1, Vector3.ZERO, InertiaTensor.diagonal(INERTIA, INERTIA, INERTIA)));
            active.add(name);
        }
        for (CutJoint cut : elastic.loops().cutJoints()) {
            builder.cut(cut);
        }
        elastic.loops().assembly().forEach(builder::assembly);
        return builder.active(active.toArray(String[]::new)).build();
    }

    /** A state, and what drives exert in both formulations. */
    private static final class State {
        final RobotModel elastic;
        final RobotModel explicit;
        final int count;
        final int motors;
        final double[] q;
        final double[] qd;
        final double[] tau;
        final double[] efforts;
        final ExternalWrenches wrenches;
        final ExternalWrenches explicitWrenches;

        State(TestMechanisms.Moving m) {
            elastic = elastic(m);
            explicit = explicit(elastic);
            count = m.q().length;
            motors = elastic.elasticJoints().size();
            RandomNumbers random = new RandomNumbers(7);
            q = random.vector(count + motors, 1);
            qd = random.vector(count + motors, 1);
            System.arraycopy(m.q(), 0, q, 0, count);
            tau = random.vector(count, 5);
            efforts = new double[count + motors];
            System.arraycopy(tau, 0, efforts, 0, count);
            for (int e = 0; e < motors; e++) {
                int a = place(e);
                double spring = STIFFNESS * (q[count + e] + REST - q[a]);
                efforts[a] = spring;
                efforts[count + e] = tau[a] - spring;
            }
            wrenches = new ExternalWrenches(elastic);
            explicitWrenches = new ExternalWrenches(explicit);
            String body = elastic.bodies().get(elastic.bodies().size() - 1).name();
            wrenches.inWorld(elastic.bodyIndex(body), 1, 2, 3, 0.1, 0.2, 0.3);
            explicitWrenches.inWorld(explicit.bodyIndex(body), 1, 2, 3, 0.1, 0.2, 0.3);
        }

        /** Place of the joint of a motor among the independent ones. */
        int place(int e) {
            return elastic.loops()
                    .independentJoints()
                    .indexOf(elastic.elasticJoints().get(e).name());
        }
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void accelerationsAgreeWithMotorsAsBodies(TestMechanisms.Moving m) {
        State state = new State(m);
        double[] actual = new double[state.q.length];
        double[] expected = new double[state.q.length];
        new ElasticLoopForwardDynamics(state.elastic)
                .compute(null, state.q, state.qd, state.tau, state.wrenches, actual);
        new ClosedLoopForwardDynamics(state.explicit)
                .compute(state.q, state.qd, state.efforts, state.explicitWrenches, expected);
        Agreement.check("accelerations", actual, expected, 1e-9);
        double[] back = new double[state.count];
        ElasticLoopInverseDynamics inverse = new ElasticLoopInverseDynamics(state.elastic).copy();
        inverse.compute(null, state.q, state.qd, actual, state.wrenches, back);
        Agreement.check("torques", back, state.tau, 1e-8);
        double[] missing = new double[state.count];
        inverse.missing(missing);
        Agreement.check("missing", missing, new double[state.count], 1e-7);
    }

    /** A free base: without motors on it the momentum of all is the robot's, whatever the springs do. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void floatingAccelerationsNeedNoWrenchOnTheBase(TestMechanisms.Moving m) {
        State state = new State(m);
        RobotModel floating = state.elastic.withFloatingBase();
        BaseMotion base = new BaseMotion().velocityInBase(new Vector3(0.3, -0.2, 0.1), new Vector3(0.5, 0.2, -0.3));
        double[] a = new double[6];
        double[] qdd = new double[state.q.length];
        ElasticLoopForwardDynamics forward = new ElasticLoopForwardDynamics(floating);
        forward.computeFloating(base, state.q, state.qd, state.tau, null, a, qdd);
        double[] told = new double[state.q.length];
        base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        forward.compute(base, state.q, state.qd, state.tau, null, told);
        Agreement.check("told as found", told, qdd, 1e-8);
        // the links alone, with what springs and rigid drives do to them
        double[] efforts = Arrays.copyOf(state.efforts, state.count);
        RobotModelBuilder links = floating.toBuilder();
        floating.elasticJoints().forEach(joint -> links.replace(joint.with(Drive.NONE)));
        double[] ofLinks = new double[6];
        double[] qddOfLinks = new double[state.count];
        new ClosedLoopForwardDynamics(links.build())
                .computeFloating(
                        base,
                        Arrays.copyOf(state.q, state.count),
                        Arrays.copyOf(state.qd, state.count),
                        efforts,
                        null,
                        ofLinks,
                        qddOfLinks);
        Agreement.check("base", a, ofLinks, 1e-9);
        Agreement.check("joints", Arrays.copyOf(qdd, state.count), qddOfLinks, 1e-9);
    }

    /** What springs and motors do, given as efforts of all joints and motors, accelerates alike. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void effortsOfAllJointsAndMotors(TestMechanisms.Moving m) {
        State state = new State(m);
        int n = state.elastic.jointCount();
        double[] efforts = new double[n + state.motors];
        for (int a = 0; a < state.count; a++) {
            String joint = state.elastic.loops().activeJoints().get(a);
            efforts[state.elastic.coordinate(joint)] = state.efforts[a];
        }
        System.arraycopy(state.efforts, state.count, efforts, n, state.motors);
        BaseMotion base = new BaseMotion().velocityInBase(new Vector3(0.3, -0.2, 0.1), new Vector3(0.5, 0.2, -0.3));
        double[][] qdd = new double[4][state.q.length];
        double[][] ofBase = new double[2][6];
        ElasticLoopForwardDynamics fixed = new ElasticLoopForwardDynamics(state.elastic);
        fixed.compute(null, state.q, state.qd, state.tau, state.wrenches, qdd[0]);
        fixed.copy().computeWithAllEfforts(null, state.q, state.qd, efforts, state.wrenches, qdd[1]);
        Agreement.check("fixed base", qdd[1], qdd[0], 1e-10);
        ElasticLoopForwardDynamics floating = new ElasticLoopForwardDynamics(state.elastic.withFloatingBase());
        floating.computeFloating(base, state.q, state.qd, state.tau, null, ofBase[0], qdd[2]);
        floating.copy().computeFloatingWithAllEfforts(base, state.q, state.qd, efforts, null, ofBase[1], qdd[3]);
        Agreement.check("floating base", qdd[3], qdd[2], 1e-10);
        Agreement.check("base", ofBase[1], ofBase[0], 1e-10);
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void sensitivitiesAgreeWithMotorsAsBodies(TestMechanisms.Moving m) {
        State state = new State(m);
        int size = state.q.length;
        double[] qdd = new RandomNumbers(8).vector(size, 1);
        double[][] g = new double[3][size * size];
        new ClosedLoopSensitivity(state.explicit)
                .compute(state.q, state.qd, qdd, state.explicitWrenches, g[0], g[1], g[2]);
        double[][] expected = new double[3][state.count * size];
        for (int variable = 0; variable < 3; variable++) {
            System.arraycopy(g[variable], 0, expected[variable], 0, state.count * size);
            for (int e = 0; e < state.motors; e++) {
                System.arraycopy(
                        g[variable], (state.count + e) * size, expected[variable], state.place(e) * size, size);
            }
        }
        for (int e = 0; e < state.motors; e++) {
            int a = state.place(e);
            expected[0][a * size + a] -= STIFFNESS;
            expected[0][a * size + state.count + e] += STIFFNESS;
        }
        double[][] actual = new double[3][state.count * size];
        ElasticLoopSensitivity sensitivity = new ElasticLoopSensitivity(state.elastic).copy();
        sensitivity.torque(null, state.q, state.qd, qdd, state.wrenches, actual[0], actual[1], actual[2]);
        for (int variable = 0; variable < 3; variable++) {
            Agreement.check("torques", actual[variable], expected[variable], 1e-10);
        }
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void secondDerivativesAgreeWithMotorsAsBodies(TestMechanisms.Moving m) {
        State state = new State(m);
        int size = state.q.length;
        RandomNumbers random = new RandomNumbers(11);
        double[] qdd = random.vector(size, 1);
        double[] lambda = random.vector(state.count, 1);
        double[] multipliers = Arrays.copyOf(lambda, size);
        for (int e = 0; e < state.motors; e++) {
            multipliers[state.place(e)] = 0;
            multipliers[state.count + e] = lambda[state.place(e)];
        }
        double[] expected = new double[9 * size * size];
        new ClosedLoopCurvature(state.explicit)
                .compute(null, state.q, state.qd, qdd, state.explicitWrenches, multipliers, expected);
        double[] actual = new double[9 * size * size];
        new ElasticLoopCurvature(state.elastic)
                .copy()
                .compute(null, state.q, state.qd, qdd, state.wrenches, lambda, actual);
        Agreement.check("second derivatives", actual, expected, 1e-10);
    }

    /**
     * On a free base: along the motion that torques cause, derivatives of accelerations times rates, and those of torques
     * times rates, belong to the same jerks. A mass matrix that was found is the one of derivatives.
     */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void floatingSensitivitiesAreInversesOfEachOther(TestMechanisms.Moving m) {
        State state = new State(m);
        RobotModel floating = state.elastic.withFloatingBase();
        int size = state.q.length;
        int width = 6 + size;
        int rows = 6 + state.count;
        BaseMotion base = new BaseMotion().velocityInBase(new Vector3(0.3, -0.2, 0.1), new Vector3(0.5, 0.2, -0.3));
        ExternalWrenches wrenches = new ExternalWrenches(floating);
        wrenches.inWorld(floating.bodies().size() - 1, 1, 2, 3, 0.1, 0.2, 0.3);
        double[] a = new double[6];
        double[] qdd = new double[size];
        ElasticLoopForwardDynamics forward = new ElasticLoopForwardDynamics(floating);
        forward.computeFloating(base, state.q, state.qd, state.tau, wrenches, a, qdd);
        double[] mass = new double[width * width];
        forward.massMatrix(mass);
        double[][] byState = {new double[width * width], new double[width * width], new double[width * state.count]};
        ElasticLoopSensitivity sensitivity = new ElasticLoopSensitivity(floating).copy();
        sensitivity.accelerationFloating(
                base, state.q, state.qd, state.tau, wrenches, byState[0], byState[1], byState[2]);
        base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        double[][] torque = new double[3][rows * width];
        sensitivity.torqueFloating(base, state.q, state.qd, qdd, wrenches, torque[0], torque[1], torque[2]);
        int[] driven = new int[state.count];
        Arrays.setAll(driven, k -> k);
        for (int e = 0; e < state.motors; e++) {
            driven[state.place(e)] = state.count + e;
        }
        for (int k = 0; k < rows; k++) {
            int row = k < 6 ? k : 6 + driven[k - 6];
            Agreement.check(
                    "mass matrix",
                    Arrays.copyOfRange(torque[2], k * width, (k + 1) * width),
                    Arrays.copyOfRange(mass, row * width, (row + 1) * width),
                    1e-10);
        }
        // ∂τ/∂x + ∂τ/∂ẍ ∂ẍ/∂x = 0 on the rows of base and drives, likewise by ẋ, and ∂τ/∂ẍ ∂ẍ/∂τ is the identity
        for (int variable = 0; variable < 3; variable++) {
            int columns = variable == 2 ? state.count : width;
            double[] left = new double[rows * columns];
            double[] right = new double[rows * columns];
            for (int i = 0; i < rows; i++) {
                for (int c = 0; c < columns; c++) {
                    for (int k = 0; k < width; k++) {
                        left[i * columns + c] += torque[2][i * width + k] * byState[variable][k * columns + c];
                    }
                    right[i * columns + c] = variable == 2 ? (i == 6 + c ? 1 : 0) : -torque[variable][i * width + c];
                }
            }
            Agreement.check("inverse", left, right, 1e-8);
        }
    }

    /** W χ is what acts: torques of motors and of rigid drives, and nothing beside the springs at their joints. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void regressorTimesParametersIsWhatActs(TestMechanisms.Moving m) {
        State state = new State(m);
        // neither gyroscopic rotors nor friction in cut joints are parameters
        RobotModelBuilder builder = state.elastic.toBuilder().withoutLoops();
        for (Joint joint : state.elastic.movingJoints()) {
            if (joint.drive().rotor() != null) {
                builder.replace(joint.with(Drive.NONE));
            }
        }
        for (CutJoint cut : state.elastic.loops().cutJoints()) {
            builder.cut(cut.with(Friction.NONE));
        }
        state.elastic.loops().assembly().forEach(builder::assembly);
        RobotModel robot = builder.active(state.elastic.loops().activeJoints().toArray(String[]::new))
                .independent(state.elastic.loops().independentJoints().toArray(String[]::new))
                .build();
        int size = state.q.length;
        double[] qdd = new double[size];
        new ElasticLoopForwardDynamics(robot).compute(state.q, state.qd, state.tau, qdd);
        ElasticLoopRegressor regressor = new ElasticLoopRegressor(robot).copy();
        double[] W = new double[size * regressor.columns()];
        regressor.compute(null, state.q, state.qd, qdd, W);
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        double[] product = new double[size];
        for (int i = 0; i < size; i++) {
            for (int c = 0; c < parameters.length; c++) {
                product[i] += W[i * parameters.length + c] * parameters[c];
            }
        }
        double[] expected = Arrays.copyOf(state.tau, size);
        for (int e = 0; e < state.motors; e++) {
            expected[state.place(e)] = 0;
            expected[state.count + e] = state.tau[state.place(e)];
        }
        assertThat(regressor.rows()).isEqualTo(size);
        Agreement.check("what acts", product, expected, 1e-8);
    }

    /** On a base that floats, with its acceleration and the jerks of joints and motors. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void floatingFeedForwardIsUndoneByForwardDynamics(TestMechanisms.Moving m) {
        State state = new State(m);
        RobotModel robot = state.elastic.withFloatingBase();
        int count = state.count;
        int size = state.q.length;
        int width = 6 + size;
        double[][] motion = new double[6][];
        RandomNumbers random = new RandomNumbers(12);
        for (int d = 0; d < 6; d++) {
            motion[d] = d == 0 ? m.q().clone() : random.vector(count, 1);
        }
        BaseMotion base = new BaseMotion()
                .pose(random.pose(1))
                .velocityInBase(new Vector3(0.3, -0.2, 0.1), new Vector3(0.5, 0.2, -0.3));
        ExternalWrenches wrenches = new ExternalWrenches(robot);
        wrenches.inWorld(robot.bodies().size() - 1, 1, 2, 3, 0.1, 0.2, 0.3);
        double[] a = new double[6];
        double[] q = new double[size];
        double[] qd = new double[size];
        double[] qdd = new double[size];
        double[] tau = new double[count];
        double[] rates = new double[count];
        ElasticLoopFeedForward feedForward =
                ElasticLoopFeedForward.withRates(robot).copy();
        feedForward.computeFloating(base, motion, wrenches, a, q, qd, qdd, tau);
        feedForward.torqueRates(rates);
        double[] found = new double[6];
        double[] accelerations = new double[size];
        new ElasticLoopForwardDynamics(robot).computeFloating(base, q, qd, tau, wrenches, found, accelerations);
        Agreement.check("base", found, a, 1e-8);
        Agreement.check("joints and motors", accelerations, qdd, 1e-8);

        double[][] by = {new double[width * width], new double[width * width], new double[width * count]};
        new ElasticLoopSensitivity(robot).accelerationFloating(base, q, qd, tau, wrenches, by[0], by[1], by[2]);
        Vector3 v = base.velocityInBase().linear();
        Vector3 w = base.velocityInBase().angular();
        Vector3 linear = new Vector3(a[0], a[1], a[2]).minus(w.cross(v));
        double[] position = {v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
        double[] velocity = {linear.x(), linear.y(), linear.z(), a[3], a[4], a[5]};
        double[] jerk = new double[count];
        for (int i = 0; i < count; i++) {
            int row = (6 + i) * width;
            for (int k = 0; k < width; k++) {
                jerk[i] += by[0][row + k] * (k < 6 ? position[k] : qd[k - 6])
                        + by[1][row + k] * (k < 6 ? velocity[k] : qdd[k - 6]);
            }
            for (int k = 0; k < count; k++) {
                jerk[i] += by[2][(6 + i) * count + k] * rates[k];
            }
        }
        Agreement.check("jerks", jerk, motion[3], 1e-7);
    }

    /** Forward dynamics of the torques found give the motion that was asked for, and its jerk. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void feedForwardIsUndoneByForwardDynamics(TestMechanisms.Moving m) {
        State state = new State(m);
        int count = state.count;
        int size = state.q.length;
        ElasticLoopFeedForward feedForward =
                ElasticLoopFeedForward.withRates(state.elastic).copy();
        assertThat(feedForward.order()).isEqualTo(5);
        double[][] motion = new double[6][];
        RandomNumbers random = new RandomNumbers(9);
        for (int d = 0; d < 6; d++) {
            motion[d] = d == 0 ? m.q().clone() : random.vector(count, 1);
        }
        double[] q = new double[size];
        double[] qd = new double[size];
        double[] qdd = new double[size];
        double[] tau = new double[count];
        double[] rates = new double[count];
        feedForward.compute(motion, state.wrenches, q, qd, qdd, tau);
        feedForward.torqueRates(rates);
        double[] actual = new double[size];
        new ElasticLoopForwardDynamics(state.elastic).compute(null, q, qd, tau, state.wrenches, actual);
        Agreement.check("accelerations", actual, qdd, 1e-8);
        Agreement.check("joints", Arrays.copyOf(qdd, count), motion[2], 1e-12);

        double[][] matrices = {new double[size * size], new double[size * size], new double[size * count]};
        new ElasticLoopSensitivity(state.elastic)
                .acceleration(null, q, qd, tau, state.wrenches, matrices[0], matrices[1], matrices[2]);
        double[] jerk = new double[count];
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < size; k++) {
                jerk[i] += matrices[0][i * size + k] * qd[k] + matrices[1][i * size + k] * qdd[k];
            }
            for (int k = 0; k < count; k++) {
                jerk[i] += matrices[2][i * count + k] * rates[k];
            }
        }
        Agreement.check("jerks", jerk, motion[3], 1e-7);
        double[] without = new double[count];
        new ElasticLoopFeedForward(state.elastic).compute(motion, state.wrenches, q, qd, qdd, without);
        Agreement.check("torques", without, tau, 1e-12);
    }

    /** K (θ + rest offset − q) and its derivatives; rates of torques are those of the torques at neighboring times. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void springsObeyHookeAndTorquesTheirRates(TestMechanisms.Moving m) {
        State state = new State(m);
        int size = state.q.length;
        RandomNumbers random = new RandomNumbers(13);
        double[][] motion = new double[6][];
        for (int d = 0; d < 6; d++) {
            motion[d] = d == 0 ? m.q().clone() : random.vector(state.count, 0.5);
        }
        ElasticLoopFeedForward feedForward = ElasticLoopFeedForward.withRates(state.elastic);
        double[] tau = new double[state.count];
        double[][] x = new double[3][size];
        double h = 1e-3;
        double[] expected = new double[state.count];
        double[] weights = {1, -8, 0, 8, -1};
        for (int k = -2; k <= 2; k++) {
            feedForward.compute(later(motion, k * h), state.wrenches, x[0], x[1], x[2], tau);
            for (int a = 0; a < state.count; a++) {
                expected[a] += weights[k + 2] * tau[a] / (12 * h);
            }
        }
        feedForward.compute(motion, state.wrenches, x[0], x[1], x[2], tau);
        double[] rates = new double[state.count];
        feedForward.torqueRates(rates);
        Agreement.check("rates of torques", rates, expected, 1e-6);
        double[] springs = new double[state.motors];
        for (int d = 0; d < 3; d++) {
            feedForward.springEfforts(d, springs);
            for (int e = 0; e < state.motors; e++) {
                double stretched = x[d][state.count + e] - x[d][state.place(e)] + (d == 0 ? REST : 0);
                Agreement.check("spring, derivative " + d, springs[e], STIFFNESS * stretched, 1e-9);
            }
        }
        feedForward.springEfforts(3, springs);
        assertThatThrownBy(() -> feedForward.springEfforts(4, springs)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> feedForward.springEfforts(-1, springs)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Of a polynomial in time, its derivatives at another time. */
    private static double[][] later(double[][] motion, double t) {
        double[][] out = new double[motion.length][motion[0].length];
        for (int d = 0; d < motion.length; d++) {
            double factor = 1;
            for (int k = d; k < motion.length; k++) {
                for (int i = 0; i < motion[k].length; i++) {
                    out[d][i] += factor * motion[k][i];
                }
                factor *= t / (k - d + 1);
            }
        }
        return out;
    }

    /** After forward dynamics all joints move with the accelerations found. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void allJointsAccelerateAsFound(TestMechanisms.Moving m) {
        State state = new State(m);
        double[] qdd = new double[state.q.length];
        ElasticLoopForwardDynamics forward = new ElasticLoopForwardDynamics(state.elastic);
        forward.compute(state.q, state.qd, state.tau, qdd);
        LoopKinematics kinematics = new LoopKinematics(state.elastic);
        assertThat(kinematics.close(Arrays.copyOf(state.q, state.count)).isClosed())
                .isTrue();
        kinematics.move(Arrays.copyOf(state.qd, state.count));
        kinematics.accelerate(Arrays.copyOf(qdd, state.count));
        double[] expected = new double[state.elastic.jointCount()];
        double[] actual = new double[state.elastic.jointCount()];
        kinematics.accelerations(expected);
        forward.kinematics().accelerations(actual);
        Agreement.check("accelerations of all joints", actual, expected, 1e-10);
    }

    @Test
    void nothingIsAllocated() {
        TestMechanisms.Moving m = TestMechanisms.golden("fivebar");
        State state = new State(m);
        ElasticLoopForwardDynamics forward = new ElasticLoopForwardDynamics(state.elastic);
        double[] qdd = new double[state.q.length];
        assertThat(Allocations.bytes(() -> forward.compute(state.q, state.qd, state.tau, qdd)))
                .isZero();
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        TestMechanisms.Moving m = TestMechanisms.golden("fourbar");
        RobotModel robot = m.robot();
        Drive spring = new Drive(INERTIA, null).with(new Spring(STIFFNESS, 0));
        String active = robot.loops().activeJoints().get(0);
        String passive = robot.jointNames().stream()
                .filter(name -> !name.equals(active))
                .findFirst()
                .orElseThrow();
        RobotModel idle =
                robot.toBuilder().replace(joint(robot, passive).with(spring)).build();
        assertThatThrownBy(() -> new ElasticLoopForwardDynamics(idle))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not active");
        assertThatThrownBy(() -> new ElasticLoopForwardDynamics(robot.openTree()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dev.catena.drive");
        String carrier = joint(robot, active).child();
        RobotModel spinning = robot.toBuilder()
                .replace(joint(robot, active)
                        .with(new Drive(INERTIA, new Rotor(1e-4, 50, carrier, Vector3.X))
                                .with(new Spring(STIFFNESS, 0))))
                .build();
        assertThatThrownBy(() -> new ElasticLoopFeedForward(spinning))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("differential equation");
        RobotModel elastic = elastic(m);
        ElasticLoopFeedForward feedForward = new ElasticLoopFeedForward(elastic);
        double[] two = new double[2];
        assertThatThrownBy(() -> feedForward.compute(
                        new double[3][1], null, new double[2], new double[2], new double[2], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("up to derivative 2");
        feedForward.compute(
                new double[][] {m.q(), {0}, {0}, {0}, {0}}, null, two, new double[2], new double[2], new double[1]);
        assertThatThrownBy(() -> feedForward.torqueRates(new double[1]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withRates");
        RobotModelBuilder both = elastic.toBuilder().withoutLoops();
        elastic.loops().cutJoints().forEach(both::cut);
        elastic.loops().assembly().forEach(both::assembly);
        RobotModel redundant = both.active(active, passive).independent(active).build();
        assertThatThrownBy(() -> new ElasticLoopFeedForward(redundant))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other active joints");
        assertThatThrownBy(() -> new ElasticLoopSensitivity(redundant))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other active joints");
    }
}
