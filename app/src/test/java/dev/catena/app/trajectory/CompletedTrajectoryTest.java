package dev.catena.app.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Rates of motions whose samples say less than they seem to. */
class CompletedTrajectoryTest {
    private static final int SAMPLES = 1500;
    private static final double STEP = 1e-3;

    private final RobotModel robot = ShippedRobots.load("two-link");

    /** The first joint goes round and swings a little. */
    private static double angle(int k) {
        return 5 * STEP * k + Math.sin(2 * STEP * k);
    }

    private CompletedTrajectory completed(IntToDoubleFunction time, IntToDoubleFunction first) {
        List<StateTable.State> states = new ArrayList<>();
        for (int k = 0; k < SAMPLES; k++) {
            states.add(new StateTable.StateBuilder()
                    .time(time.applyAsDouble(k))
                    .set(Series.POSITION, new double[] {first.applyAsDouble(k), Math.cos(STEP * k)})
                    .build());
        }
        return CompletedTrajectory.of(new StateTable(robot.jointNames(), states), robot);
    }

    private static void assertRates(StateTable table) {
        for (int k = 0; k < SAMPLES; k++) {
            double t = STEP * k;
            assertThat(table.values(k, Series.VELOCITY)[0]).isCloseTo(5 + 2 * Math.cos(2 * t), within(1e-5));
            assertThat(table.values(k, Series.ACCELERATION)[0]).isCloseTo(-4 * Math.sin(2 * t), within(1e-5));
            assertThat(table.values(k, Series.JERK)[1]).isCloseTo(Math.sin(t), within(1e-4));
        }
    }

    @Test
    void anglesWithinATurn() {
        CompletedTrajectory completed = completed(k -> STEP * k, k -> Math.IEEEremainder(angle(k), 2 * Math.PI));
        assertRates(completed.table());
        assertThat(completed.table().values(SAMPLES - 1, Series.POSITION)[0])
                .as("positions stay")
                .isEqualTo(Math.IEEEremainder(angle(SAMPLES - 1), 2 * Math.PI));
        assertThat(completed.notes().get(1))
                .isEqualTo(
                        "note: the angle of joint \"%s\" steps by full turns 1 times: its velocity is computed without these steps"
                                .formatted(robot.jointNames().get(0)));
        assertRates(completed(k -> STEP * k, CompletedTrajectoryTest::angle).table());
    }

    /** Of times or angles in other units than rates. */
    @Test
    void ratesOfOtherUnits() {
        assertThat(notes(1, 1, 0)).isEmpty();
        assertThat(notes(1, 1, 2 * Math.PI)).as("within one turn").isEmpty();
        assertThat(notes(1000, 1, 0).get(0))
                .startsWith("note: qd of joint \"shoulder\" is 1.00e+03 times what its q and");
        assertThat(notes(1, Math.toDegrees(1), 0).get(0)).contains(" is 0.0175 times what");
        assertThat(notes(1, -1, 0).get(0)).contains(" is -1.00 times what");
        assertThat(notes(1, 0, 0)).as("at rest").isEmpty();
    }

    private List<String> notes(double ofTime, double ofAngle, double within) {
        List<StateTable.State> states = new ArrayList<>();
        for (int k = 0; k < SAMPLES; k++) {
            double q = ofAngle * angle(k);
            states.add(new StateTable.StateBuilder()
                    .time(ofTime * STEP * k)
                    .set(Series.POSITION, new double[] {within > 0 ? Math.IEEEremainder(q, within) : q, 0})
                    .set(Series.VELOCITY, new double[] {5 + 2 * Math.cos(2 * STEP * k), 0})
                    .build());
        }
        List<String> notes = CompletedTrajectory.of(new StateTable(robot.jointNames(), states), robot)
                .notes();
        return notes.stream().filter(note -> note.startsWith("note: qd")).toList();
    }

    /** Of tables that tell positions only. */
    @Test
    void timesInMilliseconds() {
        assertThat(slow("panda", 1, k -> Math.sin(1e-3 * k)))
                .containsExactly(
                        "note: no joint is faster than 0.0005 of its limit: are times in milliseconds? They must be in seconds");
        assertThat(slow("panda", 4, k -> Math.IEEEremainder(1 + 6e-3 * k, 2 * Math.PI)))
                .as("within one turn")
                .hasSize(1);
        assertThat(slow("panda", 1e-3, k -> Math.sin(1e-3 * k))).as("seconds").isEmpty();
        assertThat(slow("panda", 0.1, k -> 1e-4 * k)).as("slow").isEmpty();
        assertThat(slow("panda", 1, k -> 0.02 * k)).as("a sample a second").isEmpty();
        assertThat(slow("panda", 1, k -> k % 2 == 0 ? 0.06 : 0)).as("trembles").isEmpty();
        assertThat(slow("panda", 1, k -> 1e-5 * k)).as("hardly moves").isEmpty();
        assertThat(slow("two-link", 1, k -> Math.sin(1e-3 * k)))
                .as("without limits")
                .isEmpty();
    }

    private static List<String> slow(String name, double step, IntToDoubleFunction angle) {
        RobotModel robot = ShippedRobots.load(name);
        List<StateTable.State> states = new ArrayList<>();
        for (int k = 0; k < SAMPLES; k++) {
            double[] q = new double[robot.jointCount()];
            q[1] = angle.applyAsDouble(k);
            states.add(new StateTable.StateBuilder()
                    .time(step * k)
                    .set(Series.POSITION, q)
                    .build());
        }
        List<String> notes = CompletedTrajectory.of(new StateTable(robot.jointNames(), states), robot)
                .notes();
        return notes.stream().filter(note -> note.contains("milliseconds")).toList();
    }

    @Test
    void clocksFrom1970() {
        CompletedTrajectory completed = completed(k -> 1.7e9 + STEP * k, CompletedTrajectoryTest::angle);
        assertRates(completed.table());
        assertThat(completed.notes()).hasSize(1);
        assertThat(completed.table().states().get(1).time()).hasValue(1.7e9 + STEP);
        CompletedTrajectory uneven =
                completed(k -> 1.7e9 + STEP * (k + 0.1 * Math.sin(k)), CompletedTrajectoryTest::angle);
        assertThat(uneven.notes().get(1)).startsWith("note: near 1.70e+09 s times are told to 2.4e-07 s only, ");
    }
}
