package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.graph.Program;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RobotCompilerTest {
    private static final RobotModel ARM = ShippedRobots.load("panda");

    @Test
    void partsLeadToWhatIsCompiled() {
        assertThat(RobotCompiler.quantityWith(Quantity.TORQUE)).contains(Quantity.TORQUE);
        assertThat(RobotCompiler.quantityWith(Quantity.ACCELERATION_BY_TORQUE))
                .contains(Quantity.ACCELERATION_SENSITIVITY);
        assertThat(RobotCompiler.quantityWith(Quantity.CUT_WRENCH)).isEmpty();
        assertThatThrownBy(() -> RobotCompiler.compile(ARM, Quantity.CUT_WRENCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cutWrench is not compiled", "torque, torqueRate");
    }

    @ParameterizedTest
    @MethodSource("dev.catena.compile.RobotCompiler#quantities")
    void theSameRobotGivesTheSameProgram(Quantity quantity) {
        RobotModel robot = RandomRobots.everything(8, 4);
        Program first = RobotCompiler.program(robot, quantity);
        Program second = RobotCompiler.program(RandomRobots.everything(8, 4), quantity);

        assertThat(text(second)).isEqualTo(text(first));
    }

    private static String text(Program program) {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < program.size(); k++) {
            text.append("%s %s %s %s%n"
                    .formatted(program.operation(k), program.left(k), program.right(k), program.value(k)));
        }
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                text.append(output.isNegative(c) ? " -" : " ").append(output.node(c));
            }
        }
        return text.toString();
    }

    @Test
    void nothingIsAllocated() {
        int n = ARM.jointCount();
        CompiledFunction torque = RobotCompiler.compile(ARM, Quantity.TORQUE);
        CompiledFunction sensitivity = RobotCompiler.compile(ARM, Quantity.TORQUE_SENSITIVITY);
        double[] q = new Random(1).doubles(n, -3, 3).toArray();
        double[] tau = new double[n];
        double[][] matrices = new double[3][n * n];

        assertThat(Allocations.bytes(() -> torque.evaluate(q, q, q, tau))).isZero();
        assertThat(Allocations.bytes(() -> sensitivity.evaluate(q, q, q, matrices[0], matrices[1], matrices[2])))
                .isZero();
    }

    /** The torques of 128 bodies fit into one class, which is cut into many methods. */
    @Test
    void largeRobotsCompile() {
        RobotModel chain = RandomRobots.chain(1, 128).build();
        int n = chain.jointCount();
        Random random = new Random(2);
        double[] q = random.doubles(n, -3, 3).toArray();
        double[] qd = random.doubles(n, -3, 3).toArray();
        double[] x = random.doubles(n, -3, 3).toArray();
        double[] expected = new double[n];
        double[] actual = new double[n];

        new InverseDynamics(chain).compute(q, qd, x, expected);
        RobotCompiler.torque(chain).compute(q, qd, x, actual);
        Agreement.check("torques, seed 2", actual, expected, 1e-12);

        // accelerations of a chain of 128 bodies reach 1e9: rounding of either way shows
        ForwardDynamics.of(chain).compute(q, qd, x, expected);
        new CoreFunctions.Acceleration(RobotCompiler.compile(chain, Quantity.ACCELERATION)).compute(q, qd, x, actual);
        Agreement.check("accelerations, seed 2", actual, expected, 1e-9);
    }

    @Test
    void tooLargeRobotsFallBackToTheHandWrittenClass() {
        RobotModel chain = RandomRobots.chain(1, 128).build();

        assertThatThrownBy(() -> RobotCompiler.compile(chain, Quantity.MASS_MATRIX))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContaining("massMatrix")
                .hasMessageContaining("128 joints")
                .hasMessageContaining("100000");
        MassMatrixFunction massMatrix = RobotCompiler.massMatrix(chain);
        assertThat(massMatrix).isInstanceOf(MassMatrix.class);
    }

    @Test
    void whatIsFasterByHandIsHandWritten() {
        RobotModel arm = RandomRobots.chain(1, 7).build();
        RobotModel chain = RandomRobots.chain(1, 32).build();

        assertThat(RobotCompiler.acceleration(arm).origin()).isEqualTo("compiled");
        assertThat(RobotCompiler.massMatrix(arm).origin()).isEqualTo("compiled");
        assertThat(RobotCompiler.torque(RandomRobots.chain(1, 20).build()).origin())
                .isEqualTo("compiled");
        assertThat(RobotCompiler.torque(chain)).isInstanceOf(InverseDynamics.class);
        assertThat(RobotCompiler.torqueSensitivity(RandomRobots.chain(1, 6).build())
                        .origin())
                .isEqualTo("compiled");
        assertThat(RobotCompiler.torqueSensitivity(RandomRobots.chain(1, 8).build()))
                .isInstanceOf(TorqueSensitivity.class);
        assertThat(RobotCompiler.acceleration(chain)).isInstanceOf(ForwardDynamics.class);
        assertThat(RobotCompiler.massMatrix(chain)).isInstanceOf(MassMatrix.class);
        assertThat(RobotFunctions.compiled().massMatrix(chain)).isInstanceOf(MassMatrix.class);
    }

    @Test
    void aJointWithoutInertiaIsNamed() {
        RobotModel robot = RobotModel.builder("massless")
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base("base")
                .link(
                        Joint.revolute("turning", "base", "point"),
                        SpatialInertia.aboutCenterOfMass(1, new Vector3(0, 0, 0.5), InertiaTensor.ZERO))
                .build();

        assertThatThrownBy(() -> RobotCompiler.acceleration(robot))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exists in no posture")
                .hasMessageContaining("turning");
    }

    @Test
    void wrongArgumentsAreNamed() {
        CompiledFunction torque = RobotCompiler.compile(ARM, Quantity.TORQUE);
        double[] q = new double[7];
        double[] six = new double[6];

        assertThatThrownBy(() -> torque.evaluate(q, six, q, q))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("qd has length 6")
                .hasMessageContaining("needs 7");
        assertThatThrownBy(() -> torque.evaluate(q, q))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 vectors given");
        assertThatThrownBy(() -> new Batch(torque).evaluate(2, q, q, q, q))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 states of 7 components of robot \"panda\" need 14");
        assertThatThrownBy(() -> new Batch(torque, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
