package dev.catena.formats.xacro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What expressions give, seen in the name of a link, and what they say where they make no sense. */
class XacroExpressionsTest {
    private static RobotModel read(String content) {
        return XacroReader.read(
                "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>%s</robot>".formatted(content),
                "arm.xacro",
                ReadOptions.DEFAULT);
    }

    private static String value(String expression) {
        return read("<xacro:property name='d' value=\"${dict(a=1, b='x', c=[1, 2.5])}\"/><xacro:property name='t'"
                        + " value='Word'/>"
                        + "<link name=\"n${%s}\"/>".formatted(expression))
                .base()
                .name()
                .substring(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        1 + 2 * 3 | 7
        7 // 2 | 3
        -7 // 2 | -4
        -7 % 3 | 2
        2 ** -1 | 0.5
        2 ** 3 ** 2 | 512
        -2 ** 2 | -4
        +3 | 3
        1 / 4 | 0.25
        'a' + 'b' * 2 | abb
        3 * 'x' | xxx
        'x' * -1 | ``
        'It\\'s' | It's
        [1] + [2, 3] | [1, 2, 3]
        (1, 'a') | [1, 'a']
        {'a': 1, 2: [3]} | {'a': 1, 2: [3]}
        1 &lt; 2 &lt;= 2 | True
        1 &lt; 2 > 3 | False
        'a' &lt; 'b' | True
        3 >= 4 or 5 | 5
        0 and 1 | 0
        not 0 | True
        1 if 2 > 1 else 0 | 1
        1 if [] else 0 | 0
        'or' in t | True
        'c' not in d | False
        2 in [1, 2.0] | True
        None is None | True
        1 is not None | True
        d.b | x
        d['c'][-1] | 2.5
        d.get('z', 4) | 4
        d.get('z') | None
        d.keys() | ['a', 'b', 'c']
        d.values() | [1, 'x', [1, 2.5]]
        len(d) + len(t) + len(d.c) | 9
        t[0] + t[-1] | Wd
        t.lower() | word
        t.upper() | WORD
        ' a '.strip() | a
        t.startswith('W') and t.endswith('d') | True
        t.find('r') | 2
        t.replace('or', 'a') | Wad
        t.replace('', 'a') | Word
        'a b'.split() | ['a', 'b']
        'a,b'.split(',') | ['a', 'b']
        min(3, 1, 2) | 1
        max([3, 1]) | 3
        sum([1, 2]) | 3
        sorted([3, 1, 2]) | [1, 2, 3]
        any([0, 1]) | True
        all([0, 1]) | False
        abs(-3) | 3
        abs(-3.5) | 3.5
        round(2.567, 2) | 2.57
        round(2.5) | 2
        ceil(1.2) + floor(1.8) | 3
        int('3') + float('0.5') | 3.5
        int(2.9) | 2
        str(1) + 'x' | 1x
        bool('') | False
        list(d) | ['a', 'b', 'c']
        dict(d, a=2).a | 2
        range(3) | [0, 1, 2]
        range(5, 1, -2) | [5, 3]
        range(1, 1) | []
        radians(180) == pi | True
        math.sqrt(16) | 4.0
        atan2(0, 1) | 0.0
        hypot(3, 4) | 5.0
        inf | inf
        -inf | -inf
        [x * 2 for x in range(4) if x % 2] | [2, 6]
        [k + str(v) for k, v in {'a': 1}.items()] | ['a1']
        [c for c in 'abc'] | ['a', 'b', 'c']
        [k for k in d] | ['a', 'b', 'c']
        [[y for y in range(x)] for x in range(3)] | [[], [0], [0, 1]]
        [] | []
        [1, ] | [1]
        True and true | True
        """)
    void expressionsHaveTheValuesOfPython(String expression, String expected) {
        assertThat(value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        1 / 0 | division by zero
        'a' - 1 | - needs a number, but has "a"
        (-1) ** 0.5 | the result of ** is not a number
        sqrt(-1) | sqrt has no value there
        sqrt(1, 2) | sqrt has 2 arguments
        atan2(1) | atan2 has 1 arguments
        sqrtt(2) | there is no function sqrtt; did you mean "sqrt"?
        d['z'] | there is no key "z"
        d.z | there is no key "z"
        [1][2] | there is no entry 2
        'a'[1.5] | an index needs a whole number
        5[0] | 5 has no entries
        5.x | cannot read
        len(5) | 5 has no length
        d.pop() | a dictionary has no method pop
        t.pop() | a text has no method pop
        [1].pop() | has no method pop
        1 in 2 | nothing can be in 2
        range(0, 1, 0) | range has a step of zero
        range(100000) | a list has more than 10000 entries
        'x' * 100000 | a text has more than 65536 letters
        [0] * 3 | * needs a number
        [x for x, y in [[1, 2, 3]]] | has not the 2 entries of x, y
        [x for x in 5] | 5 has no entries
        [x for y in range(2)] | there is no property "x"
        lambda x: x | is not supported in expressions
        1 + | at its end
        (1 | is expected
        1 not 2 | is expected
        1 2 | cannot read "1 2" at "2"
        ? | cannot read
        nothing | there is no property "nothing"
        xacro.fatal('stop here') | stop here
        float('x') | float needs a number, but has "x"
        """)
    void whatMakesNoSenseIsNamed(String expression, String message) {
        assertThatThrownBy(() -> value(expression))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.xacro:1: ")
                .hasMessageContaining(message);
    }

    @Test
    void expressionsAreBounded() {
        String deep = "(".repeat(100) + "1" + ")".repeat(100);
        assertThatThrownBy(() -> value(deep)).hasMessageContaining("nested deeper than 60 levels");
        assertThatThrownBy(() -> value("not ".repeat(100) + "1")).hasMessageContaining("nested deeper");
        assertThatThrownBy(() -> value("-".repeat(100) + "1")).hasMessageContaining("nested deeper");
        assertThatThrownBy(() -> value("[[[z for z in range(9999)] for y in range(9999)] for x in range(9999)]"))
                .hasMessageContaining("more than 5000000 steps");
        assertThatThrownBy(() -> value("'x'.replace('x', 'y' * 60000).replace('y', 'z' * 60000)"))
                .hasMessageContaining("a text has more than 65536 letters");
        String cycle =
                "<xacro:property name='a' value='${b}'/><xacro:property name='b' value='${a}'/><link name='${a}'/>";
        assertThatThrownBy(() -> read(cycle)).hasMessageContaining("is defined by itself");
        String recursion = "<xacro:macro name='m' params=''><xacro:m/><xacro:m/></xacro:macro><xacro:m/>";
        assertThatThrownBy(() -> read(recursion)).hasMessageContaining("does one contain itself?");
        String doubling = "<xacro:macro name='m0' params=''><link name='a'/></xacro:macro>";
        for (int k = 1; k < 30; k++) {
            doubling += "<xacro:macro name='m%1$s' params=''><xacro:m%2$s/><xacro:m%2$s/></xacro:macro>"
                    .formatted(k, k - 1);
        }
        String bomb = doubling + "<xacro:m29/>";
        assertThatThrownBy(() -> read(bomb)).hasMessageContaining("more than 200000 elements");
    }

    @Test
    void nameSpacesOfIncludes(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("part.xacro"),
                "<robot><xacro:property name='size' value='${2 * unit}'/><xacro:property name='unit'"
                        + " value='3'/><xacro:macro name='part' params='name'><link"
                        + " name='${name}_${size}'/></xacro:macro></robot>");
        Path file = folder.resolve("arm.urdf.xacro");
        Files.writeString(
                file,
                "<robot name='r'><xacro:property name='size' value='1'/><xacro:include filename='part.xacro' ns='p'/>"
                        + "<xacro:p.part name='x${p.size}${size}'/></robot>");
        // the macro sees the properties of its caller, as macros do
        assertThat(RobotFiles.read(file).base().name()).isEqualTo("x61_1");
        Files.writeString(
                file, "<robot name='r'><xacro:include filename='part.xacro' ns='p'/><xacro:part name='x'/></robot>");
        assertThatThrownBy(() -> RobotFiles.read(file)).hasMessageContaining("there is no macro \"part\"");
    }

