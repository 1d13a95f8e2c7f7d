package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.LoopClosure;
import dev.catena.mechanism.LoopStatus;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The robots with closed loops that ship: one jump from the assembly leads where small steps lead. */
class ShippedLoopsTest {
    private static final int JUMPS = 12;
    private static final int STEPS = 300;

    static List<String> loops() {
        return ShippedRobots.names().stream()
                .filter(name -> ShippedRobots.load(name).hasLoops())
                .toList();
    }

    private static double[] assembly(RobotModel robot) {
        return robot.loops().independentJoints().stream()
                .mapToDouble(joint -> robot.loops().assembly().getOrDefault(joint, 0.0))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("loops")
    void aJumpLeadsWhereSmallStepsLead(String name) {
        RobotModel robot = ShippedRobots.load(name);
        double[] start = assembly(robot);
        double size = switch (name) {
            case "stewart" -> 0.1;
            case "delta", "seven-joint" -> 0.8;
            default -> 20;
        };
        RandomNumbers random = new RandomNumbers(17);
        double[] walked = new double[robot.jointCount()];
        double[] jumped = new double[robot.jointCount()];
        int reached = 0;
        for (int j = 0; j < JUMPS; j++) {
            double[] target = start.clone();
            for (int k = 0; k < target.length; k++) {
                target[k] += random.between(-size, size) * (name.equals("five-bar") ? 0.05 : 1);
            }
            LoopClosure walk = new LoopClosure(robot);
            LoopStatus status = LoopStatus.CLOSED;
            for (int i = 0; i <= STEPS && status.isClosed(); i++) {
                double[] q = new double[target.length];
                for (int k = 0; k < q.length; k++) {
                    q[k] = start[k] + (target[k] - start[k]) * i / STEPS;
                }
                status = walk.close(i == STEPS ? target : q);
            }
            LoopClosure jump = new LoopClosure(robot);
            assertThat(jump.close(target))
                    .as("%s to %s", name, Arrays.toString(target))
                    .isEqualTo(status);
            if (status.isClosed()) {
                walk.positions(walked);
                jump.positions(jumped);
                Agreement.check(name + " to " + Arrays.toString(target), jumped, walked, 1e-10);
                reached++;
            }
        }
        assertThat(reached).isGreaterThan(JUMPS / 2);
    }
}
