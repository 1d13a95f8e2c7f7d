package dev.catena.sensitivity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A walking human whose feet take, at the zero-moment point, what the motion needs of the ground: computed first without
 * ground, then applied to the feet as loads that depend on the whole motion. Golden numbers, [Barman 5].
 */
class GroundReactionTest {
    private static final double TOLERANCE = 1e-11;
    private static final Golden GOLDEN = Golden.sensitivityPlanningElastic();

    /** Of a foot, from its ankle. */
    private static final Vector3 CENTER = new Vector3(0, 0, 0.06);

    private static final RobotModel MODEL = GoldenRobots.walker("walker", GOLDEN.at("gait"));
    private static final int N = MODEL.jointCount();

    /** A number with its derivatives by q, q̇ and q̈, [kind][k]. */
    private record Varied(double value, double[][] by) {
        static Varied constant(double value) {
            return new Varied(value, new double[3][N]);
        }

        private interface Slope {
            double at(int kind, int k);
        }

        private static Varied of(double value, Slope slope) {
            double[][] by = new double[3][N];
            for (int kind = 0; kind < 3; kind++) {
                for (int k = 0; k < N; k++) {
                    by[kind][k] = slope.at(kind, k);
                }
            }
            return new Varied(value, by);
        }

        Varied plus(Varied b) {
            return of(value + b.value, (kind, k) -> by[kind][k] + b.by[kind][k]);
        }

        Varied minus(Varied b) {
            return of(value - b.value, (kind, k) -> by[kind][k] - b.by[kind][k]);
        }

        Varied times(Varied b) {
            return of(value * b.value, (kind, k) -> by[kind][k] * b.value + value * b.by[kind][k]);
        }

        Varied over(Varied b) {
            double x = value / b.value;
            return of(x, (kind, k) -> (by[kind][k] - x * b.by[kind][k]) / b.value);
        }

        Varied squareRoot() {
            double x = Math.sqrt(value);
            return of(x, (kind, k) -> by[kind][k] / (2 * x));
        }
    }

    private final Kinematics kinematics = new Kinematics(MODEL);
    private final WrenchSensitivity wrenches = new WrenchSensitivity(MODEL);
    private final InverseDynamics dynamics = new InverseDynamics(MODEL);

    @ParameterizedTest
    @ValueSource(strings = {"single_support_right_t0.30", "double_support_t0.55"})
    void torquesOfWalking(String name) {
        JsonNode sample = GOLDEN.at("gait/two_step_GRF_samples/" + name);
        double[] q = Golden.array(sample.get("q"));
        double[] qd = Golden.array(sample.get("qdot"));
        double[] qdd = Golden.array(sample.get("qddot"));
        kinematics.compute(null, q, null, null, null);
        wrenches.compute(q, qd, qdd);
        double[] tau = new double[N];
        dynamics.compute(q, qd, qdd, tau);

        // what the ground must supply, about the world's origin
        Varied[] need = groundWrench();
        Varied minusOne = Varied.constant(-1);
        Varied[] zmp = {
            need[5].over(need[1]), Varied.constant(0), minusOne.times(need[3]).over(need[1])
        };
        Varied free = need[4].minus(zmp[2].times(need[0]).minus(zmp[0].times(need[2])));
        Agreement.check("ground reaction", values(need, 3), Golden.array(sample.get("GRF")), TOLERANCE);
        Agreement.check("zero-moment point", values(zmp, 3), Golden.array(sample.get("ZMP")), TOLERANCE);
        Agreement.check("free moment", free.value, sample.get("free_moment").doubleValue(), TOLERANCE);

        List<String> feet = new ArrayList<>();
        sample.get("feet").forEach(foot -> feet.add(foot.textValue()));
        List<AppliedLoad> loads = new ArrayList<>();
        ExternalWrenches applied = new ExternalWrenches(MODEL);
        for (String foot : feet) {
            Varied weight = weight(foot, feet, zmp);
            Agreement.check(
                    "weight", weight.value, sample.get("weights").get(foot).doubleValue(), TOLERANCE);
            Varied[] force = {weight.times(need[0]), weight.times(need[1]), weight.times(need[2])};
            Varied zero = Varied.constant(0);
            Varied[] moment = {zero, weight.times(free), zero};
            int body = MODEL.bodyIndex("foot_" + foot);
            loads.add(load(body, force, moment, inBody(body, zmp)));
            Vector3 arm = vector(zmp).minus(kinematics.worldFromBody(body).position());
            applied.inWorld(body, vector(force), vector(moment).plus(arm.cross(vector(force))));
        }

        dynamics.compute(null, q, qd, qdd, applied, tau);
        Agreement.check("tau", tau, Golden.array(sample.get("tau")), TOLERANCE);
        double[][] out = new double[3][N * N];
        new TorqueSensitivity(MODEL).compute(null, q, qd, qdd, null, loads, out[0], out[1], out[2]);
        String[] kinds = {"dq", "dqdot", "dqddot"};
        for (int kind = 0; kind < 3; kind++) {
            Agreement.check(
                    kinds[kind],
                    GoldenSensitivityTest.rowSums(out[kind], N),
                    Golden.array(sample.get("dtau_row_sums").get(kinds[kind])),
                    TOLERANCE);
            // nothing else holds the pelvis, whatever the motion
            for (int e = 0; e < 6 * N; e++) {
                Agreement.check("row of the pelvis", out[kind][e], 0, 1e-9);
            }
        }
    }