    @Test
    void attributesAloneMakeAFileXacro(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("arm.urdf");
        Files.writeString(file, "<robot name='r'><link name='$(optenv NAME hand)${1 + 1}'/></robot>");
        assertThat(RobotFiles.read(file).base().name()).isEqualTo("hand2");
        Path sdf = folder.resolve("arm.sdf.xacro");
        Files.writeString(sdf, "<sdf version='1.9'><model name='m'><link name='l${3}'/></model></sdf>");
        assertThat(RobotFiles.read(sdf).base().name()).isEqualTo("l3");
        Path mjcf = folder.resolve("arm.xml");
        Files.writeString(mjcf, "<mujoco><worldbody><body name='b${4}'><geom size='0.1'/></body></worldbody></mujoco>");
        assertThat(RobotFiles.read(mjcf).hasBody("b4")).isTrue();
    }

    @Test
    void argumentsThatNothingAsksForAreNamed() {
        RobotModel robot = XacroReader.read(
                "<robot name='r'><xacro:arg name='arm' default='1'/><link name='a$(arg side)'/></robot>",
                "a.xacro",
                ReadOptions.DEFAULT.withArguments(Map.of("arm", "2", "side", "l", "size", "3")));
        assertThat(robot.warnings().toString())
                .contains("an argument \"size\" is given, but nothing in the file asks for it")
                .doesNotContain("\"arm\"")
                .doesNotContain("\"side\"");
    }

