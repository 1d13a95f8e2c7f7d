package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Extent;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feet on the ground and loops on floating bases, against golden numbers of an independent implementation. */
class GoldenConstraintsTest {
    private static final Golden GOLDEN = Golden.combinations();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void forward(int k) {
        Case golden = new Case(k);
        JsonNode input = golden.node.get("forward").get("input");
        String output = golden.path + "/forward/output/";
        int n = golden.robot.jointCount();
        ConstrainedForwardDynamics dynamics = new ConstrainedForwardDynamics(golden.robot, golden.contacts);
        double[] qdd = new double[n];
        BaseMotion base = CombinationRobots.base(input);
        double[] q = Golden.array(input.get("q"));
        double[] qd = Golden.array(input.get("qd"));
        double[] tau = Golden.array(input.get("tau"));
        if (golden.floating) {
            double[] ofBase = new double[6];
            dynamics.computeFloating(base, q, qd, tau, CombinationRobots.wrenches(golden.robot, input), ofBase, qdd);
            GOLDEN.check(output + "base_acceleration", ofBase);
        } else {
            dynamics.compute(null, q, qd, tau, CombinationRobots.wrenches(golden.robot, input), qdd);
        }
        GOLDEN.check(output + "qdd", qdd);
        double[] wrench = new double[6];
        JsonNode reactions = GOLDEN.at(output + "reaction");
        for (int c = 0; c < reactions.size(); c++) {
            dynamics.reaction(c, wrench);
            GOLDEN.check(output + "reaction/" + c, wrench);
            golden.checkInWorld(base, q, c, wrench, output + "reaction_world_axes/" + c);
        }
        assertThat(Extent.of(golden.robot).length())
                .isCloseTo(GOLDEN.at(output + "norm_length").doubleValue(), within(1e-15));
        double[] delassus = new double[dynamics.rows() * dynamics.rows()];
        dynamics.delassus(delassus);
        GOLDEN.check(output + "delassus", delassus);
        assertThat(dynamics.rank()).isEqualTo(GOLDEN.at(output + "rank").intValue());
        assertThat(dynamics.slip()).isLessThan(1e-12);
        assertThat(dynamics.gap()).isLessThan(1e-12);
    }

    /** With weights and without; fed back into forward dynamics the motion comes out again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void inverse(int k) {
        Case golden = new Case(k);
        JsonNode input = golden.node.get("inverse").get("input");
        List<String> actuated = new ArrayList<>(golden.robot.jointNames());
        input.get("unactuated").forEach(joint -> actuated.remove(joint.textValue()));
        ConstrainedInverseDynamics inverse = new ConstrainedInverseDynamics(golden.robot, golden.contacts, actuated);
        BaseMotion base = CombinationRobots.base(input);
        if (golden.floating) {
            double[] a = Golden.array(input.get("base_acceleration"));
            base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        }
        double[] q = Golden.array(input.get("q"));
        double[] qd = Golden.array(input.get("qd"));
        double[] qdd = Golden.array(input.get("qdd"));
        var wrenches = CombinationRobots.wrenches(golden.robot, input);
        double[] tau = new double[q.length];
        double[] weights = Golden.array(input.get("weights"));
        inverse.compute(base, q, qd, qdd, wrenches, weights, tau);
        golden.checkShare("inverse", inverse, tau, base, q);
        if (golden.node.has("inverse_unweighted")) {
            inverse.compute(base, q, qd, qdd, wrenches, null, tau);
            golden.checkShare("inverse_unweighted", inverse, tau, base, q);
        }

        ConstrainedForwardDynamics forward = new ConstrainedForwardDynamics(golden.robot, golden.contacts);
        double[] again = new double[q.length];
        if (golden.floating) {
            double[] ofBase = new double[6];
            forward.computeFloating(base, q, qd, tau, wrenches, ofBase, again);
            Agreement.check("base", ofBase, Golden.array(input.get("base_acceleration")), 1e-9);
        } else {
            forward.compute(null, q, qd, tau, wrenches, again);
        }
        Agreement.check("forward of inverse", again, qdd, 1e-9);
    }

    /** A loop between bodies of a satellite: the base's acceleration follows from the independent joint's. */
    @Test
    void inverseOfTheSatellite() {
        Case golden = new Case(4);
        JsonNode input = golden.node.get("inverse").get("input");
        String output = golden.path + "/inverse/output/";
        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(golden.robot);
        double[] all = Golden.array(input.get("q"));
        double[] qd = Golden.array(input.get("qd"));
        int[] independent = golden.robot.loops().independentJoints().stream()
                .mapToInt(golden.robot::coordinate)
                .toArray();
        assertThat(independent).hasSize(1);
        double[] base = new double[6];
        double[] effort = new double[1];
        inverse.computeFloating(
                CombinationRobots.base(input),
                new double[] {all[independent[0]]},
                new double[] {qd[independent[0]]},
                Golden.array(input.get("qdd_independent")),
                CombinationRobots.wrenches(golden.robot, input),
                base,
                effort);
        GOLDEN.check(output + "base_acceleration", base);
        GOLDEN.check(output + "effort", effort);
        double[] qdd = new double[all.length];
        inverse.kinematics().accelerations(qdd);
        GOLDEN.check(output + "qdd_tree", qdd);
        inverse.computeCutWrenches();
        double[] wrench = new double[6];
        inverse.cutWrench(0, wrench);
        GOLDEN.check(output + "reaction/0", wrench);
    }

