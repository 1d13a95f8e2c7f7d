package dev.catena.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.Batch;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.control.SmoothTrajectory;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.identification.IdentificationResult;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.function.MotionState;
import dev.catena.quantity.Quantity;
import dev.catena.simulation.Run;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example runs and says something, and its numbers keep laws that it does not use. */
class ExamplesTest {
    private final RobotModel arm = RobotFiles.read(Path.of(Repository.ARM));

    /** Runs a program. */
    interface Main {
        void run(String... arguments) throws Exception;
    }

    static Stream<Arguments> programs() {
        String arm = Repository.ARM;
        return Stream.of(
                program("BuildInCode", BuildInCode::main, 2),
                program("CraneParameters", CraneParameters::main, 30, data("crane.par")),
                program("CrankTorque", CrankTorque::main, 12),
                program("ElasticArm", ElasticArm::main, 2, arm),
                program("FastestMotion", FastestMotion::main, 8, arm),
                program("FirstSteps", FirstSteps::main, 9, arm),
                program("FloatingHumanoid", FloatingHumanoid::main, 3, data("humanoid.urdf")),
                program("IdentifyArm", IdentifyArm::main, 7, arm, data("log.csv")),
                program("LiveTorqueRates", LiveTorqueRates::main, 6, arm),
                program("MillionStates", MillionStates::main, 4, arm, "1000"),
                program("OwnOptimizer", OwnOptimizer::main, 2, arm),
                program("SimulateController", SimulateController::main, 3, arm),
                program("StewartPlatform", StewartPlatform::main, 3),
                program("TorquesAlongTrajectory", TorquesAlongTrajectory::main, 6, arm, data("reach.csv")),
                program("WorkspaceMap", WorkspaceMap::main, 1, "5000"));
    }

    private static Arguments program(String name, Main main, int lines, String... arguments) {
        return Arguments.of(name, main, lines, arguments);
    }

