package dev.catena.formats;

import dev.catena.formats.urdf.UrdfWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Good files of all formats, where fuzzing begins. */
final class FuzzSeeds {
    private static final List<String> ROBOTS = List.of("two-link", "four-bar", "stanford", "five-bar");

    static final String TREE = """
        (* Robotname = 'two' *)
        NL = 2
        NJ = 2
        NF = 3
        ant = {0,1,2}
        sigma = {0,1,2}
        d = {0,D2*cos(g12),0}
        r = {0.5,r2 + 0.25,L}
        gamma = {0,-pi/2,0}
        alpha = {0,Pi/2,0}
        theta = {th1 - pi/4,(0.3+2)^2,0}
        XX = {1,0.5}
        YY = {1,0.6}
        ZZ = {1,0.7}
        MX = {0,0.2}
        M = {1,M2}
        IA = {0.1,0.2}
        G = {0,0,G3}
        """;

    static final String LOOP = """
        NL = 3
        NJ = 4
        NF = 5
        ant = {0,1,0,2,3}
        sigma = {0,0,0,0,2}
        d = {0,0.2,0.5,0.4,0.3}
        theta = {t1,t2,t3,t4 + pi/2,0}
        mu = {1,0,0,0,0}
        M = {1,1,1}
        G = {0,-9.81,0}
        """;

    static final String XACRO = """
        <robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
          <xacro:arg name="side" default="left"/>
          <xacro:property name="figures" value="${dict(mass=2.5, length=[0.1, 0.4])}"/>
          <xacro:property name="half" value="${figures.length[1] / 2}"/>
          <xacro:macro name="part" params="name mass:=1 parent:=^|base *origin **extra">
            <link name="${name}"><inertial><origin xyz="0 0 ${half}"/><mass value="${mass}"/>
              <inertia ixx="${mass * half ** 2 / 3}" iyy="${mass / 12}" izz="0.1"/></inertial></link>
            <joint name="${name}_joint" type="revolute"><xacro:insert_block name="origin"/>
              <parent link="${parent}"/><child link="${name}"/><axis xyz="0 ${1 if mass > 2 else -1} 0"/>
              <limit lower="${-pi}" upper="${radians(90)}" effort="5" velocity="1"/></joint>
            <xacro:insert_block name="extra"/>
          </xacro:macro>
          <link name="base"/>
          <xacro:part name="$(arg side)_upper" mass="${figures['mass']}"><origin xyz="0 0 1"/><x><material name="m"/></x></xacro:part>
          <xacro:unless value="${'left' in '$(arg side)' and not True}">
            <xacro:part name="hand${len([k for k in range(3) if k])}" parent="left_upper"><origin/><x/></xacro:part>
          </xacro:unless>
        </robot>
        """;

    static final String MJCF = """
        <mujoco model="arm"><compiler angle="degree" eulerseq="XYZ" boundmass="0.01" boundinertia="1e-4"/>
          <option gravity="0 0 -9.8"/>
          <default><joint damping="0.1"/><default class="hand"><geom type="capsule" size="0.02 0.1"/></default></default>
          <asset><mesh name="tip" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3" scale="0.1 0.1 0.1"/>
            <material name="red" rgba="1 0 0 1"/></asset>
          <worldbody><geom type="plane" size="1 1 1"/>
            <body name="trunk" pos="0 0 1" euler="0 90 0"><joint name="hip" axis="0 1 0" range="-90 90" armature="0.1" ref="5"/>
              <inertial pos="0 0 0.1" mass="3" diaginertia="0.1 0.2 0.25"/>
              <body name="arm" quat="1 0 0 1" childclass="hand"><joint name="ball" type="ball" pos="0 0 0.1"/>
                <geom fromto="0 0 0 0 0 0.4"/><geom type="mesh" mesh="tip" density="500"/><site name="s" pos="0 0 0.4"/></body>
              <frame pos="0.1 0 0"><body name="wheel"><joint name="spin"/><joint name="slide" type="slide"/>
                <geom type="cylinder" size="0.1 0.02" material="red"/></body></frame></body>
            <body name="rod"><joint name="rod"/><geom type="box" size="0.1 0.2 0.3"/><site name="end"/></body>
          </worldbody>
          <equality><joint joint1="spin" joint2="hip" polycoef="0 2 0 0 0"/><connect site1="s" site2="end"/></equality>
          <actuator><motor joint="hip" gear="10" ctrlrange="-1 1"/></actuator>
        </mujoco>
        """;

    static final String SDF = """
        <sdf version="1.7"><model name="arm"><pose>1 0 0 0 0 0.5</pose>
          <frame name="mount" attached_to="upper"><pose>0 0 0.5 0.1 0 0</pose></frame>
          <link name="upper"><inertial><pose>0 0 0.2 0 0 0</pose><mass>3</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.05</izz></inertia></inertial>
            <visual name="v"><geometry><box><size>1 2 3</size></box></geometry></visual></link>
          <link name="lower"><pose relative_to="mount">0 0.1 0 0 0 0</pose></link><link name="gear"/><link name="bolt"/>
          <model name="hand"><pose relative_to="lower" degrees="true">0 0 0.3 0 90 0</pose><link name="palm"/><link name="finger"/>
            <joint name="grip" type="prismatic"><parent>palm</parent><child>finger</child><axis><xyz>1 0 0</xyz><limit><lower>0</lower><upper>0.1</upper></limit></axis></joint></model>
          <joint name="j1" type="revolute"><parent>world</parent><child>upper</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper><effort>9</effort></limit></axis></joint>
          <joint name="j2" type="universal"><parent>mount</parent><child>lower</child><axis><xyz>1 0 0</xyz></axis><axis2><xyz expressed_in="upper">0 1 0</xyz></axis2></joint>
          <joint name="j3" type="revolute"><parent>upper</parent><child>gear</child><axis><xyz>0 0 1</xyz></axis></joint>
          <joint name="j4" type="screw"><parent>gear</parent><child>bolt</child><axis><xyz>0 0 1</xyz></axis><thread_pitch>100</thread_pitch></joint>
          <joint name="weld" type="fixed"><parent>lower</parent><child>hand::palm</child></joint>
        </model></sdf>
        """;

    static final String CSV = "time,q_a,qd_a,\"q_b\"\n0,1,2,3\n1,2,3,4\n";

    static final String JSON =
            "{\"joints\":[\"a\",\"b\"],\"states\":[{\"time\":1,\"q\":[1,2],\"wrenches\":{\"x\":{\"frame\":\"body\",\"force\":[1,2,3]}},\"base\":{\"position\":[1,2,3]}},{\"q\":[1,2]}]}";

    private FuzzSeeds() {}

    /** Good files for a reader. */
    static List<String> of(ReaderProperty.Reader reader) {
        return switch (reader) {
            case URDF, URDF_BYTES ->
                ROBOTS.stream()
                        .map(name -> UrdfWriter.write(ShippedRobots.load(name)))
                        .toList();
            case YAML -> ROBOTS.stream().map(ShippedRobots::text).toList();
            case PAR, PAR_WITH_SYMBOLS -> List.of(TREE, LOOP);
            case XACRO -> List.of(XACRO);
            case MJCF -> List.of(MJCF);
            case SDF -> List.of(SDF);
            case CSV -> List.of(CSV);
            case JSON -> List.of(JSON);
        };
    }

    /** Writes them into a folder. */
    static void write(ReaderProperty.Reader reader, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> texts = of(reader);
        for (int k = 0; k < texts.size(); k++) {
            Files.writeString(folder.resolve("seed-" + k), texts.get(k));
        }
    }
}
