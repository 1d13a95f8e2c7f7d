package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.RandomRobots;
import org.junit.jupiter.api.Test;

/** What is put on a body can be read back, each in the axes that it was given in. */
class ExternalWrenchesTest {
    private static final Wrench NONE = new Wrench(Vector3.ZERO, Vector3.ZERO);

    private final RobotModel robot = RandomRobots.chain(3, 2).build();

    @Test
    void canBeRead() {
        Wrench inBody = new Wrench(new Vector3(1, 2, 3), new Vector3(4, 5, 6));
        Wrench inWorld = new Wrench(new Vector3(-7, 8, 9), new Vector3(10, 11, -12));
        ExternalWrenches wrenches = new ExternalWrenches(robot)
                .inBody(1, inBody.force(), inBody.moment())
                .inWorld(1, inWorld.force(), inWorld.moment());
        assertThat(wrenches.inBody(1)).isEqualTo(inBody);
        assertThat(wrenches.inWorld(1)).isEqualTo(inWorld);
        assertThat(wrenches.inBody(2)).isEqualTo(NONE);
        assertThat(wrenches.clear().inWorld(1)).isEqualTo(NONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrenches.inBody(3))
                .withMessageContaining("no body 3")
                .withMessageContaining(robot.name());
    }
}
