package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The closed loops of Khalil's paper against golden numbers of an independent implementation. */
class GoldenLoopsTest {
    private static final Golden GOLDEN = Golden.dynamics();

    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "spatial7R", "bennett"})
    void motionOfAllJoints(String name) {
        Case golden = new Case(name);
        LoopKinematics kinematics = new LoopKinematics(golden.robot);
        assertThat(kinematics.close(golden.array("qa"))).isEqualTo(LoopStatus.CLOSED);
        kinematics.move(golden.array("qad"));
        kinematics.accelerate(golden.array("qadd"));
        int n = golden.robot.jointCount();
        double[] out = new double[n];
        kinematics.positions(out);
        golden.check("q_tr", out);
        kinematics.velocities(out);
        golden.check("qd_tr", out);
        kinematics.accelerations(out);
        golden.check("qdd_tr", out);
        double[] rates = new double[n * golden.array("qa").length];
        kinematics.rates(rates);
        golden.check("G", rates);
        golden.check("q_c", kinematics.cutPosition(0));
        golden.check("qd_c", kinematics.cutVelocity(0));
        golden.check("qdd_c", kinematics.cutAcceleration(0));
        // the golden rank counts the cut joint's coordinate among the unknowns
        assertThat(kinematics.closure().rank() + 1)
                .isEqualTo(golden.node.get("loop_jacobian_rank").intValue());
        assertThat(kinematics.closure().mobility()).isEqualTo(golden.array("qa").length);
        assertThat(kinematics.closure().condition()).isBetween(1.0, 100.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "spatial7R", "bennett"})
    void effortsOfAMotion(String name) {
        Case golden = new Case(name);
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(golden.robot);
        double[] efforts = new double[golden.array("qa").length];
        dynamics.compute(golden.array("qa"), golden.array("qad"), golden.array("qadd"), efforts);
        golden.check("Gamma_c", efforts);
        double[] tree = new double[golden.robot.jointCount()];
        dynamics.treeEfforts(tree);
        golden.check("Gamma_tr", tree);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourbar", "fivebar", "spatial7R", "bennett"})
    void accelerationsOfEfforts(String name) {
        Case golden = new Case(name);
        int count = golden.array("qa").length;
        ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(golden.robot);
        double[] accelerations = new double[count];
        dynamics.compute(golden.array("qa"), golden.array("qad"), golden.array("Gamma_c"), accelerations);
        golden.check("qadd", accelerations);
        double[] bias = new double[count];
        dynamics.bias(bias);
        golden.check("H_c", bias);
        double[] mass = new double[count * count];
        dynamics.massMatrix(mass);
        golden.check("A_c", mass);
    }

    /** One golden case. */
    private static final class Case {
        final String path;
        final JsonNode node;
        final RobotModel robot;

        Case(String name) {
            path = "khalil/" + name;
            node = GOLDEN.at(path);
            robot = GoldenRobots.closed(name, node);
        }

        double[] array(String key) {
            return GOLDEN.array(path + "/" + key);
        }

        void check(String key, double... actual) {
            Agreement.check(path + "/" + key, actual, array(key), Golden.TOLERANCE);
        }
    }
}
