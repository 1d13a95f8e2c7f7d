package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Derivatives of standing robots with springs, against dual numbers through trees in which motors are bodies. */
class ElasticContactDerivativesTest {
    private static final double[] WEIGHTS = {1.3, 0.4, 0.7};

    private static ElasticWalker walker(long seed, boolean floats, int legJoints, CutKind... feet) {
        return new ElasticWalker(seed, floats, legJoints, robot -> RandomDrives.anywhere(robot, seed), feet);
    }

    private static List<Dual<Real>> along(double[] numbers, double @Nullable [] direction) {
        List<Dual<Real>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            list.add(Dual.of(numbers[k], direction == null ? 0 : direction[k]));
        }
        return list;
    }

    /** Varied along positions, velocities, or another variable. */
    private static ElasticStand<Dual<Real>> varied(ElasticWalker w, int variable, double[] direction) {
        return new ElasticStand<>(
                w,
                number -> Dual.of(number, 0),
                along(new double[w.width], variable == 0 ? direction : null),
                along(w.u, variable == 1 ? direction : null));
    }

    private static double[] times(double[] matrix, double[] direction) {
        double[] product = new double[matrix.length / direction.length];
        for (int k = 0; k < matrix.length; k++) {
            product[k / direction.length] += matrix[k] * direction[k % direction.length];
        }
        return product;
    }

    /** Changes of reactions in the order of rows. */
    private static double[] reactions(
            ContactSensitivity sensitivity, ElasticWalker w, int variable, int last, double[] direction) {
        List<Double> all = new ArrayList<>();
        for (int c = 0; c < w.contacts.size(); c++) {
            double[][] six = {new double[6 * w.width], new double[6 * w.width], new double[6 * last]};
            sensitivity.reaction(c, six[0], six[1], six[2]);
            double[] change = times(six[variable], direction);
            CutKind kind = w.contacts.get(c).kind();
            int linear = kind == CutKind.PRISMATIC ? 2 : 3;
            for (int r = 0; r < kind.constraints(); r++) {
                all.add(change[r < linear ? r : 3 + r - linear]);
            }
        }
        return all.stream().mapToDouble(x -> x).toArray();
    }

    private static void checkAccelerations(ElasticWalker w) {
        double[][] m = {new double[w.width * w.width], new double[w.width * w.width], new double[w.width * w.n]};
        ContactSensitivity sensitivity = ContactSensitivity.withFreeMotors(w.robot, w.contacts);
        BaseMotion base = w.first > 0 ? w.base() : null;
        sensitivity.acceleration(base, w.x, w.own(w.u), w.tau, w.wrenches(), m[0], m[1], m[2]);
        for (int variable = 0; variable < 3; variable++) {
            for (int seed = 1; seed <= 2; seed++) {
                double[] direction = new RandomNumbers(seed).vector(variable < 2 ? w.width : w.n, 1);
                ElasticStand.Pair<Dual<Real>> expected =
                        varied(w, variable, direction).forward(along(w.tau, variable == 2 ? direction : null));
                String what = "%s, variable %s".formatted(w.robot.name(), variable);
                Agreement.check(what, times(m[variable], direction), Duals.derivatives(expected.first()), 1e-10);
                Agreement.check(
                        what + ", reactions",
                        reactions(sensitivity, w, variable, w.n, direction),
                        Duals.derivatives(expected.reactions()),
                        1e-10);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void accelerationsAndReactions(long seed) {
        CutKind[] kinds = {CutKind.SPHERICAL, CutKind.REVOLUTE, CutKind.PRISMATIC, CutKind.FIXED};
        checkAccelerations(walker(seed, true, 4, kinds[(int) seed % 4], CutKind.SPHERICAL));
    }

    @Test
    void accelerationsOnABoltedBase() {
        checkAccelerations(walker(5, false, 4, CutKind.SPHERICAL));
    }

    /** One more contact on a foot that is held: accelerations are as before it, and reactions are shared. */
    @ParameterizedTest
    @CsvSource({"1,true,SPHERICAL", "2,true,REVOLUTE", "3,true,FIXED", "6,false,PRISMATIC"})
    void redundantContacts(long seed, boolean floats, CutKind kind) {
        ElasticWalker w = floats
                ? walker(seed, true, 4, CutKind.FIXED, CutKind.SPHERICAL)
                : walker(seed, false, 7, CutKind.FIXED);
        ElasticWalker more = floats
                ? walker(seed, true, 4, CutKind.FIXED, CutKind.SPHERICAL)
                : walker(seed, false, 7, CutKind.FIXED);
        CutJoint foot = w.contacts.get(0);
        Pose aside = new RandomNumbers(seed).pose(0.3);
        more.contacts.add(CutJoint.contact(
                "again",
                kind,
                foot.firstFromJoint().times(aside),
                foot.second(),
                foot.secondFromJoint().times(aside)));
        double[][] m = {new double[w.width * w.width], new double[w.width * w.width], new double[w.width * w.n]};
        ContactSensitivity sensitivity = ContactSensitivity.withFreeMotors(more.robot, more.contacts);
        sensitivity.acceleration(floats ? w.base() : null, w.x, w.own(w.u), w.tau, w.wrenches(), m[0], m[1], m[2]);
        for (int variable = 0; variable < 3; variable++) {
            double[] direction = new RandomNumbers(seed).vector(variable < 2 ? w.width : w.n, 1);
            ElasticStand<Dual<Real>> alone = varied(w, variable, direction);
            ElasticStand.Pair<Dual<Real>> expected = alone.forward(along(w.tau, variable == 2 ? direction : null));
            String what = "%s, variable %s".formatted(w.robot.name(), variable);
            Agreement.check(what, times(m[variable], direction), Duals.derivatives(expected.first()), 1e-10);
            List<Dual<Real>> shared = varied(more, variable, direction).spread(alone.A, expected.reactions());
            Agreement.check(
                    what + ", reactions",
                    reactions(sensitivity, more, variable, w.n, direction),
                    Duals.derivatives(shared),
                    1e-10);
        }
    }

    /** Torques of rigid drives in legs with springs, where a foot is held more than once. */
    @Test
    void torquesOfRedundantContacts() {
        ElasticWalker w = new ElasticWalker(1, true, 4, robot -> fewSprings(robot, 1), CutKind.FIXED, CutKind.FIXED);
        CutJoint foot = w.contacts.get(1);
        Pose aside = new RandomNumbers(3).pose(0.3);
        w.contacts.add(CutJoint.contact(
                "again",
                CutKind.REVOLUTE,
                foot.firstFromJoint().times(aside),
                foot.second(),
                foot.secondFromJoint().times(aside)));
        checkTorques(w, true);
        checkCurvature(w, true);
    }

    /** Springs in two joints of each leg, and in the arm, which no contact reaches. */
    private static RobotModel fewSprings(RobotModel robot, long seed) {
        RobotModel driven = RandomDrives.allElastic(robot, seed);
        RobotModelBuilder builder = driven.toBuilder();
        for (Joint joint : driven.movingJoints()) {
            Drive drive = joint.drive();
            if (joint.name().startsWith("leg") && !joint.name().matches("leg. [13] joint")) {
                builder.replace(
                        joint.with(new Drive(drive.reflectedInertia(), drive.rotor(), null, drive.motorFriction())));
            }
        }
        return builder.build();
    }

    private static double[][] torques(ContactSensitivity sensitivity, ElasticWalker w) {
        double[][] m = new double[3][w.n * w.width];
        sensitivity.torque(
                w.first > 0 ? w.base() : null,
                w.x,
                w.own(w.u),
                w.own(w.acceleration),
                w.wrenches(),
                Arrays.copyOf(WEIGHTS, w.contacts.size()),
                m[0],
                m[1],
                m[2]);
        return m;
    }

    private static void checkTorques(ElasticWalker w, boolean hasReactions) {
        ContactSensitivity sensitivity = ContactSensitivity.withFreeMotors(w.robot, w.contacts);
        double[][] m = torques(sensitivity, w);
        double[] weights = Arrays.copyOf(WEIGHTS, w.contacts.size());
        for (int variable = 0; variable < 3; variable++) {
            for (int seed = 1; seed <= 2; seed++) {
                double[] direction = new RandomNumbers(seed).vector(w.width, 1);
                ElasticStand.Pair<Dual<Real>> expected = varied(w, variable, direction)
                        .inverse(
                                along(w.acceleration, variable == 2 ? direction : null), hasReactions ? weights : null);
                String what = "%s, variable %s".formatted(w.robot.name(), variable);
                Agreement.check(what, times(m[variable], direction), Duals.derivatives(expected.first()), 1e-10);
                if (hasReactions) {
                    Agreement.check(
                            what + ", reactions",
                            reactions(sensitivity, w, variable, w.width, direction),
                            Duals.derivatives(expected.reactions()),
                            1e-10);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,4", "6,5", "7,5"})
    void torquesAndReactions(long seed, int legJoints) {
        ElasticWalker w = new ElasticWalker(
                seed, true, legJoints, robot -> fewSprings(robot, seed), CutKind.FIXED, CutKind.FIXED);
        assertThat(w.springsInLegs()).isEqualTo(4);
        checkTorques(w, true);
    }

    @Test
    void torquesOnABoltedBase() {
        ElasticWalker w = new ElasticWalker(3, false, 4, robot -> fewSprings(robot, 3), CutKind.SPHERICAL);
        checkTorques(w, true);
    }

    /** More springs than reactions could serve: torques of motors do not ask. */
    @Test
    void torquesOfMotorsWithoutReactions() {
        ElasticWalker w = new ElasticWalker(
                4, true, 4, robot -> RandomDrives.allElastic(robot, 4), CutKind.SPHERICAL, CutKind.FIXED);
        checkTorques(w, false);
        ContactSensitivity sensitivity = ContactSensitivity.withFreeMotors(w.robot, w.contacts);
        double[][] unused = torques(sensitivity, w);
        double[][] six = new double[3][6 * w.width];
        assertThatThrownBy(() -> sensitivity.reaction(0, six[0], six[1], six[2]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("joints behind springs");
    }

    @Test
    void torquesThatNeighborsDoNotHaveAreRefused() {
        ElasticWalker w =
                new ElasticWalker(6, true, 4, robot -> fewSprings(robot, 6), CutKind.SPHERICAL, CutKind.SPHERICAL);
        assertThatThrownBy(() -> torques(ContactSensitivity.withFreeMotors(w.robot, w.contacts), w))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("more contacts");
        assertThatThrownBy(() -> new ContactSensitivity(w.robot, w.contacts))
                .hasMessageContaining("ContactSensitivity.withFreeMotors");
    }

    private static Dual<Dual<Real>> constant(double number) {
        return Dual.constant(Dual.of(number, 0));
    }

    private static List<Dual<Dual<Real>>> along(double[] numbers, double[] a, double[] b, int at) {
        List<Dual<Dual<Real>>> list = new ArrayList<>();
        for (int k = 0; k < numbers.length; k++) {
            list.add(new Dual<>(Dual.of(numbers[k], a[at + k]), Dual.of(b[at + k], 0)));
        }
        return list;
    }

    /** Torques and reactions, weighted, against hyper-dual numbers. */
    private static void checkCurvature(ElasticWalker w, boolean hasReactions) {
        RandomNumbers random = new RandomNumbers(11);
        double[] lambda = random.vector(w.n, 1);
        double[] ofReactions = hasReactions ? random.vector(6 * w.contacts.size(), 1) : null;
        double[] weights = Arrays.copyOf(WEIGHTS, w.contacts.size());
        double[] actual = new double[9 * w.width * w.width];
        ContactCurvature.withFreeMotors(w.robot, w.contacts)
                .compute(
                        w.first > 0 ? w.base() : null,
                        w.x,
                        w.own(w.u),
                        w.own(w.acceleration),
                        w.wrenches(),
                        weights,
                        lambda,
                        ofReactions,
                        actual);
        for (int pair = 0; pair < 2; pair++) {
            double[] a = random.vector(3 * w.width, 1);
            double[] b = random.vector(3 * w.width, 1);
            ElasticStand.Pair<Dual<Dual<Real>>> varied = new ElasticStand<>(
                            w,
                            ElasticContactDerivativesTest::constant,
                            along(new double[w.width], a, b, 0),
                            along(w.u, a, b, w.width))
                    .inverse(along(w.acceleration, a, b, 2 * w.width), hasReactions ? weights : null);
            double expected = 0;
            for (int k = 0; k < w.n; k++) {
                expected += lambda[k]
                        * varied.first().get(k).derivative().derivative().value();
            }
            int row = 0;
            for (int c = 0; ofReactions != null && c < w.contacts.size(); c++) {
                for (int r = 0; r < w.contacts.get(c).kind().constraints(); r++) {
                    expected += ofReactions[6 * c + r]
                            * varied.reactions()
                                    .get(row++)
                                    .derivative()
                                    .derivative()
                                    .value();
                }
            }
            Agreement.checkForm(w.robot.name(), actual, a, b, expected, 1e-10);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,4", "6,5", "7,5"})
    void secondDerivatives(long seed, int legJoints) {
        checkCurvature(
                new ElasticWalker(
                        seed, true, legJoints, robot -> fewSprings(robot, seed), CutKind.FIXED, CutKind.FIXED),
                true);
    }

    @Test
    void secondDerivativesOnABoltedBase() {
        checkCurvature(new ElasticWalker(3, false, 4, robot -> fewSprings(robot, 3), CutKind.SPHERICAL), true);
    }

    @Test
    void secondDerivativesOfMotorsWithoutReactions() {
        ElasticWalker w = new ElasticWalker(
                4, true, 4, robot -> RandomDrives.allElastic(robot, 4), CutKind.SPHERICAL, CutKind.FIXED);
        checkCurvature(w, false);
        ContactCurvature curvature = ContactCurvature.withFreeMotors(w.robot, w.contacts);
        assertThatThrownBy(() -> curvature.compute(
                        w.base(),
                        w.x,
                        w.own(w.u),
                        w.own(w.acceleration),
                        w.wrenches(),
                        null,
                        w.tau,
                        new double[12],
                        new double[9 * w.width * w.width]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("more contacts");
    }

    @Test
    void nothingIsAllocated() {
        ElasticWalker w = new ElasticWalker(1, true, 4, robot -> fewSprings(robot, 1), CutKind.FIXED, CutKind.FIXED);
        ContactSensitivity sensitivity =
                ContactSensitivity.withFreeMotors(w.robot, w.contacts).copy();
        double[][] m = {new double[w.width * w.width], new double[w.width * w.width], new double[w.width * w.n]};
        double[][] t = new double[3][w.n * w.width];
        ContactCurvature curvature =
                ContactCurvature.withFreeMotors(w.robot, w.contacts).copy();
        double[] hessian = new double[9 * w.width * w.width];
        BaseMotion base = w.base();
        double[] qd = w.own(w.u);
        double[] qdd = w.own(w.acceleration);
        ExternalWrenches wrenches = w.wrenches();
        assertThat(Allocations.bytes(() -> {
                    sensitivity.acceleration(base, w.x, qd, w.tau, wrenches, m[0], m[1], m[2]);
                    sensitivity.torque(base, w.x, qd, qdd, wrenches, null, t[0], t[1], t[2]);
                    curvature.compute(base, w.x, qd, qdd, wrenches, null, w.tau, null, hessian);
                }))
                .isZero();
    }
}
