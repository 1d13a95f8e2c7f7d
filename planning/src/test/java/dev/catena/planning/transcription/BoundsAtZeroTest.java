package dev.catena.planning.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.planning.terms.PointFunction;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsAtZeroTest {
    /** A robot's length below the floor is all of a robot, whatever that is in meters. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void whatIsBeyondCountsInTheRobotsLength(double unit) {
        RobotModel robot = RobotModel.builder("arm")
                .link(Joint.revolute("one", "base", "upper").at(Pose.IDENTITY, Vector3.Y), SpatialInertia.ZERO)
                .link(
                        Joint.revolute("two", "upper", "fore").at(Pose.translation(unit, 0, 0), Vector3.Y),
                        SpatialInertia.ZERO)
                .build();
        double[] any = new double[3];
        Arrays.fill(any, Double.POSITIVE_INFINITY);
        SampledLimit limit = new SampledLimit(
                new PointFunction(robot, "fore", Vector3.ZERO), new double[3], any, new double[] {0}, true);
        assertThat(limit.excess(2, -0.01 * unit)).isCloseTo(0.01, within(1e-12));
    }

    /** A slide at zero beside a joint that turns by 2 rad: what is beyond counts in twice the slide's unit. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void equationsAtZeroDoNotMixRadiansAndLengths(double unit) {
        double[] via = {2, 0, unit};
        SampledLimit limit = new SampledLimit(
                new CoordinateFunction(0, List.of("turn", "slide", "other"), new double[] {1, unit, unit}),
                via,
                via,
                new double[] {0.4},
                false);
        assertThat(limit.excess(0, 2.01)).isCloseTo(0.005, within(1e-12));
        assertThat(limit.excess(1, 0.01 * unit)).isCloseTo(0.005, within(1e-12));
    }
}
