package dev.catena.compile.trace;

import dev.catena.compile.Compiler;
import dev.catena.compile.Quantity;
import dev.catena.compile.graph.Program;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TracedTorqueTest {
    static Stream<RobotModel> robots() {
        return Stream.of(
                        ShippedRobots.names().stream().map(ShippedRobots::load),
                        Stream.of(1L, 2L, 3L, 4L, 5L).map(seed -> RandomRobots.everything(seed, 9)),
                        Stream.of(RandomRobots.chain(1, 128).build()))
                .flatMap(robots -> robots);
    }

    @ParameterizedTest
    @MethodSource("robots")
    void tracedTorquesAreThoseOfInverseDynamics(RobotModel model) {
        Random random = new Random(3);
        int n = model.jointCount();
        double[] q = random.doubles(n, -3, 3).toArray();
        double[] qd = random.doubles(n, -3, 3).toArray();
        double[] qdd = random.doubles(n, -3, 3).toArray();
        double[] tau = new double[n];
        new InverseDynamics(model).compute(q, qd, qdd, tau);

        Program program = Compiler.program(model, Quantity.TORQUE);

        Agreement.check("torques of " + model.name(), program.evaluate(q, qd, qdd)[0], tau, 1e-12);
    }
}
