package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.tree.AppliedWrenches;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told to act on a body is what algorithms read, and nothing else is. */
class ExternalWrenchesTest {
    private static final RobotModel ROBOT = RandomRobots.chain(3, 3).build();

    /** One of the four things that a body can be told. */
    interface Telling {
        ExternalWrenches tell(ExternalWrenches wrenches, int body, Vector3 force, Vector3 moment);
    }

    private static final List<Telling> TELLINGS = List.of(
            ExternalWrenches::inBody,
            ExternalWrenches::rateInBody,
            ExternalWrenches::inWorld,
            ExternalWrenches::rateInWorld);

    private static double[][] read(ExternalWrenches wrenches, int body) {
        AppliedWrenches.OnBody on = AppliedWrenches.of(wrenches).onBody[body];
        Vector[] vectors = {
            on.forceInBody,
            on.momentInBody,
            on.forceRateInBody,
            on.momentRateInBody,
            on.forceInWorld,
            on.momentInWorld,
            on.forceRateInWorld,
            on.momentRateInWorld
        };
        double[][] numbers = new double[8][3];
        for (int k = 0; k < 8; k++) {
            vectors[k].copyTo(numbers[k], 0);
        }
        return numbers;
    }

    @Test
    void eachIsKeptApartUntilCleared() {
        for (int told = 0; told < 4; told++) {
            ExternalWrenches wrenches = new ExternalWrenches(ROBOT);
            assertThat(TELLINGS.get(told).tell(wrenches, 2, new Vector3(1, 2, 3), new Vector3(4, 5, 6)))
                    .isSameAs(wrenches);
            double[][] expected = new double[8][3];
            assertThat(read(wrenches, 1)).isDeepEqualTo(expected);
            assertThat(AppliedWrenches.of(wrenches).onBody[1].hasWorld).isFalse();
            expected[2 * told] = new double[] {1, 2, 3};
            expected[2 * told + 1] = new double[] {4, 5, 6};
            assertThat(read(wrenches, 2)).isDeepEqualTo(expected);
            assertThat(AppliedWrenches.of(wrenches).onBody[2].hasWorld).isEqualTo(told >= 2);
            assertThat(wrenches.clear()).isSameAs(wrenches);
            assertThat(read(wrenches, 2)).isDeepEqualTo(new double[8][3]);
            assertThat(AppliedWrenches.of(wrenches).onBody[2].hasWorld).isFalse();
        }
    }

    @Test
    void bodiesHaveNames() {
        Wrench wrench = new Wrench(new Vector3(1, 2, 3), new Vector3(4, 5, 6));
        ExternalWrenches wrenches = new ExternalWrenches(ROBOT);
        assertThat(wrenches.inBody("body2", wrench)).isSameAs(wrenches);
        assertThat(read(wrenches, 2)[1]).containsExactly(4, 5, 6);
        assertThat(wrenches.clear().inWorld("body3", wrench)).isSameAs(wrenches);
        assertThat(read(wrenches, 3)[4]).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> wrenches.inWorld("knee", wrench)).hasMessageContaining("knee");
    }

    @Test
    void onlyFiniteNumbersOnBodiesThatExistAreTaken() {
        ExternalWrenches wrenches = new ExternalWrenches(ROBOT);
        for (Telling telling : TELLINGS) {
            for (int body : new int[] {-1, 4}) {
                assertThatThrownBy(() -> telling.tell(wrenches, body, Vector3.ZERO, Vector3.ZERO))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("there is no body %s; robot \"random-3\" has the bodies 0 to 3".formatted(body));
            }
            assertThat(telling.tell(wrenches, 0, Vector3.ZERO, Vector3.ZERO)).isSameAs(wrenches);
            for (int k = 0; k < 6; k++) {
                double[] w = {1, 1, 1, 1, 1, 1};
                w[k] = Double.NEGATIVE_INFINITY;
                assertThatThrownBy(() ->
                                telling.tell(wrenches, 3, new Vector3(w[0], w[1], w[2]), new Vector3(w[3], w[4], w[5])))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("on body \"body3\" of robot \"random-3\"")
                        .hasMessageContaining("must be finite");
            }
            assertThat(read(wrenches, 3)).isDeepEqualTo(new double[8][3]);
        }
    }

    /** Cleared wrenches are none, and so is null after some, whatever was in body and in world axes. */
    @Test
    void nothingIsLeftOfWrenchesThatAreGone() {
        RandomMotion motion = RandomMotion.of(RandomRobots.everything(6, 9), 6)
                .withMovingBase(6)
                .withLoads(6);
        int n = motion.model().jointCount();
        ForceRate forces = new ForceRate(motion.model());
        double[][][] results = new double[4][2][n];
        ExternalWrenches wrenches = motion.wrenches();
        for (int k = 0; k < 4; k++) {
            forces.compute(
                    motion.baseMotion(),
                    motion.q(),
                    motion.qd(),
                    motion.qdd(),
                    motion.qddd(),
                    k == 0 || k == 3 ? null : k == 1 ? wrenches : wrenches.clear(),
                    results[k][0],
                    results[k][1]);
        }
        assertThat(results[1][0]).isNotEqualTo(results[0][0]);
        assertThat(results[1][1]).isNotEqualTo(results[0][1]);
        assertThat(results[2]).isDeepEqualTo(results[0]);
        assertThat(results[3]).isDeepEqualTo(results[0]);
    }

    @Test
    void canBeRead() {
        Wrench inBody = new Wrench(new Vector3(1, 2, 3), new Vector3(4, 5, 6));
        Wrench inWorld = new Wrench(new Vector3(-7, 8, 9), new Vector3(10, 11, -12));
        ExternalWrenches wrenches = new ExternalWrenches(ROBOT)
                .inBody(1, inBody.force(), inBody.moment())
                .inWorld(1, inWorld.force(), inWorld.moment());
        Wrench none = new Wrench(Vector3.ZERO, Vector3.ZERO);
        assertThat(wrenches.inBody(1)).isEqualTo(inBody);
        assertThat(wrenches.inWorld(1)).isEqualTo(inWorld);
        assertThat(wrenches.inBody(2)).isEqualTo(none);
        assertThat(wrenches.clear().inWorld(1)).isEqualTo(none);
        assertThatThrownBy(() -> wrenches.inBody(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no body 4")
                .hasMessageContaining(ROBOT.name());
    }
}
