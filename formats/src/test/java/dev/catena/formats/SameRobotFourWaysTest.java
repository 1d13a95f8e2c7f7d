package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.model.InertiaTensor;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One arm, entered as standard and modified Denavit-Hartenberg, by Khalil's parameters and as URDF. */
class SameRobotFourWaysTest {
    private static final int N = 7;
    private static final double[] ALPHA = {0, 0.891, -0.096, -0.591, -0.665, -0.735, -0.165};
    private static final double[] A = {0, 0.318, 0.221, -0.22, -0.16, 0.299, -0.396};
    private static final double[] D = {0.003, 0.032, 0.297, 0.176, 0.073, 0.293, -0.171};
    private static final double[] THETA = {-0.68, 0.225, -0.912, -0.929, 0.03, -0.068, 0.834};
    private static final boolean[] PRISMATIC = {false, true, false, false, true, false, false};

    /** Frame i of the standard convention lies on axis i + 1: one twist and length further along. */
    private static Pose modifiedFromStandard(int i) {
        boolean last = i + 1 == N;
        return new Pose(Rotation.aboutX(last ? 0 : ALPHA[i + 1]), new Vector3(last ? 0 : A[i + 1], 0, 0));
    }

    private static SpatialInertia inertia(int i) {
        return SpatialInertia.aboutCenterOfMass(
                1 + 0.3 * i,
                new Vector3(0.1 - 0.03 * i, 0.02 * i, -0.05),
                new InertiaTensor(0.3, 0.01 * i, -0.02, 0.35, 0.03, 0.4));
    }

    private static String yamlInertia(SpatialInertia s) {
        InertiaTensor t = s.tensorAboutCenter();
        Vector3 c = s.centerOfMass();
        return "    inertia: {mass: %s, center-of-mass: [%s, %s, %s], tensor-about-center: {xx: %s, xy: %s, xz: %s, yy: %s, yz: %s, zz: %s}}\n"
                .formatted(s.mass(), c.x(), c.y(), c.z(), t.xx(), t.xy(), t.xz(), t.yy(), t.yz(), t.zz());
    }

    private static RobotModel yaml(String convention) {
        StringBuilder text = new StringBuilder("catena: 1\nname: arm\nconvention: " + convention + "\njoints:\n");
        for (int i = 0; i < N; i++) {
            text.append("  - name: j%s\n    kind: %s\n    body: b%s\n"
                    .formatted(i, PRISMATIC[i] ? "prismatic" : "revolute", i));
            text.append("    theta: %s\n".formatted(THETA[i]));
            boolean last = i + 1 == N;
            switch (convention) {
                case "dh-modified" ->
                    text.append("    alpha: %s\n    a: %s\n    d: %s\n".formatted(ALPHA[i], A[i], D[i]));
                case "khalil" -> text.append("    alpha: %s\n    d: %s\n    r: %s\n".formatted(ALPHA[i], A[i], D[i]));
                default ->
                    text.append("    alpha: %s\n    a: %s\n    d: %s\n"
                            .formatted(last ? 0 : ALPHA[i + 1], last ? 0 : A[i + 1], D[i]));
            }
            SpatialInertia inertia = inertia(i);
            boolean standard = convention.equals("dh-standard");
            text.append(
                    yamlInertia(standard ? inertia.in(modifiedFromStandard(i).inverse()) : inertia));
        }
        return RobotYamlReader.read(text.toString(), "arm.yaml", ReadOptions.DEFAULT);
    }

    private static RobotModel urdf() {
        StringBuilder text = new StringBuilder("<robot name='arm'><link name='base'/>");
        for (int i = 0; i < N; i++) {
            // Rx(α) Tx(a) Rz(θ) Tz(d)
            Rotation turned = Rotation.aboutX(ALPHA[i]).times(Rotation.aboutZ(THETA[i]));
            Vector3 rpy = turned.toRollPitchYaw();
            SpatialInertia s = inertia(i);
            InertiaTensor t = s.tensorAboutCenter();
            text.append(
                    "<link name='b%s'><inertial><origin xyz='%s %s %s'/><mass value='%s'/><inertia ixx='%s' ixy='%s' ixz='%s' iyy='%s' iyz='%s' izz='%s'/></inertial></link>"
                            .formatted(
                                    i,
                                    s.centerOfMass().x(),
                                    s.centerOfMass().y(),
                                    s.centerOfMass().z(),
                                    s.mass(),
                                    t.xx(),
                                    t.xy(),
                                    t.xz(),
                                    t.yy(),
                                    t.yz(),
                                    t.zz()));
            text.append(
                    "<joint name='j%s' type='%s'><parent link='%s'/><child link='b%s'/><origin xyz='%s %s %s' rpy='%s %s %s'/><axis xyz='0 0 1'/></joint>"
                            .formatted(
                                    i,
                                    PRISMATIC[i] ? "prismatic" : "revolute",
                                    i == 0 ? "base" : "b" + (i - 1),
                                    i,
                                    A[i],
                                    -Math.sin(ALPHA[i]) * D[i],
                                    Math.cos(ALPHA[i]) * D[i],
                                    rpy.x(),
                                    rpy.y(),
                                    rpy.z()));
        }
        return UrdfReader.read(text + "</robot>", "arm.urdf", ReadOptions.DEFAULT);
    }

