package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A parallelogram on paper: three joints in a plane, and the tip of the last link held where the fourth would be. */
class ContactTiesTest {
    private static final int ORDER = 4;
    private static final double SIDE = 0.4;
    private static final double GROUND = 0.7;
    private static final SpatialInertia BAR =
            SpatialInertia.aboutCenterOfMass(2, new Vector3(0.2, 0, 0), InertiaTensor.diagonal(0.01, 0.02, 0.03));

    /** @param elastic joints behind springs, by digit */
    private static RobotModel robot(String elastic) {
        var builder = RobotModel.builder("parallelogram").gravity(0, -9.81, 0).base("ground", BAR);
        double[] from = {0, SIDE, GROUND};
        for (int k = 0; k < 3; k++) {
            Joint joint = Joint.revolute("joint" + k, k == 0 ? "ground" : "bar" + (k - 1), "bar" + k)
                    .at(Pose.translation(from[k], 0, 0), Vector3.Z);
            boolean isElastic = elastic.contains(Integer.toString(k));
            builder.link(isElastic ? joint.with(Drive.reflected(0.1).with(Spring.of(80))) : joint, BAR);
        }
        return builder.build();
    }

    private static CutJoint tip(CutKind kind) {
        return CutJoint.contact("tip", kind, Pose.translation(GROUND, 0, 0), "bar2", Pose.translation(SIDE, 0, 0));
    }

    private static double[] posture(double angle) {
        return new double[] {angle, -angle, Math.PI + angle};
    }

    /** Bars 0 and 2 stay parallel; bar 1 does not turn. */
    @ParameterizedTest
    @CsvSource({"12,0,false", "02,1,false", "01,2,false", "2,-1,false", "012,-1,false", "12,0,true", "01,2,true"})
    void barsStayParallel(String elastic, int independent, boolean floats) {
        RobotModel robot = floats ? robot(elastic).withFloatingBase() : robot(elastic);
        List<CutJoint> contacts = new ArrayList<>(List.of(tip(CutKind.SPHERICAL)));
        if (floats) {
            contacts.add(CutJoint.contact("bolt", CutKind.FIXED, Pose.IDENTITY, "ground", Pose.IDENTITY));
        }
        double[] signs = {1, -1, 1};
        ContactTies ties = new ContactTies(robot, contacts, posture(0.8), ORDER);
        assertThat(ties.dependentCount()).isEqualTo(2);
        int free = independent;
        for (int k = 0; k < 3; k++) {
            free = independent < 0 && !ties.isDependent(k) ? k : free;
            assertThat(ties.isDependent(k)).isEqualTo(k != free);
        }
        // one with a spring depends before those without
        assertThat(ties.isDependent(2)).isEqualTo(free != 2);
        double[][] given = new double[ORDER + 1][3];
        double[][] found = new double[ORDER + 1][3];
        // not where it was chosen which depend
        given[0] = posture(-1.1);
        for (int d = 1; d <= ORDER; d++) {
            given[d][free] = 0.7 - d;
        }
        ties.complete(given, found);
        for (int k = 0; k < 3; k++) {
            assertThat(found[0][k]).isEqualTo(given[0][k]);
            for (int d = 1; d <= ORDER; d++) {
                assertThat(found[d][k])
                        .as("derivative %s of joint %s", d, k)
                        .isCloseTo(signs[k] * signs[free] * given[d][free], within(1e-12));
            }
            for (int d = 0; d <= ORDER - 2; d++) {
                assertThat(ties.share(k, free, d))
                        .as("share of joint %s, derivative %s", k, d)
                        .isCloseTo(d == 0 ? signs[k] * signs[free] : 0, within(1e-12));
            }
        }
    }

