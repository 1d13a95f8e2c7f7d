package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.mechanism.PlanarLinkages.Linkage;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole turns of a crank: the pose is the same, the others turn along as often as they would step by step. */
class WholeTurnsTest {
    private static final double TURN = 2 * Math.PI;
    private static final RobotModel FOUR_BAR = TestMechanisms.golden("fourbar").robot();

    private static double[] positions(LoopClosure closure, double... q) {
        assertThat(closure.close(q)).as(closure.describe()).isEqualTo(LoopStatus.CLOSED);
        double[] all = new double[closure.q.length];
        closure.positions(all);
        return all;
    }

    private static RobotModel assembledAt(Linkage linkage, double... input) {
        var builder = linkage.robot().toBuilder();
        double[] pose = linkage.geometry().pose(input, 1);
        for (int k = 0; k < pose.length; k++) {
            builder.assembly(linkage.robot().jointNames().get(k), pose[k]);
        }
        return builder.build();
    }

    private static RobotModel sliderCrank() {
        return assembledAt(PlanarLinkages.sliderCrank(0.11, 0.31, 0, true, new RandomNumbers(1)), 0.5);
    }

    @Test
    void aSliderStaysOnItsSideOfTheCrank() {
        double[] q = positions(new LoopClosure(sliderCrank()), 10);
        double expected = 0.11 * Math.cos(10) + Math.sqrt(0.31 * 0.31 - Math.pow(0.11 * Math.sin(10), 2));
        assertThat(q[2]).isCloseTo(expected, within(1e-14)).isCloseTo(0.212, within(1e-3));
    }

    /** Angles far away are as good as those within a turn; coordinates of the independent joints stay as given. */
    @ParameterizedTest
    @ValueSource(doubles = {-18, 1000, -1000, 1e5, 1e6, -1e9, 1e12})
    void theCrankMayTurnAsOftenAsItWants(double q) {
        LoopClosure closure = new LoopClosure(FOUR_BAR);
        double[] near = positions(closure, Math.atan2(Math.sin(q), Math.cos(q)));
        closure.restart();
        double[] far = positions(closure, q);
        assertThat(closure.residual()).isLessThan(1e-14);
        assertThat(far[0]).isEqualTo(q);
        double turns = Math.rint((q - near[0]) / TURN);
        // the coupler turns back against the crank, the rocker swings
        assertThat(far[1]).isCloseTo(near[1] - TURN * turns, within(1e-12 + 1e-15 * Math.abs(q)));
        assertThat(far[2]).isCloseTo(near[2], within(1e-12));
    }

    /** The same from any pose, the way there and the way back. */
    @Test
    void thePastDoesNotMatter() {
        LoopClosure closure = new LoopClosure(FOUR_BAR);
        double[] first = positions(closure, 0.9);
        for (double away : new double[] {3, -3.3, 40, -1000, 4.1, 1e6, -7}) {
            double[] unused = positions(closure, away);
            Agreement.check("back from " + away, positions(closure, 0.9), first, 1e-12);
        }
    }

    /** A follower that turns with the crank has turned as often, in one jump as in many small steps. */
    @ParameterizedTest
    @ValueSource(doubles = {12.5, -40})
    void aJumpIsAsGoodAsManySteps(double angle) {
        RandomNumbers random = new RandomNumbers(3);
        // the ground is the shortest link, so both cranks turn
        RobotModel dragLink = assembledAt(PlanarLinkages.fourBar(0.5, 0.2, 0.45, 0.4, 1, random), 0.5);
        for (RobotModel robot : new RobotModel[] {FOUR_BAR, dragLink, sliderCrank()}) {
            LoopClosure closure = new LoopClosure(robot);
            double[] walked = positions(closure, 0.5);
            int steps = (int) (20 * Math.abs(angle));
            for (int k = 1; k <= steps; k++) {
                walked = positions(closure, 0.5 + angle * k / steps);
            }
            Agreement.check("in one jump", positions(new LoopClosure(robot), 0.5 + angle), walked, 1e-11);
        }
        double[] turned = positions(new LoopClosure(dragLink), 0.5 + 100 * TURN);
        double[] before = positions(new LoopClosure(dragLink), 0.5);
        assertThat(turned[2]).isCloseTo(before[2] + 100 * TURN, within(1e-11));
    }

    @Test
    void manyTurnsStepByStepLoseNothing() {
        LoopClosure closure = new LoopClosure(FOUR_BAR);
        double[] first = positions(closure, 0.9);
        double[] q = first;
        for (int k = 1; k <= 1200; k++) {
            q = positions(closure, 0.9 + k * TURN / 4);
        }
        assertThat(closure.residual()).isLessThan(1e-14);
        assertThat(q[1]).isCloseTo(first[1] - 300 * TURN, within(1e-11));
        assertThat(q[2]).isCloseTo(first[2], within(1e-12));
    }

    /** Two cranks, each with its own turns. */
    @Test
    void bothCranksOfAFiveBarMayTurn() {
        Linkage linkage = PlanarLinkages.fiveBar(0.1, 0.4, 0.5, 0.12, 0.55, new RandomNumbers(5));
        RobotModel robot = assembledAt(linkage, 0.3, 2);
        double[] near = positions(new LoopClosure(robot), 1.3, -2.1);
        double[] far = positions(new LoopClosure(robot), 1.3 + 300 * TURN, -2.1 - 70 * TURN);
        assertThat(far[1]).isCloseTo(near[1] - 300 * TURN, within(1e-9));
        assertThat(far[3]).isCloseTo(near[3] + 70 * TURN, within(1e-9));
    }

    /** A link that cannot turn is where it is without whole turns, and no other joint turns for them. */
    @ParameterizedTest
    @ValueSource(ints = {1, -1, 50})
    void turnsThatCannotBeMadeAreLeftOut(int turns) {
        RandomNumbers random = new RandomNumbers(7);
        RobotModel rockers = assembledAt(PlanarLinkages.fourBar(0.5, 0.55, 0.5, 0.3, 1, random), 0.6);
        double[] near = positions(new LoopClosure(rockers), 0.8);
        double[] far = positions(new LoopClosure(rockers), 0.8 + turns * TURN);
        far[0] -= turns * TURN;
        Agreement.check("without turns", far, near, 1e-11);
        // the shorter way goes over 0, the other one over half a turn, and at both the coupler cannot follow
        LoopClosure closure = new LoopClosure(rockers);
        assertThat(closure.close(new double[] {TURN * turns - 0.6})).isEqualTo(LoopStatus.BEYOND_SINGULARITY);
        assertThat(closure.describe()).contains("passes a singular pose", "singular at crank = ");
    }

    /** Sliding joints have no turns: far is far. */
    @Test
    void aDistanceIsNoAngle() {
        Linkage linkage = PlanarLinkages.sliderCrank(0.3, 0.4, 0, false, new RandomNumbers(9));
        RobotModel robot = assembledAt(linkage, 0.5);
        LoopClosure closure = new LoopClosure(robot);
        assertThat(closure.close(new double[] {0.5 + TURN})).isEqualTo(LoopStatus.NOT_CLOSABLE);
        assertThat(closure.close(new double[] {0.6})).isEqualTo(LoopStatus.CLOSED);
    }
}