    private static RobotModel par() {
        String[] keys = {
            "alpha", "d", "theta", "r", "sigma", "ant", "M", "MX", "MY", "MZ", "XX", "XY", "XZ", "YY", "YZ", "ZZ"
        };
        String[] lists = new String[keys.length];
        for (int i = 0; i < N; i++) {
            SpatialInertia s = inertia(i);
            InertiaTensor t = s.tensorAboutOrigin();
            Vector3 m = s.firstMoment();
            Object[] entries = {
                ALPHA[i],
                A[i],
                PRISMATIC[i] ? "" + THETA[i] : "th%s + (%s)".formatted(i, THETA[i]),
                PRISMATIC[i] ? "r%s + (%s)".formatted(i, D[i]) : "" + D[i],
                PRISMATIC[i] ? 1 : 0,
                i,
                s.mass(),
                m.x(),
                m.y(),
                m.z(),
                t.xx(),
                t.xy(),
                t.xz(),
                t.yy(),
                t.yz(),
                t.zz()
            };
            for (int k = 0; k < keys.length; k++) {
                lists[k] = (lists[k] == null ? "" : lists[k] + ",") + entries[k];
            }
        }
        StringBuilder text = new StringBuilder("(* Robotname = 'arm' *)\nNL = 7\nNJ = 7\nNF = 7\nG = {0,0,-9.81}\n");
        for (int k = 0; k < keys.length; k++) {
            text.append("%s = {%s}\n".formatted(keys[k], lists[k]));
        }
        return ParReader.read(text.toString(), "arm.par", ReadOptions.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void posesAndTorquesAgree(long seed) {
        RobotModel modified = yaml("dh-modified");
        RobotModel standard = yaml("dh-standard");
        RobotModel[] same = {yaml("khalil"), urdf(), par()};
        Random random = new Random(seed);
        double[] q = random.doubles(N, -3, 3).toArray();
        double[] qd = random.doubles(N, -3, 3).toArray();
        double[] qdd = random.doubles(N, -3, 3).toArray();
        double[] tau = torque(modified, q, qd, qdd);
        double scale = 1;
        for (double t : tau) {
            scale = Math.max(scale, Math.abs(t));
        }

        for (RobotModel robot : same) {
            for (int i = 1; i <= N; i++) {
                Pose expected = RobotPoses.worldFromBody(modified, q).get(i);
                assertThat(RobotPoses.difference(
                                RobotPoses.worldFromBody(robot, q).get(i), expected))
                        .as("pose %s, seed %s", i, seed)
                        .isLessThan(1e-12);
            }
        }
        for (int i = 1; i <= N; i++) {
            Pose expected = RobotPoses.worldFromBody(modified, q).get(i).times(modifiedFromStandard(i - 1));
            assertThat(RobotPoses.difference(
                            RobotPoses.worldFromBody(standard, q).get(i), expected))
                    .as("standard pose %s, seed %s", i, seed)
                    .isLessThan(1e-12);
        }
        for (RobotModel robot : new RobotModel[] {same[0], same[1], same[2], standard}) {
            double[] other = torque(robot, q, qd, qdd);
            for (int i = 0; i < N; i++) {
                assertThat(Math.abs(other[i] - tau[i]) / scale)
                        .as("torque %s, seed %s", i, seed)
                        .isLessThan(1e-12);
            }
        }
    }

    private static double[] torque(RobotModel robot, double[] q, double[] qd, double[] qdd) {
        double[] tau = new double[N];
        new InverseDynamics(robot).compute(q, qd, qdd, tau);
        return tau;
    }

    /** Case transform6 of the golden numbers: γ, b, α, d, θ, r = 0.3, −0.2, 0.7, 0.45, −1.1, 0.25. */
    @Test
    void khalilsTransformIsTheGoldenOne() {
        String text = String.format(
                Locale.ROOT,
                "catena: 1\nname: t\nconvention: khalil\njoints:\n  - {name: j, kind: revolute, gamma: 0.3, b: -0.2, alpha: 0.7, d: 0.45, theta: -1.1, r: 0.25}\n");
        JointGeometry geometry = RobotYamlReader.read(text, "t.yaml", ReadOptions.DEFAULT)
                .joints()
                .get(0)
                .geometry();
        Pose expected = new Pose(
                new Rotation(
                        0.6347732471889775,
                        0.748878247785071,
                        0.19037934406737267,
                        -0.5171420447398932,
                        0.5948041456310521,
                        -0.6154446635582734,
                        -0.5741315443479861,
                        0.2922146442847723,
                        0.7648421872844885),
                new Vector3(0.4774962561233659, -0.02087707289196556, -0.008789453178877898));
        assertThat(RobotPoses.difference(geometry.parentFromBody(JointKind.REVOLUTE, 0), expected))
                .isLessThan(1e-15);
    }
}