    /** A biped on one hinge lacks an actuator for most motions. */
    @Test
    void whatTiesCannotSupplyIsSaid() {
        Case golden = new Case(0);
        JsonNode input = golden.node.get("forward").get("input");
        ConstrainedInverseDynamics inverse = new ConstrainedInverseDynamics(
                golden.robot, golden.contacts, golden.robot.jointNames().subList(3, 9));
        double[] q = Golden.array(input.get("q"));
        double[] qd = Golden.array(input.get("qd"));
        double[] qdd = GOLDEN.array(golden.path + "/forward/output/qdd");
        // the ankle's own inertia alone would have to turn the whole robot
        double[] other = qdd.clone();
        other[6] += 1;
        double[] tau = new double[9];
        inverse.compute(null, q, qd, qdd, null, null, tau);
        assertThatThrownBy(() -> inverse.compute(null, q, qd, other, null, null, tau))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("cannot supply");
        other[3] += 1;
        assertThatThrownBy(() -> inverse.compute(null, q, qd, other, null, null, tau))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("break tie");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void impact(int k) {
        Case golden = new Case(k);
        JsonNode input = golden.node.get("impact").get("input");
        String output = golden.path + "/impact/output/";
        ConstraintImpact impact = new ConstraintImpact(golden.robot, golden.contacts);
        double[] after = new double[golden.robot.jointCount()];
        double[] q = Golden.array(input.get("q"));
        double[] qd = Golden.array(input.get("qd"));
        double restitution = input.get("restitution").doubleValue();
        if (golden.floating) {
            double[] ofBase = new double[6];
            impact.computeFloating(CombinationRobots.base(input), q, qd, restitution, ofBase, after);
            GOLDEN.check(output + "base_velocity_after", ofBase);
        } else {
            impact.compute(null, q, qd, restitution, after);
        }
        GOLDEN.check(output + "qd_after", after);
        Agreement.check(
                "energy",
                impact.energyLoss(),
                GOLDEN.at(output + "kinetic_energy_loss").doubleValue(),
                Golden.TOLERANCE);
        double[] impulse = new double[6];
        for (int c = 0; c < GOLDEN.at(output + "impulse").size(); c++) {
            impact.impulse(c, impulse);
            GOLDEN.check(output + "impulse/" + c, impulse);
            golden.checkInWorld(CombinationRobots.base(input), q, c, impulse, output + "impulse_world_axes/" + c);
        }
    }

    /** One golden case. */
    private static final class Case {
        final String path;
        final JsonNode node;
        final RobotModel robot;
        final boolean floating;
        final List<CutJoint> contacts = new ArrayList<>();

        Case(int k) {
            path = "constrained/" + k;
            node = GOLDEN.at(path);
            robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
            floating = robot.baseKind() == BaseKind.FLOATING;
            node.path("contacts").forEach(contact -> contacts.add(CombinationRobots.cut(contact)));
        }

        /** Efforts in the order that the golden numbers name, and reactions. */
        void checkShare(String which, ConstrainedInverseDynamics inverse, double[] tau, BaseMotion base, double[] q) {
            JsonNode joints = GOLDEN.at(path + "/inverse/output/effort_joints");
            double[] efforts = new double[joints.size()];
            for (int j = 0; j < efforts.length; j++) {
                efforts[j] = tau[robot.coordinate(joints.get(j).textValue())];
            }
            GOLDEN.check(path + "/" + which + "/output/effort", efforts);
            double[] wrench = new double[6];
            for (int c = 0; c < contacts.size(); c++) {
                inverse.reaction(c, wrench);
                GOLDEN.check(path + "/" + which + "/output/reaction/" + c, wrench);
                checkInWorld(base, q, c, wrench, path + "/" + which + "/output/reaction_world_axes/" + c);
            }
        }

        /** A wrench in axes of its tie's second frame, turned to those of the world. */
        void checkInWorld(BaseMotion base, double[] q, int tie, double[] wrench, String expected) {
            List<CutJoint> ties = new ArrayList<>(robot.loops().cutJoints());
            ties.addAll(contacts);
            Kinematics kinematics = new Kinematics(robot.openTree());
            kinematics.compute(floating ? base : null, q, null, null, null);
            Rotation turn = kinematics
                    .worldFromBody(robot.bodyIndex(ties.get(tie).second()))
                    .rotation()
                    .times(ties.get(tie).secondFromJoint().rotation());
            double[] force =
                    turn.apply(new Vector3(wrench[0], wrench[1], wrench[2])).toArray();
            double[] moment =
                    turn.apply(new Vector3(wrench[3], wrench[4], wrench[5])).toArray();
            GOLDEN.check(expected, new double[] {force[0], force[1], force[2], moment[0], moment[1], moment[2]});
        }
    }
}