    private Varied[] groundWrench() {
        double[][] by = new double[3][6 * N];
        for (Variable variable : Variable.values()) {
            wrenches.wrench(variable, 0, by[variable.ordinal()]);
        }
        Wrench wrench = dynamics.jointWrenchInBody(0);
        double[] values = {
            wrench.force().x(), wrench.force().y(), wrench.force().z(),
            wrench.moment().x(), wrench.moment().y(), wrench.moment().z()
        };
        Varied[] numbers = new Varied[6];
        for (int row = 0; row < 6; row++) {
            int from = row * N;
            numbers[row] = Varied.of(values[row], (kind, k) -> by[kind][from + k]);
        }
        return numbers;
    }

    /** All on one foot, or the other foot's distance over the sum of both. */
    private Varied weight(String foot, List<String> feet, Varied[] zmp) {
        Varied own = Varied.constant(0);
        Varied other = Varied.constant(1);
        for (String each : feet) {
            if (each.equals(foot)) {
                own = feet.size() == 1 ? own : distance(each, zmp);
            } else {
                other = distance(each, zmp);
            }
        }
        return other.over(own.plus(other));
    }

    /** Along the ground, from the zero-moment point to the middle of the foot. */
    private Varied distance(String foot, Varied[] zmp) {
        Varied[] center = center(MODEL.bodyIndex("foot_" + foot));
        Varied x = zmp[0].minus(center[0]);
        Varied z = zmp[2].minus(center[2]);
        return x.times(x).plus(z.times(z)).squareRoot();
    }

    /** The ankle, which q displaces by R ∂p, and an offset along the ground. */
    private Varied[] center(int body) {
        double[] motion = new double[6 * N];
        wrenches.velocity(Variable.VELOCITY, body, motion);
        Pose pose = kinematics.worldFromBody(body);
        double[] value = pose.position().plus(CENTER).toArray();
        Varied[] point = new Varied[3];
        for (int row = 0; row < 3; row++) {
            int r = row;
            point[row] = Varied.of(value[r], (kind, k) -> {
                Vector3 moved = pose.rotation().apply(new Vector3(motion[k], motion[N + k], motion[2 * N + k]));
                return kind == 0 ? moved.toArray()[r] : 0;
            });
        }
        return point;
    }

    /** r = Rᵀ(x − p), which q changes by −∂p − ∂θ × r beside Rᵀ ∂x, all in body axes. */
    private Varied[] inBody(int body, Varied[] inWorld) {
        double[] motion = new double[6 * N];
        wrenches.velocity(Variable.VELOCITY, body, motion);
        Pose pose = kinematics.worldFromBody(body);
        Rotation toBody = pose.rotation().inverse();
        Vector3 r = toBody.apply(vector(inWorld).minus(pose.position()));
        Varied[] point = new Varied[3];
        for (int row = 0; row < 3; row++) {
            int c = row;
            point[row] = Varied.of(r.toArray()[c], (kind, k) -> {
                Vector3 moved = toBody.apply(
                        new Vector3(inWorld[0].by[kind][k], inWorld[1].by[kind][k], inWorld[2].by[kind][k]));
                if (kind == 0) {
                    Vector3 turn = new Vector3(motion[3 * N + k], motion[4 * N + k], motion[5 * N + k]);
                    moved = moved.minus(new Vector3(motion[k], motion[N + k], motion[2 * N + k]))
                            .minus(turn.cross(r));
                }
                return moved.toArray()[c];
            });
        }
        return point;
    }

    private static AppliedLoad load(int body, Varied[] force, Varied[] moment, Varied[] point) {
        AppliedLoad load = new AppliedLoad(MODEL, body).set(vector(force), vector(moment), vector(point));
        for (Variable variable : Variable.values()) {
            int kind = variable.ordinal();
            load.derivative(variable, rows(force, kind), rows(moment, kind), rows(point, kind));
        }
        return load;
    }

    private static double[] rows(Varied[] numbers, int kind) {
        double[] matrix = new double[3 * N];
        for (int row = 0; row < 3; row++) {
            System.arraycopy(numbers[row].by[kind], 0, matrix, row * N, N);
        }
        return matrix;
    }

    private static Vector3 vector(Varied[] numbers) {
        return new Vector3(numbers[0].value, numbers[1].value, numbers[2].value);
    }

    private static double[] values(Varied[] numbers, int count) {
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = numbers[k].value;
        }
        return values;
    }
}