    private static String data(String file) {
        return Repository.DATA.resolve(file).toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void everyProgramSaysSomething(String name, Main main, int lines, String[] arguments) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            main.run(arguments);
        } finally {
            System.setOut(console);
        }
        String text = said.toString(StandardCharsets.UTF_8);
        assertThat(text.lines()).as(text).hasSize(lines).noneMatch(line -> line.contains("NaN"));
    }

    @Test
    void noProgramIsForgotten() throws Exception {
        try (Stream<Path> files = Files.list(Repository.ROOT.resolve("examples/src/main/java/dev/catena/examples"))) {
            List<String> names = files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.equals("package-info"))
                    .sorted()
                    .toList();
            assertThat(programs().map(program -> program.get()[0])).containsExactlyElementsOf(names);
        }
    }

    /** From rest to rest, drives do the work of lifting and no other. */
    @Test
    void torquesAlongATrajectoryDoTheWorkOfLifting() {
        RobotModel robot = arm.withoutFriction();
        StateTable motion = StateTables.read(Repository.DATA.resolve("reach.csv"), robot);
        double[][] torques = TorquesAlongTrajectory.torques(robot, motion);
        double[] times = motion.times();
        double step = times[1] - times[0];
        double work = 0;
        for (int k = 0; k < torques.length; k++) {
            // Simpson's rule
            double weight = k == 0 || k == torques.length - 1 ? 1 : k % 2 == 1 ? 4 : 2;
            double[] qd = motion.values(k, Series.VELOCITY);
            for (int j = 0; j < qd.length; j++) {
                work += weight * step / 3 * torques[k][j] * qd[j];
            }
        }
        double lifted = potentialEnergy(robot, motion.values(torques.length - 1, Series.POSITION))
                - potentialEnergy(robot, motion.values(0, Series.POSITION));
        assertThat(lifted).isNotCloseTo(0, within(1.0));
        assertThat(work).isCloseTo(lifted, within(1e-3 * Math.abs(lifted)));
    }

    private static double potentialEnergy(RobotModel robot, double[] q) {
        Kinematics kinematics = new Kinematics(robot);
        SystemMotion whole = new SystemMotion(robot);
        kinematics.compute(q);
        whole.computePositions(kinematics);
        return whole.potentialEnergy();
    }

    /** Rates are what torques at neighboring cycles differ by. */
    @Test
    void ratesAreTheSlopeOfTorques() {
        RobotModel robot = arm.withoutFriction();
        SmoothTrajectory swing = LiveTorqueRates.swing(robot);
        double[][] rates = LiveTorqueRates.rates(robot, swing, 40);
        int n = robot.jointCount();
        double[][] torques = new double[40][n];
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[][] wanted = new double[3][n];
        for (int k = 0; k < torques.length; k++) {
            swing.derivatives(k * LiveTorqueRates.CYCLE, wanted);
            dynamics.compute(wanted[0], wanted[1], wanted[2], torques[k]);
        }
        for (int k = 1; k < torques.length - 1; k++) {
            for (int j = 0; j < n; j++) {
                double slope = (torques[k + 1][j] - torques[k - 1][j]) / (2 * LiveTorqueRates.CYCLE);
                assertThat(rates[k][j]).isCloseTo(slope, within(1e-3 * (1 + Math.abs(slope))));
            }
        }
    }

    @Test
    void aControllerThatKnowsTheRobotFollowsAndOneThatDoesNotIsOff() {
        RobotModel known = arm.withoutFriction();
        assertThat(SimulateController.largestError(SimulateController.simulate(known, known)))
                .isLessThan(1e-7);
        Run run = SimulateController.simulate(known, SimulateController.loaded(known, 0.5));
        assertThat(SimulateController.largestError(run)).isBetween(1e-3, 0.5);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
    }

    /** The fastest motion keeps every limit, touches one at all times, and is no faster than its slowest joint could be. */
    @Test
    void theFastestMotionKeepsItsLimits() {
        MotionPlan plan = FastestMotion.plan(arm);
        double duration = plan.motion().duration();
        // with at most v and a, a distance d takes d/v + v/a: here the swivel's 1.4 rad
        assertThat(duration).isBetween(1.4 / 2.5 + 2.5 / 25, 0.75);
        InverseDynamics dynamics = new InverseDynamics(arm);
        double[] tau = new double[arm.jointCount()];
        for (int k = 0; k <= 100; k++) {
            MotionState state = plan.motion().at(k * duration / 100);
            dynamics.compute(state.position(), state.velocity(), state.acceleration(), tau);
            for (int j = 0; j < tau.length; j++) {
                var limits = arm.movingJoints().get(j).limits();
                assertThat(Math.abs(tau[j])).isLessThanOrEqualTo(limits.effort());
                assertThat(Math.abs(state.velocity()[j])).isLessThanOrEqualTo(1.001 * limits.velocity());
            }
        }
        assertThat(plan.motion().at(0).position()).containsExactly(FastestMotion.FROM, within(1e-12));
        assertThat(plan.motion().at(duration).position()).containsExactly(FastestMotion.TO, within(1e-12));
    }

    @Test
    void batchesAreWhatTheRecursionGives() {
        int states = 100;
        int n = arm.jointCount();
        double[] q = MillionStates.random(n * states, 1);
        double[] qd = MillionStates.random(n * states, 2);
        double[] qdd = MillionStates.random(n * states, 3);
        double[] tau = new double[n * states];
        new Batch(RobotCompiler.compile(arm, Quantity.TORQUE)).evaluate(states, q, qd, qdd, tau);
        double[] expected = new double[n];
        InverseDynamics dynamics = new InverseDynamics(arm);
        for (int s = 0; s < states; s++) {
            dynamics.compute(of(q, s, n), of(qd, s, n), of(qdd, s, n), expected);
            assertThat(of(tau, s, n)).containsExactly(expected, within(1e-11));
        }
    }

    private static double[] of(double[] vectors, int state, int n) {
        double[] vector = new double[n];
        for (int k = 0; k < n; k++) {
            vector[k] = vectors[k * (vectors.length / n) + state];
        }
        return vector;
    }

    /** A crank that turns evenly and comes around again has done no work. */
    @Test
    void aTurnOfTheCrankTakesNoWork() {
        double[] torques = CrankTorque.torques(ShippedRobots.load("four-bar").withoutFriction(), 72, 10);
        double largest = 0;
        double sum = 0;
        for (double torque : torques) {
            largest = Math.max(largest, Math.abs(torque));
            sum += torque;
        }
        assertThat(largest).isGreaterThan(1);
        assertThat(sum / torques.length).isCloseTo(0, within(1e-9 * largest));
    }

    /** Legs that stand still carry the weight of the platform, and nothing else if they weigh nothing. */
    @Test
    void legsCarryThePlatform() {
        ParallelRobot robot = StewartPlatform.platform();
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        double[] forces = new double[6];
        dynamics.compute(StewartPlatform.TILTED, new double[6], new double[6], forces);
        Vector3 onPlatform = Vector3.ZERO;
        for (int leg = 0; leg < 6; leg++) {
            onPlatform = onPlatform.plus(dynamics.forceOnPlatform(leg));
        }
        assertThat(onPlatform.minus(new Vector3(0, 0, 200 * 9.81)).norm()).isLessThan(1e-8);
    }

    @Test
    void feedForwardKeepsAnElasticArmOnItsWay() {
        RobotModel elastic = ElasticArm.elastic(arm.withoutFriction(), 4000);
        Run run = ElasticArm.simulate(elastic);
        assertThat(ElasticArm.distance(run.end().state().jointPositions(), ElasticArm.TO))
                .isLessThan(1e-8);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-6);
    }

    @Test
    void theOptimizerEndsWhereNothingIsToBeHeld() {
        RobotModel robot = arm.withoutFriction();
        double[] start = {0, 0.6, 0.9, 0.3, 0.4, 0};
        double[] rest = OwnOptimizer.minimize(robot, start, 50);
        assertThat(OwnOptimizer.effort(robot, start)).isGreaterThan(1000);
        assertThat(OwnOptimizer.effort(robot, rest)).isLessThan(1e-16);
    }

    /** The log is of the arm with 2 kg at the tool, Coulomb friction times 1.3 and viscous friction times 0.7. */
    @Test
    void whatWasMeasuredIsFound() {
        IdentificationResult result = IdentifyArm.identify(arm, Repository.DATA.resolve("log.csv"));
        assertThat(result.isUsable()).as(result.verdict()).isTrue();
        RobotModel real = SimulateController.loaded(arm, 1.2).withoutFriction();
        double[] q = {0.3, 0.5, 0.9, -0.2, 0.6, 0.4};
        double[] expected = new double[6];
        double[] found = new double[6];
        new InverseDynamics(real).gravity(q, expected);
        new InverseDynamics(result.robot()).gravity(q, found);
        assertThat(found).containsExactly(expected, within(0.3));
        for (int j = 0; j < 3; j++) {
            double viscous = arm.movingJoints().get(j).friction().viscous();
            assertThat(result.robot().movingJoints().get(j).friction().viscous())
                    .isCloseTo(0.7 * viscous, within(0.05 * viscous));
        }
    }

    /** τ = W χ of the base parameters alone is what the whole recursion gives. */
    @Test
    void baseParametersAreEnough() {
        RobotModel crane = CraneParameters.crane(Repository.DATA.resolve("crane.par"), 500);
        BaseParameters parameters = BaseParameters.withDrives(crane);
        double[] values = parameters.parameters().stream()
                .mapToDouble(parameter -> parameter.value())
                .toArray();
        double[] q = {0.3, -0.5, 0.9, 1.2};
        double[] qd = {0.2, -0.1, 0.4, 0.3};
        double[] qdd = {-0.3, 0.2, 0.1, 0.5};
        double[] tau = new double[4];
        new InverseDynamics(crane).compute(q, qd, qdd, tau);
        assertThat(CraneParameters.torques(crane, parameters.regroup(values), q, qd, qdd))
                .containsExactly(tau, within(1e-8));
    }

    /** The torques of the swing cause the swing and the acceleration of the trunk; the mass center just falls. */
    @Test
    void aHumanoidInTheAirFallsHoweverItSwings() {
        RobotModel humanoid = RobotFiles.read(Repository.DATA.resolve("humanoid.urdf"));
        double[] swing = FloatingHumanoid.swing(humanoid);
        double[] torques = new double[swing.length];
        double[] trunk = FloatingHumanoid.trunk(humanoid, swing, torques);
        double[] still = new double[swing.length];
        double[] caused = new double[swing.length];
        double[] trunkCaused = new double[6];
        BaseMotion base = new BaseMotion().pose(Pose.translation(0, 0, 1.5));
        ForwardDynamics.of(humanoid).computeFloating(base, still, still, torques, null, trunkCaused, caused);
        assertThat(trunkCaused).containsExactly(trunk, within(1e-9));
        assertThat(caused).containsExactly(swing, within(1e-8));
        assertThat(trunk[0]).isNotCloseTo(0, within(0.1));

        Run run = FloatingHumanoid.fall(humanoid);
        assertThat(run.momentumDrift().orElseThrow()).isLessThan(1e-5);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-5);
    }

    /** The closed form of the arm of two links. */
    @Test
    void anArmThatIsBuiltIsTheOneOfTheTextbooks() {
        double[] q = {0.3, 0.8};
        double[] tau = new double[2];
        new InverseDynamics(BuildInCode.arm()).compute(q, new double[] {1, -0.5}, new double[] {2, 3}, tau);
        double m = 2;
        double l = 1;
        double c = 0.5;
        double moment = 0.17;
        double h = m * l * c;
        double g = 9.81;
        double elbow = (moment + m * c * c) * (2 + 3)
                + h * Math.cos(q[1]) * 2
                + h * Math.sin(q[1])
                + m * g * c * Math.cos(q[0] + q[1]);
        double shoulder = (2 * moment + 2 * m * c * c + m * l * l + 2 * h * Math.cos(q[1])) * 2
                + (moment + m * c * c + h * Math.cos(q[1])) * 3
                - h * Math.sin(q[1]) * (2 * 1 * -0.5 + 0.25)
                + (m * c + m * l) * g * Math.cos(q[0])
                + m * g * c * Math.cos(q[0] + q[1]);
        assertThat(tau).containsExactly(new double[] {shoulder, elbow}, within(1e-12));
    }
}
