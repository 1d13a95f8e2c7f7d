package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotor;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whichever accelerations are given, the rest and all efforts are those of inverse dynamics. */
class HybridDynamicsTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 8);
    }

    private static List<String> some(RobotModel model, double share, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        List<String> joints = new ArrayList<>();
        for (String joint : model.jointNames()) {
            if (random.chance(share)) {
                joints.add(joint);
            }
        }
        return joints;
    }

    private static void check(RobotModel model, List<String> prescribed, long seed) {
        RandomMotion motion =
                RandomMotion.of(model, seed).withMovingBase(seed + 1).withLoads(seed + 2);
        int n = model.jointCount();
        InverseDynamics inverse = new InverseDynamics(model);
        double[] tau = new double[n];
        inverse.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        double[] qddGiven = motion.qdd().clone();
        double[] tauGiven = tau.clone();
        for (String joint : model.jointNames()) {
            // what is not given is not read
            (prescribed.contains(joint) ? tauGiven : qddGiven)[model.coordinate(joint)] = Double.NaN;
        }
        HybridDynamics hybrid = new HybridDynamics(model, prescribed);
        double[] qdd = new double[n];
        double[] efforts = new double[n];
        hybrid.compute(
                motion.baseMotion(), motion.q(), motion.qd(), qddGiven, tauGiven, motion.wrenches(), qdd, efforts);
        String what = "of %s with %s given".formatted(model, prescribed);
        Agreement.check("accelerations " + what, qdd, motion.qdd(), 1e-9);
        Agreement.check("efforts " + what, efforts, tau, 1e-9);
        hybrid.computeJointWrenches();
        double[] wrench = new double[6];
        double[] expected = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            hybrid.jointWrenchInBody(body, wrench);
            inverse.jointWrenchInBody(body, expected);
            Agreement.check("wrench of body " + body + " " + what, wrench, expected, 1e-9);
        }
    }

    /** Rotors on their joints' parents, by recursion. */
    @ParameterizedTest
    @MethodSource("seeds")
    void undoesInverseDynamics(long seed) {
        RobotModel model = ForwardDynamicsTest.withRotorsOnParents(RandomRobots.everything(seed, 2 + (int) seed));
        for (double share : new double[] {0, 0.5, 1}) {
            check(model, some(model, share, seed), seed);
        }
    }

    /** Joints whose accelerations are given may have rotors on any body. */
    @ParameterizedTest
    @MethodSource("seeds")
    void undoesInverseDynamicsWhereverRotorsAre(long seed) {
        RobotModel model = RandomRobots.everything(seed, 2 + (int) seed);
        List<String> prescribed = new ArrayList<>();
        for (Joint joint : model.movingJoints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && !rotor.carrier().equals(joint.parent())) {
                prescribed.add(joint.name());
            }
        }
        check(model, prescribed, seed);
    }

    /** On a base at rest, without loads, the base need not be told. */
    @Test
    void aBaseAtRestMayBeLeftOut() {
        RobotModel model = RandomRobots.chain(5, 5)
                .prismaticShare(0.3)
                .friction()
                .reflectedInertia()
                .build();
        RandomMotion motion = RandomMotion.of(model, 5);
        double[] tau = new double[5];
        new InverseDynamics(model).compute(motion.q(), motion.qd(), motion.qdd(), tau);
        HybridDynamics hybrid = new HybridDynamics(model, some(model, 0.5, 1)).copy();
        double[] qdd = new double[5];
        double[] efforts = new double[5];
        hybrid.compute(null, motion.q(), motion.qd(), motion.qdd(), tau, null, qdd, efforts);
        Agreement.check("accelerations", qdd, motion.qdd(), 1e-10);
        Agreement.check("efforts", efforts, tau, 1e-10);
        assertThat(Arrays.stream(efforts).allMatch(Double::isFinite)).isTrue();
    }
}
