package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.mechanism.LoopClosure;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.RandomNumbers;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Four-bars whose cranks nearly pass both dead points: regions above and below are apart by gaps so narrow that no sample would meet
 * them, or none. On both sides of a gap bars reach each other on the same side of the dyad, but no way leads from one to the other.
 */
class NarrowGapsTest {
    /** Crank a on a ground d; coupler and rocker, a crossed parallelogram but for what the rocker lacks, do not reach either dead point. */
    private static RobotModel fourBar(double a, double d, double gap, double crank) {
        double b = d;
        double c = a - gap;
        double side = -Math.signum(crank);
        double x = d - a * Math.cos(crank);
        double y = -a * Math.sin(crank);
        double way = Math.hypot(x, y);
        double toPivot = Math.atan2(y, x);
        double atPoint = Math.acos((b * b + way * way - c * c) / (2 * b * way));
        double atPivot = Math.acos((c * c + way * way - b * b) / (2 * c * way));
        RandomNumbers random = new RandomNumbers(1);
        return RobotModel.builder("four-bar")
                .link(Joint.revolute("crank", "base", "crank").at(Pose.IDENTITY, Vector3.Z), random.inertia())
                .link(
                        Joint.revolute("coupler", "crank", "coupler").at(Pose.translation(a, 0, 0), Vector3.Z),
                        random.inertia())
                .link(
                        Joint.revolute("rocker", "base", "rocker").at(Pose.translation(d, 0, 0), Vector3.Z),
                        random.inertia())
                .cut(new CutJoint(
                        "pin",
                        CutKind.REVOLUTE,
                        "coupler",
                        Pose.translation(b, 0, 0),
                        "rocker",
                        Pose.translation(c, 0, 0)))
                .assembly("crank", crank)
                .assembly("coupler", toPivot + side * atPoint - crank)
                .assembly("rocker", toPivot + Math.PI - side * atPivot)
                .active("crank")
                .build();
    }

    private static boolean isAnswered(CompiledFunction pose, double q) {
        double[][] all = new double[pose.inputs().size() + pose.outputs().size()][];
        for (int v = 0; v < all.length; v++) {
            all[v] = new double[pose.length(v)];
        }
        all[0][0] = q;
        try {
            pose.evaluateAll(all);
            return true;
        } catch (OpenLoopException refused) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e-6, 1e-8, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 0})
    void noAnswerBeyondAGap(double gap) {
        Random random = new Random(3);
        for (int k = 0; k < 2; k++) {
            double a = 0.1 + 0.6 * random.nextDouble();
            double d = 1 + random.nextDouble();
            double crank = (k % 2 == 0 ? 1 : -1) * (0.4 + 2.3 * random.nextDouble());
            RobotModel robot = fourBar(a, d, a * gap, crank);
            CompiledFunction pose = RobotCompiler.compile(robot, Quantity.POSE);
            assertThat(pose.inputs()).containsExactly("q");
            LoopClosure closure = new LoopClosure(robot);
            assertThat(closure.close(new double[] {crank}).isClosed()).isTrue();
            double side = Math.signum(crank);
            for (double away : new double[] {1, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 3e-6}) {
                double half = Math.sqrt(2 * gap * (a + d) / d);
                for (double near : new double[] {away, Math.PI - away}) {
                    String at = "at %s, a %s, d %s, gap %s, crank %s".formatted(near, a, d, gap, crank);
                    assertThat(isAnswered(pose, -side * near)).as(at).isFalse();
                    if (away > 3 * half && away > 1e-5) {
                        assertThat(isAnswered(pose, side * near)).as(at).isTrue();
                    }
                }
            }
            for (double beyond = 1e-6; beyond > 1e-13; beyond /= 3) {
                assertThat(isAnswered(pose, -side * beyond))
                        .as("beyond %s", beyond)
                        .isFalse();
                assertThat(isAnswered(pose, side * (Math.PI + beyond)))
                        .as("beyond %s", beyond)
                        .isFalse();
            }
        }
    }

    /** Bars that are a little longer than dead points ask for let the crank turn all the way round. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e-6, 1e-8, 1e-10})
    void whereThereIsNoGapTheCrankTurns(double more) {
        Random random = new Random(4);
        double a = 0.1 + 0.6 * random.nextDouble();
        RobotModel robot = fourBar(a, 1 + random.nextDouble(), -a * more, 1);
        CompiledFunction pose = RobotCompiler.compile(robot, Quantity.POSE);
        for (double q : new double[] {-3, -2, -0.01, 0.01, 3}) {
            assertThat(isAnswered(pose, q)).as("at %s", q).isTrue();
        }
    }
}
