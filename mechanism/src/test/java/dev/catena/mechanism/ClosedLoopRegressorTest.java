package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClosedLoopRegressorTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    /** Independent joints driven, nothing in cut joints, drives as told, and bodies with the inertias of a seed. */
    private static RobotModel robot(RobotModel given, long seed, Function<Joint, Joint> drives) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = given.toBuilder().withoutLoops();
        given.bodies().forEach(body -> builder.replace(new Body(body.name(), random.inertia())));
        given.movingJoints().forEach(joint -> builder.replace(drives.apply(joint)));
        for (CutJoint cut : given.loops().cutJoints()) {
            builder.cut(cut.with(Friction.NONE));
        }
        given.loops().assembly().forEach(builder::assembly);
        String[] independent = given.loops().independentJoints().toArray(String[]::new);
        return builder.active(independent).independent(independent).build();
    }

    private static double[] product(ClosedLoopRegressor regressor, double[] W, double[] parameters) {
        int columns = regressor.columns();
        double[] product = new double[regressor.rows()];
        Arrays.setAll(product, r -> {
            double sum = 0;
            for (int c = 0; c < columns; c++) {
                sum += W[r * columns + c] * parameters[c];
            }
            return sum;
        });
        return product;
    }

    /** The matrix of one robot times the parameters of another one are the torques of that one. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void parametersOfAnotherRobot(TestMechanisms.Moving m) {
        RandomNumbers random = new RandomNumbers(8);
        BaseMotion base = new BaseMotion()
                .pose(random.pose(1))
                .velocityInBase(random.vector3(1), random.vector3(1))
                .accelerationInBase(random.vector3(1), random.vector3(1));
        Function<Joint, Joint> none = joint -> joint.with(Drive.NONE).with(Friction.NONE);
        RobotModel other = robot(m.robot(), 2, none);
        ClosedLoopRegressor regressor = new ClosedLoopRegressor(robot(m.robot(), 1, none));
        double[] W = new double[regressor.rows() * regressor.columns()];
        double[] parameters = new double[regressor.columns()];
        new ClosedLoopRegressor(other).parameters(parameters);
        regressor.compute(base, m.q(), m.qd(), m.qdd(), W);
        double[] expected = new double[m.q().length];
        new ClosedLoopInverseDynamics(other).compute(base, m.q(), m.qd(), m.qdd(), null, expected);
        Agreement.check("torques", product(regressor, W, parameters), expected, 1e-9);
        assertThat(Allocations.bytes(() -> regressor.compute(base, m.q(), m.qd(), m.qdd(), W)))
                .isZero();

        RobotModel free = other.withFloatingBase();
        double[] acceleration = new double[6];
        new ClosedLoopInverseDynamics(free).computeFloating(base, m.q(), m.qd(), m.qdd(), null, acceleration, expected);
        BaseMotion moved = new BaseMotion()
                .pose(base.pose())
                .velocityInBase(
                        base.velocityInBase().linear(), base.velocityInBase().angular())
                .accelerationInBase(
                        new Vector3(acceleration[0], acceleration[1], acceleration[2]),
                        new Vector3(acceleration[3], acceleration[4], acceleration[5]));
        ClosedLoopRegressor floating =
                new ClosedLoopRegressor(robot(m.robot(), 1, none).withFloatingBase()).copy();
        double[] rows = new double[floating.rows() * floating.columns()];
        double[] ofAll = new double[floating.columns()];
        new ClosedLoopRegressor(free).parameters(ofAll);
        floating.compute(moved, m.q(), m.qd(), m.qdd(), rows);
        double[] found = product(floating, rows, ofAll);
        Agreement.check("what holds the base", Arrays.copyOf(found, 6), new double[6], 1e-9);
        Agreement.check("floating torques", Arrays.copyOfRange(found, 6, found.length), expected, 1e-9);
    }

    /** Reflected inertia and friction of all joints, driven or not. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void drivesAreParameters(TestMechanisms.Moving m) {
        RobotModel robot =
                robot(m.robot(), 3, joint -> joint.with(Drive.reflected(0.2)).with(Friction.of(0.3, 0.4)));
        ClosedLoopRegressor regressor = ClosedLoopRegressor.withDrives(robot).copy();
        double[] W = new double[regressor.rows() * regressor.columns()];
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        regressor.compute(m.q(), m.qd(), m.qdd(), W);
        double[] expected = new double[m.q().length];
        new ClosedLoopInverseDynamics(robot).compute(m.q(), m.qd(), m.qdd(), expected);
        Agreement.check("torques", product(regressor, W, parameters), expected, 1e-9);
    }
}
