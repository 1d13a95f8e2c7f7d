package dev.catena.compile.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.ClosedRobots;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.ParallelCompiler;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.parallel.Delta;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.model.Contact;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated source compiles by itself and computes what the program and the hand-written class compute. */
class GeneratedSourceTest {
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern LOCAL = Pattern.compile("(?m)^ +(?:const )?double (\\w+) = (.*);$");

    /** Traced once for all languages. */
    private static final List<Case> CASES = cases();

    @TempDir
    private Path folder;

    /** A quantity of a robot at some state. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Case(RobotModel robot, Quantity quantity, Program program, double[][] in, CodeInputs inputs) {
        static Case of(RobotModel robot, Quantity quantity, long seed) {
            return of(robot, quantity, CodeInputs.of(robot), seed);
        }

        static Case of(RobotModel robot, Quantity quantity, CodeInputs inputs, long seed) {
            Program program = RobotCompiler.program(robot, quantity, inputs);
            RandomNumbers random = new RandomNumbers(seed);
            double[][] in = program.inputs().stream()
                    .map(input -> random.vector(input.length(), 2))
                    .toArray(double[][]::new);
            return new Case(robot, quantity, program, in, inputs);
        }

        /** Near the assembly of closed loops. */
        static Case closed(String name, Quantity quantity) {
            RobotModel robot = ShippedRobots.load(name);
            return closed(robot, quantity, CodeInputs.of(robot));
        }

        static Case closed(RobotModel robot, Quantity quantity, CodeInputs inputs) {
            Case made = of(robot, quantity, inputs, 4);
            double[] q = ClosedRobots.assembly(robot);
            int start = quantity.inputs().size();
            if (start < made.in.length
                    && made.program.inputs().get(start).name().equals("start")) {
                made.in[start] = ClosedRobots.closed(robot, q);
            }
            made.in[0] = Arrays.stream(q).map(x -> x + 0.01).toArray();
            return made;
        }

