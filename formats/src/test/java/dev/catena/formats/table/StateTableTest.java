package dev.catena.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.ShippedRobots;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateTableTest {
    @TempDir
    Path folder;

    /** As {@code /dev/stdin} is one, whose name says nothing of what comes. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"joints\": [\"a\"], \"states\": [{\"q\": [3]}]}", "q_a\n3\n"})
    void tablesComeThroughPipes(String text) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<StateTable> read = CompletableFuture.supplyAsync(() -> StateTables.read(pipe));
        Files.writeString(pipe, text);
        assertThat(read.get(60, TimeUnit.SECONDS).values(0, StateTable.Series.POSITION))
                .containsExactly(3);
    }

    @Test
    void csvColumnsComeInAnyOrder() {
        StateTable table = StateTableCsv.read("""
                qd_b,time,q_a,"q_b","q_odd, ""name""\"
                1,0.5,2,-3e2,.25

                4,0.75,5,6,7
                """, "t.csv");
        assertThat(table.joints()).containsExactly("a", "b", "odd, \"name\"");
        assertThat(table.times()).containsExactly(0.5, 0.75);
        assertThat(table.values(0, Series.POSITION)).containsExactly(2, -300, 0.25);
        assertThat(table.values(0, Series.VELOCITY)).containsExactly(0, 1, 0);
        assertThat(table.values(1, Series.JERK)).containsExactly(0, 0, 0);
        assertThat(table.series()).containsExactly(Series.POSITION, Series.VELOCITY);
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
                    '' | t.csv: the file is empty
                    time,x_a | t.csv:1, column 2: unknown column "x_a"
                    time,q_ | t.csv:1, column 2: unknown column "q_"
                    q_a,q_a | t.csv:1, column 2: column "q_a" is given twice
                    q_a,qd_b | t.csv:1: joint "b" has no column q_b
                    q_a,q_b;1,2;3 | t.csv:3, column 1: the line has 1 values, but the header has 2 columns
                    q_a,q_b;1,2;3,NaN | t.csv:3, column 2: "NaN" is no finite decimal number
                    q_a,q_b;1,Infinity | t.csv:2, column 2: "Infinity" is no finite decimal number
                    q_a,q_b;1,1e400 | t.csv:2, column 2: "1e400" is no finite decimal number
                    q_a,q_b;1, | t.csv:2, column 2: "" is no finite decimal number
                    q_a,"q_b"c | t.csv:1, column 2: "c" follows a closing quote
                    q_a,"q_b | t.csv:1, column 2: a quoted cell does not end
                    """)
    void badCsvIsReportedWithLineAndColumn(String text, String message) {
        assertThatThrownBy(() -> StateTableCsv.read(text.replace(';', '\n'), "t.csv"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void jsonHoldsStatesWrenchesAndTheBase() {
        StateTable table = StateTableJson.read("""
                {"states": [{"time": 1, "q": [1, 2], "tau": [3, 4],
                  "wrenches": {"hand": {"frame": "world", "force": [1, 2, 3], "moment": [4, 5, 6]}},
                  "base": {"position": [1, 2, 3], "orientation": [0, 0, 1, 0], "angularVelocity": [4, 5, 6],
                    "linearJerk": [7, 8, 9], "angularJerk": [10, 11, 12]}},
                 {"q": [5, 6]}],
                 "joints": ["a", "b"]}
                """, "t.json");
        assertThat(table.joints()).containsExactly("a", "b");
        assertThat(table.hasTimes()).isFalse();
        assertThat(table.values(0, Series.EFFORT)).containsExactly(3, 4);
        assertThat(table.values(1, Series.EFFORT)).containsExactly(0, 0);
        assertThat(table.states().get(0).wrenches())
                .containsEntry(
                        "hand",
                        new AppliedWrench(WrenchFrame.WORLD, new Wrench(new Vector3(1, 2, 3), new Vector3(4, 5, 6))));
        assertThat(table.states().get(0).base())
                .isEqualTo(new BaseState(
                        new Vector3(1, 2, 3),
                        0,
                        0,
                        1,
                        0,
                        Vector3.ZERO,
                        new Vector3(4, 5, 6),
                        Vector3.ZERO,
                        Vector3.ZERO,
                        new Vector3(7, 8, 9),
                        new Vector3(10, 11, 12)));
        assertThat(table.states().get(1).base()).isNull();
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    '' | an object {"joints": […], "states": […]} is expected, but there is nothing
                    [] | is expected
                    {"joints": ["a"]} | "states" is missing
                    {"states": []} | "joints", the list of names, is missing
                    {"joints": ["a", "a"]} | joint "a" is named twice
                    {"joints": [1]} | a joint name is expected
                    {"joints": ["a"], "state": []} | unknown key "state"; did you mean "states"?
                    {"joints": ["a"], "states": [{"qd": [1]}]} | t.json:1, column 30: the state has no "q"
                    {"joints": ["a"], "states": [{"q": [1, 2]}]} | "q" has 2 numbers, but there are 1 joints
                    {"joints": ["a"], "states": [{"q": [NaN]}]} | broken JSON
                    {"joints": ["a"], "states": [{"q": ["1"]}]} | "q" must hold finite numbers, but there is "1"
                    {"joints": ["a"], "states": [{"q": [1e999]}]} | which is too large
                    {"joints": ["a"], "states": [{"q": 1}]} | a list of numbers for "q" is expected
                    {"joints": ["a"], "states": [{"q": [1], "q": [1]}]} | broken JSON: Duplicate field 'q'
                    {"joints": ["a"], "states": [{"q": [1], "qdddd": [1]}]} | unknown key "qdddd"; did you mean "qddd"?
                    {"joints": ["a"], "states": [{"q": [1], "wrenches": {"b": {"force": [1, 2, 3]}}}]} | names no frame
                    {"joints": ["a"], "states": [{"q": [1], "wrenches": {"b": {"frame": "local"}}}]} | the frame is "local", but must be "body" or "world"
                    {"joints": ["a"], "states": [{"q": [1], "wrenches": {"b": {"frame": "body", "force": [1, 2]}}}]} | "force" has 2 numbers, but 3 are expected
                    {"joints": ["a"], "states": [{"q": [1], "base": {"orientation": [0, 0, 0, 0]}}]} | names no rotation
                    {"joints": ["a"], "states": [{"q": [1], "base": {"speed": 1}}]} | unknown key "speed"
                    {"joints": [], "states": []} {} | something follows the end
                    {"joints": ["a"], "states": [{"q": [1] | broken JSON
                    """)
    void badJsonIsReportedWithLineAndColumn(String text, String message) {
        assertThatThrownBy(() -> StateTableJson.read(text, "t.json"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("t.json")
                .hasMessageContaining(message);
    }

    @Test
    void columnsAreSortedForARobotByName() throws IOException {
        RobotModel robot = ShippedRobots.load("two-link");
        Path file = folder.resolve("t.json");
        Files.writeString(file, "{\"joints\":[\"elbow\",\"shoulder\"],\"states\":[{\"q\":[1,2],\"qd\":[3,4]}]}");
        StateTable table = StateTables.read(file, robot);
        assertThat(table.joints()).containsExactly("shoulder", "elbow");
        assertThat(table.values(0, Series.POSITION)).containsExactly(2, 1);
        assertThat(table.values(0, Series.VELOCITY)).containsExactly(4, 3);

        Files.writeString(file, "{\"joints\":[\"elbow\",\"sholder\"],\"states\":[]}");
        assertThatThrownBy(() -> StateTables.read(file, robot))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(
                        "unknown joint \"sholder\"; did you mean \"shoulder\"?; the robot's moving joints are shoulder, elbow");
        Files.writeString(file, "{\"joints\":[\"elbow\"],\"states\":[]}");
        assertThatThrownBy(() -> StateTables.read(file, robot))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("the joints shoulder are missing; the table has elbow");
        Files.writeString(
                file,
                "{\"joints\":[\"elbow\",\"shoulder\"],\"states\":[{\"q\":[1,2],\"wrenches\":{\"hand\":{\"frame\":\"body\"}}}]}");
        assertThatThrownBy(() -> StateTables.read(file, robot))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("there is a wrench on \"hand\", but robot \"two-link\" has no such body");
    }

    @Test
    void writingAndReadingBackLosesNothing() {
        Random random = new Random(7);
        List<String> joints = List.of("plain", "with, comma", "with \"quotes\"", " blank ", "ünï\ncode");
        List<StateTable.State> states = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            StateTable.StateBuilder state = new StateTable.StateBuilder().time(k / 3.0);
            for (Series series : Series.values()) {
                state.set(
                        series,
                        random.doubles(joints.size(), -1e9, 1e9)
                                .map(x -> x * 1e-7)
                                .toArray());
            }
            states.add(state.build());
        }
        StateTable table = new StateTable(joints, states);
        assertSame(StateTableCsv.read(StateTableCsv.write(table), "t.csv"), table);
        assertSame(StateTableJson.read(StateTableJson.write(table), "t.json"), table);

        String json =
                "{\"joints\":[\"a\"],\"states\":[\n{\"q\":[1.0],\"wrenches\":{\"b\":{\"frame\":\"body\",\"force\":[1.0,2.0,3.0],\"moment\":[4.0,5.0,6.0]}},\"base\":{\"position\":[1.0,0.0,0.0],\"orientation\":[0.0,0.0,0.0,1.0],\"linearVelocity\":[0.0,0.0,0.0],\"angularVelocity\":[0.0,0.0,0.0],\"linearAcceleration\":[0.0,0.0,0.0],\"angularAcceleration\":[0.0,0.1,0.0],\"linearJerk\":[0.0,0.0,2.0],\"angularJerk\":[3.0,0.0,0.0]}}]}\n";
        assertThat(StateTableJson.write(StateTableJson.read(json, "t.json"))).isEqualTo(json);
    }

    private static void assertSame(StateTable actual, StateTable expected) {
        assertThat(actual.joints()).isEqualTo(expected.joints());
        assertThat(actual.times()).isEqualTo(expected.times());
        for (int k = 0; k < expected.size(); k++) {
            for (Series series : Series.values()) {
                assertThat(actual.values(k, series)).as("%s of %s", series, k).isEqualTo(expected.values(k, series));
            }
        }
    }
}
