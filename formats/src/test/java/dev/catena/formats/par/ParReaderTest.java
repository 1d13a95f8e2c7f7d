package dev.catena.formats.par;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ParFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.BaseKind;
import dev.catena.model.Coupling;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParReaderTest {
    private static final String TWO = """
        (* Robotname = 'two' *)
        NL = 2
        NJ = 2
        NF = 3
        Type = 1
        is_mobile = 0

        (* Geometric parameters *)
        ant = {0,1,2}
        sigma = {0,1,2}
        b = {0,0.1,0}
        d = {0,D2,0}
        r = {0.5,r2 + 0.25,L}
        gamma = {0,-pi/2,0}
        alpha = {0,Pi/2,0}
        theta = {th1 - pi/4,0.3,0}
        XX = {1,0.5}
        XY = {0,0.01}
        XZ = {0,0}
        YY = {1,0.6}
        YZ = {0,0}
        ZZ = {1,0.7}
        MX = {0,0.2}
        MY = {0,0}
        MZ = {0,0}
        M = {1,M2}
        IA = {0.1,0.2}
        FV = {0.3,0.4}
        FS = {0.5,0.6}
        FX = {0,FX2}
        G = {0,0,G3}
        """;

    private static RobotModel read(String text, Map<String, Double> symbols) {
        return ParReader.read(text, "two.par", ReadOptions.DEFAULT.withSymbols(symbols));
    }

    @Test
    void everyParameterArrivesInTheModel() {
        RobotModel robot = read(TWO, Map.of("D2", 0.45, "L", 0.2, "M2", 2.0, "G3", -9.81));
        assertThat(robot.name()).isEqualTo("two");
        assertThat(robot.gravity()).isEqualTo(new Vector3(0, 0, -9.81));
        assertThat(robot.jointNames()).containsExactly("joint1", "joint2");
        Joint first = robot.joints().get(0);
        assertThat(first.geometry()).isEqualTo(JointGeometry.khalil(0, 0, 0, 0, -Math.PI / 4, 0.5));
        Joint second = robot.joints().get(1);
        assertThat(second.kind()).isEqualTo(JointKind.PRISMATIC);
        assertThat(second.parent()).isEqualTo("link1");
        assertThat(second.geometry()).isEqualTo(JointGeometry.khalil(-Math.PI / 2, 0.1, Math.PI / 2, 0.45, 0.3, 0.25));
        assertThat(second.drive().reflectedInertia()).isEqualTo(0.2);
        assertThat(second.friction().viscous()).isEqualTo(0.4);
        assertThat(second.friction().coulomb()).isEqualTo(0.6);
        assertThat(robot.bodies().get(2).inertia())
                .isEqualTo(SpatialInertia.fromFirstMoment(
                        2, new Vector3(0.2, 0, 0), new InertiaTensor(0.5, 0.01, 0, 0.6, 0, 0.7)));
        Joint tool = robot.joints().get(2);
        assertThat(tool.kind()).isEqualTo(JointKind.FIXED);
        assertThat(tool.geometry().parentFromJoint().position().z()).isEqualTo(0.2);
    }

    @Test
    void valuesForNoSymbolAreNamed() {
        assertThatThrownBy(() -> read(TWO, Map.of("*", 1.0, "D22", 1.0)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("a value is given for D22, but there is no such symbol; did you mean \"D2\"?");
    }

    @Test
    void unsetSymbolsAreNamedTogether() {
        assertThatThrownBy(() -> read(TWO, Map.of("L", 1.0)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("symbols without a value: D2, G3, M2;");
    }

    @Test
    void aStarStandsForAllOtherSymbolsButNotForCoordinates() {
        RobotModel robot = read(TWO, Map.of("*", 1.0, "G3", -9.81));
        assertThat(robot.joints().get(0).geometry()).isEqualTo(JointGeometry.khalil(0, 0, 0, 0, -Math.PI / 4, 0.5));
        assertThat(robot.bodies().get(2).inertia().mass()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "1+2*3,7",
        "(1+2)*3,9",
        "-2^2,-4",
        "2^-1,0.5",
        "2**3,8",
        "2^3^2,512",
        "1e-3*2,0.002",
        ".5,0.5",
        "8/2/2,2",
        "1-2-3,-4",
        "sin(pi/2),1",
        "COS(0),1",
        "sqrt(16),4",
        "-(-3),3",
        "2 - -3,5",
        "d*cos(0),0.3",
        "PI/pi,1",
        "atan(1)*4,3.141592653589793",
        "'-atan2(0.5, -2) + pi',0.24497866312686414",
        "'2*Atan2(-(d), atan2(0,1))',-3.141592653589793",
        "abs(-2),2"
    })
    void expressionsHaveTheUsualRules(String text, double value) throws Exception {
        assertThat(ParExpression.evaluate(text, Map.of("d", 0.3)).value()).isCloseTo(value, within(1e-15));
    }

    @ParameterizedTest(name = "{0} instead of {1} gives {2}")
    @CsvSource(delimiter = '|', textBlock = """
        NL = 2 | NL = two | NL must be a whole number, but is "two"
        NL = 2 | NL = 5 | NL = 5, NJ = 2 and NF = 3
        ant = {0,1,2} | ant = {0,1} | ant must be a list of 3 values, but has 2
        ant = {0,1,2} | ant = {0,7,2} | the antecedent of joint 2 is "7"
        ant = {0,1,2} | ant = {0,2,2} | cycle
        sigma = {0,1,2} | sigma = {0,3,2} | sigma of joint 2 is "3"
        sigma = {0,1,2} | sigma = {0,1,0} | frame 3 lies beyond the 2 links
        d = {0,D2,0} | d = {0,D2+,0} | d: the end is not expected in "D2+"
        d = {0,D2,0} | d = {0,1/0,0} | "1/0" is Infinity, but must be finite
        d = {0,D2,0} | d = {0,sinh(1),0} | "sinh" is no known function; did you mean "sin"?
        d = {0,D2,0} | d = {0,1e999,0} | "1e999" is no finite decimal number
        d = {0,D2,0} | d = {0,D2,0 | does not end with }
        theta = {th1 - pi/4,0.3,0} | theta = {2*th1,0.3,0} | the coordinate of joint 1 is "2*th1"
        theta = {th1 - pi/4,0.3,0} | theta = {th1 + beta,0.3,0} | symbols without a value: beta, th1
        M = {1,M2} | M = {1,0} | link 2 has the first moment
        M = {1,M2} | M = {1} | M has 1 values, but joint 2 needs one too
        M = {1,M2} | M = {1,M2,1} | M has 3 values, but there is room for 2
        M = {1,M2} | M = {1,5,M2} | M has 3 values, but there is room for 2
        b = {0,0.1,0} | b = {0,0,1,0} | b has 4 values, but there is room for 3
        G = {0,0,G3} | G = {0,0,-9,81} | G has 4 values, but there is room for 3
        is_mobile = 0 | is_mobile = 2 | is_mobile must be 0 or 1, but is "2"
        is_mobile = 0 | is_mobile = 1 | M has 2 values, but link 2 needs one too: the first is that of the base
        M = {1,M2} | M {1,M2} | is not of the form key = value
        M = {1,M2} | XX = {1,M2} | XX is given twice
        (* Geometric parameters *) | (* Geometric parameters | a comment begins with (* but does not end
        """)
    void aBadFileIsReportedWithItsLine(String good, String bad, String message) {
        String text = TWO.replace(good, bad);
        if (good.startsWith("(*")) {
            text = text.substring(0, text.indexOf("XX"));
        }
        String broken = text;
        assertThatThrownBy(() -> read(broken, Map.of("D2", 0.45, "L", 0.2, "M2", 2.0, "G3", -9.81)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("two.par");
    }

    @Test
    void commasInParenthesesDivideNoValues() {
        RobotModel robot = read(
                TWO.replace("theta = {th1 - pi/4,0.3,0}", "theta = {th1 - atan2(L, (L)),0.3,0}"),
                Map.of("D2", 0.45, "L", 0.2, "M2", 2.0, "G3", -9.81));
        assertThat(robot.joints().get(0).geometry()).isEqualTo(JointGeometry.khalil(0, 0, 0, 0, -Math.PI / 4, 0.5));
        assertThatThrownBy(() -> read(TWO.replace("{th1 - pi/4,0.3,0}", "{th1 - atan2(1,0.3,0}"), Map.of("*", 1.0)))
                .hasMessageContaining("theta: \",\" is not expected in \"th1 - atan2(1,0.3,0\"");
        assertThatThrownBy(() -> read(TWO.replace("{th1 - pi/4,0.3,0}", "{th1 - atan2(1),0.3,0}"), Map.of("*", 1.0)))
                .hasMessageContaining("theta: \")\" is not expected");
    }

    @Test
    void jointsWithTheSameCoordinateFollowTheFirst() {
        String text = TWO.replace("theta = {th1 - pi/4,0.3,0}", "theta = {2*r2 + 0.1,0.3,0}");
        RobotModel robot = read(text, Map.of("D2", 0.45, "L", 0.2, "M2", 2.0, "G3", -9.81));
        assertThat(robot.jointNames()).containsExactly("joint2");
        assertThat(robot.couplings()).containsExactly(new Coupling("joint1", "joint2", 2, 0));
        RobotModel same = read(
                TWO.replace("theta = {th1 - pi/4,0.3,0}", "theta = {r2,0.3,0}"),
                Map.of("D2", 0.45, "L", 0.2, "M2", 2.0, "G3", -9.81));
        assertThat(same.couplings()).containsExactly(new Coupling("joint2", "joint1", 1, 0));
    }

    /** As OpenSYMORO writes them. */
    @ParameterizedTest
    @ValueSource(strings = {"is_mobile = 1", "is_floating = True", "is_floating = 1\nis_mobile = False"})
    void listsOfABaseThatMovesBeginWithIt(String moves) {
        String text = TWO.replace("is_mobile = 0", moves)
                .replaceAll("(?m)^([XYZ]{2}|M[XYZ]|IA|FV|FS) = \\{", "$1 = {0,")
                .replace("M = {", "M = {7,")
                .replace("XX = {0", "XX = {5")
                .replace("YY = {0", "YY = {6")
                .replace("ZZ = {0", "ZZ = {8");
        RobotModel robot = read(text, Map.of("*", 0.5));
        RobotModel fixed = read(TWO, Map.of("*", 0.5));
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        assertThat(robot.base().inertia())
                .isEqualTo(SpatialInertia.aboutOrigin(7, Vector3.ZERO, InertiaTensor.diagonal(5, 6, 8)));
        assertThat(robot.bodies().subList(1, 4)).isEqualTo(fixed.bodies().subList(1, 4));
        assertThat(robot.joints()).isEqualTo(fixed.joints());
    }

    @Test
    void anUnknownLineNumberIsRight() {
        assertThatThrownBy(() -> read(TWO.replace("d = {0,D2,0}", "d = {0,),0}"), Map.of("*", 1.0)))
                .hasMessageContaining("two.par:12: d: ");
    }

    /** As sympy reads them, which OpenSYMORO asks. */
    @Test
    void signsMayFollowOneAnother() {
        RobotModel plain = read(TWO.replace("D2", "0.45"), Map.of("*", 1.0));
        assertThat(read(TWO.replace("D2", "--0.45"), Map.of("*", 1.0)).joints()).isEqualTo(plain.joints());
        assertThat(read(TWO.replace("D2", "+-+-0.45"), Map.of("*", 1.0)).joints())
                .isEqualTo(plain.joints());
    }

    @Test
    void loopsThatLackAFrameAreRefusedUnlessOpened() {
        String loop = TWO.replace("NJ = 2", "NJ = 3");
        Map<String, Double> symbols = Map.of("*", 1.0);
        assertThatThrownBy(() -> read(loop, symbols))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("NL = 2 and NJ = 3 make 1 loops, so NF must be at least 4");
        RobotModel tree = ParReader.read(
                loop, "two.par", ReadOptions.DEFAULT.withSymbols(symbols).withOpenLoops());
        assertThat(tree.joints()).hasSize(2);
        assertThat(tree.warnings().toString()).contains("joints beyond NL = 2 are left out");
    }

    @Test
    void loadsAreIgnoredWithAWarningWhereTheyAreNumbers() {
        RobotModel robot = read(TWO.replace("FX = {0,FX2}", "FX = {0,3}"), Map.of("*", 1.0));
        assertThat(robot.warnings().toString()).contains("FX is not zero, but is ignored");
        assertThat(read(TWO, Map.of("*", 1.0)).warnings().toString()).doesNotContain("FX");
    }

    @Test
    void runawayNestingIsRefused() {
        String deep = TWO.replace("D2", "(".repeat(100_000));
        assertThatThrownBy(() -> read(deep, Map.of("*", 1.0)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("nested too deeply");
        String powers = TWO.replace("D2", "2^".repeat(100_000) + "1");
        assertThatThrownBy(() -> read(powers, Map.of("*", 1.0)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void wholeFilesAreReadWithTheirSymbols() {
        var options = ReadOptions.DEFAULT.withSymbols(Map.of("*", 0.0));
        RobotModel arm = ParFiles.read(
                "wrist-arm",
                options.withSymbol("A2", 0.45).withSymbol("R4", 0.38).withSymbol("M3", 7));
        assertThat(arm.name()).isEqualTo("wrist-arm");
        assertThat(arm.joints().get(2).geometry().parentFromJoint().position().x())
                .isEqualTo(0.45);
        assertThat(arm.joints().get(3).geometry().parentFromJoint().position().y())
                .isCloseTo(0.38, within(1e-15));
        assertThat(arm.bodies().get(3).inertia().mass()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"wrist-arm, 6", "five-bars, 4", "parallelogram-arm, 7", "two-loops, 8"})
    void treesOfWholeFilesAreRead(String name, int joints) {
        var options = ReadOptions.DEFAULT.withSymbols(Map.of("*", 0.0)).withOpenLoops();
        assertThat(ParFiles.read(name, options).jointCount()).isEqualTo(joints);
    }
}
