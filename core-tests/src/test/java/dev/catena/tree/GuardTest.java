package dev.catena.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.algebra.Vector;
import dev.catena.model.Drive;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class GuardTest {
    private static final RobotModel ARM = arm("arm").build();

    private final Guard guard = new Guard(GuardTest.class, ARM);

    private static RobotModelBuilder arm(String name) {
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(1, Vector3.X, new InertiaTensor(1, 0, 0, 1, 0, 1));
        return RobotModel.builder(name)
                .link(Joint.revolute("shoulder", "base", "upper"), inertia)
                .link(
                        Joint.revolute("elbow", "upper", "lower")
                                .with(Drive.reflected(1).with(Spring.of(100))),
                        inertia);
    }

    @Test
    void resultsAreThereAfterSuccessOnly() {
        assertThatThrownBy(guard::requireResults)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this GuardTest of robot \"arm\" has no results: nothing was computed yet");
        guard.begin();
        assertThatThrownBy(guard::requireResults)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its last computation failed");
        guard.succeed();
        guard.requireResults();
        assertThat(guard.hasResults()).isTrue();
        guard.begin();
        assertThat(guard.hasResults()).isFalse();
    }

    @Test
    void belongsToTheThreadThatBeganFirst() {
        guard.begin();
        guard.succeed();
        assertThatThrownBy(() -> CompletableFuture.runAsync(guard::begin, work -> new Thread(work, "another").start())
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"" + Thread.currentThread().getName() + "\"")
                .hasMessageContaining("\"another\"")
                .hasMessageContaining("copy()");
        guard.requireResults();
        guard.begin();
    }

    @Test
    void namesWhatIsNotFinite() {
        double[] good = {Double.MAX_VALUE, Double.MAX_VALUE};
        guard.checkFinite("q", good);
        guard.checkFinite("q", good, "qd", good);
        guard.checkFinite("q", good, "qd", good, "qdd", good);
        guard.checkResult("tauOut", good);
        guard.checkFinite("q", new double[0]);
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            for (int k = 0; k < 2; k++) {
                double[] one = {1, 2};
                one[k] = bad;
                String place = "[%s] (joint \"%s\") is %s".formatted(k, k == 0 ? "shoulder" : "elbow", bad);
                refuses("q" + place, () -> guard.checkFinite("q", one));
                refuses("q" + place, () -> guard.checkFinite("q", one, "qd", good));
                refuses("qd" + place, () -> guard.checkFinite("q", good, "qd", one));
                refuses("q" + place, () -> guard.checkFinite("q", one, "qd", good, "qdd", good));
                refuses("qd" + place, () -> guard.checkFinite("q", good, "qd", one, "qdd", good));
                refuses("qdd" + place, () -> guard.checkFinite("q", good, "qd", good, "qdd", one));
            }
            refuses("time is " + bad, () -> guard.checkFinite("time", bad));
            refuses("q[2] (motor of joint \"elbow\")", () -> guard.checkFinite("q", new double[] {1, 2, bad}));
            refuses("q[3] is", () -> guard.checkFinite("q", new double[] {1, 2, 3, bad}));
        }
        double[] opposite = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        refuses("q[0]", () -> guard.checkFinite("q", opposite));
    }

    @Test
    void namesResultsThatOverflow() {
        for (int length = 1; length < 6; length++) {
            for (int k = 0; k < length; k++) {
                double[] out = new double[length];
                guard.checkResult("tauOut", out);
                out[k] = Double.NaN;
                assertThatThrownBy(() -> guard.checkResult("tauOut", out))
                        .isInstanceOf(NumericalException.class)
                        .hasMessageContaining("tauOut[%s]".formatted(k))
                        .hasMessageContaining("robot \"arm\"");
            }
        }
        assertThatThrownBy(() -> guard.checkResult("energy", Double.POSITIVE_INFINITY))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("energy of robot \"arm\"");
        guard.checkResult("energy", Double.MAX_VALUE);
        // a sum may overflow where nothing of it does
        guard.checkResult("center", vector(Double.MAX_VALUE, Double.MAX_VALUE, 0));
        guard.checkResult("center", vector(0, -Double.MAX_VALUE, -Double.MAX_VALUE));
        for (int k = 0; k < 3; k++) {
            double[] bad = new double[3];
            bad[k] = Double.NaN;
            assertThatThrownBy(() -> guard.checkResult("center", vector(bad[0], bad[1], bad[2])))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("center of robot \"arm\"");
        }
    }

    private static Vector vector(double x, double y, double z) {
        Vector vector = new Vector();
        vector.set(x, y, z);
        return vector;
    }

    @Test
    void namesLengthsAndArraysThatAreTheSame() {
        double[] q = new double[2];
        guard.checkLength("q", q, 2);
        refuses("q has length 2, but robot \"arm\" needs 4", () -> guard.checkLength("q", q, 4));
        guard.checkDistinct("tauOut", new double[2], "q", q);
        guard.checkDistinct("tauOut", new double[2], "q", null);
        refuses("tauOut and q are the same array", () -> guard.checkDistinct("tauOut", q, "q", q));
        double[] empty = {};
        guard.checkDistinct("tauOut", empty, "q", empty);
    }

    @Test
    void knowsVariantsOfOneRobot() {
        for (RobotModel same : new RobotModel[] {
            ARM,
            ARM.withFloatingBase(),
            ARM.withoutFriction(),
            ARM.withoutSprings().withFloatingBase(),
            arm("arm").build()
        }) {
            guard.checkRobot("the wrenches", same);
            guard.checkRobot("the wrenches", same);
        }
        refuses(
                "the wrenches made for robot \"leg\" cannot be used here: this GuardTest computes robot \"arm\"",
                () -> guard.checkRobot("the wrenches", arm("leg").build()));
        refuses(
                "another one of that name",
                () -> guard.checkRobot(
                        "the wrenches", arm("arm").gravity(0, 0, 1).build()));
    }

    @Test
    void knowsKindsOfBases() {
        guard.checkFixedBase();
        refuses("withFloatingBase()", guard::checkFloatingBase);
        Guard free = new Guard(GuardTest.class, ARM.withFloatingBase());
        free.checkFloatingBase();
        refuses("withFixedBase()", free::checkFixedBase);
        assertThat(ARM.withFloatingBase().withFixedBase()).isEqualTo(ARM);
        assertThat(ARM.withFixedBase()).isSameAs(ARM);
    }

    private static void refuses(String words, Runnable check) {
        assertThatThrownBy(check::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("robot \"arm\"");
    }
}