        @Override
        public String toString() {
            return "%s of %s".formatted(quantity.key(), robot.name());
        }
    }

    /** All quantities of a small robot, some of the Stanford arm, torques of several more. */
    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Quantity quantity : RobotCompiler.quantities()) {
            cases.add(Case.of(RandomRobots.everything(5, 4), quantity, 2));
        }
        for (Quantity quantity : List.of(Quantity.TORQUE_RATE, Quantity.MASS_MATRIX, Quantity.ACCELERATION)) {
            cases.add(Case.of(ShippedRobots.load("stanford"), quantity, 1));
        }
        for (RobotModel robot : List.of(
                ShippedRobots.load("panda"),
                ShippedRobots.load("puma560"),
                ShippedRobots.load("two-link"),
                RandomRobots.tree(6, 20).prismaticShare(0.3).friction().build())) {
            cases.add(Case.of(robot, Quantity.TORQUE, 3));
        }
        cases.add(Case.closed("five-bar", Quantity.TORQUE));
        cases.add(Case.closed("bennett", Quantity.ACCELERATION));
        cases.addAll(surrounded());
        return cases;
    }

    /** Bases that float and move, wrenches, open parameters, couplings; loops among them. */
    private static List<Case> surrounded() {
        List<Case> cases = new ArrayList<>();
        RobotModel told = RandomRobots.everything(16, 3);
        RobotModel floating = RandomRobots.everything(17, 3).withFloatingBase();
        RobotModel coupled = CoupledRobots.everything(18, 4);
        RobotModel open = ShippedRobots.load("four-bar");
        RobotModel riding = ClosedRobots.planar(101);
        RobotModel small = RandomRobots.everything(1, 2).withFloatingBase();
        cases.add(Case.of(small, Quantity.TORQUE_CURVATURE, CodeInputs.of(small), 8));
        RobotModel standing = RandomRobots.everything(19, 3).withFloatingBase();
        cases.add(Case.of(standing, Quantity.ACCELERATION_SENSITIVITY, onFeet(standing), 9));
        for (Quantity quantity : List.of(Quantity.TORQUE, Quantity.ACCELERATION, Quantity.TORQUE_RATE)) {
            cases.add(Case.of(standing, quantity, onFeet(standing), 9));
            cases.add(Case.of(
                    told,
                    quantity,
                    CodeInputs.of(told)
                            .withBase(BaseInput.MOVES)
                            .withWrenchesInBody(List.of(last(told)))
                            .withWrenchesInWorld(List.of(told.bodies().get(1).name())),
                    5));
            cases.add(Case.of(
                    floating, quantity, CodeInputs.of(floating).withWrenchesInWorld(List.of(last(floating))), 6));
            cases.add(Case.of(coupled, quantity, open(coupled), 7));
            cases.add(Case.closed(open, quantity, open(open)));
            cases.add(Case.closed(
                    riding,
                    quantity,
                    CodeInputs.of(riding).withBase(BaseInput.MOVES).withWrenchesInWorld(List.of(last(riding)))));
        }
        return cases;
    }

    /** A hinge and a point, of which one row depends on the others. */
    private static CodeInputs onFeet(RobotModel robot) {
        Contact toe = Contact.of("toe", last(robot), Pose.translation(0.2, 0.1, 0.3), Contact.Kind.HINGE_X);
        Contact heel = Contact.of("heel", last(robot), Pose.translation(-0.1, 0.2, 0.1), Contact.Kind.POINT);
        return CodeInputs.of(robot).withContacts(List.of(toe, heel));
    }

    private static CodeInputs open(RobotModel robot) {
        return CodeInputs.of(robot)
                .withOpenParameters(EnumSet.of(
                        ParameterGroup.INERTIA,
                        ParameterGroup.LENGTHS,
                        ParameterGroup.FRICTION,
                        ParameterGroup.GRAVITY));
    }

    private static String last(RobotModel robot) {
        return robot.bodies().get(robot.bodies().size() - 1).name();
    }

    @Test
    void javaComputesTheSame() throws Exception {
        compileJava(CASES.stream()
                .map(c -> RobotSource.java(c.robot, c.quantity, c.program, "", c.inputs))
                .toList());
        for (Case c : CASES) {
            Agreement.check(c.toString(), flat(runJava(c)), flat(c.program.evaluate(c.in)), 1e-13);
        }
    }

    @Test
    void cComputesTheSame() {
        for (Case c : CASES) {
            Agreement.check(c.toString(), flat(interpretC(c)), flat(c.program.evaluate(c.in)), 1e-12);
        }
    }

    /** Nearly parallel axes and angles of many turns, against the hand-written class. */
    @Test
    void robotsThatCouldCostDigits() throws Exception {
        List<Case> cases = new ArrayList<>();
        for (double tilt : new double[] {0, 1e-15, 1e-12, 1e-8}) {
            RobotModel robot = NearlyParallelRobots.of(6, 4, tilt, NearlyParallelRobots.Layout.ANY, false, true);
            cases.add(Case.of(robot, Quantity.TORQUE, 7));
            Arrays.setAll(cases.get(cases.size() - 1).in[0], k -> 1e6 * (k + 0.3));
        }
        compileJava(cases.stream()
                .map(c -> RobotSource.java(c.robot, c.quantity, c.program, "", c.inputs))
                .toList());
        for (Case c : cases) {
            double[] expected = new double[c.robot.jointCount()];
            new InverseDynamics(c.robot).compute(c.in[0], c.in[1], c.in[2], expected);
            Agreement.check("Java of " + c, flat(runJava(c)), expected, 1e-12);
            Agreement.check("C of " + c, flat(interpretC(c)), expected, 1e-12);
        }
    }

    private static double[][] interpretC(Case c) {
        return interpretC(
                RobotSource.c(c.robot, c.quantity, c.program, c.inputs).get(1), c.program, c.in);
    }

    private static double[][] interpretC(SourceFile source, Program program, double[][] in) {
        double[][] out = program.outputs().stream()
                .map(output -> new double[output.length()])
                .toArray(double[][]::new);
        double[][] arguments = Stream.concat(Arrays.stream(in).map(double[]::clone), Arrays.stream(out))
                .toArray(double[][]::new);
        new CInterpreter(source.text()).call(source.name().replace(".c", ""), arguments);
        return out;
    }

    /**
     * The same by a C compiler that takes every warning for an error, where there is one. Elsewhere the sources have to keep
     * what such a compiler would complain about.
     */
    @Test
    void cCompilersAcceptIt() throws Exception {
        for (Case c : CASES) {
            RobotSource.c(c.robot, c.quantity, c.program, c.inputs).forEach(GeneratedSourceTest::checkC);
        }
        if (!hasGcc()) {
            return;
        }
        double[] all = runC(CASES);
        int at = 0;
        for (Case c : CASES) {
            double[] expected = flat(c.program.evaluate(c.in));
            Agreement.check(c.toString(), Arrays.copyOfRange(all, at, at + expected.length), expected, 1e-12);
            at += expected.length;
        }
        assertThat(all).hasSize(at);
    }

    /** Elastic drives of a five-bar and of a two-link arm on a floating base: Java and C as text compute what the program does. */
    @Test
    void elasticDrivesComputeTheSame() throws Exception {
        for (String name : List.of("five-bar", "two-link")) {
            RobotModel rigid = ShippedRobots.load(name);
            RobotModelBuilder builder = rigid.toBuilder();
            rigid.activeJoints()
                    .forEach(joint ->
                            builder.replace(joint.with(Drive.reflected(0.1).with(new Spring(90, 0.02)))));
            if (!rigid.hasLoops()) {
                builder.base(rigid.base().name(), new RandomNumbers(2).inertia())
                        .floating();
            }
            RobotModel robot = builder.build();
            for (ElasticQuantity quantity : ElasticQuantity.values()) {
                CodeInputs inputs = CodeInputs.of(robot);
                boolean told = !robot.hasLoops() && quantity == ElasticQuantity.TORQUE_CURVATURE;
                Program program =
                        ElasticCompiler.program(robot, quantity, told ? inputs.withBase(BaseInput.MOVES) : inputs);
                RandomNumbers random = new RandomNumbers(3);
                double[][] in = program.inputs().stream()
                        .map(input -> random.vector(input.length(), 1))
                        .toArray(double[][]::new);
                if (robot.hasLoops()) {
                    System.arraycopy(ClosedRobots.assembly(robot), 0, in[0], 0, 2);
                }
                double[] expected = flat(program.evaluate(in));
                SourceFile java = ElasticSource.java(robot, quantity, program, "");
                compileJava(List.of(java));
                Agreement.check(java.name(), flat(runJava(java.name(), program, in)), expected, 1e-13);
                SourceFile c = ElasticSource.c(robot, quantity, program).get(1);
                checkC(c);
                Agreement.check(c.name(), flat(interpretC(c, program, in)), expected, 1e-12);
                boolean moves = !robot.hasLoops() && quantity != ElasticQuantity.MASS_MATRIX;
                assertThat(c.text()).contains(robot.hasLoops() ? "out closure[2]" : moves ? "in  base[" : "in  q[");
            }
        }
    }

    @Test
    void elasticDrivesOnContactsComputeTheSame() throws Exception {
        RobotModel rigid = RandomRobots.everything(20, 2);
        RobotModelBuilder builder = rigid.toBuilder();
        rigid.movingJoints()
                .forEach(
                        joint -> builder.replace(joint.with(Drive.reflected(0.1).with(new Spring(90, 0.02)))));
        RobotModel robot = builder.build().withFloatingBase();
        for (ElasticQuantity quantity :
                List.of(ElasticQuantity.TORQUE, ElasticQuantity.ACCELERATION, ElasticQuantity.FEED_FORWARD)) {
            CodeInputs inputs = onFeet(robot);
            Program program = ElasticCompiler.program(robot, quantity, inputs);
            RandomNumbers random = new RandomNumbers(3);
            double[][] in = program.inputs().stream()
                    .map(input -> random.vector(input.length(), 1))
                    .toArray(double[][]::new);
            double[] expected = flat(program.evaluate(in));
            SourceFile java = ElasticSource.java(robot, quantity, program, "", inputs, List.of());
            compileJava(List.of(java));
            Agreement.check(java.name(), flat(runJava(java.name(), program, in)), expected, 1e-12);
            SourceFile c =
                    ElasticSource.c(robot, quantity, program, inputs, List.of()).get(1);
            checkC(c);
            Agreement.check(c.name(), flat(interpretC(c, program, in)), expected, 1e-12);
            assertThat(c.text()).contains("out standing[");
        }
    }

    /** A Delta with and without open parameters; what its results are worth comes with them. */
    @Test
    void parallelRobotsComputeTheSame() throws Exception {
        ParallelRobot robot = Delta.named("delta")
                .lengths(0.2, 0.05, 0.3, 0.7)
                .platform(new RandomNumbers(4).inertia())
                .arm(new RandomNumbers(1).inertia())
                .forearm(new RandomNumbers(2).inertia())
                .friction(Friction.of(0.3, 0.15).smoothed(0.1))
                .build();
        for (Set<ParameterGroup> open :
                List.of(Set.<ParameterGroup>of(), Set.of(ParameterGroup.INERTIA, ParameterGroup.GRAVITY))) {
            Program program =
                    ParallelCompiler.compile(robot, Quantity.TORQUE, true, open).program();
            RandomNumbers random = new RandomNumbers(3);
            double[][] in = program.inputs().stream()
                    .map(input -> random.vector(input.length(), 1))
                    .toArray(double[][]::new);
            Vector3 at = robot.home().position();
            in[0] = new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1, at.x() + 0.01, at.y() + 0.02, at.z()};
            double[] expected = flat(program.evaluate(in));
            SourceFile java = ParallelSource.java(robot, Quantity.TORQUE, true, open, "");
            compileJava(List.of(java));
            Agreement.check(java.name(), flat(runJava(java.name(), program, in)), expected, 1e-13);
            SourceFile c = ParallelSource.c(robot, Quantity.TORQUE, true, open).get(1);
            checkC(c);
            Agreement.check(c.name(), flat(interpretC(c, program, in)), expected, 1e-12);
            assertThat(c.text())
                    .contains("void delta_torque(const double platform[12]")
                    .contains("out pivots[7]: where one is not as said")
                    .contains(open.isEmpty() ? "all its constants" : "g (9.81)");
        }
    }

    @Test
    void torqueIsThatOfTheHandWrittenClass() throws Exception {
        Case panda = Case.of(ShippedRobots.load("panda"), Quantity.TORQUE, 3);
        double[] expected = new double[7];
        new InverseDynamics(panda.robot).compute(panda.in[0], panda.in[1], panda.in[2], expected);
        compileJava(List.of(RobotSource.java(panda.robot, Quantity.TORQUE, "")));
        Agreement.check("panda", flat(runJava(panda)), expected, 1e-12);
        SourceFile inPackage = RobotSource.java(panda.robot, Quantity.TORQUE, "my.robots");
        assertThat(inPackage.name()).isEqualTo("PandaTorque.java");
        assertThat(inPackage.text()).startsWith("package my.robots;\n");
    }

    @Test
    void methodsStaySmallEnoughForHotSpot() throws Exception {
        Case large = Case.of(RandomRobots.tree(3, 60).build(), Quantity.TORQUE, 4);
        SourceFile file = RobotSource.java(large.robot, Quantity.TORQUE, large.program, "");
        assertThat(file.text()).contains("part2(");
        compileJava(List.of(file));
        Agreement.check(large.toString(), flat(runJava(large)), flat(large.program.evaluate(large.in)), 1e-13);
        assertThat(longestMethod(file.name().replace(".java", ".class"))).isBetween(1_000, 8_000);
    }

    /** Bytes of the longest method of a class file, by javap. */
    private int longestMethod(String classFile) {
        StringWriter listing = new StringWriter();
        PrintWriter out = new PrintWriter(listing);
        int code = java.util.spi.ToolProvider.findFirst("javap")
                .orElseThrow()
                .run(out, out, "-c", "-p", folder.resolve(classFile).toString());
        out.flush();
        assertThat(code).as(listing.toString()).isZero();
        return Pattern.compile("(?m)^ +(\\d+): ")
                .matcher(listing.toString())
                .results()
                .mapToInt(match -> Integer.parseInt(match.group(1)))
                .max()
                .orElseThrow();
    }

    @Test
    void headerSaysWhatAFileIs() {
        RobotModel robot = ShippedRobots.load("stanford");
        Program program = RobotCompiler.program(robot, Quantity.TORQUE);
        List<SourceFile> files = RobotSource.c(robot, Quantity.TORQUE);
        assertThat(files).extracting(SourceFile::name).containsExactly("stanford_torque.h", "stanford_torque.c");
        assertThat(files.get(0).text())
                .contains("Torques that a motion needs of robot \"stanford\"")
                .contains("in  q[6]: joint coordinates: joint1 (rad), joint2 (rad), joint3 (m)")
                .contains("out tau[6]: torques and forces that the motion needs: joint1 (N m)")
                .contains(program.count().multiplications() + " multiplications, "
                        + program.count().additions() + " additions")
                .contains("void stanford_torque(const double q[6], const double qd[6], const double qdd[6], double"
                        + " tau[6]);");
        assertThat(RobotSource.c(robot, Quantity.TORQUE)).isEqualTo(files);
    }

    @Test
    void wrongLengthsAreRefusedByTheGeneratedClass() throws Exception {
        Case scara = Case.of(ShippedRobots.load("scara"), Quantity.TORQUE, 4);
        compileJava(List.of(RobotSource.java(scara.robot, Quantity.TORQUE, scara.program, "")));
        scara.in[1] = new double[9];
        assertThatThrownBy(() -> runJava(scara))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .hasMessage("qd has length 9, not 4");
    }

    @Test
    void namesOfAnyRobot() {
        assertThat(RobotSource.camelCase("two-link")).isEqualTo("TwoLink");
        assertThat(RobotSource.camelCase("7 axes/ä")).isEqualTo("Robot7Axes");
        assertThat(RobotSource.lowerCase("UR5 (new)")).isEqualTo("ur5_new");
        assertThat(RobotSource.lowerCase("")).isEqualTo("robot_");
        assertThat(Quantity.TORQUE.key()).isEqualTo("torque");
    }

    private static double[] flat(double[][] vectors) {
        return Arrays.stream(vectors).flatMapToDouble(Arrays::stream).toArray();
    }

    private void compileJava(List<SourceFile> sources) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (SourceFile source : sources) {
            paths.add(Files.writeString(folder.resolve(source.name()), source.text()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-Xlint:all", "-Werror", "-proc:none", "-cp", "", "-d", folder.toString()),
                            null,
                            files.getJavaFileObjectsFromPaths(paths))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    private double[][] runJava(Case c) throws Exception {
        return runJava(
                RobotSource.java(c.robot, c.quantity, c.program, "", c.inputs).name(), c.program, c.in);
    }

    private double[][] runJava(String name, Program program, double[][] in) throws Exception {
        double[][] out = program.outputs().stream()
                .map(output -> new double[output.length()])
                .toArray(double[][]::new);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            Class<?> type = loader.loadClass(name.replace(".java", ""));
            Class<?>[] parameters = new Class<?>[in.length + out.length];
            Arrays.fill(parameters, double[].class);
            Object[] arguments =
                    Stream.concat(Arrays.stream(in), Arrays.stream(out)).toArray();
            type.getMethod("compute", parameters).invoke(type.getConstructor().newInstance(), arguments);
        }
        return out;
    }

    /** Balanced brackets, plain characters, every local variable declared before it is used and used once declared. */
    private static void checkC(SourceFile file) {
        String code = file.text().replaceAll("(?s)/\\*.*?\\*/", " ").replaceAll("(?m)^#.*$", "");
        assertThat(code).as(file.name()).matches("[\\x20-\\x7e\n]*");
        for (String pair : List.of("()", "[]", "{}")) {
            assertThat(code.chars().filter(x -> x == pair.charAt(0)).count())
                    .as("%s in %s", pair, file.name())
                    .isEqualTo(code.chars().filter(x -> x == pair.charAt(1)).count());
        }
        for (String function : Pattern.compile("(?m)^}").split(code, -1)) {
            checkLocals(file.name(), function);
        }
    }

    private static void checkLocals(String name, String function) {
        Map<String, Integer> first = new HashMap<>();
        Map<String, Integer> uses = new HashMap<>();
        Matcher word = WORD.matcher(function);
        while (word.find()) {
            first.putIfAbsent(word.group(), word.start());
            uses.merge(word.group(), 1, Integer::sum);
        }
        Set<String> declared = new HashSet<>();
        Matcher local = LOCAL.matcher(function);
        while (local.find()) {
            String variable = local.group(1);
            assertThat(declared.add(variable))
                    .as("%s is declared once in %s", variable, name)
                    .isTrue();
            assertThat(first.get(variable))
                    .as("%s is declared before it is used in %s", variable, name)
                    .isEqualTo(local.start(1));
            assertThat(uses.get(variable))
                    .as("%s is used in %s", variable, name)
                    .isGreaterThan(1);
        }
    }

    private static boolean hasGcc() throws InterruptedException {
        try {
            Process process = new ProcessBuilder("gcc", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** All outputs of all cases, one after the other. */
    private double[] runC(List<Case> cases) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O0", "-o", "run", "main.c"));
        StringBuilder includes = new StringBuilder("#include <stdio.h>\n");
        StringBuilder body = new StringBuilder("int main(void)\n{\n");
        for (Case c : cases) {
            for (SourceFile file : RobotSource.c(c.robot, c.quantity, c.program, c.inputs)) {
                Files.writeString(folder.resolve(file.name()), file.text());
                if (file.name().endsWith(".c")) {
                    command.add(file.name());
                    addCall(c, file.name().replace(".c", ""), body);
                } else {
                    includes.append("#include \"%s\"\n".formatted(file.name()));
                }
            }
        }
        Files.writeString(
                folder.resolve("main.c"),
                includes + body.append("    return 0;\n}\n").toString());
        command.add("-lm");
        assertThat(run(command)).isEmpty();
        return Arrays.stream(run(List.of(folder.resolve("run").toString())).split("\\s+"))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static void addCall(Case c, String function, StringBuilder body) {
        List<String> names = new ArrayList<>();
        StringBuilder printing = new StringBuilder();
        body.append("    {\n");
        for (int v = 0; v < c.in.length; v++) {
            names.add("in" + v);
            String numbers = Arrays.stream(c.in[v]).mapToObj(Double::toString).collect(Collectors.joining(", "));
            body.append("    double in%s[] = {%s};\n".formatted(v, numbers));
        }
        for (int v = 0; v < c.program.outputs().size(); v++) {
            int length = c.program.outputs().get(v).length();
            names.add("out" + v);
            body.append("    double out%s[%s];\n".formatted(v, length));
            printing.append(
                    "    for (int i = 0; i < %s; i++) { printf(\"%%.17g\\n\", out%s[i]); }\n".formatted(length, v));
        }
        body.append("    %s(%s);\n".formatted(function, String.join(", ", names)))
                .append(printing)
                .append("    }\n");
    }

    private String run(List<String> command) throws Exception {
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS))
                .as(String.join(" ", command))
                .isTrue();
        String output = Files.readString(log).strip();
        assertThat(process.exitValue()).as(output.toLowerCase(Locale.ROOT)).isZero();
        return output;
    }
}
