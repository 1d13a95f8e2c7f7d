package dev.catena.textbook;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What the printed recursions refuse: they would compute something else without a word. */
class TextbookContractTest {
    private static final RobotModel MODEL = RandomRobots.tree(4, 5).build();
    private static final TextbookRobot<Real> ROBOT = TextbookRobot.of(MODEL);
    private static final int N = MODEL.jointCount();

    private static final List<BiFunction<TextbookRobot<Real>, Motion<Real>, Object>> RECURSIONS = List.of(
            NewtonEuler::new,
            ForceDerivatives::new,
            ForceDerivativesInComponents::new,
            WorldKinematics::new,
            EnergyAndMomentum::new,
            (robot, motion) -> new MassMatrixByInverseDynamics<>(robot).bias(motion));

    private static List<Real> numbers(int count) {
        return Collections.nCopies(count, new Real(0.3));
    }

    private static Motion<Real> motion(int q, int velocity, int acceleration, int jerk) {
        return Motion.of(ROBOT, numbers(q), numbers(velocity), numbers(acceleration))
                .withJerk(numbers(jerk));
    }

    @Test
    void motionsOfOtherRobotsAreRefused() {
        for (int change : new int[] {-1, 1}) {
            Map<String, Motion<Real>> wrong = Map.of(
                    "q has", motion(N + change, N, N, N),
                    "velocity has", motion(N, N + change, N, N),
                    "jerk has", motion(N, N, N, N + change));
            wrong.forEach((words, motion) -> refused(words, motion, RECURSIONS));
            refused("acceleration has", motion(N, N, N + change, N), RECURSIONS.subList(0, 5));
            MassMatrixByInverseDynamics<Real> direct = new MassMatrixByInverseDynamics<>(ROBOT);
            assertThatIllegalArgumentException().isThrownBy(() -> direct.massMatrix(numbers(N + change)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> direct.accelerations(motion(N, N, N, N), numbers(N + change)))
                    .withMessageContaining("torques has %s", N + change);
        }
        for (int body : new int[] {-1, ROBOT.size()}) {
            Load<Real> load = Load.constant(Wrench.zero(new Real(0)));
            refused("body " + body, motion(N, N, N, N).withLoads(Map.of(body, load)), RECURSIONS);
        }
    }

    private static void refused(
            String words, Motion<Real> motion, List<BiFunction<TextbookRobot<Real>, Motion<Real>, Object>> recursions) {
        recursions.forEach(recursion -> assertThatIllegalArgumentException()
                .isThrownBy(() -> recursion.apply(ROBOT, motion))
                .withMessageContaining(words));
    }

    @Test
    void closedLoopsAreRefused() {
        CutJoint cut = new CutJoint(
                "cut",
                CutKind.SPHERICAL,
                MODEL.base().name(),
                Pose.IDENTITY,
                MODEL.bodies().get(MODEL.bodies().size() - 1).name(),
                Pose.IDENTITY);
        RobotModel closed = MODEL.toBuilder()
                .cut(cut)
                .active(MODEL.jointNames().toArray(String[]::new))
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextbookRobot.of(closed))
                .withMessageContaining(MODEL.name())
                .withMessageContaining("openTree()");
    }
}
