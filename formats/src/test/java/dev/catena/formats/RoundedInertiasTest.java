package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.formats.mjcf.MjcfReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.sdf.SdfReader;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Inertias that miss being those of a body: by rounding, which is nothing; by more, which is a warning or, if strict, a problem. */
class RoundedInertiasTest {
    /** A format, with one joint about x and a hand on it. */
    enum Format {
        URDF {
            @Override
            RobotModel read(double mass, double[] t, ReadOptions options) {
                String text = """
                    <robot name="arm"><link name="base"/><link name="hand"><inertial>
                      <mass value="%s"/><inertia ixx="%s" ixy="%s" ixz="0" iyy="%s" iyz="0" izz="%s"/></inertial></link>
                      <joint name="wrist" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>
                    """.formatted(mass, t[0], t[1], t[2], t[3]);
                return UrdfReader.read(text, "arm.urdf", options);
            }
        },
        MJCF {
            @Override
            RobotModel read(double mass, double[] t, ReadOptions options) {
                String text = """
                    <mujoco model="arm"><worldbody><body name="hand"><joint name="wrist" axis="1 0 0"/>
                      <inertial pos="0 0 0" mass="%s" fullinertia="%s %s %s %s 0 0"/></body></worldbody></mujoco>
                    """.formatted(mass, t[0], t[2], t[3], t[1]);
                return MjcfReader.read(text, "arm.xml", options);
            }
        },
        SDF {
            @Override
            RobotModel read(double mass, double[] t, ReadOptions options) {
                String text = """
                    <sdf version="1.9"><model name="arm"><link name="hand"><inertial><mass>%s</mass>
                      <inertia><ixx>%s</ixx><ixy>%s</ixy><iyy>%s</iyy><izz>%s</izz></inertia></inertial></link>
                      <joint name="wrist" type="continuous"><parent>world</parent><child>hand</child><axis><xyz>1 0 0</xyz></axis></joint>
                    </model></sdf>
                    """.formatted(mass, t[0], t[1], t[2], t[3]);
                return SdfReader.read(text, "arm.sdf", options);
            }
        },
        YAML {
            @Override
            RobotModel read(double mass, double[] t, ReadOptions options) {
                String text = """
                    catena: 1
                    name: arm
                    inertia-policy: %s
                    convention: placement
                    joints:
                      - name: wrist
                        kind: revolute
                        parent: base
                        body: hand
                        axis: [1, 0, 0]
                        inertia: {mass: %s, center-of-mass: [0, 0, 0], tensor-about-center: {xx: %s, xy: %s, yy: %s, zz: %s}}
                    """.formatted(options.strict() ? "strict" : "lenient", mass, t[0], t[1], t[2], t[3]);
                return RobotYamlReader.read(text, "arm.yaml", options);
            }
        };

        /** @param t xx, xy, yy, zz about the mass center */
        abstract RobotModel read(double mass, double[] t, ReadOptions options);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void roundingIsNothing(Format format) {
        double[] rod = {-1e-20, 0, 1.25e-3, 1.25e-3};
        RobotModel robot = format.read(0.5, rod, ReadOptions.DEFAULT.asStrict());
        assertThat(robot.warnings().toString()).doesNotContain("inertia about");
        double[] triangle = {1, 0, 2, 3.000000001};
        assertThat(format.read(0.5, triangle, ReadOptions.DEFAULT.asStrict())
                        .warnings()
                        .toString())
                .doesNotContain("inertia about");
    }

    /** A tensor of rounding only is that of a point. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void nothingButRoundingIsNoTensor(Format format) {
        double[] noise = {0, 2.40741e-35, 0, 0};
        RobotModel robot = format.read(0.1, noise, ReadOptions.DEFAULT);
        assertThat(robot.warnings().toString()).contains("\"hand\" has mass 0.1 kg, but no inertia tensor");
        assertThat(robot.totalMass()).isEqualTo(0.1);
        assertThatThrownBy(() -> accelerate(robot))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("joint \"wrist\" of robot \"arm\" has no inertia");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void moreIsAWarningAndForwardDynamicsNamesTheBody(Format format) {
        double[] tensor = {-3.53486e-8, 0, 3.50085e-8, 9.08701e-8};
        RobotModel robot = format.read(0.01, tensor, ReadOptions.DEFAULT);
        assertThat(robot.warnings().toString())
                .contains(format.name().toLowerCase(Locale.ROOT).equals("mjcf") ? "arm.xml:" : "arm.")
                .contains("body \"hand\" has an inertia about its mass center that is not positive")
                .contains("-3.53486e-08");
        assertThatThrownBy(() -> accelerate(robot))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("joint \"wrist\" of robot \"arm\" feels an inertia of -3.53e-08")
                .hasMessageContaining("look at body \"hand\" (a principal moment of -3.53e-08 kg m²)");
        assertThatThrownBy(() -> format.read(0.01, tensor, ReadOptions.DEFAULT.asStrict()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("is not positive");
    }

    /** Another joint may still feel a positive inertia. */
    @Test
    void otherAxesWork() {
        RobotModel robot =
                Format.URDF.read(0.01, new double[] {3.50085e-8, 0, -3.53486e-8, 9.08701e-8}, ReadOptions.DEFAULT);
        assertThat(accelerate(robot)[0]).isEqualTo(1 / 3.50085e-8, org.assertj.core.data.Offset.offset(1e-6));
    }

    private static double[] accelerate(RobotModel robot) {
        double[] qdd = new double[1];
        ForwardDynamics.of(robot).compute(new double[1], new double[1], new double[] {1}, qdd);
        return qdd;
    }
}
