package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.Kinematics;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The golden chain and tree with external loads, link by link, and the walking human. There, a joint's wrench is about
 * the parent's origin; here, about that of the body.
 */
class GoldenSensitivityTest {
    private static final double TOLERANCE = 1e-12;
    private static final String[] KINDS = {"dq", "dqdot", "dqddot"};

    private static final Golden GOLDEN = Golden.sensitivityPlanningElastic();

    /** One of the golden cases, computed. */
    private static final class Case {
        final String name;
        final JsonNode golden;
        final RobotModel model;
        final double[] q;
        final double[] qd;
        final double[] qdd;
        final double[] tau;
        final List<AppliedLoad> loads = new ArrayList<>();
        final WrenchSensitivity wrenches;
        final InverseDynamics dynamics;
        final Kinematics kinematics;

        Case(String name) {
            this.name = name;
            golden = GOLDEN.at("rne_sensitivity/" + name);
            model = GoldenRobots.barman(name, golden.get("model"));
            q = Golden.array(golden.get("q"));
            qd = Golden.array(golden.get("qdot"));
            qdd = Golden.array(golden.get("qddot"));
            ExternalWrenches loadsAtOrigin = new ExternalWrenches(model);
            kinematics = new Kinematics(model);
            kinematics.compute(null, q, qd, qdd, null);
            for (JsonNode load : golden.get("external")) {
                int body = load.get("link").intValue() + 1;
                Vector3 force = vector(load.get("F"));
                Vector3 moment = vector(load.get("M"));
                Vector3 point = vector(load.get("r"));
                loads.add(new AppliedLoad(model, body).set(force, moment, point));
                Vector3 arm = kinematics.worldFromBody(body).rotation().apply(point);
                loadsAtOrigin.inWorld(body, force, moment.plus(arm.cross(force)));
            }
            dynamics = new InverseDynamics(model);
            tau = new double[q.length];
            dynamics.compute(null, q, qd, qdd, loadsAtOrigin, tau);
            wrenches = new WrenchSensitivity(
                    model,
                    model.joints().stream()
                            .filter(joint -> !joint.kind().moves())
                            .map(joint -> joint.name())
                            .toList());
            wrenches.compute(null, q, qd, qdd, null, loads);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RPR", "tree"})
    void torques(String name) {
        Case c = new Case(name);
        int n = c.q.length;
        Agreement.check(name, c.tau, Golden.array(c.golden.get("tau")), TOLERANCE);
        double[][] out = new double[3][n * n];
        new TorqueSensitivity(c.model).compute(null, c.q, c.qd, c.qdd, null, c.loads, out[0], out[1], out[2]);
        for (int kind = 0; kind < 3; kind++) {
            Agreement.check(
                    name + " " + KINDS[kind],
                    out[kind],
                    Golden.array(c.golden.get("dtau").get(KINDS[kind])),
                    TOLERANCE);
        }
    }

    /** Everything that the golden numbers list of a link: w, wd, x, v, a, of the mass center too, forces and moments. */
    @ParameterizedTest
    @ValueSource(strings = {"RPR", "tree"})
    void everyLink(String name) {
        Case c = new Case(name);
        for (int link = 0; link < c.golden.get("links").size(); link++) {
            JsonNode golden = c.golden.get("links").get(link);
            JsonNode parameters = c.golden.get("model").get("links").get(link);
            for (Variable variable : Variable.values()) {
                for (int i = 0; i < c.q.length; i++) {
                    check(c, link + 1, variable, i, parameters, golden);
                }
            }
        }
    }

    private static void check(Case c, int body, Variable by, int i, JsonNode parameters, JsonNode golden) {
        int n = c.q.length;
        boolean byPosition = by == Variable.POSITION;
        double[] matrix = new double[6 * n];
        c.wrenches.velocity(by, body, matrix);
        Vector3 vi = column(matrix, n, i, 0);
        Vector3 wi = column(matrix, n, i, 3);
        c.wrenches.acceleration(by, body, matrix);
        Vector3 ai = column(matrix, n, i, 0);
        Vector3 wdi = column(matrix, n, i, 3);
        c.wrenches.wrench(by, body, matrix);
        Vector3 forceI = column(matrix, n, i, 0);
        Vector3 momentI = column(matrix, n, i, 3);
        // how q displaces and turns the body is how q̇ moves it
        c.wrenches.velocity(Variable.VELOCITY, body, matrix);
        Vector3 displacement = byPosition ? column(matrix, n, i, 0) : Vector3.ZERO;
        Vector3 turn = byPosition ? column(matrix, n, i, 3) : Vector3.ZERO;

        Rotation toBody = c.kinematics.worldFromBody(body).rotation().inverse();
        Vector3 x = toBody.apply(c.kinematics.worldFromBody(body).position());
        Vector3 w = toBody.apply(c.kinematics.velocityInWorld(body).angular());
        Vector3 g = toBody.apply(c.model.gravity());
        Vector3 center = vector(parameters.get("com_from_Oj_in_frame_j"));
        double mass = parameters.get("mass").doubleValue();
        Vector3 xi = displacement.minus(turn.cross(x));
        Vector3 aGi = ai.plus(wdi.cross(center)).plus(wi.cross(w.cross(center))).plus(w.cross(wi.cross(center)));

        Wrench wrench = c.dynamics.jointWrenchInBody(body);
        Vector3 dx = fromParentOrigin(c, parameters);
        Vector3 dxi = byPosition && slides(parameters, i) ? axis(parameters) : Vector3.ZERO;
        Vector3 tpi = momentI.plus(dx.cross(forceI)).plus(dxi.cross(wrench.force()));

        JsonNode inertia = parameters.get("inertia_at_com_frame_j");
        Vector3 wd = toBody.apply(c.kinematics.accelerationInWorld(body).angular());
        Vector3 Hi = times(inertia, wi);
        Vector3 tGi = times(inertia, wdi).plus(wi.cross(times(inertia, w))).plus(w.cross(Hi));

        String what = "%s, body %s, by %s %s: ".formatted(c.name, body, by, i);
        JsonNode s = golden.get("sens");
        check(what + "x", xi, s.get("x"), by, i);
        check(what + "xG", xi, s.get("xG"), by, i);
        check(what + "v", vi, s.get("v"), by, i);
        check(what + "vG", vi.plus(wi.cross(center)), s.get("vG"), by, i);
        check(what + "w", wi, s.get("w"), by, i);
        check(what + "wd", wdi, s.get("wd"), by, i);
        check(what + "a", ai, s.get("a"), by, i);
        check(what + "aG", aGi, s.get("aG"), by, i);
        check(what + "H", Hi, s.get("H"), by, i);
        check(what + "FG", aGi.plus(turn.cross(g)).times(mass), s.get("FG"), by, i);
        check(what + "tG", tGi, s.get("tG"), by, i);
        check(what + "Fp", forceI, s.get("Fp"), by, i);
        check(what + "tp", tpi, s.get("tp"), by, i);
        // the values that these are derivatives of
        check(what + "x", x, golden.get("x"));
        check(what + "w", w, golden.get("w"));
        check(what + "wd", wd, golden.get("wd"));
        check(what + "Fp", wrench.force(), golden.get("Fp"));
        check(what + "tp", wrench.moment().plus(dx.cross(wrench.force())), golden.get("tp"));
    }

    /** From the parent's origin to that of the body, in the body's axes. */
    private static Vector3 fromParentOrigin(Case c, JsonNode parameters) {
        if (parameters.get("joint").textValue().equals("F")) {
            Rotation fixed = Rotation.fromMatrix(Golden.array(parameters.get("R_fixed")));
            return fixed.inverse().apply(vector(parameters.get("p_fixed")));
        }
        int dof = parameters.get("dof").intValue();
        double d = parameters.get("d0").doubleValue() + (slides(parameters, dof) ? c.q[dof] : 0);
        return new Vector3(parameters.get("a").doubleValue(), 0, 0)
                .plus(axis(parameters).times(d));
    }

    private static boolean slides(JsonNode parameters, int i) {
        return parameters.get("joint").textValue().equals("P")
                && parameters.get("dof").intValue() == i;
    }

    private static Vector3 axis(JsonNode parameters) {
        double alpha = parameters.get("alpha").doubleValue();
        return new Vector3(0, Math.sin(alpha), Math.cos(alpha));
    }

    private static void check(String what, Vector3 actual, JsonNode golden, Variable by, int i) {
        check(what, actual, golden.get(KINDS[by.ordinal()]).get(i));
    }

    private static void check(String what, Vector3 actual, JsonNode golden) {
        Agreement.check(what, actual.toArray(), Golden.array(golden), TOLERANCE);
    }

    private static Vector3 column(double[] matrix, int columns, int column, int row) {
        return new Vector3(
                matrix[row * columns + column],
                matrix[(row + 1) * columns + column],
                matrix[(row + 2) * columns + column]);
    }

    private static Vector3 times(JsonNode matrix, Vector3 v) {
        return new Vector3(
                vector(matrix.get(0)).dot(v),
                vector(matrix.get(1)).dot(v),
                vector(matrix.get(2)).dot(v));
    }

    private static Vector3 vector(JsonNode node) {
        return Vector3.of(Golden.array(node));
    }

    /** Under the first of the chain's loads alone; printed equations taken in place count it twice. */
    @Test
    void loadsCountOnce() {
        Case c = new Case("RPR");
        JsonNode load = c.golden.get("external").get(0);
        int body = load.get("link").intValue() + 1;
        Vector3 force = vector(load.get("F"));
        Vector3 arm = c.kinematics.worldFromBody(body).rotation().apply(vector(load.get("r")));
        ExternalWrenches wrenches = new ExternalWrenches(c.model)
                .inWorld(body, force, vector(load.get("M")).plus(arm.cross(force)));
        double[] tau = new double[3];
        c.dynamics.compute(null, c.q, c.qd, c.qdd, wrenches, tau);
        GOLDEN.check("extra_checks/inplace_double_count/correct", tau);
    }

    @Test
    void walkingHuman() {
        JsonNode sample = GOLDEN.at("gait/inverse_dynamics_sample");
        RobotModel model = GoldenRobots.walker("walker", GOLDEN.at("gait"));
        int n = model.jointCount();
        assertThat(n).isEqualTo(55);
        double[] q = Golden.array(sample.get("q"));
        double[] qd = Golden.array(sample.get("qdot"));
        double[] qdd = Golden.array(sample.get("qddot"));
        double[] tau = new double[n];
        new InverseDynamics(model).compute(q, qd, qdd, tau);
        Agreement.check("tau", tau, Golden.array(sample.get("tau")), TOLERANCE);
        double[][] out = new double[3][n * n];
        new TorqueSensitivity(model).compute(q, qd, qdd, out[0], out[1], out[2]);
        Agreement.check("by q", rowSums(out[0], n), Golden.array(sample.get("dtau_dq_row_sums")), TOLERANCE);
        Agreement.check("by qd", rowSums(out[1], n), Golden.array(sample.get("dtau_dqdot_row_sums")), TOLERANCE);
        double[] diagonal = new double[n];
        for (int k = 0; k < n; k++) {
            diagonal[k] = out[2][k * n + k];
        }
        Agreement.check("by qdd", diagonal, Golden.array(sample.get("dtau_dqddot_diag")), TOLERANCE);
    }

    static double[] rowSums(double[] matrix, int n) {
        double[] sums = new double[n];
        for (int e = 0; e < matrix.length; e++) {
            sums[e / n] += matrix[e];
        }
        return sums;
    }
}
