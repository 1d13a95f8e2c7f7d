package dev.catena.planning.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.ground.Foot;
import dev.catena.ground.Footing;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Phases of a motion on feet. */
class SupportTest {
    private static final RobotModel ROBOT = RandomRobots.chain(3, 4).build();
    private static final String SOLE = ROBOT.bodies().get(2).name();
    private static final String OTHER = ROBOT.bodies().get(3).name();
    private static final Support NOTHING = new Support(
            ROBOT, List.of(Foot.sole(SOLE), Foot.sole(OTHER), Foot.point("toe", SOLE, new Vector3(0.1, 0, 0))));
    private static final double WEIGHT = ROBOT.totalMass() * ROBOT.gravity().norm();

    private static double[] shares(Support support, double moment) {
        Footing footing = support.footing(moment);
        return new double[] {footing.share(0), footing.share(1), footing.share(2)};
    }

    /** Smooth from one foot to the other: s = 3v² − 2v³. */
    @Test
    void sharesGoFromFootToFoot() {
        Support blended = NOTHING.blended(0.2, 0.6, SOLE, OTHER);
        assertThat(shares(blended, 0.2)).containsExactly(1, 0, 0);
        assertThat(shares(blended, 0.6)).containsExactly(0, 1, 0);
        assertThat(shares(blended, 0.4)[1]).isCloseTo(0.5, within(1e-12));
        assertThat(shares(blended, 0.3)[1]).isCloseTo(3 / 16.0 - 2 / 64.0, within(1e-12));
        assertThat(shares(blended, 0.3)[0]).isCloseTo(1 - 3 / 16.0 + 2 / 64.0, within(1e-12));
        assertThat(shares(blended, 0.7)).containsExactly(0, 0, 0);
        assertThat(shares(NOTHING.carriedBy(0, 1, SOLE), 0.5)).containsExactly(1, 0, 0);
        assertThat(shares(NOTHING.given(0, 1, OTHER, SOLE), 0.5)).containsExactly(0, 1, 0);
        assertThat(shares(NOTHING.allGiven(0, 1, SOLE), 0.5)).containsExactly(0, 0, 0);
    }

    /** On a border the phase with fewer feet counts, and of equals the earlier. */
    @Test
    void bordersBelongToTheFewerFeet() {
        Support first = NOTHING.carriedBy(0, 0.5, SOLE).given(0.5, 1, SOLE, OTHER);
        assertThat(first.countAt(0.5)).isZero();
        assertThat(first.countAt(0.5 + 1e-6)).isEqualTo(6);
        Support second = NOTHING.given(0, 0.5, SOLE, OTHER).carriedBy(0.5, 1, SOLE);
        assertThat(second.countAt(0.5)).isZero();
        assertThat(second.countAt(0.5 - 1e-6)).isEqualTo(6);
        Support equal = NOTHING.carriedBy(0, 0.5, SOLE).carriedBy(0.5, 1, OTHER);
        assertThat(shares(equal, 0.5)).containsExactly(1, 0, 0);
        Support three = NOTHING.blended(0, 0.5, SOLE, OTHER).given(0.5, 1, SOLE, OTHER, "toe");
        assertThat(three.countAt(0.5)).isZero();
        assertThat(three.countAt(0.6)).isEqualTo(9);
        Support toe = NOTHING.given(0, 0.5, SOLE, OTHER).allGiven(0.5, 1, "toe");
        assertThat(toe.countAt(0.5)).isEqualTo(3);
        Support blendOrGiven = NOTHING.given(0, 0.5, SOLE, OTHER).blended(0.5, 1, SOLE, OTHER);
        assertThat(blendOrGiven.countAt(0.5)).isEqualTo(6);
    }