    /** Some descriptions weigh nothing unless an argument is set. */
    @Test
    void aRobotWithoutMassIsSaidToBe() {
        String text = "<xacro:arg name='gazebo' default='false'/><link name='a'><xacro:if value='$(arg"
                + " gazebo)'><inertial><mass value='1'/><inertia ixx='1' iyy='1'"
                + " izz='1'/></inertial></xacro:if></link>";
        assertThat(read(text).warnings().toString())
                .contains("no link has an <inertial>, so that the robot weighs nothing")
                .contains("here gazebo");
        RobotModel heavy = XacroReader.read(
                "<robot name='r'>" + text + "</robot>",
                "a.xacro",
                ReadOptions.DEFAULT.withArguments(Map.of("gazebo", "true")));
        assertThat(heavy.totalMass()).isEqualTo(1);
        assertThat(heavy.warnings().toString()).doesNotContain("weighs nothing");
        assertThat(read("<link name='a'/>").warnings().toString()).contains("the robot weighs nothing]");
    }

    @Test
    void elementsAndScopes(@TempDir Path folder) throws IOException {
        RobotModel robot = read("""
            <xacro:macro name='outer' params='*one **many a:=^|5 b=2'>
              <xacro:property name='up' value='${a + b}' scope='parent'/><xacro:property name='all' value='g' scope='global'/>
              <xacro:insert_block name='one'/><xacro:insert_block name='many'/>
            </xacro:macro>
            <xacro:outer><link name='l1'/><group><xacro:element xacro:name='link' name='l2'/></group></xacro:outer>
            <xacro:property name='block'><joint name='j' type='fixed'><parent link='l1'/><child link='l2'/></joint></xacro:property>
            <xacro:insert_block name='block'/><joint type='fixed' name='k${up}${all}'><xacro:attribute name='id' value='3'/><parent link='l2'/><child link='l3'/></joint>
            <link name='l3'/><xacro:property name='gone' value='1'/><xacro:property name='gone' remove='true'/>
            <xacro:property name='up' default='9'/><xacro:property name='eager' value='${up}' lazy_eval='false'/>
            <xacro:unless value='${up == 7 and eager == 7}'><link name='wrong'/></xacro:unless>
            <material name='$${x}'/><material name='$5'/>
            """);
        assertThat(robot.bodies()).hasSize(3);
        assertThat(robot.joints().get(1).name()).isEqualTo("k7g");
        for (String[] wrong : new String[][] {
            {
                "<xacro:property name='a' value='1'/><xacro:property name='a' remove='true'/><link name='${a}'/>",
                "there is no property \"a\""
            },
            {"<xacro:property name='1x' value='1'/>", "cannot be the name of a property"},
            {"<xacro:property value='1'/>", "<xacro:property> has no name"},
            {"<xacro:insert_block name='x'/>", "there is no block \"x\""},
            {"<xacro:if value='maybe'/>", "the condition is \"maybe\", which is neither true nor false"},
            {"<xacro:macro name='m' params='a'/><xacro:m/>", "needs the parameter \"a\""},
            {"<xacro:macro name='m' params='*a'/><xacro:m/>", "needs the block \"a\""},
            {"<xacro:macro name='m'/><xacro:m b='1'/>", "has no parameter \"b\""},
            {"<xacro:macro name='m'/><xacro:m><link name='a'/></xacro:m>", "has no parameter for <link>"},
            {"<xacro:macro name='m' params='a:=\"b'/>", "cannot read the parameters"},
            {"<xacro:call macro='x'/>", "there is no macro \"x\""},
            {"<link name='$(env HOME)'/>", "a robot must not depend on the environment"},
            {"<link name='$(arg x)'/>", "give it as --set x="},
            {"<link name='$(cwd)'/>", "$(cwd) is unknown"},
            {"<link name='${1'/>", "does not end"},
            {"<xacro:include filename='a.xacro'/>", "there is no file"},
            {"<link name='$(find x)'/>", "--package x=DIR"},
        }) {
            assertThatThrownBy(() -> read(wrong[0]))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining(wrong[1]);
        }
        Path file = folder.resolve("a.xacro");
        Files.writeString(
                file, "<robot name='r'><xacro:include filename='no.xacro' optional='true'/><link name='a'/></robot>");
        assertThat(RobotFiles.read(file).bodies()).hasSize(1);
        Files.writeString(file, "<robot name='r'><xacro:include filename='a.xacro'/></robot>");
        assertThatThrownBy(() -> RobotFiles.read(file)).hasMessageContaining("does one contain itself?");
    }

