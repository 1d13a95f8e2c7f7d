package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ground reaction and zero-moment point of floating trees, from the wrench on the base and its derivatives. */
class GoldenGroundTest {
    private static final Golden GOLDEN = Golden.combinations();

    /** All that the file of combinations has; whatever is new there needs a test and a line here. */
    @Test
    void nothingInTheFileIsForgotten() {
        Map<String, List<String>> known = new TreeMap<>(Map.of(
                "floating_torque_rate", List.of("satellite1", "freeflyer6", "freeflyer_rotors5", "quadruped"),
                "closed_loop_torque_rate", List.of("fourbar", "fourbar_redundant_drive", "fivebar", "rusr", "bennett"),
                "parallel_torque_rate", List.of("stewart", "stewart"),
                "floating_closed_loop_torque_rate", List.of("satellite_fourbar"),
                "elastic_torque_rate", List.of("elastic3_reflected", "elastic_on_parents", "mixed_carriers"),
                "constrained", List.of("planar_biped", "planar_biped", "quadruped", "biped", "satellite_fourbar"),
                "couplings", List.of("gripper", "finger_chain", "screw"),
                "base_parameters",
                        List.of(
                                "fourbar",
                                "fourbar_no_gravity",
                                "parallelogram",
                                "fivebar",
                                "sr400",
                                "sr400_no_parallelogram",
                                "stewart",
                                "",
                                ""),
                "elastic_sensitivity", List.of("elastic3_reflected", "elastic_on_parents", "mixed_carriers"),
                "ground_reaction", List.of("biped", "quadruped", "stack3")));
        Map<String, List<String>> found = new TreeMap<>();
        GOLDEN.all().properties().forEach(topic -> {
            if (topic.getValue().isArray()) {
                List<String> robots = new ArrayList<>();
                topic.getValue().forEach(node -> robots.add(node.path("robot").asText("")));
                found.put(topic.getKey(), robots);
            }
        });
        assertThat(found).isEqualTo(known);
    }

    /** Outputs that some test compares, and why the others are not; a new one needs a line here. */
    @Test
    void noOutputIsForgotten() {
        Set<String> compared = Set.of(
                "E",
                "G",
                "G_dot",
                "acceleration",
                "acceleration_by_tau",
                "acceleration_by_x",
                "acceleration_by_xd",
                "base_acceleration",
                "base_jerk",
                "base_velocity_after",
                "bias",
                "by_acceleration",
                "by_position",
                "by_velocity",
                "c",
                "coupling_effort",
                "coupling_effort_dot",
                "cut_wrench",
                "cut_wrench_dot",
                "delassus",
                "derivatives_needed_for_rate",
                "derivatives_needed_for_torque",
                "effort",
                "effort_by_position",
                "effort_by_velocity",
                "effort_dot",
                "effort_joints",
                "feedforward_by_derivative",
                "feedforward_tau",
                "force",
                "force_dot",
                "free_joints",
                "free_moment",
                "free_moment_dot",
                "gamma_c",
                "gamma_c_dot",
                "impulse",
                "impulse_world_axes",
                "kinetic_energy_loss",
                "leg_tree_effort",
                "leg_tree_effort_dot",
                "mass_matrix",
                "matrix_A",
                "moment_about_point",
                "moment_about_point_dot",
                "norm_length",
                "q",
                "q_tree",
                "qd",
                "qd_after",
                "qd_tree",
                "qdd",
                "qdd_tree",
                "qddd",
                "qddd_tree",
                "rank",
                "reaction",
                "reaction_world_axes",
                "rows",
                "tau",
                "tau_by_x",
                "tau_by_xd",
                "tau_by_xdd",
                "tau_dot",
                "tau_tree",
                "tau_tree_dot",
                "theta",
                "theta_d",
                "theta_dd",
                "theta_ddd",
                "ydd",
                "ydd_by_position",
                "ydd_by_velocity",
                "zmp",
                "zmp_dot");
        Map<String, String> others = Map.of(
                "solve_order", "in which order motors are computed is the implementation's choice, and no result");
        Set<String> found = new TreeSet<>();
        collect(GOLDEN.all(), found);
        found.removeAll(compared);
        assertThat(found).isEqualTo(others.keySet());
    }