    @Test
    void inputsAreLoadsOfFeetThatAreGiven() {
        Support support = NOTHING.given(0, 0.5, SOLE, "toe", OTHER)
                .allGiven(0.5, 0.8, OTHER)
                .allGiven(0.9, 1, "toe");
        assertThat(support.count()).isEqualTo(9);
        assertThat(support.column(0, 0.2)).isEqualTo(12);
        assertThat(support.column(2, 0.2)).isEqualTo(14);
        assertThat(support.column(3, 0.2)).isEqualTo(6);
        assertThat(support.column(8, 0.2)).isEqualTo(11);
        assertThatThrownBy(() -> support.column(9, 0.2)).hasMessageContaining("no input 9 at 0.2");
        assertThat(support.areAlike(0.1, 0.4)).isTrue();
        assertThat(support.areAlike(0.1, 0.6)).isFalse();
        assertThat(support.areAlike(0.85, 0.87)).isTrue();
        assertThat(support.countAt(0.85)).isZero();
        assertThat(support.name(4)).isEqualTo("load 4 of a foot");
        assertThat(support.weight()).isCloseTo(WEIGHT, within(1e-9));
        assertThat(support.size(4)).isCloseTo(WEIGHT, within(1e-9));
        RobotModel weightless = ROBOT.toBuilder().gravity(Vector3.ZERO).build();
        assertThat(support.of(weightless).size(0)).isEqualTo(1);
        assertThat(support.of(weightless).robot()).isSameAs(weightless);
        assertThat(support.of(weightless).count()).isEqualTo(9);
    }

    /** All that is given holds the robot against gravity: shared equally, or going from foot to foot. */
    @Test
    void guessesCarryTheWeight() {
        Vector3 point = new Vector3(0.3, -0.2, 0.5);
        Vector3 weight = ROBOT.gravity().times(-ROBOT.totalMass());
        double[] whole = {weight.x(), weight.y(), weight.z()};
        double[] moment = point.cross(weight).toArray();
        Support equal = NOTHING.allGiven(0, 1, SOLE, "toe").guess(SOLE, point);
        Support going = NOTHING.given(0.2, 0.6, OTHER, SOLE).guess(SOLE, point);
        Support single = NOTHING.given(0.2, 0.2, OTHER, SOLE).guess(SOLE, point);
        Support shared = NOTHING.given(0, 1, OTHER, SOLE, "toe").guess(SOLE, point);
        for (int axis = 0; axis < 3; axis++) {
            assertThat(equal.guess(axis, 0.3)).isCloseTo(whole[axis] / 2, within(1e-9));
            assertThat(equal.guess(3 + axis, 0.3)).isCloseTo(moment[axis] / 2, within(1e-9));
            assertThat(equal.guess(6 + axis, 0.3)).isCloseTo(whole[axis] / 2, within(1e-9));
            assertThat(going.guess(axis, 0.3)).isCloseTo(0.75 * whole[axis], within(1e-9));
            assertThat(going.guess(3 + axis, 0.5)).isCloseTo(0.25 * moment[axis], within(1e-9));
            assertThat(single.guess(axis, 0.2)).isCloseTo(whole[axis] / 2, within(1e-9));
            assertThat(shared.guess(axis, 0.2)).isCloseTo(whole[axis] / 3, within(1e-9));
        }
    }

    @Test
    void phasesOutsideOfTheMotionAreRefused() {
        for (double[] phase : new double[][] {{-0.1, 0.5}, {0.5, 0.4}, {0.5, 1.1}, {Double.NaN, 1}, {0, Double.NaN}}) {
            assertThatThrownBy(() -> NOTHING.carriedBy(phase[0], phase[1], SOLE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not within 0 and 1");
        }
        assertThatThrownBy(() -> NOTHING.carriedBy(0, 1, "hand"))
                .hasMessageContaining("there is no foot \"hand\"")
                .hasMessageContaining("toe");
        assertThat(shares(NOTHING.carriedBy(0.5, 0.5, SOLE), 0.5)).containsExactly(1, 0, 0);
    }
}
