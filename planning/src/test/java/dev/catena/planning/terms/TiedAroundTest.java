package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A carriage in a plane with an arm of 3 m and 2 m whose tip stands: the carriage cannot come nearer than 1 m. Which way it went
 * around, and how often, is seen at the angle of the arm.
 */
class TiedAroundTest {
    private static final double UPPER = 3;
    private static final double FORE = 2;
    private static final double PLACE = 0.4;

    private static final RobotModel ROBOT = RobotModel.builder("carriage")
            .link(Joint.prismatic("x", "base", "x").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
            .link(Joint.prismatic("y", "x", "y").at(Pose.IDENTITY, Vector3.Y), SpatialInertia.ZERO)
            .link(Joint.revolute("shoulder", "y", "upper").at(Pose.IDENTITY, Vector3.Z), SpatialInertia.ZERO)
            .link(
                    Joint.revolute("elbow", "upper", "fore").at(Pose.translation(UPPER, 0, 0), Vector3.Z),
                    SpatialInertia.ZERO)
            .build();

    /** The carriage so far from the tip, which is at (0, PLACE), in a direction that counts turns. */
    private static double[] standing(double distance, double direction) {
        double elbow = Math.acos((distance * distance - UPPER * UPPER - FORE * FORE) / (2 * UPPER * FORE));
        double inside = Math.atan2(FORE * Math.sin(elbow), UPPER + FORE * Math.cos(elbow));
        return new double[] {
            distance * Math.cos(direction), PLACE + distance * Math.sin(direction), direction + Math.PI - inside, elbow
        };
    }

    private static final double[] START = standing(3, 0.2);
    private static final StandingPoints POINTS = new StandingPoints(ROBOT).with("fore", START, new Vector3(FORE, 0, 0));

    private static void assertFollows(TiedMotion motion, double moment, double[] expected) {
        MotionState state = new MotionState(2);
        state.setMoment(moment);
        state.position()[0] = expected[0];
        state.position()[1] = expected[1];
        assertThat(motion.follow(state).position())
                .as("at %s", moment)
                .usingComparatorWithPrecision(1e-11)
                .containsExactly(expected);
    }

    /** Stations a quarter turn or less apart, as far as one and a half turns. */
    private static NavigableMap<Double, double[]> around() {
        TreeMap<Double, double[]> stations = new TreeMap<>();
        double[] moments = {0, 0.1, 0.3, 0.44, 0.6, 0.73, 0.9, 1};
        for (int k = 0; k < moments.length; k++) {
            stations.put(moments[k], standing(3 + 0.1 * k, 0.2 + 1.35 * k));
        }
        return stations;
    }

    @Test
    void stationsLeadAround() {
        NavigableMap<Double, double[]> stations = around();
        TiedMotion motion = TiedMotion.through(POINTS, stations);
        assertThat(motion.coordinates()).containsExactly("x", "y");
        assertThat(motion.stands()).isTrue();
        stations.forEach((moment, posture) -> assertFollows(motion, moment, posture));
        // between stations, and inside of the straight way
        assertFollows(motion, 0.2, standing(2, 0.2 + 1.35 * 1.5));
        assertFollows(motion, 0.82, standing(2, 0.2 + 1.35 * 5.5));
        assertFollows(motion, 0.95, standing(2, 0.2 + 1.35 * 6.5));
    }

    @Test
    void stationsThatAreATurnOffAreRefused() {
        NavigableMap<Double, double[]> stations = around();
        double[] turned = standing(3.6, 0.2 + 1.35 * 6);
        turned[2] -= 2 * Math.PI;
        stations.put(0.9, turned);
        assertThatThrownBy(() -> TiedMotion.through(POINTS, stations))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at 0.9 of the time, shoulder is prescribed to be " + turned[2])
                .hasMessageContaining("the robot would have to be assembled anew");
    }

    /** A path of six straight lines that goes around, with parameters from 2 to 5. */
    private static Spline path() {
        SplineBasis basis = SplineBasis.clamped(1, 2, 2.5, 3, 3.5, 4, 4.5, 5);
        double[] points = new double[4 * basis.controlPoints()];
        for (int k = 0; k < basis.controlPoints(); k++) {
            System.arraycopy(standing(3, 0.2 + 0.8 * k), 0, points, 4 * k, 4);
        }
        return new Spline(basis, 4, points);
    }

    @Test
    void pathsLeadAround() {
        Spline path = path();
        TiedMotion motion = TiedMotion.along(POINTS, 0, path, 2, 2.5, 3.5, 5);
        Spline own = motion.reduced(path);
        assertThat(own.basis()).isEqualTo(path.basis());
        assertThat(own.controlPoints()).hasSize(14).startsWith(START[0], START[1]);
        for (int k = 0; k <= 6; k++) {
            // what is nearest counts, not the moment
            assertFollows(motion, 1 - k / 6.0, standing(3, 0.2 + 0.8 * k));
            assertFollows(motion, 0, standing(2.5, 0.2 + 0.8 * k));
        }
    }

    @Test
    void pathsThatAreATurnOffAtAStationAreRefused() {
        Spline path = path();
        double[] points = path.controlPoints();
        for (int k = 3; k < 7; k++) {
            points[4 * k + 2] += 2 * Math.PI;
        }
        Spline other = new Spline(path.basis(), 4, points);
        assertThatThrownBy(() -> TiedMotion.along(POINTS, 0, other, 2, 3.5, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at 0.5 of the time, shoulder is prescribed")
                .hasMessageContaining("the robot would have to be assembled anew");
    }

    private static NavigableMap<Double, double[]> start() {
        TreeMap<Double, double[]> stations = new TreeMap<>();
        stations.put(0.0, START);
        return stations;
    }

    /** Seen in a mirror through the tip, all postures stand. */
    @Test
    void mirroredMotionsGoOn() {
        CyclicEnd mirror = CyclicEnd.mirrored(ROBOT.jointNames(), "R", "L", Set.of("y", "shoulder", "elbow"), 1)
                .shifted(1, 2 * PLACE);
        TiedMotion motion = TiedMotion.cyclic(POINTS, 0, start(), mirror);
        CyclicEnd reduced = motion.reduced(mirror);
        assertThat(reduced.sign(0)).isEqualTo(1);
        assertThat(reduced.sign(1)).isEqualTo(-1);
        assertThat(reduced.shift(1)).isEqualTo(2 * PLACE);
    }

    /** The posture at the start is its own image, others have images that do not stand. */
    @Test
    void motionsThatCannotGoOnAreRefused() {
        for (int i = 0; i < 2; i++) {
            CyclicEnd mirror = CyclicEnd.mirrored(
                            ROBOT.jointNames(),
                            "R",
                            "L",
                            Set.of(ROBOT.jointNames().get(i)),
                            1)
                    .shifted(i, 2 * START[i]);
            assertThatThrownBy(() -> TiedMotion.cyclic(POINTS, 0, start(), mirror))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("as the motion of robot \"carriage\" goes on, mirrored or shifted")
                    .hasMessageContaining("m from its place");
        }
    }

    @Test
    void loadsOnlyRepeatAsTheyAre() {
        CyclicEnd periodic = CyclicEnd.periodic(4, 1);
        assertThat(TiedMotion.cyclic(POINTS, 1, start(), periodic).coordinates())
                .containsExactly("x", "y", "load 1");
        assertThatThrownBy(() -> TiedMotion.cyclic(POINTS, 1, start(), periodic.shifted(0, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("repeats as it is: leave out swap, reversed and shift");
    }
}
