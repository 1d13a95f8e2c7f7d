package dev.catena.identification.excitation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomRobots;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Motions that show every parameter, within limits. */
class ExcitationTest {
    private static RobotModel limited() {
        RobotModel robot = RandomRobots.chain(3, 3).build();
        RobotModelBuilder builder = robot.toBuilder();
        robot.movingJoints().forEach(joint -> builder.replace(joint.with(new JointLimits(-2, 2.5, 3, 60, 400))));
        return builder.build();
    }

    /** q̇ is the derivative of q, and so on. */
    @Test
    void derivativesAreThoseOfThePositions() {
        double[] coefficients = new Random(2).doubles(14, -1, 1).toArray();
        FourierTrajectory trajectory = new FourierTrajectory(2, 3, 7, coefficients);
        double h = 1e-5;
        double[] above = new double[2];
        double[] below = new double[2];
        double[] rate = new double[2];
        for (int order = 0; order < 3; order++) {
            trajectory.evaluate(order, 1.3 + h, above);
            trajectory.evaluate(order, 1.3 - h, below);
            trajectory.evaluate(order + 1, 1.3, rate);
            for (int j = 0; j < 2; j++) {
                assertEquals((above[j] - below[j]) / (2 * h), rate[j], 1e-7, "order " + order);
            }
        }
    }

    /** The exact slopes of W by finite shifts, prismatic joints included. */
    @ParameterizedTest
    @EnumSource(Criterion.class)
    void gradientsAreThoseOfDifferences(Criterion criterion) {
        RobotModel robot = RandomRobots.chain(4, 4).prismaticShare(0.4).build();
        checkGradients(robot, criterion);
        checkGradients(CoupledRobots.couple(robot, 2, 0), criterion);
    }

    private static void checkGradients(RobotModel robot, Criterion criterion) {
        ObservationModel model = ObservationModel.of(robot, DriveModel.of());
        double[] x = new Random(6).doubles(robot.jointCount() * 7L, -0.5, 0.5).toArray();
        ExcitationProgram program =
                new ExcitationProgram(model, ExcitationLimits.of(robot), criterion, 3, 4, 30, false, x);
        double[] gradient = new double[x.length];
        program.gradient(x, gradient);
        double h = 1e-5;
        for (int k = 0; k < x.length; k++) {
            double[] up = x.clone();
            double[] down = x.clone();
            up[k] += h;
            down[k] -= h;
            double difference = (program.objective(up) - program.objective(down)) / (2 * h);
            assertEquals(difference, gradient[k], 1e-6 * (1 + Math.abs(difference)), "variable " + k);
        }
    }

    @Test
    void jacobiansAreThoseOfDifferences() {
        RobotModel robot = limited();
        ObservationModel model = ObservationModel.of(robot, DriveModel.of());
        double[] x = new Random(6).doubles(robot.jointCount() * 5L, -0.5, 0.5).toArray();
        ExcitationProgram program =
                new ExcitationProgram(model, ExcitationLimits.of(robot), Criterion.DETERMINANT, 2, 4, 20, true, x);
        double[] entries = new double[program.jacobianPattern().entryCount()];
        program.jacobian(x, entries);
        double[][] dense = new double[program.constraintCount()][x.length];
        for (int e = 0; e < entries.length; e++) {
            dense[program.jacobianPattern().row(e)][program.jacobianPattern().column(e)] += entries[e];
        }
        double[] above = new double[program.constraintCount()];
        double[] below = new double[program.constraintCount()];
        double h = 1e-6;
        for (int k = 0; k < x.length; k++) {
            double[] up = x.clone();
            double[] down = x.clone();
            up[k] += h;
            down[k] -= h;
            program.constraints(up, above);
            program.constraints(down, below);
            for (int i = 0; i < above.length; i++) {
                double difference = (above[i] - below[i]) / (2 * h);
                assertEquals(difference, dense[i][k], 1e-5 * (1 + Math.abs(difference)), program.constraintName(i));
            }
        }
    }

    @Test
    void moreIterationsFindABetterMotion() {
        Excitation excitation = Excitation.of(limited()).period(5).harmonics(2).samples(20);
        assertTrue(excitation.iterationLimit(1).plan().unitCondition()
                > 1.1 * excitation.iterationLimit(20).plan().unitCondition());
        assertThrows(IllegalArgumentException.class, () -> excitation.iterationLimit(0));
    }

    @Test
    void theMotionKeepsItsLimitsAndStartsFromRest() {
        RobotModel robot = limited();
        ExcitationPlan plan =
                Excitation.of(robot).period(5).harmonics(4).samples(40).plan();
        assertTrue(plan.isFeasible(), plan.message());
        assertTrue(plan.utilization() <= 1 && plan.utilization() > 0.9, "utilization " + plan.utilization());
        assertTrue(plan.unitCondition() < 10, "condition " + plan.unitCondition());
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[][] motion = new double[3][3];
        double[] tau = new double[3];
        for (int k = 0; k < 333; k++) {
            for (int order = 0; order < 3; order++) {
                plan.trajectory().evaluate(order, 5 * k / 333.0, motion[order]);
            }
            dynamics.compute(motion[0], motion[1], motion[2], tau);
            for (int j = 0; j < 3; j++) {
                assertTrue(motion[0][j] >= -2 && motion[0][j] <= 2.5, "position");
                assertTrue(Math.abs(motion[1][j]) <= 3, "velocity");
                assertTrue(Math.abs(tau[j]) <= 60, "effort");
                assertTrue(k > 0 || Math.abs(motion[1][j]) + Math.abs(motion[2][j]) < 1e-6, "rest");
            }
        }
    }

    @Test
    void pandaHas43Parameters() {
        assertEquals(
                43,
                ObservationModel.of(ShippedRobots.load("panda"), DriveModel.of())
                        .columns()
                        .size());
    }
}