    private static void collect(JsonNode node, Set<String> outputs) {
        node.properties().forEach(field -> {
            if (field.getKey().equals("output")) {
                field.getValue().properties().forEach(output -> outputs.add(output.getKey()));
            }
            collect(field.getValue(), outputs);
        });
        if (node.isArray()) {
            node.forEach(element -> collect(element, outputs));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void agreesWithGoldenNumbers(int k) {
        String path = "ground_reaction/" + k;
        JsonNode input = GOLDEN.at(path + "/input");
        RobotModel robot =
                CombinationRobots.of(GOLDEN, GOLDEN.at(path + "/robot").textValue());
        new Ground(robot, input).check(path + "/output/");
    }

    /** F = R f, M = R m + (p − o) × F, zmp = o + n × M / (n·F), and their changes. */
    private static final class Ground {
        final int n;
        final BaseMotion base;
        final double[][] joints = new double[4][];
        final Vector3 o;
        final Vector3 normal;
        final Pose pose;
        final Vector3 f;
        final Vector3 m;
        final Vector3 F;
        final Vector3 M;
        final Vector3 zmp;
        final double[][] matrices;

        Ground(RobotModel robot, JsonNode input) {
            n = robot.jointCount();
            base = CombinationRobots.base(input);
            String[] names = {"q", "qd", "qdd", "qddd"};
            for (int d = 0; d < 4; d++) {
                joints[d] = Golden.array(input.get(names[d]));
            }
            JsonNode b = input.get("base");
            base.accelerationInBase(vector(b, "linear_acceleration"), vector(b, "angular_acceleration"));
            base.jerkInBase(vector(b, "linear_jerk"), vector(b, "angular_jerk"));
            o = vector(input.get("ground"), "point");
            normal = vector(input.get("ground"), "normal");
            ExternalWrenches wrenches = CombinationRobots.wrenches(robot, input);
            InverseDynamics dynamics = new InverseDynamics(robot);
            dynamics.compute(base, joints[0], joints[1], joints[2], wrenches, new double[n]);
            double[] w = new double[6];
            dynamics.jointWrenchInBody(0, w);
            f = new Vector3(w[0], w[1], w[2]);
            m = new Vector3(w[3], w[4], w[5]);
            pose = base.pose();
            F = pose.rotation().apply(f);
            M = pose.rotation().apply(m).plus(pose.position().minus(o).cross(F));
            zmp = o.plus(normal.cross(M).times(1 / normal.dot(F)));
            int size = 6 + n;
            matrices = new double[3][size * size];
            new TorqueSensitivity(robot)
                    .computeFloating(
                            base,
                            joints[0],
                            joints[1],
                            joints[2],
                            wrenches,
                            List.of(),
                            matrices[0],
                            matrices[1],
                            matrices[2]);
            holdSpatialAcceleration(size);
        }

        private static Vector3 vector(JsonNode node, String name) {
            double[] x = Golden.array(node.get(name));
            return new Vector3(x[0], x[1], x[2]);
        }

        /** The golden columns by velocity hold the spatial acceleration: the classical one is more by ω × v. */
        private void holdSpatialAcceleration(int size) {
            Twist v = base.velocityInBase();
            for (int k = 0; k < 6; k++) {
                Vector3 e = unit(k % 3);
                Vector3 change = k < 3 ? v.angular().cross(e) : e.cross(v.linear());
                double[] a = change.toArray();
                for (int row = 0; row < size; row++) {
                    for (int i = 0; i < 3; i++) {
                        matrices[1][row * size + k] += matrices[2][row * size + i] * a[i];
                    }
                }
            }
        }

        private static Vector3 unit(int k) {
            return new Vector3(k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0);
        }

        /** Ten numbers for a change of the base wrench, and of the base's place by δp and δφ in its axes. */
        private double[] change(Vector3 df, Vector3 dm, Vector3 dp, Vector3 dphi) {
            Rotation R = pose.rotation();
            Vector3 dF = R.apply(df.plus(dphi.cross(f)));
            Vector3 dM = R.apply(dm.plus(dphi.cross(m)))
                    .plus(R.apply(dp).cross(F))
                    .plus(pose.position().minus(o).cross(dF));
            Vector3 arm = zmp.minus(o);
            Vector3 dZmp = normal.cross(dM).minus(arm.times(normal.dot(dF))).times(1 / normal.dot(F));
            double dT = normal.dot(dM.minus(dZmp.cross(F)).minus(arm.cross(dF)));
            double[] out = new double[10];
            System.arraycopy(dF.toArray(), 0, out, 0, 3);
            System.arraycopy(dM.toArray(), 0, out, 3, 3);
            System.arraycopy(dZmp.toArray(), 0, out, 6, 3);
            out[9] = dT;
            return out;
        }

        void check(String output) {
            GOLDEN.check(output + "force", F.toArray());
            GOLDEN.check(output + "moment_about_point", M.toArray());
            GOLDEN.check(output + "zmp", zmp.toArray());
            double T = normal.dot(M.minus(zmp.minus(o).cross(F)));
            GOLDEN.check(output + "free_moment", new double[] {T});
            int size = 6 + n;
            double[][] all = new double[3][10 * size];
            String[] names = {"by_position", "by_velocity", "by_acceleration"};
            double[] rates = new double[10];
            double[][] motion = motion();
            for (int variable = 0; variable < 3; variable++) {
                double[] A = matrices[variable];
                for (int c = 0; c < size; c++) {
                    Vector3 df = new Vector3(A[c], A[size + c], A[2 * size + c]);
                    Vector3 dm = new Vector3(A[3 * size + c], A[4 * size + c], A[5 * size + c]);
                    boolean placed = variable == 0 && c < 6;
                    double[] column = change(
                            df,
                            dm,
                            placed && c < 3 ? unit(c) : Vector3.ZERO,
                            placed && c >= 3 ? unit(c - 3) : Vector3.ZERO);
                    for (int i = 0; i < 10; i++) {
                        all[variable][i * size + c] = column[i];
                        rates[i] += column[i] * motion[variable][c];
                    }
                }
                GOLDEN.check(output + names[variable], all[variable]);
            }
            String[] rateNames = {"force_dot", "moment_about_point_dot", "zmp_dot"};
            for (int i = 0; i < 3; i++) {
                GOLDEN.check(output + rateNames[i], new double[] {rates[3 * i], rates[3 * i + 1], rates[3 * i + 2]});
            }
            GOLDEN.check(output + "free_moment_dot", new double[] {rates[9]});
        }

        /** How position, velocity and spatial acceleration change along the motion. */
        private double[][] motion() {
            Twist v = base.velocityInBase();
            Twist a = base.accelerationInBase();
            Twist j = base.jerkInBase();
            Vector3 w = v.angular();
            Vector3 aSpatial = a.linear().minus(w.cross(v.linear()));
            // a_s′ = j − ω × a − γ × v − ω × (a − ω × v)
            Vector3 jSpatial = j.linear()
                    .minus(w.cross(a.linear()))
                    .minus(a.angular().cross(v.linear()))
                    .minus(w.cross(aSpatial));
            double[][] out = new double[3][6 + n];
            set(out[0], v.linear(), w, joints[1]);
            set(out[1], aSpatial, a.angular(), joints[2]);
            set(out[2], jSpatial, j.angular().minus(w.cross(a.angular())), joints[3]);
            return out;
        }

        private void set(double[] out, Vector3 linear, Vector3 angular, double[] ofJoints) {
            System.arraycopy(linear.toArray(), 0, out, 0, 3);
            System.arraycopy(angular.toArray(), 0, out, 3, 3);
            System.arraycopy(ofJoints, 0, out, 6, n);
        }
    }
}