    @Test
    void figuresOfYamlFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("a.xacro");
        Path yaml = folder.resolve("a.yaml");
        Files.writeString(
                file,
                "<robot name='r'><xacro:property name='y' value=\"${xacro.load_yaml('$(dirname)/a.yaml')}\"/>"
                        + "<link name='${y.a}_${y.b[1]}_${y.c}_${y.d}_${y.e}_${y.f}'/></robot>");
        Files.writeString(yaml, "a: 1\nb: [2, 3.5]\nc: !degrees 180\nd: !radians pi/2\ne: null\nf: !inches 2\n");
        assertThat(RobotFiles.read(file).base().name())
                .isEqualTo("1_3.5_3.141592653589793_1.5707963267948966_None_0.0508");
        for (String[] wrong : new String[][] {
            {"a: [", "cannot be read"},
            {"a: !degrees [1]", "a unit stands before something that is no number"},
            {"a: !degrees x", "there is no constant \"x\""},
            {"a: !degrees sqrt(-4)", "sqrt has no value there"},
            {"a: &x [1, 2]\nb: *x\n", "there is no key \"c\""},
            {"[".repeat(120) + "]".repeat(120), "nested deeper"},
        }) {
            Files.writeString(yaml, wrong[0]);
            assertThatThrownBy(() -> RobotFiles.read(file))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining(wrong[1]);
        }
    }
}
