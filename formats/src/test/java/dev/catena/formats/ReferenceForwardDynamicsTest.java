package dev.catena.formats;

import static dev.catena.formats.ReferenceRobot.doubles;
import static dev.catena.formats.ReferenceRobot.flat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.CentroidalMomentum;
import dev.catena.dynamics.DenseForwardDynamics;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseMassMatrix;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.ProximalForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** From torques to motion: real and random robots, fixed and floating, against Pinocchio in quadruple precision. */
class ReferenceForwardDynamicsTest {
    /** Of the largest figure of a vector or matrix; the worst found is 3e-14. */
    private static final double TOLERANCE = 1e-13;

    /**
     * Where the mass matrix is factored; the worst found is 4e-12, for the Stanford arm, whose matrix has a condition of
     * 2e5. Pinocchio's own recursion is as far off there when it computes with doubles.
     */
    private static final double TOLERANCE_OF_FACTORED_MATRIX = 1e-11;

    static Stream<String> robots() {
        return ReferenceRobot.names();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("robots")
    void agreesWithPinocchio(String name) {
        Comparison comparison = new Comparison(ReferenceRobot.read(name));
        comparison.reference.states.forEach(comparison::compare);
        assertThat(comparison.errors.worst).hasSize(comparison.reference.floating ? 9 : 7);
        comparison.errors.check(name, TOLERANCE);
        assertThat(comparison.errorsOfFactoredMatrix.worst).hasSize(2);
        comparison.errorsOfFactoredMatrix.check(name, TOLERANCE_OF_FACTORED_MATRIX);
    }

    private static final class Comparison {
        final RelativeErrors errors = new RelativeErrors(1e-9);
        final RelativeErrors errorsOfFactoredMatrix = new RelativeErrors(1e-9);
        final ReferenceRobot reference;
        private final int n;

        /** How many freedoms the base has. */
        private final int first;

        private final ForwardDynamics articulated;
        private final ForwardDynamics proximal;
        private final ForwardDynamics dense;
        private final MassMatrix masses;
        private final RobotModel weightless;
        private final CentroidalMomentum centroidal;
        private final FloatingInverseDynamics floatingInverse;

        Comparison(ReferenceRobot reference) {
            this.reference = reference;
            RobotModel model = reference.model;
            n = model.jointCount();
            first = reference.floating ? 6 : 0;
            articulated = new ArticulatedForwardDynamics(model);
            proximal = new ProximalForwardDynamics(model);
            dense = new DenseForwardDynamics(model);
            masses = new MassMatrix(model);
            weightless = model.toBuilder().gravity(0, 0, 0).build();
            centroidal = new CentroidalMomentum(reference.modelWithoutMassOnTheWorld());
            floatingInverse = new FloatingInverseDynamics(model.withFloatingBase());
        }

        void compare(JsonNode state) {
            double[] q = reference.sorted(state.get("q_scalar"));
            compareAccelerations(errors, "articulated", articulated, state);
            compareAccelerations(errors, "proximal", proximal, state);
            compareAccelerations(errorsOfFactoredMatrix, "dense", dense, state);
            errors.note("M", massMatrix(q), flat(state.get("M")));
            errors.note("Minv", reference.floating ? inverseByUnitEfforts(q) : inverse(q), flat(state.get("Minv")));
            errors.note("centroidal momentum", momentum(state, q), doubles(state.get("centroidal_momentum")));
            if (reference.floating) {
                compareFloatingInverse(state, q);
            }
        }

        private void compareAccelerations(
                RelativeErrors errorsOfWay, String way, ForwardDynamics forward, JsonNode state) {
            errorsOfWay.note("qdd, " + way, accelerations(forward, state, null), doubles(state.get("qdd")));
            double[] loaded = accelerations(forward, state, reference.wrenches(state));
            errorsOfWay.note("qdd_fext, " + way, loaded, doubles(state.get("qdd_fext")));
        }

        /** Accelerations in the order of the reference; those of a floating base come first and are spatial. */
        private double[] accelerations(ForwardDynamics forward, JsonNode state, @Nullable ExternalWrenches wrenches) {
            double[] qdd = new double[n];
            double[] acceleration = new double[6];
            BaseMotion base = reference.base(state, 1, 0);
            double[] q = reference.sorted(state.get("q_scalar"));
            double[] qd = reference.sorted(state.get("v"));
            double[] given = doubles(state.get("tau_rand"));
            double[] tau = reference.sorted(state.get("tau_rand"));
            if (!reference.floating) {
                forward.compute(base, q, qd, tau, wrenches, qdd);
                return reference.inOrderOfReference(qdd, 0);
            }
            // what Pinocchio lets act on the free base is an external wrench here
            ExternalWrenches all = wrenches == null ? new ExternalWrenches(reference.model) : wrenches;
            double[] onBase = wrenches == null
                    ? new double[6]
                    : doubles(state.get("fext_local").get(0));
            all.inBody(
                    0,
                    given[0] + onBase[0],
                    given[1] + onBase[1],
                    given[2] + onBase[2],
                    given[3] + onBase[3],
                    given[4] + onBase[4],
                    given[5] + onBase[5]);
            forward.computeFloating(base, q, qd, tau, all, acceleration, qdd);
            return withBase(spatial(acceleration, state), qdd);
        }

        private static double[] spatial(double[] a, JsonNode state) {
            double[] v = doubles(state.get("v"));
            return new double[] {
                a[0] - (v[4] * v[2] - v[5] * v[1]),
                a[1] - (v[5] * v[0] - v[3] * v[2]),
                a[2] - (v[3] * v[1] - v[4] * v[0]),
                a[3],
                a[4],
                a[5]
            };
        }

        private double[] withBase(double[] base, double[] joints) {
            double[] all = reference.inOrderOfReference(joints, 6);
            System.arraycopy(base, 0, all, 0, 6);
            return all;
        }

        private double[] massMatrix(double[] q) {
            double[] matrix = new double[(first + n) * (first + n)];
            if (reference.floating) {
                masses.computeFloating(q, matrix);
            } else {
                masses.compute(q, matrix);
            }
            return reference.matrixInOrderOfReference(matrix, first);
        }

        private double[] inverse(double[] q) {
            double[] matrix = new double[n * n];
            new InverseMassMatrix(reference.model).compute(q, matrix);
            return reference.matrixInOrderOfReference(matrix, 0);
        }

        /** Column by column: what a unit effort accelerates, at rest and without gravity. */
        private double[] inverseByUnitEfforts(double[] q) {
            int size = 6 + n;
            double[] matrix = new double[size * size];
            ForwardDynamics forward = ForwardDynamics.of(weightless);
            double[] base = new double[6];
            double[] qdd = new double[n];
            for (int k = 0; k < size; k++) {
                double[] unit = new double[6];
                double[] tau = new double[n];
                if (k < 6) {
                    unit[k] = 1;
                } else {
                    tau[k - 6] = 1;
                }
                ExternalWrenches push = new ExternalWrenches(weightless)
                        .inBody(0, unit[0], unit[1], unit[2], unit[3], unit[4], unit[5]);
                forward.computeFloating(new BaseMotion(), q, new double[n], tau, push, base, qdd);
                for (int i = 0; i < size; i++) {
                    matrix[i * size + k] = i < 6 ? base[i] : qdd[i - 6];
                }
            }
            return reference.matrixInOrderOfReference(matrix, 6);
        }

        private double[] momentum(JsonNode state, double[] q) {
            double[] qd = reference.sorted(state.get("v"));
            double[] v = doubles(state.get("v"));
            double[] matrix = new double[6 * (first + n)];
            BaseMotion base = reference.base(state, 1, 0);
            if (reference.floating) {
                centroidal.matrixFloating(base, q, matrix);
            } else {
                centroidal.matrix(base, q, matrix);
            }
            double[] h = new double[6];
            for (int k = 0; k < matrix.length; k++) {
                int column = k % (first + n);
                h[k / (first + n)] += matrix[k] * (column < first ? v[column] : qd[column - first]);
            }
            return h;
        }

        /** Given the joints' accelerations of forward dynamics, the base accelerates as there, by the same torques. */
        private void compareFloatingInverse(JsonNode state, double[] q) {
            double[] acceleration = new double[6];
            double[] tau = new double[n];
            double[] given = doubles(state.get("tau_rand"));
            ExternalWrenches onBase = new ExternalWrenches(reference.model)
                    .inBody(0, given[0], given[1], given[2], given[3], given[4], given[5]);
            floatingInverse.compute(
                    reference.base(state, 1, 0),
                    q,
                    reference.sorted(state.get("v")),
                    reference.sorted(state.get("qdd")),
                    onBase,
                    acceleration,
                    tau);
            double[] qdd = reference.sorted(state.get("qdd"));
            errors.note(
                    "acceleration of the base", withBase(spatial(acceleration, state), qdd), doubles(state.get("qdd")));
            double[] torques = reference.inOrderOfReference(tau, 6);
            System.arraycopy(given, 0, torques, 0, 6);
            errors.note("torques on a free base", torques, given);
        }
    }
}
