package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.mechanism.parallel.Delta;
import dev.catena.mechanism.parallel.GoughStewart;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One call of the closure, from the assembly to anywhere within half a turn, against a walk in small steps. */
class SpatialJumpsTest {
    /** For each mechanism; {@code -Dcatena.jumps=1000} for a long run. */
    private static final int JUMPS = Math.max(2, Integer.getInteger("catena.jumps", 25) / 5);

    private int closed;
    private int refused;

    @Test
    void mechanismsOfTheTests() {
        for (TestMechanisms.Moving moving : TestMechanisms.all()) {
            jump(moving.name(), moving.robot(), moving.name().startsWith("random") ? 0.6 : 3, JUMPS);
        }
        assertThat(closed).isGreaterThan(4 * JUMPS);
        assertThat(refused).isPositive();
    }

    /** Only in a long run are there more random ones. */
    @Test
    void randomMechanisms() {
        for (int k = 0; k < JUMPS / 4; k++) {
            CutKind kind = CutKind.values()[k % CutKind.values().length];
            TestMechanisms.Moving moving = TestMechanisms.random(1000 + k, kind);
            jump(moving.name(), moving.robot(), 1, 4);
        }
        assertThat(closed).isGreaterThanOrEqualTo(JUMPS / 4 / 2);
    }

    @Test
    void parallelRobots() {
        RobotModel stewart = GoughStewart.named("stewart")
                .symmetric(0.6, 0.2, 0.4, 0.25, 0)
                .home(Pose.translation(0.05, 0, 0.7))
                .build()
                .toClosedLoops();
        jump("stewart", stewart, 0.3, JUMPS / 2);
        jump("delta", Delta.named("delta").lengths(0.2, 0.05, 0.3, 0.7).buildClosedLoops(), 1.2, JUMPS / 2);
        assertThat(closed).isGreaterThanOrEqualTo(JUMPS / 2);
    }

    private void jump(String name, RobotModel robot, double size, int jumps) {
        RandomNumbers random = new RandomNumbers(name.hashCode());
        LoopClosure closure = new LoopClosure(robot);
        double[] start = assembly(robot);
        assertThat(closure.close(start)).as(name).isEqualTo(LoopStatus.CLOSED);
        double[] assembled = new double[robot.jointCount()];
        closure.positions(assembled);
        double[] q = new double[assembled.length];
        for (int j = 0; j < jumps; j++) {
            double[] target = start.clone();
            for (int k = 0; k < target.length; k++) {
                target[k] += random.between(-size, size);
            }
            SmallSteps walk = new SmallSteps(robot, assembled);
            SmallSteps.End end = walk.walk(target);
            closure.restart();
            LoopStatus status = closure.close(target);
            String what = "%s to %s: %s".formatted(name, Arrays.toString(target), closure.describe());
            if (end == SmallSteps.End.REACHED) {
                assertThat(status).as(what).isEqualTo(LoopStatus.CLOSED);
                closure.positions(q);
                Agreement.check(what, q, walk.q, 1e-8);
                closed++;
            } else if (end == SmallSteps.End.STUCK) {
                assertThat(status).as(what).isIn(LoopStatus.NOT_CLOSABLE, LoopStatus.BEYOND_SINGULARITY);
                refused++;
            }
        }
    }

    private static double[] assembly(RobotModel robot) {
        Map<String, Double> assembly = robot.loops().assembly();
        return robot.loops().independentJoints().stream()
                .mapToDouble(joint -> assembly.getOrDefault(joint, 0.0))
                .toArray();
    }
}
