package dev.catena.dynamics;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Force rates of robots that float. */
class FloatingForceRateTest {
    private static final Golden GOLDEN = Golden.combinations();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void agreesWithGoldenNumbers(int k) {
        Case golden = new Case(k);
        FloatingForceRate rate = new FloatingForceRate(golden.robot);
        double[][] out = golden.compute(rate);
        golden.check("base_acceleration", out[0]);
        golden.check("base_jerk", out[1]);
        golden.check("tau", out[2]);
        golden.check("tau_dot", out[3]);
    }

    /** The rate of what the world exerts on the base vanishes, and those of the joints hold the rates of torques. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void nothingHoldsTheBase(int k) {
        Case golden = new Case(k);
        FloatingForceRate rate = new FloatingForceRate(golden.robot);
        double[][] out = golden.compute(rate);
        rate.computeJointWrenchRates(golden.wrenches);
        double[] ofBase = {
            rate.jointWrenchRateInBody(0).force().norm(),
            rate.jointWrenchRateInBody(0).moment().norm()
        };
        Agreement.check("rate of the base's wrench", ofBase, new double[2], 1e-10);

        // the same motion of joints and base, prescribed
        BaseMotion base = new BaseMotion().set(golden.base);
        base.accelerationInBase(vector(out[0], 0), vector(out[0], 3));
        base.jerkInBase(vector(out[1], 0), vector(out[1], 3));
        int n = golden.robot.jointCount();
        double[] tau = new double[n];
        double[] tauRate = new double[n];
        new ForceRate(golden.robot)
                .compute(
                        base,
                        golden.input("q"),
                        golden.input("qd"),
                        golden.input("qdd"),
                        golden.input("qddd"),
                        golden.wrenches,
                        tau,
                        tauRate);
        Agreement.check("torques", out[2], tau, 1e-13);
        Agreement.check("rates", out[3], tauRate, 1e-12);
    }

    private static Vector3 vector(double[] six, int from) {
        return new Vector3(six[from], six[from + 1], six[from + 2]);
    }

    /** One golden case. */
    private static final class Case {
        final String path;
        final JsonNode node;
        final RobotModel robot;
        final BaseMotion base;
        final ExternalWrenches wrenches;

        Case(int k) {
            path = "floating_torque_rate/" + k;
            node = GOLDEN.at(path);
            robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
            base = CombinationRobots.base(node.get("input"));
            wrenches = CombinationRobots.wrenches(robot, node.get("input"));
        }

        double[] input(String key) {
            return Golden.array(node.get("input").get(key));
        }

        double[][] compute(FloatingForceRate rate) {
            int n = robot.jointCount();
            double[][] out = {new double[6], new double[6], new double[n], new double[n]};
            rate.compute(
                    base,
                    input("q"),
                    input("qd"),
                    input("qdd"),
                    input("qddd"),
                    wrenches,
                    out[0],
                    out[1],
                    out[2],
                    out[3]);
            return out;
        }

        void check(String key, double[] actual) {
            GOLDEN.check(path + "/output/" + key, actual);
        }
    }
}
