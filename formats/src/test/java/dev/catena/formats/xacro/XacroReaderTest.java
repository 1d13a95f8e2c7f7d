package dev.catena.formats.xacro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XacroReaderTest {
    private static final String HEAD = "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>";

    private static RobotModel read(String content, Map<String, String> arguments) {
        return XacroReader.read(HEAD + content + "</robot>", "arm.xacro", ReadOptions.DEFAULT.withArguments(arguments));
    }

    /** The mass of a link whose mass is an expression. */
    private static double mass(String properties, String expression) {
        return read(
                        properties + "<link name='a'><inertial><mass value=\"" + expression + "\"/></inertial></link>",
                        Map.of())
                .totalMass();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ${1 + 2 * 3} | 7
        ${2 ** 3 ** 2 - 500} | 12
        ${-2 ** 2 + 10} | 6
        ${7 / 2} | 3.5
        ${7 // 2 + 7 % 4} | 6
        ${(1 + 2) * 3} | 9
        ${sin(pi / 6) * 2} | 1
        ${math.radians(180) / math.pi} | 1
        ${degrees(pi)} | 180
        ${3 if 1 &lt; 2 &lt;= 2 and not 0 else 4} | 3
        ${4 if 'b' in ['a', 'c'] or 'x' not in 'xyz' else 5} | 5
        ${len('abc') + len([1, 2]) + max(1, 5, 2) + min([3, 2])} | 12
        ${abs(-1.5) + round(2.6) + floor(1.9)} | 5.5
        ${dict(a=1, b=2)['b'] + {'c': 3}['c']} | 5
        ${[1, 2, 3][-1]} | 3
        ${int('4') + float('0.5')} | 4.5
        ${'7' + '1' == '71'} | 1
        1${'2'}3 | 123
        ${sum(range(4)) + atan2(0, 1)} | 6
        ${{'k': 8}.get('x', 9)} | 9
        """)
    void expressionsHaveTheirValue(String expression, double value) {
        String text = expression.equals("${'7' + '1' == '71'}") ? "${1 if '7' + '1' == '71' else 0}" : expression;
        assertThat(mass("", text)).isCloseTo(value, within(1e-14));
    }

    @Test
    void propertiesAreEvaluatedWhenTheyAreUsed() {
        String properties = "<xacro:property name='a' value='${b * 2}'/><xacro:property name='b' value='3'/>"
                + "<xacro:property name='b' default='4'/>";
        assertThat(mass(properties, "${a}")).isEqualTo(6);
    }

    @Test
    void macrosTakeValuesDefaultsAndBlocks() {
        RobotModel expanded = read("""
            <xacro:arg name='tool' default='false'/>
            <xacro:property name='density' value='${1000.0}'/>
            <xacro:property name='prefix' value='left_'/>
            <xacro:macro name='rod' params="name length radius:=0.05 prefix:=^ scale:=^|2 *origin **extra">
              <xacro:property name='m' value='${density * pi * radius**2 * length}'/>
              <link name='${prefix}${name}'>
                <inertial>
                  <xacro:insert_block name='origin'/>
                  <mass value='${m}'/>
                  <inertia ixx='${m * (3 * radius**2 + length**2) / 12}' ixy='0' ixz='0' iyy='${m * (3 * radius**2 + length**2) / 12}' iyz='0' izz='${m * radius**2 / 2}'/>
                </inertial>
                <xacro:insert_block name='extra'/>
              </link>
            </xacro:macro>
            <link name='base'/>
            <xacro:rod name='upper' length='0.5'>
              <origin xyz='0 0 ${0.5 / 2}'/>
              <parts><visual><geometry><box size='1 1 ${1 + 1}'/></geometry></visual></parts>
            </xacro:rod>
            <joint name='shoulder' type='continuous'><parent link='base'/><child link='left_upper'/><axis xyz='0 1 0'/></joint>
            <xacro:if value='$(arg tool)'>
              <link name='tool'/><joint name='flange' type='fixed'><parent link='left_upper'/><child link='tool'/></joint>
            </xacro:if>
            <xacro:unless value="${'$(arg tool)' == 'true'}"><surprise/></xacro:unless>
            """, Map.of("tool", "true"));
        double m = 1000.0 * Math.PI * Math.pow(0.05, 2) * 0.5;
        double transverse = m * (3 * 0.05 * 0.05 + 0.5 * 0.5) / 12;
        RobotModel byHand = UrdfReader.read(
                """
                <robot name='r'><link name='base'/><link name='left_upper'><inertial><origin xyz='0 0 0.25'/><mass value='%s'/><inertia ixx='%s' iyy='%s' izz='%s'/></inertial>
                <visual><geometry><box size='1 1 2'/></geometry></visual></link><link name='tool'/>
                <joint name='shoulder' type='continuous'><parent link='base'/><child link='left_upper'/><axis xyz='0 1 0'/></joint>
                <joint name='flange' type='fixed'><parent link='left_upper'/><child link='tool'/></joint></robot>\
                """.formatted(m, transverse, transverse, m * 0.05 * 0.05 / 2), "arm.urdf", ReadOptions.DEFAULT);
        assertThat(expanded.joints()).isEqualTo(byHand.joints());
        assertThat(expanded.shapes()).isEqualTo(byHand.shapes());
        assertThat(expanded.totalMass()).isCloseTo(byHand.totalMass(), within(1e-15));
        assertThat(expanded.bodies().get(1).inertia().tensorAboutCenter().xx()).isCloseTo(transverse, within(1e-16));
        assertThat(expanded.warnings().toString()).doesNotContain("surprise");
    }

    @Test
    void macrosSetPropertiesOfTheirCaller() {
        String properties =
                "<xacro:macro name='put' params='x'><xacro:property name='out' value='${x + 1}' scope='parent'/>"
                        + "<xacro:property name='all' value='${x}' scope='global'/></xacro:macro><xacro:put x='4'/>";
        assertThat(mass(properties, "${out + all}")).isEqualTo(9);
    }

    @Test
    void elementsAndAttributesMayHaveComputedNames() {
        RobotModel robot = read(
                "<xacro:element xacro:name=\"${'li' + 'nk'}\"><xacro:attribute name='name'"
                        + " value=\"${'x'}\"/></xacro:element>",
                Map.of());
        assertThat(robot.base().name()).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        <link name='${a}'/> | there is no property "a"
        <link name='$(arg a)'/> | the argument "a" has no value; give it as --set a=…
        <link name='$(env HOME)'/> | $(env HOME) is refused
        <link name='$(find p)'/> | the package "p" is not known; say where it is: --package p=DIR
        <xacro:turn/> | there is no macro "turn"
        <xacro:macro name='m' params='x'/><xacro:m/> | the macro "m" needs the parameter "x"
        <xacro:macro name='m' params='x'/><xacro:m x='1' y='2'/> | the macro "m" has no parameter "y"
        <xacro:macro name='m' params='*b'/><xacro:m/> | the macro "m" needs the block "b"
        <xacro:macro name='m' params=''/><xacro:m><x/></xacro:m> | the macro "m" has no parameter for <x>
        <xacro:insert_block name='b'/> | there is no block "b"
        <xacro:if value='maybe'/> | neither true nor false
        <link name='${1 +}'/> | cannot read "1 +" at its end
        <link name='${1 / 0}'/> | division by zero
        <link name="${open('/etc/passwd')}"/> | there is no function open
        <link name="${__import__('os')}"/> | there is no function __import__
        <link name="${[x for x of range(3)]}"/> | is expected in
        <xacro:property name='a' value='${b}'/><xacro:property name='b' value='${a}'/><link name='${a}'/> | is defined by itself
        <xacro:include filename='other.xacro'/> | there is no file
        <xacro:macro name='m' params=''><xacro:m/></xacro:macro><xacro:m/> | nested deeper than 100 levels
        <link name="${'a' * 10000000}"/> | a text has more than
        <link name='${1 + (2'/> | does not end
        """)
    void whatMakesNoSenseIsNamedWithItsLine(String content, String message) {
        assertThatThrownBy(() -> read("\n" + content, Map.of()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("arm.xacro:2");
    }

    @Test
    void allProblemsAreFoundAtOnce() {
        assertThatThrownBy(() -> read("<link name='${a}'/>\n<xacro:turn/>\n<link name='${1/0}'/>", Map.of()))
                .hasMessageContaining("arm.xacro:1: there is no property")
                .hasMessageContaining("arm.xacro:2: there is no macro")
                .hasMessageContaining("arm.xacro:3: division by zero");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void macrosDoNotMultiplyBeyondBounds() {
        StringBuilder content = new StringBuilder("<xacro:macro name='m0' params=''><x/></xacro:macro>");
        for (int k = 1; k < 40; k++) {
            content.append(
                    "<xacro:macro name='m%s' params=''><xacro:m%2$s/><xacro:m%2$s/></xacro:macro>".formatted(k, k - 1));
        }
        assertThatThrownBy(() -> read(content + "<xacro:m39/>", Map.of()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("the expansion");
        StringBuilder properties = new StringBuilder("<xacro:property name='p0' value=\"${'ha'}\"/>");
        for (int k = 1; k < 60; k++) {
            properties.append("<xacro:property name='p%s' value='${p%2$s}${p%2$s}'/>".formatted(k, k - 1));
        }
        assertThatThrownBy(() -> read(properties + "<link name='${p59}'/>", Map.of()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("a text has more than");
    }

    @Test
    void packagesAreFoundAndNothingOutsideIsRead(@TempDir Path folder) throws IOException {
        Path description = Files.createDirectories(folder.resolve("arm_description/urdf"));
        Path other = Files.createDirectories(folder.resolve("parts"));
        Files.writeString(
                folder.resolve("arm_description/package.xml"), "<package><name>arm_description</name></package>");
        Files.writeString(
                Files.createDirectories(folder.resolve("arm_description/config"))
                        .resolve("figures.yaml"),
                "limits:\n  shoulder: {lower: !degrees -90, upper: !degrees 90.0}\nmass: 2.5\n");
        Files.writeString(
                other.resolve("base.xacro"),
                "<robot><link name='base'/><xacro:property name='child' value='arm'/></robot>");
        Path secret = folder.resolve("secret.xacro");
        Files.writeString(secret, "<robot><link name='secret'/></robot>");
        Path main = description.resolve("arm.urdf.xacro");
        Files.writeString(main, HEAD + """
            <xacro:include filename='$(find parts)/base.xacro'/>
            <xacro:property name='figures' value="${xacro.load_yaml('$(find arm_description)/config/figures.yaml')}"/>
            <xacro:property name='range' value="${figures['limits']['shoulder']}"/>
            <link name='${child}'><inertial><mass value='${figures.mass}'/></inertial></link>
            <joint name='j' type='revolute'><parent link='base'/><child link='${child}'/><limit lower='${range.lower}' upper='${range.upper}' effort='1' velocity='1'/></joint>
            </robot>\
            """);
        ReadOptions options = ReadOptions.DEFAULT.withPackages(Map.of("parts", other));
        RobotModel robot = RobotFiles.read(main, options);
        assertThat(robot.totalMass()).isEqualTo(2.5);
        assertThat(robot.movingJoints().get(0).limits().upper()).isCloseTo(Math.PI / 2, within(1e-15));
        Files.writeString(main, HEAD + "<xacro:include filename='../../secret.xacro'/></robot>");
        assertThatThrownBy(() -> RobotFiles.read(main, options))
                .hasMessageContaining("is outside of the folders that may be read");
        Files.createSymbolicLink(description.resolve("link.xacro"), secret);
        Files.writeString(main, HEAD + "<xacro:include filename='link.xacro'/></robot>");
        assertThatThrownBy(() -> RobotFiles.read(main, options))
                .hasMessageContaining("is outside of the folders that may be read");
    }

    @Test
    void aProblemInAnIncludedFileNamesThatFile(@TempDir Path folder) throws IOException {
        Path main = folder.resolve("arm.xacro");
        Files.writeString(main, HEAD + "\n<xacro:include filename='part.xacro'/></robot>");
        Files.writeString(
                folder.resolve("part.xacro"),
                "<robot>\n\n<link name='a'><inertial><mass value='${2 * \"x\" + 1}'/></inertial></link></robot>");
        assertThatThrownBy(() -> RobotFiles.read(main)).hasMessageContaining("part.xacro:3");
    }
}
