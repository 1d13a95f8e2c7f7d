package dev.catena.app.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.app.console.UserError;
import dev.catena.app.plan.PlanSurroundings;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What samples do not give of a base that heaves and rolls, against its motion as a formula. */
class CompletedBaseTest {
    private static final String DECK = """
        base:
          - {along: [0.3, 0.1, 1], amplitude: 0.6, frequency: 0.4}
          - {about: [1, 0.2, 0], amplitude: 20 deg, frequency: 0.5, phase: 90 deg}
          - {about: [0, 0, 1], amplitude: 30 deg, frequency: 0.3, rate: 0.4}
        """;

    private final RobotModel robot = ShippedRobots.load("two-link");

    /** States each 10 ms, with the base and its jerk as told. */
    private StateTable told() {
        List<StateTable.State> states = new ArrayList<>();
        double[] zero = new double[2];
        for (int k = 0; k < 40; k++) {
            states.add(new StateTable.StateBuilder()
                    .time(0.01 * k)
                    .set(Series.POSITION, zero)
                    .set(Series.VELOCITY, zero)
                    .set(Series.ACCELERATION, zero)
                    .set(Series.JERK, zero)
                    .build());
        }
        return SurroundedStates.of(
                new StateTable(robot.jointNames(), states),
                robot,
                PlanSurroundings.read(YamlMap.parse(DECK, "deck"), robot));
    }

    private static BaseState base(StateTable table, int k) {
        return Objects.requireNonNull(table.states().get(k).base());
    }

    private StateTable without(boolean velocity, boolean acceleration) {
        StateTable told = told();
        return told.changed(k -> {
            BaseState b = base(told, k);
            Vector3 none = Vector3.ZERO;
            StateTable.StateBuilder state = new StateTable.StateBuilder()
                    .time(0.01 * k)
                    .base(new BaseState(
                            b.position(),
                            b.orientationX(),
                            b.orientationY(),
                            b.orientationZ(),
                            b.orientationW(),
                            velocity ? b.linearVelocity() : none,
                            velocity ? b.angularVelocity() : none,
                            acceleration ? b.linearAcceleration() : none,
                            acceleration ? b.angularAcceleration() : none));
            Series.derivatives().stream().limit(4).forEach(series -> state.set(series, told.values(k, series)));
            return state.build();
        });
    }

    private static void assertNear(Vector3 actual, Vector3 expected, double tolerance) {
        assertThat(actual.minus(expected).norm())
                .as("%s and %s", actual, expected)
                .isLessThan(tolerance);
    }

    @Test
    void jerksAndAccelerations() {
        StateTable told = told();
        for (boolean accelerations : new boolean[] {true, false}) {
            CompletedTrajectory completed = CompletedTrajectory.of(without(true, accelerations), robot);
            assertThat(completed.notes().toString())
                    .contains(accelerations ? "not give jerks of the base;" : "accelerations of the base, its jerks");
            for (int k = 0; k < told.size(); k += 3) {
                BaseState expected = base(told, k);
                BaseState actual = base(completed.table(), k);
                double tolerance = accelerations ? 1e-6 : 1e-4;
                assertNear(actual.linearAcceleration(), expected.linearAcceleration(), 1e-7);
                assertNear(actual.angularAcceleration(), expected.angularAcceleration(), 1e-7);
                assertNear(actual.linearJerk(), expected.linearJerk(), tolerance);
                assertNear(actual.angularJerk(), expected.angularJerk(), tolerance);
                assertThat(expected.linearJerk().norm()).isGreaterThan(0.1);
            }
        }
        assertThat(CompletedTrajectory.of(told, robot).notes()).isEmpty();
    }

    /** Around a circle, with velocities that are the same in base axes: ω × (ω × v). */
    @Test
    void aSteadyCircle() {
        StateTable told = told();
        BaseState circling = new BaseState(
                Vector3.ZERO, 0, 0, 0, 1, new Vector3(0.3, 0, 0), new Vector3(0, 0, 0.5), Vector3.ZERO, Vector3.ZERO);
        CompletedTrajectory completed = CompletedTrajectory.of(
                told.changed(k -> {
                    StateTable.StateBuilder state =
                            new StateTable.StateBuilder().time(0.01 * k).base(circling);
                    Series.derivatives().stream().limit(4).forEach(series -> state.set(series, told.values(k, series)));
                    return state.build();
                }),
                robot);
        assertNear(base(completed.table(), 9).linearJerk(), new Vector3(-0.075, 0, 0), 1e-12);
        assertNear(base(completed.table(), 9).angularJerk(), Vector3.ZERO, 1e-12);
    }

    @Test
    void aBaseThatMovesWithoutVelocity() {
        assertThatThrownBy(() -> CompletedTrajectory.of(without(false, false), robot))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("gives no velocity of it");
        assertThat(base(told(), 5).position().z())
                .isNotCloseTo(base(told(), 0).position().z(), within(1e-3));
    }
}