    /** Along one line, the bars do not say which way they go. */
    @Test
    void singularPosturesAreRefused() {
        ContactTies ties = new ContactTies(robot(""), List.of(tip(CutKind.SPHERICAL)), posture(0.8), ORDER);
        double[][] motion = new double[ORDER + 1][3];
        double[][] out = new double[ORDER + 1][3];
        ties.complete(new double[][] {posture(0.8), {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, out);
        motion[0] = posture(0);
        assertThatThrownBy(() -> ties.complete(motion, out))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("parallelogram")
                .hasMessageContaining("choose anew");
        assertThatThrownBy(() -> ties.share(0, 0, 0)).isInstanceOf(IllegalStateException.class);
        // chosen there, one joint goes with two
        assertThat(new ContactTies(robot(""), List.of(tip(CutKind.SPHERICAL)), posture(0), 2).dependentCount())
                .isEqualTo(1);
    }

    @Test
    void sharesThatDoNotExistAreNamed() {
        ContactTies ties = new ContactTies(robot("12"), List.of(tip(CutKind.SPHERICAL)), posture(0.8), ORDER);
        double[][] motion = new double[ORDER + 1][3];
        motion[0] = posture(0.8);
        ties.complete(motion, new double[ORDER + 1][3]);
        for (int[] wrong : new int[][] {{1, 0}, {2, 0}, {0, -1}, {0, ORDER - 1}}) {
            assertThatThrownBy(() -> ties.share(1, wrong[0], wrong[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("joint " + wrong[0])
                    .hasMessageContaining("derivative " + wrong[1])
                    .hasMessageContaining("parallelogram");
        }
    }

    @Test
    void wrongDescriptionsAreNamed() {
        List<CutJoint> contacts = List.of(tip(CutKind.SPHERICAL));
        refuses("derivative 2 or more, not 1", contacts, posture(1), 1);
        refuses("posture", contacts, new double[2], 2);
        refuses("posture[1]", contacts, new double[] {0, Double.NaN, 0}, 2);
        CutJoint between =
                new CutJoint("tip", CutKind.SPHERICAL, "ground", Pose.translation(GROUND, 0, 0), "bar2", Pose.IDENTITY);
        refuses("contacts with the ground", List.of(between), posture(1), 2);
        refuses("not universal", List.of(tip(CutKind.UNIVERSAL)), posture(1), 2);
        refuses("without friction", List.of(tip(CutKind.REVOLUTE).with(Friction.of(1, 1))), posture(1), 2);
        ContactTies ties = new ContactTies(robot(""), contacts, posture(1), 3);
        for (int[] rows : new int[][] {{3, 4}, {4, 3}}) {
            assertThatThrownBy(() -> ties.complete(new double[rows[0]][3], new double[rows[1]][3]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("derivatives %s and %s", rows[0] - 1, rows[1] - 1)
                    .hasMessageContaining("up to 3");
        }
    }

    private static void refuses(String words, List<CutJoint> contacts, double[] posture, int order) {
        assertThatThrownBy(() -> new ContactTies(robot(""), contacts, posture, order))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("parallelogram");
    }

    /** The robot bends its one angle: ½ m of the joints that turn is its kinetic energy, on paper. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void massOfTheParallelogram(boolean floats) {
        RobotModel robot = floats ? robot("2").withFloatingBase() : robot("2");
        List<CutJoint> contacts = new ArrayList<>(List.of(tip(CutKind.SPHERICAL)));
        if (floats) {
            contacts.add(CutJoint.contact("bolt", CutKind.FIXED, Pose.IDENTITY, "ground", Pose.IDENTITY));
        }
        double[] matrix = new double[16];
        new StandingMassMatrix(robot, contacts).compute(posture(0.6), matrix);
        double[] velocity = {1, -1, 1, 0.5};
        double twice = 0;
        for (int i = 0; i < 16; i++) {
            twice += velocity[i / 4] * matrix[i] * velocity[i % 4];
        }
        // bars that turn about ends on the ground, one that goes in a circle, and a motor
        double turning = 2 * 0.2 * 0.2 + 0.03;
        assertThat(twice).isCloseTo(2 * turning + 2 * SIDE * SIDE + 0.1 * 0.25, within(1e-12));
    }

    @Test
    void massesOfWhatFloatsAreRefused() {
        StandingMassMatrix masses =
                new StandingMassMatrix(robot("").withFloatingBase(), List.of(tip(CutKind.SPHERICAL)));
        assertThatThrownBy(() -> masses.compute(posture(0.6), new double[9]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("parallelogram")
                .hasMessageContaining("more contacts");
    }
}
