package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of every kind read the same numbers and refuse the same texts. */
class NumbersInFilesTest {
    /** The last two are what a byte-order mark and a decimal comma make of a number. */
    private static final List<String> NO_NUMBERS = List.of(
            "0x1p3",
            "0x10",
            "0o17",
            "1d",
            "1f",
            "NaN",
            "nan.",
            "inf",
            ".inf",
            "Infinity",
            "1_000",
            "1:30",
            "٣",
            "１",
            "+-1",
            "1e",
            "1e999",
            "-1e999",
            "1e-999",
            "-2.4e-324",
            ".",
            "−1",
            "\uFEFF1",
            "1,5");

    private static final String XACRO = "xmlns:xacro='http://www.ros.org/wiki/xacro'";

    @TempDir
    Path folder;

    /** A file that holds one number, #, and the command that reads it, or another file that loads it. */
    private record Holder(String file, String text, String... command) {
        Holder withLinesOfWindows() {
            return new Holder(file, text.replace("\n", "\r\n"), command);
        }

        /** Whether samples may be missing. */
        boolean hasGaps() {
            return command[0].equals("identify");
        }

        @Override
        public String toString() {
            return command[0] + " " + file;
        }
    }

    static Stream<Holder> holders() {
        String[] eval = {"eval", "--robot", "two-link", "--quantity", "torque", "--states"};
        return Stream.of(
                new Holder("arm.urdf", urdf("", "#"), "info"),
                new Holder("arm.urdf.xacro", urdf("<xacro:property name='m' value='#'/>", "${m}"), "info"),
                new Holder("term.urdf.xacro", urdf("", "${1 * #}"), "info"),
                new Holder(
                        "arm.sdf",
                        "<sdf version='1.9'><model name='r'><link name='b'><inertial><mass>#</mass></inertial></link>"
                                + "<joint name='j' type='revolute'><parent>world</parent><child>b</child>"
                                + "<axis><xyz>0 0 1</xyz></axis></joint></model></sdf>",
                        "info"),
                new Holder(
                        "arm.xml",
                        "<mujoco model='r'><worldbody><body name='b'><joint name='j'/>"
                                + "<inertial pos='0 0 0' mass='#' diaginertia='1 1 1'/></body></worldbody></mujoco>",
                        "info"),
                new Holder(
                        "arm.par",
                        "NL = 1\nant = {0}\nsigma = {0}\ntheta = {t1}\nM = {#}\nXX = {1}\nYY = {1}\nZZ = {1}\n",
                        "info"),
                new Holder(
                        "arm.yaml",
                        "catena: 1\nname: r\njoints:\n- {name: j, kind: revolute, convention: placement, axis: [0, 0, 1],"
                                + " inertia: {mass: #, tensor-about-center: [1, 1, 1]}}\n",
                        "info"),
                new Holder("q.csv", "q_shoulder,q_elbow\n0,#\n", eval),
                new Holder("q.json", "{\"joints\": [\"shoulder\", \"elbow\"], \"states\": [{\"q\": [0, #]}]}", eval),
                new Holder(
                        "path.csv",
                        "time,q_shoulder,q_elbow\n0,0,0\n1,0,0\n2,1,#\n3,0,0\n4,0,0\n5,1,0\n",
                        "torque",
                        "two-link"),
                new Holder(
                        "tau.csv",
                        "time,tau_shoulder,tau_elbow\n0,0,0\n1,0,#\n",
                        "simulate",
                        "two-link",
                        "--time",
                        "0.1",
                        "--torque"),
                new Holder("goals.csv", "x,y,z\n1,1,0\n1,#,0\n", "ik", "two-link", "--targets"),
                new Holder(
                        "plan.yaml",
                        "catena-plan: 1\nrobot: two-link\nstart: [0, 0]\ngoal: [1, #]\ntime: 1\nobjective: {effort: 1}\n",
                        "plan",
                        "--out",
                        "OUT"),
                new Holder("sweep.yaml", """
                        catena-sweep: 1
                        robot: two-link
                        quantity: torque
                        states: {random: 10, seed: 1}
                        vary: {q: {from: -1, to: #}}
                        reduce: [{max: torque}]
                        """, "sweep", "--out", "OUT"),
                new Holder("figures.yaml", "arm:\n  mass: #\n", "info", "LOADING"),
                new Holder("log.csv", log(","), "identify", "two-link"),
                new Holder("log.txt", log(";"), "identify", "two-link"));
    }

    /** A motion and the efforts that it takes; the number is one of them. */
    private static String log(String separator) {
        return SwingingLog.text("#").replace(",", separator);
    }

    private static String urdf(String before, String mass) {
        return "<robot name='r' " + XACRO + ">" + before + "<link name='a'/><link name='b'><inertial><mass value='"
                + mass
                + "'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
                + "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";
    }

    @ParameterizedTest
    @MethodSource("holders")
    void allReadersKnowTheSameNumbers(Holder holder) throws IOException {
        String half = read(holder, "0.5").good().out();
        for (String same : List.of("5e-1", "0.50", "500.0E-003")) {
            assertThat(read(holder, same).good().out()).as(same).isEqualTo(half);
        }
        assertThat(read(holder, "0.25").good().out()).isNotEqualTo(half);
        assertThat(read(holder.withLinesOfWindows(), "0.5").good().out()).isEqualTo(half);
        assertThat(read(holder, "4.9e-324").good().out()).isNotEqualTo(half);
        for (String text : NO_NUMBERS) {
            CommandRun run = read(holder, text);
            if (text.equals("NaN") && holder.hasGaps()) {
                continue;
            }
            assertThat(run.code()).as("%s: %s%s", text, run.out(), run.err()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
        }
    }

    /** What the command printed, or wrote where it prints how long it took. */
    private CommandRun read(Holder holder, String number) throws IOException {
        Path file = Files.writeString(folder.resolve(holder.file), holder.text.replace("#", number));
        Path written = folder.resolve("out.csv");
        String mass = "${xacro.load_yaml(&apos;$(dirname)/figures.yaml&apos;)[&apos;arm&apos;][&apos;mass&apos;]}";
        Path loading = Files.writeString(folder.resolve("loading.urdf.xacro"), urdf("", mass));
        boolean loads = List.of(holder.command).contains("LOADING");
        CommandRun run =
                CommandRun.of(Stream.concat(Stream.of(holder.command), loads ? Stream.of() : Stream.of(file.toString()))
                        .map(word -> word.replace("LOADING", loading.toString()).replace("OUT", written.toString()))
                        .toArray(String[]::new));
        if (!Files.exists(written)) {
            return run;
        }
        String table = Files.readString(written);
        Files.delete(written);
        return new CommandRun(run.code(), table, run.err());
    }
}
