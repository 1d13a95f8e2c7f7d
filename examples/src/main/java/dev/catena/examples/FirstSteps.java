package dev.catena.examples;

import dev.catena.Catena;
import java.util.Arrays;

/** A robot in a file, asked a line each. */
public final class FirstSteps {
    public static void main(String[] args) {
        Catena robot = Catena.load(args[0]); // a file, or a robot that ships
        double[] q = {0.4, -0.3, 1.1, 0.2, 0.6, -0.5};
        double[] qd = {0.5, -0.2, 0.3, 0.1, -0.4, 0.9};
        double[] qdd = {1, 0.5, -0.5, 0.2, 0.3, -2};
        double[] qddd = {2, 0, 1, 0, -1, 0};
        double[] tau = robot.torque(q, qd, qdd);
        print("joints", robot.coordinates());
        print("torques", Arrays.toString(tau));
        print("torque rates", Arrays.toString(robot.torqueRate(q, qd, qdd, qddd)));
        print("accelerations", Arrays.toString(robot.acceleration(q, qd, tau)));
        print("holding still", Arrays.toString(robot.gravity(q)));
        print("mass matrix", Arrays.deepToString(robot.massMatrix(q)));
        print("tool", robot.pose("tool", q).position());
        print("its Jacobian", Arrays.deepToString(robot.jacobian("tool", q)));
        print(
                "let go for 0.1 s",
                Arrays.toString(robot.simulate(q, qd, 0.1).end().state().jointPositions()));
    }

    private static void print(String what, Object value) {
        System.out.println(what + ": " + value);
    }
}
