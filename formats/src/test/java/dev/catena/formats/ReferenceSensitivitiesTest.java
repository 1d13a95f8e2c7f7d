package dev.catena.formats;

import static dev.catena.formats.ReferenceRobot.doubles;
import static dev.catena.formats.ReferenceRobot.flat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Derivatives of real and random robots, fixed and floating, against Pinocchio in quadruple precision.
 *
 * <p>Of a floating base, Pinocchio takes the spatial acceleration, which is less than the classical one here by ω × v.
 * What that depends on, v and ω, is put in by the chain rule.
 */
class ReferenceSensitivitiesTest {
    /** Of the largest entry of a matrix. */
    private static final double TOLERANCE = 1e-12;

    /** Where the mass matrix is inverted, whose condition is up to 2e5. */
    private static final double TOLERANCE_OF_ACCELERATIONS = 1e-10;

    static Stream<String> robots() {
        return ReferenceRobot.names();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("robots")
    void agreesWithPinocchio(String name) {
        Comparison comparison = new Comparison(ReferenceRobot.read(name));
        comparison.reference.states.forEach(comparison::compare);
        assertThat(comparison.torques.worst).hasSize(3);
        comparison.torques.check(name, TOLERANCE);
        assertThat(comparison.accelerations.worst).hasSize(2);
        comparison.accelerations.check(name, TOLERANCE_OF_ACCELERATIONS);
    }

    private static final class Comparison {
        final RelativeErrors torques = new RelativeErrors(1e-9);
        final RelativeErrors accelerations = new RelativeErrors(1e-9);
        final ReferenceRobot reference;
        private final int first;
        private final int size;
        private final TorqueSensitivity torqueSensitivity;
        private final AccelerationSensitivity accelerationSensitivity;

        Comparison(ReferenceRobot reference) {
            this.reference = reference;
            first = reference.floating ? 6 : 0;
            size = first + reference.model.jointCount();
            torqueSensitivity = new TorqueSensitivity(reference.model);
            accelerationSensitivity = new AccelerationSensitivity(reference.model);
        }

        void compare(JsonNode state) {
            compareTorques(state);
            compareAccelerations(state);
        }

        private void compareTorques(JsonNode state) {
            double[] q = reference.sorted(state.get("q_scalar"));
            double[] qd = reference.sorted(state.get("v"));
            double[] qdd = reference.sorted(state.get("a"));
            double[][] m = new double[3][size * size];
            BaseMotion base = reference.base(state, 1, 1);
            if (reference.floating) {
                torqueSensitivity.computeFloating(base, q, qd, qdd, null, List.of(), m[0], m[1], m[2]);
                // with the spatial acceleration fixed, the classical one changes by that of ω × v
                for (int row = 0; row < size; row++) {
                    for (int k = 0; k < 6; k++) {
                        for (int c = 0; c < 3; c++) {
                            m[1][row * size + k] += m[2][row * size + c] * changeOfCross(state, c, k);
                        }
                    }
                }
            } else {
                torqueSensitivity.compute(base, q, qd, qdd, null, List.of(), m[0], m[1], m[2]);
            }
            torques.note("dtau_dq", sorted(m[0]), flat(state.get("dtau_dq")));
            torques.note("dtau_dv", sorted(m[1]), flat(state.get("dtau_dv")));
            torques.note("M", sorted(m[2]), flat(state.get("M")));
        }

        private void compareAccelerations(JsonNode state) {
            double[] q = reference.sorted(state.get("q_scalar"));
            double[] qd = reference.sorted(state.get("v"));
            double[] tau = reference.sorted(state.get("tau_rand"));
            double[][] m = new double[2][size * size];
            double[] byTorque = new double[size * (size - first)];
            BaseMotion base = reference.base(state, 1, 0);
            if (reference.floating) {
                // what Pinocchio lets act on the free base is an external wrench here
                double[] w = doubles(state.get("tau_rand"));
                ExternalWrenches onBase =
                        new ExternalWrenches(reference.model).inBody(0, w[0], w[1], w[2], w[3], w[4], w[5]);
                accelerationSensitivity.computeFloating(base, q, qd, tau, onBase, m[0], m[1], byTorque);
                for (int c = 0; c < 3; c++) {
                    for (int k = 0; k < 6; k++) {
                        m[1][c * size + k] -= changeOfCross(state, c, k);
                    }
                }
            } else {
                accelerationSensitivity.compute(base, q, qd, tau, null, m[0], m[1], byTorque);
            }
            accelerations.note("dqdd_dq", sorted(m[0]), flat(state.get("dqdd_dq")));
            accelerations.note("dqdd_dv", sorted(m[1]), flat(state.get("dqdd_dv")));
        }

        private double[] sorted(double[] matrix) {
            return reference.matrixInOrderOfReference(matrix, first);
        }

        /** Component c of ω × v by number k of (v, ω): entries of ω̂ and of −v̂. */
        private static double changeOfCross(JsonNode state, int c, int k) {
            double[] v = doubles(state.get("v"));
            return k < 3 ? hat(v, 3, c, k) : -hat(v, 0, c, k - 3);
        }

        private static double hat(double[] v, int at, int row, int column) {
            if (row == column) {
                return 0;
            }
            double entry = v[at + 3 - row - column];
            return (column - row + 3) % 3 == 1 ? -entry : entry;
        }
    }
}
