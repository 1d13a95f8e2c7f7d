package dev.catena.identification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.identification.estimate.LinearSolution;
import dev.catena.identification.estimate.TriangularFactor;
import dev.catena.identification.excitation.FourierTrajectory;
import dev.catena.identification.log.DriveTrain;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.physical.LogCholesky;
import dev.catena.identification.signal.CentralDifferences;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.StreamedDecimation;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Mistakes of callers are named where they happen, and nothing is counted or written then. */
class IdentificationRefusalTest {
    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }

    /** A row that is refused leaves the factor as it was. */
    @Test
    void rows() {
        TriangularFactor factor = new TriangularFactor(2);
        factor.add(new double[] {1, 2}, 3, 1);
        factor.add(new double[] {2, 1}, 5, 1);
        double before = factor.squares(new double[] {0.3, 0.4});
        refuses(() -> factor.add(new double[] {1, 2, 3}, 3, 1), "row has length 3");
        refuses(() -> factor.add(new double[] {1, Double.NaN}, 3, 1), "row[1]");
        refuses(() -> factor.add(new double[] {1, 2}, Double.POSITIVE_INFINITY, 1), "effort");
        refuses(() -> factor.add(new double[] {1, 2}, 3, Double.NaN), "weight");
        refuses(() -> factor.squares(new double[1]), "beta has length 1");
        refuses(() -> LinearSolution.of(factor, new boolean[3], new double[2]), "there are 2 columns");
        assertThat(factor.rows()).isEqualTo(2);
        assertThat(factor.squares(new double[] {0.3, 0.4})).isEqualTo(before);
    }

    @Test
    void driveTrains() {
        DriveTrain train = DriveTrain.ofMatrix(new double[][] {{10, 5}, {0, 20}});
        double[] motor = {1, 2};
        refuses(() -> train.positions(motor, motor), "same array");
        refuses(() -> train.efforts(motor, motor), "same array");
        refuses(() -> train.rates(new double[3], new double[2]), "motor has length 3");
        refuses(() -> train.rates(new double[2], new double[3]), "jointOut has length 3");
        refuses(() -> train.withOffsets(0, Double.NaN), "must be finite");
        refuses(() -> train.withMotorConstants(0, Double.POSITIVE_INFINITY), "must be finite");
        refuses(() -> DriveTrain.ofRatios(10, Double.NaN), "must be finite");
    }

    @Test
    void signals() {
        refuses(() -> CentralDifferences.apply(new double[3], 0, new double[3]), "the interval is 0.0 s");
        refuses(() -> CentralDifferences.apply(new double[3], Double.NaN, new double[3]), "interval");
        Decimation decimation = Decimation.by(4);
        double[] x = new double[500];
        refuses(() -> decimation.apply(x, 501, new double[500]), "501 of 500 samples");
        refuses(() -> decimation.apply(x, 500, new double[3]), "room for 125");
        refuses(() -> decimation.apply(x, 500, x), "decimated");
        refuses(() -> new StreamedDecimation(decimation, 2, sample -> {}).push(new double[3]), "there are 2");
    }

    @Test
    void trajectoriesAndParameters() {
        refuses(() -> new FourierTrajectory(1, 1, 1, new double[] {0, Double.NaN, 0}), "must be finite");
        FourierTrajectory wave = new FourierTrajectory(1, 1, 1, new double[] {0, 1, 0});
        refuses(() -> wave.evaluate(0, 0, new double[2]), "valuesOut has length 2");
        refuses(() -> wave.evaluate(-1, 0, new double[1]), "order is -1");
        refuses(() -> wave.evaluate(0, Double.NaN, new double[1]), "time is NaN");
        refuses(() -> LogCholesky.parameters(new double[11]), "10 finite numbers");
        refuses(() -> LogCholesky.jacobian(new double[] {0, 0, 0, 0, 0, 0, 0, 0, 0, Double.NaN}), "10 finite numbers");
        refuses(() -> DriveModel.standard().coupled(1, Double.NaN), "must be finite");
        refuses(() -> DriveModel.standard().withStribeckVelocities(0.1, 0), "must be positive");
    }

    /** Known efforts are those of the state that is asked for, whatever was computed before. */
    @Test
    void knownEffortsOfClosedLoopsBelongToTheState() {
        RobotModel bare = ShippedRobots.load("five-bar");
        RobotModelBuilder builder = bare.toBuilder();
        bare.movingJoints().stream()
                .filter(joint -> !bare.independentJoints().contains(joint))
                .forEach(joint ->
                        builder.replace(joint.with(Drive.reflected(0.3)).with(new Friction(0.2, 0.5, 0.1))));
        RobotModel robot = builder.build();
        ObservationModel model = ObservationModel.of(robot, DriveModel.standard());
        int n = model.joints();
        double[] q = bare.independentJoints().stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
        double[] qd = {0.3, -0.4};
        double[] other = {-0.6, 0.2};
        double[] fresh = new double[n];
        model.copy().knownEfforts(q, qd, qd, fresh);
        assertThat(Math.abs(fresh[0]) + Math.abs(fresh[1])).isGreaterThan(0.1);
        double[] rows = new double[n * model.columns().size()];
        model.compute(q, other, other, new double[n], rows);
        double[] after = new double[n];
        model.knownEfforts(q, qd, qd, after);
        for (int j = 0; j < n; j++) {
            assertThat(after[j]).isCloseTo(fresh[j], within(1e-9));
        }
    }

    /** What the regressor explains and what is known are all that drives feel; friction in cut joints is known too. */
    @Test
    void rowsAndKnownEffortsAreTheEfforts() {
        RobotModel bare = ShippedRobots.load("five-bar");
        // nothing but friction in the cut joint is known
        RobotModelBuilder builder = bare.withoutFriction().toBuilder();
        bare.loops().cutJoints().forEach(cut -> builder.replace(cut.with(new Friction(0.2, 0.7, 0.1))));
        RobotModel robot = builder.build();
        ObservationModel model = ObservationModel.of(robot, DriveModel.standard());
        double[] q = {1.7, 1.1};
        double[] qd = {0.9, -0.4};
        double[] qdd = {-2, 3};
        double[] expected = new double[2];
        new ClosedLoopInverseDynamics(robot).compute(q, qd, qdd, expected);
        double[] found = new double[2];
        model.knownEfforts(q, qd, qdd, found);
        double[] parameters = model.prior();
        double[] rows = new double[2 * parameters.length];
        model.compute(q, qd, qdd, new double[2], rows);
        for (int j = 0; j < 2; j++) {
            for (int c = 0; c < parameters.length; c++) {
                found[j] += rows[j * parameters.length + c] * parameters[c];
            }
        }
        Agreement.check("efforts", found, expected, 1e-11);
    }
}
