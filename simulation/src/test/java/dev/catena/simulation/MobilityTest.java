package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inertia of joints and motors: found from responses to torques, and from the mass matrix. */
class MobilityTest {
    /** Every second joint behind a spring, if there are any. */
    private static RobotModel robot(long seed, boolean floating, boolean elastic) {
        RobotModel bare =
                RandomRobots.tree(seed, 5).prismaticShare(0.2).baseInertia().build();
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < 5; k++) {
            Joint joint = bare.movingJoints().get(k);
            Drive drive = Drive.of(new Rotor(1e-3, 7, joint.parent(), new Vector3(1, 0.5, 0.2)));
            builder.replace(joint.with(new Friction(0.3, 0.2, 0))
                    .with(elastic && k % 2 == 0 ? drive.with(Spring.of(100 + 50 * k)) : drive));
        }
        RobotModel robot = builder.build();
        return floating ? robot.withFloatingBase() : robot;
    }

    private static RealMatrix inverse(JointInertia inertia) {
        RealMatrix matrix = new Array2DRowRealMatrix(inertia.size, inertia.size);
        for (int i = 0; i < inertia.size; i++) {
            for (int j = 0; j < inertia.size; j++) {
                matrix.setEntry(i, j, inertia.matrix[i * inertia.size + j]);
            }
        }
        return new LUDecomposition(matrix).getSolver().getInverse();
    }

    @ParameterizedTest
    @CsvSource({"1,false,false", "2,true,false", "3,false,true", "4,true,true"})
    void responsesAreTheInverseOfTheMassMatrix(long seed, boolean floating, boolean elastic) {
        RobotModel robot = robot(seed, floating, elastic);
        State state = ConservationTest.randomState(robot, seed);
        JointInertia inertia = new JointInertia(robot, state);
        inertia.compute(state);
        RealMatrix inverse = inverse(inertia);
        Mobility mobility = new Mobility(robot, ForwardDynamics::of, state);
        assertThat(inertia.size).isEqualTo(elastic ? 8 : 5);
        double[] vector = new double[inertia.size];
        double[] product = new double[inertia.size];
        for (int i = 0; i < inertia.size; i++) {
            assertThat(mobility.inertia(i))
                    .as("inertia %s", i)
                    .isCloseTo(1 / inverse.getEntry(i, i), within(1e-9 * mobility.inertia(i)));
            double sum = 0;
            for (int j = 0; j < inertia.size; j++) {
                sum += Math.abs(inverse.getEntry(i, j)) * Math.sqrt(inverse.getEntry(i, i) / inverse.getEntry(j, j));
            }
            assertThat(mobility.rowSum(i)).as("row %s", i).isCloseTo(sum, within(1e-9 * sum));
            vector[i] = 0.3 * i - 1;
        }
        inertia.times(vector, product);
        Agreement.check(
                "times",
                product,
                new LUDecomposition(inverse).getSolver().getInverse().operate(vector),
                1e-9);
    }

    /** ω² = K (1/m + 1/I) for a single joint; of several, the fastest counts. */
    @Test
    void vibrations() {
        RobotModel slider = SmallRobots.slider(false, Friction.NONE, JointLimits.NONE);
        assertThat(new Mobility(slider, ForwardDynamics::of, new State(slider)).fastestVibration(slider))
                .isZero();
        RobotModel elastic = slider.toBuilder()
                .replace(slider.movingJoints().get(0).with(Drive.reflected(0.1).with(Spring.of(50))))
                .build();
        assertThat(new Mobility(elastic, ForwardDynamics::of, new State(elastic)).fastestVibration(elastic))
                .isCloseTo(Math.sqrt(50 * (1 / 2.0 + 1 / 0.1)), within(1e-10));
        RobotModel tree = robot(3, true, true);
        State state = new State(tree).jointPositions(0.2, -0.3, 0.4, 0.5, 0.6);
        // K½ W K½ with W = bᵀ M⁻¹ b, b: one on the joint and minus one on the motor
        JointInertia inertia = new JointInertia(tree, state);
        inertia.compute(state);
        RealMatrix b = new Array2DRowRealMatrix(8, 3);
        for (int e = 0; e < 3; e++) {
            double root = Math.sqrt(100 + 100 * e);
            b.setEntry(tree.coordinate(tree.elasticJoints().get(e).name()), e, root);
            b.setEntry(5 + e, e, -root);
        }
        RealMatrix squares = b.transposeMultiply(inverse(inertia).multiply(b));
        double largest = new EigenDecompositionSymmetric(squares).getEigenvalue(0);
        assertThat(new Mobility(tree, ForwardDynamics::of, state).fastestVibration(tree))
                .isCloseTo(Math.sqrt(largest), within(1e-8 * Math.sqrt(largest)));
    }

    /** A change of joint velocities takes along a base that nothing else acts on: its momentum stays. */
    @Test
    void baseGoesAlong() {
        RobotModel robot = robot(6, true, true);
        State state = ConservationTest.randomState(robot, 6);
        JointInertia inertia = new JointInertia(robot, state);
        inertia.compute(state);
        double[] change = {0.3, -0.2, 0.5, 0.1, 0.7, 0.2, -0.4, 0.6};
        double[] before = momentum(robot, state);
        for (int i = 0; i < 5; i++) {
            state.jointVelocities()[i] += change[i];
        }
        for (int e = 0; e < 3; e++) {
            state.motorVelocities()[e] += change[5 + e];
        }
        inertia.moveBase(change, state.baseVelocityInBase());
        Agreement.check("momentum", momentum(robot, state), before, 1e-11);
        JointInertia fixed = new JointInertia(robot.withFixedBase(), new State(robot.withFixedBase()));
        double[] untouched = {1, 2, 3, 4, 5, 6};
        fixed.moveBase(change, untouched);
        assertThat(untouched).containsExactly(1, 2, 3, 4, 5, 6);
    }

    private static double[] momentum(RobotModel robot, State state) {
        return Simulation.builder(robot)
                .start(state)
                .integrator(Integrator.rungeKutta(1e-4))
                .duration(1e-4)
                .build()
                .run()
                .recording()
                .get(0)
                .momentumInWorld();
    }

    @Test
    void whatHasNoInertiaIsNamed() {
        RobotModel robot = robot(3, false, true);
        State state = new State(robot).time(2);
        JointInertia inertia = new JointInertia(robot, state);
        assertThat(inertia.singular(state, 4))
                .hasMessageContaining("at 2.00000000 s what moves of joint \"%s\" of robot \"%s\" has no inertia"
                        .formatted(robot.jointNames().get(4), robot.name()));
        assertThat(inertia.singular(state, 5))
                .hasMessageContaining("the motor of joint \"%s\""
                        .formatted(robot.elasticJoints().get(0).name()));
        RobotModel massless = RobotModel.builder("nothing")
                .link(Joint.revolute("turn", "base", "arm").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
                .floating()
                .build();
        State nowhere = new State(massless);
        assertThatThrownBy(() -> new JointInertia(massless, nowhere).compute(nowhere))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("the base of robot \"nothing\" has no inertia");
    }

    /** H (ω² x + 2 ζ ω ẋ) beyond a limit, and never a pull. */
    @Test
    void compliantStopsPushOnly() {
        RobotModel limited = SmallRobots.slider(false, Friction.NONE, JointLimits.position(-0.5, 0.25));
        CompliantStops stops = new CompliantStops(
                limited,
                new JointStops.Compliant(100, 0.3),
                new Mobility(limited, ForwardDynamics::of, new State(limited)));
        assertThat(push(stops, 0.26, 0.4)).isCloseTo(-2 * (100 + 2 * 0.3 * 100 * 0.4), within(1e-9));
        assertThat(push(stops, -0.52, -0.4)).isCloseTo(2 * (200 + 2 * 0.3 * 100 * 0.4), within(1e-9));
        assertThat(push(stops, 0.26, -3)).isZero();
        assertThat(push(stops, -0.51, 3)).isZero();
        for (double within : new double[] {-0.5, 0, 0.25}) {
            assertThat(push(stops, within, 5)).isZero();
            assertThat(push(stops, within, -5)).isZero();
        }
    }

    private static double push(CompliantStops stops, double q, double qd) {
        double[] effort = {7};
        stops.addTo(effort, new double[] {q}, new double[] {qd});
        return effort[0] - 7;
    }
}
