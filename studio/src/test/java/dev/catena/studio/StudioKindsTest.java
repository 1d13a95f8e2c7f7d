package dev.catena.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.drive.ElasticFeedForward;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Chromium.Tab;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops, parallel robots, couplings, floating bases and elastic drives: the page has the numbers of the library. */
class StudioKindsTest {
    @SuppressWarnings("NullAway.Init")
    private static Lab lab;

    @BeforeAll
    static void open() throws Exception {
        lab = new Lab(ShippedRobots.load("two-link").withFloatingBase());
    }

    @AfterAll
    static void close() {
        // called even where there is no browser and everything is skipped
        if (lab != null) {
            assertThat(lab.tab.errors).isEmpty();
            lab.close();
        }
    }

    private static double[] vector(String expression) {
        return lab.vector(expression);
    }

    /** Numbers in the order of independent joints, at their coordinates. */
    private static String at(RobotModel robot, double... values) {
        StringBuilder text = new StringBuilder("[");
        for (int k = 0; k < values.length; k++) {
            text.append(k == 0 ? "" : ",")
                    .append('[')
                    .append(robot.coordinate(robot.loops().independentJoints().get(k)))
                    .append(',')
                    .append(values[k])
                    .append(']');
        }
        return text.append(']').toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rubbing four-bar", "seven-joint", "delta", "stewart"})
    void loopsHaveTorquesRatesAndWrenches(String name) throws Exception {
        RobotModel robot = name.startsWith("rubbing") ? rubbing() : ShippedRobots.load(name);
        List<String> led = robot.loops().independentJoints();
        double[] q = new double[led.size()];
        double[] qd = new double[led.size()];
        double[] qdd = new double[led.size()];
        double[] qddd = new double[led.size()];
        double small = name.equals("stewart") ? 0.1 : 1;
        for (int k = 0; k < q.length; k++) {
            q[k] = robot.loops().assembly().getOrDefault(led.get(k), 0.0) + small * (0.2 - 0.05 * k);
            qd[k] = small * (0.7 - 0.3 * k);
            qdd[k] = small * (1.5 + k);
            qddd[k] = small * (4 - 3 * k);
        }
        ClosedLoopForceRate dynamics = new ClosedLoopForceRate(robot);
        double[] efforts = new double[robot.activeJoints().size()];
        double[] rates = new double[efforts.length];
        dynamics.compute(q, qd, qdd, qddd, efforts, rates);
        double[] all = new double[robot.jointCount()];
        dynamics.kinematics().positions(all);
        lab.load(robot);
        Tab tab = lab.tab;
        tab.evaluate("%s.forEach(([j, x]) => { studio.robot.q[j] = x; })".formatted(at(robot, q)));
        tab.evaluate("studio.state.changed()");
        tab.evaluate("%s.forEach(([j, x]) => { studio.robot.qd[j] = x; })".formatted(at(robot, qd)));
        tab.evaluate("%s.forEach(([j, x]) => { studio.robot.qdd[j] = x; })".formatted(at(robot, qdd)));
        tab.evaluate("%s.forEach(([j, x]) => { studio.robot.qddd[j] = x; })".formatted(at(robot, qddd)));
        tab.evaluate("studio.state.changed()");

        assertThat(vector("studio.robot.q")).containsExactly(all, within(1e-11));
        double[] tau = vector("studio.state.tau");
        double[] tauRate = vector("studio.state.tauRate");
        for (int k = 0; k < efforts.length; k++) {
            int j = robot.coordinate(robot.loops().activeJoints().get(k));
            assertThat(tau[j]).as(name).isCloseTo(efforts[k], within(1e-9 * (1 + Math.abs(efforts[k]))));
            assertThat(tauRate[j]).as(name).isCloseTo(rates[k], within(1e-8 * (1 + Math.abs(rates[k]))));
        }
        checkWrenches(robot, q, qd, qdd);
    }

    /** A loop whose cut joint has friction. */
    private static RobotModel rubbing() {
        RobotModel robot = ShippedRobots.load("four-bar");
        RobotModelBuilder builder = robot.toBuilder().withoutLoops();
        robot.loops().cutJoints().forEach(cut -> builder.cut(cut.with(new Friction(0.7, 0.4, 0.05))));
        builder.active(robot.loops().activeJoints().toArray(String[]::new));
        robot.loops().assembly().forEach(builder::assembly);
        return builder.build();
    }

    /** What joints carry is that of the tree with the wrenches of the cut joints on its bodies. */
    private void checkWrenches(RobotModel robot, double[] q, double[] qd, double[] qdd) {
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(robot);
        dynamics.compute(q, qd, qdd, new double[robot.activeJoints().size()]);
        dynamics.computeCutWrenches();
        int n = robot.jointCount();
        double[][] all = new double[3][n];
        dynamics.kinematics().positions(all[0]);
        dynamics.kinematics().velocities(all[1]);
        dynamics.kinematics().accelerations(all[2]);
        RobotModel tree = robot.openTree();
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(all[0]);
        ExternalWrenches loads = new ExternalWrenches(tree);
        double[] w = new double[6];
        for (int c = 0; c < robot.loops().cutJoints().size(); c++) {
            CutJoint cut = robot.loops().cutJoints().get(c);
            dynamics.cutWrench(c, w);
            Pose worldFromCut =
                    kinematics.worldFromBody(tree.bodyIndex(cut.second())).times(cut.secondFromJoint());
            Vector3 force = worldFromCut.rotation().apply(new Vector3(w[0], w[1], w[2]));
            Vector3 moment = worldFromCut.rotation().apply(new Vector3(w[3], w[4], w[5]));
            addLoad(loads, kinematics, tree, cut.second(), worldFromCut.position(), force, moment);
            addLoad(loads, kinematics, tree, cut.first(), worldFromCut.position(), force.times(-1), moment.times(-1));
        }
        InverseDynamics inverse = new InverseDynamics(tree);
        inverse.compute(null, all[0], all[1], all[2], loads, new double[n]);
        double[] shown = vector("studio.robot.wrenches");
        for (int k = 0; k < tree.joints().size(); k++) {
            inverse.jointWrenchInBody(tree.bodyIndex(tree.joints().get(k).child()), w);
            assertThat(Arrays.copyOfRange(shown, 6 * k, 6 * k + 6))
                    .as(tree.joints().get(k).name())
                    .containsExactly(w, within(1e-7));
        }
    }

    private static void addLoad(
            ExternalWrenches loads,
            Kinematics kinematics,
            RobotModel tree,
            String body,
            Vector3 point,
            Vector3 force,
            Vector3 moment) {
        Pose pose = kinematics.worldFromBody(tree.bodyIndex(body));
        Vector3 about = moment.plus(point.minus(pose.position()).cross(force));
        loads.inWorld(body, loads.inWorld(tree.bodyIndex(body)).plus(new Wrench(force, about)));
    }

    @Test
    void floatingBasesFallAndHaveSliders() throws Exception {
        RobotModel robot = ShippedRobots.load("two-link").withFloatingBase();
        BaseMotion base = new BaseMotion();
        double[] q = {0.3, -0.8};
        double[] qd = {0.5, 1.2};
        double[] qdd = {2, -3};
        double[] qddd = {5, 4};
        base.velocityInBase(0.3, -0.2, 0.5, 0.7, -0.4, 0.9);
        double[] tau = new double[2];
        double[] rate = new double[2];
        double[] acceleration = new double[6];
        double[] jerk = new double[6];
        new FloatingForceRate(robot).compute(base, q, qd, qdd, qddd, null, acceleration, jerk, tau, rate);
        lab.load(robot);
        lab.tab.evaluate("studio.robot.base.set([0.3, -0.2, 0.5, 0.7, -0.4, 0.9], 12)");
        Map.of("q", q, "qd", qd, "qdd", qdd, "qddd", qddd)
                .forEach((key, values) -> lab.tab.evaluate("studio.robot.%s.set(%s)".formatted(key, Lab.list(values))));
        lab.tab.evaluate("studio.state.changed()");
        assertThat(vector("studio.state.tau")).containsExactly(tau, within(1e-11));
        assertThat(vector("studio.state.tauRate")).containsExactly(rate, within(1e-10));
        assertThat(vector("studio.robot.base.subarray(18, 24)")).containsExactly(acceleration, within(1e-11));
        // by the sliders of the page, whose robot floats
        for (int k = 0; k < 12; k++) {
            lab.tab.evaluate(("(() => { const field = document.getElementById('base-number-%s'); field.value = '%s';"
                            + " field.dispatchEvent(new Event('change')); })()")
                    .formatted(k, 0.1 * (k + 1)));
        }
        double[] shown = vector("Array.from(document.querySelectorAll('[id^=base-number-]'), (f) => Number(f.value))");
        assertThat(lab.tab
                        .evaluate("document.getElementById('plan').disabled &&"
                                + " document.getElementById('plan-status').textContent")
                        .asText())
                .contains("base floats", "catena plan");
        for (int k = 0; k < 12; k++) {
            assertThat(shown[k]).isCloseTo(0.1 * (k + 1), within(1e-9));
        }
    }

    /** Motors behind springs: torques, rates and angles are those of the feed-forward, up to the fifth derivative. */
    @Test
    void elasticDrivesHaveTheirMotorsTorques() {
        RobotModel plain = ShippedRobots.load("panda");
        RobotModelBuilder builder = plain.toBuilder();
        plain.movingJoints().stream()
                .limit(4)
                .forEach(joint -> builder.replace(joint.with(new Drive(
                        0.4, null, new Spring(900, 0.05), Friction.of(0.3, 0.2).smoothed(0.1)))));
        RobotModel robot = builder.build();
        ElasticFeedForward library = ElasticFeedForward.withRates(robot);
        int n = robot.jointCount();
        double[][] motion = new double[library.order() + 1][n];
        String[] names = {"q", "qd", "qdd", "qddd", "q4", "q5"};
        assertThat(motion.length).isEqualTo(names.length);
        assertThat(lab.load(robot).problems()).isEmpty();
        for (int d = 0; d < motion.length; d++) {
            for (int j = 0; j < n; j++) {
                motion[d][j] = Math.sin(1 + 3 * d + j) * (1 + d);
            }
            lab.tab.evaluate("studio.robot.inputs.%s.set(%s)".formatted(names[d], Lab.list(motion[d])));
        }
        lab.tab.evaluate("studio.state.changed()");
        double[] tau = new double[n];
        double[] rates = new double[n];
        double[][] all = new double[3][n + 4];
        library.compute(motion, all[0], all[1], all[2], tau);
        library.torqueRates(rates);
        Agreement.check("torques", vector("studio.state.tau"), tau, 1e-11);
        Agreement.check("rates", vector("studio.state.tauRate"), rates, 1e-10);
        double[] twists = vector("studio.state.twists()");
        for (int e = 0; e < 4; e++) {
            assertThat(twists[e]).isCloseTo(all[0][n + e] + 0.05 - motion[0][e], within(1e-12));
        }
        // a hand knows nothing of snaps
        lab.tab.evaluate("studio.state.setPosture(studio.robot.q)");
        library.compute(
                new double[][] {motion[0], new double[n], new double[n], new double[n], new double[n], new double[n]},
                all[0],
                all[1],
                all[2],
                tau);
        Agreement.check("at rest", vector("studio.state.tau"), tau, 1e-11);
    }

    /** What the page does not compute is told. */
    @Test
    void elasticDrivesOfLoopsAndFloatingBasesAreTold() {
        RobotModel loop = ShippedRobots.load("four-bar");
        Joint crank = loop.activeJoints().get(0);
        Drive elastic = Drive.reflected(0.4).with(new Spring(900, 0.05));
        assertThat(new StudioRobot(loop.toBuilder().replace(crank.with(elastic)).build()).problems())
                .singleElement()
                .asString()
                .contains("loops or couplings", "rigid drive");
        RobotModel arm = ShippedRobots.load("two-link");
        Joint shoulder = arm.movingJoints().get(0);
        assertThat(new StudioRobot(arm.toBuilder()
                                .replace(shoulder.with(elastic))
                                .build()
                                .withFloatingBase())
                        .problems())
                .singleElement()
                .asString()
                .contains("base floats", "rigid drive");
        Drive geared = new Drive(
                0.1, new Rotor(1e-3, 50, shoulder.parent(), new Vector3(0, 0, 1)), new Spring(900, 0), Friction.NONE);
        assertThat(new StudioRobot(
                                arm.toBuilder().replace(shoulder.with(geared)).build())
                        .problems())
                .singleElement()
                .asString()
                .contains("no mere inertia", "catena simulate");
    }

    @Test
    void followersGoAlong() throws Exception {
        RobotModel robot = ShippedRobots.load("panda").toBuilder()
                .coupling("joint3", "joint2", 0.5, 0.1)
                .build();
        double[] q = {0.3, -0.5, -1.9, 0.2, 1.7, -0.4};
        double[] qd = {0.5, -0.2, 0.1, -1.1, 0.4, 0.8};
        double[] tau = new double[6];
        new InverseDynamics(robot).compute(q, qd, qd, tau);
        lab.load(robot);
        Tab tab = lab.tab;
        tab.evaluate(
                "[%s, %s].forEach((x, s) => [0, 1, 3, 4, 5, 6].forEach((j, k) => {".formatted(Lab.list(q), Lab.list(qd))
                        + " if (s === 0) { studio.robot.q[j] = x[k]; } else { studio.robot.qd[j] = x[k];"
                        + " studio.robot.qdd[j] = x[k]; } }))");
        tab.evaluate("studio.state.changed()");
        double[] shown = vector("studio.state.tau");
        assertThat(shown[2]).isZero();
        assertThat(new double[] {shown[0], shown[1], shown[3], shown[4], shown[5], shown[6]})
                .containsExactly(tau, within(1e-11));
        // a follower that is moved by hand takes its leader along
        tab.evaluate("studio.robot.q[2] = 0.35; studio.state.changed(2)");
        assertThat(vector("studio.robot.q")[1]).isCloseTo(0.5, within(1e-12));
    }
}
