package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;

class BaseStepTest {
    private static final RobotModel ROBOT =
            RandomRobots.tree(1, 2).baseInertia().build().withFloatingBase();

    private static State state() {
        return new State(ROBOT)
                .basePositionInWorld(0.3, -0.2, 0.5)
                .baseOrientation(0.1, -0.3, 0.2, 1)
                .baseVelocityInBase(0.4, 0.1, -0.6, 0.7, -0.3, 0.2);
    }

    private static double[] inWorld(State state, double[] v, int from) {
        double[] turned = new double[3];
        Quaternions.turn(state.baseOrientation(), 1, v, from, turned, 0);
        return turned;
    }

    /** What is put elsewhere has the velocity in the world that it had. */
    @Test
    void displacedBasesMoveAsBefore() {
        State before = state();
        State after = state();
        double[] step = {0.02, -0.01, 0.03, 0.2, 0.1, -0.3};
        new BaseStep().displace(after, step.clone());
        for (int from = 0; from < 6; from += 3) {
            Agreement.check(
                    "velocity",
                    inWorld(after, after.baseVelocityInBase(), from),
                    inWorld(before, before.baseVelocityInBase(), from),
                    1e-14);
        }
        double[] way = inWorld(before, step, 0);
        for (int k = 0; k < 3; k++) {
            double moved = after.basePositionInWorld()[k] - before.basePositionInWorld()[k];
            assertThat(moved).isCloseTo(way[k], within(1e-15));
        }
        double[] turn = {
            -before.baseOrientation()[0],
            -before.baseOrientation()[1],
            -before.baseOrientation()[2],
            before.baseOrientation()[3]
        };
        Quaternions.multiply(turn, after.baseOrientation());
        double angle = Math.sqrt(0.04 + 0.01 + 0.09);
        assertThat(turn[3]).isCloseTo(Math.cos(angle / 2), within(1e-14));
        assertThat(turn[0]).isCloseTo(0.2 / angle * Math.sin(angle / 2), within(1e-14));
    }

    /** Half the time twice is the whole: the velocity turns along with the base. */
    @Test
    void stepsAddUp() {
        State once = state();
        State twice = state();
        double[] v = once.baseVelocityInBase().clone();
        new BaseStep().move(once, v.clone(), 0.4);
        double[] first = v.clone();
        new BaseStep().move(twice, first, 0.2);
        Agreement.check("in the world", inWorld(twice, first, 0), inWorld(state(), v, 0), 1e-14);
        System.arraycopy(v, 3, first, 3, 3);
        new BaseStep().move(twice, first, 0.2);
        Agreement.check("place", twice.basePositionInWorld(), once.basePositionInWorld(), 1e-14);
        Agreement.check("orientation", twice.baseOrientation(), once.baseOrientation(), 1e-14);
    }
}
