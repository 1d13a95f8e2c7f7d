package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.ground.Foot;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.terms.PointFunction;
import dev.catena.planning.terms.TiedMotion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans of one robot on the ground in other units of length: lengths times a unit, forces too, and moments times its square. */
class OtherUnitsPlanTest {
    private static RobotModel leg(double unit) {
        Pose down = Pose.translation(0, 0, -0.4 * unit);
        SpatialInertia part = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0, 0, -0.2 * unit),
                InertiaTensor.diagonal(0.03 * unit * unit, 0.03 * unit * unit, 0.004 * unit * unit));
        return RobotModel.builder("leg")
                .gravity(new Vector3(0, 0, -9.81 * unit))
                .link(Joint.prismatic("x", "base", "cart").at(Pose.IDENTITY, Vector3.X), SpatialInertia.ZERO)
                .link(Joint.prismatic("z", "cart", "trunk").at(Pose.IDENTITY, Vector3.Z), part)
                .link(Joint.revolute("hip", "trunk", "thigh").at(Pose.IDENTITY, Vector3.Y), part)
                .link(Joint.revolute("knee", "thigh", "shank").at(down, Vector3.Y), part)
                .link(Joint.revolute("ankle", "shank", "foot").at(down, Vector3.Y), part)
                .build();
    }

    private static double[] crouched(double by, double unit) {
        return new double[] {0, 0.8 * Math.cos(by) * unit, -by, 2 * by, -by};
    }

    private static MotionPlan squat(double unit, double effort) {
        RobotModel robot = leg(unit);
        StandingPoints points = new StandingPoints(robot)
                .with(
                        "foot",
                        crouched(0.3, unit),
                        Vector3.ZERO,
                        new Vector3(0.1 * unit, 0, 0),
                        new Vector3(0, 0.1 * unit, 0));
        Support support = new Support(robot, List.of(Foot.sole("foot"))).allGiven(0, 1, "foot");
        GroundFunctions ground = new GroundFunctions(support);
        MotionLimits limits =
                new MotionLimits(robot).add(ground.leftOver(List.of("x", "z")), new double[2], new double[2]);
        double weight = effort / Math.pow(unit, 4);
        MotionObjective objective = new MotionObjective(limits)
                .integral(
                        "effort",
                        ground.effort(List.of("hip", "knee", "ankle"), new double[] {weight, weight, weight}),
                        1);
        return Carts.PLANNER.plan(MotionProblem.builder(limits, objective)
                .start(EndState.atRest(crouched(0.3, unit)))
                .goal(EndState.atRest(crouched(0.7, unit)))
                .standing(points)
                .inputs(support)
                .duration(0.6)
                .degree(3)
                .controlPoints(8)
                .samples(9)
                .build());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-3, 1e3, 1e6})
    void theMotionIsTheSame(double unit) {
        MotionPlan meters = squat(1, 1e-2);
        MotionPlan plan = squat(unit, 1e-2);
        assertThat(meters.isSolved()).as(meters.message()).isTrue();
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        for (double t : new double[] {0, 0.1, 0.23, 0.4, 0.6}) {
            double[] expected = meters.motion().at(t).position().clone();
            double[] q = plan.motion().at(t).position().clone();
            for (int i = 0; i < 5; i++) {
                assertThat(q[i] / (i < 2 ? unit : 1)).as("%s at %s", i, t).isCloseTo(expected[i], within(1e-6));
            }
        }
    }

    /** An objective is as small or as large as its weights say, and the motion does not depend on them. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-30, 1e-14, 1e14, 1e30})
    void theMotionIsTheSameForAnyWeight(double weight) {
        double[] expected = squat(1, 1e-2).motion().at(0.23).position().clone();
        MotionPlan plan = squat(1, weight);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(plan.motion().at(0.23).position()).containsExactly(expected, within(1e-6));
    }

    /** By how much postures and rates may contradict contacts is a matter of the robot's size. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void whatContradictsContactsIsRefused(double unit) {
        StandingPoints points = new StandingPoints(leg(unit)).with("foot", crouched(0.3, unit), Vector3.ZERO);
        TreeMap<Double, double[]> stations = new TreeMap<>(Map.of(0.0, crouched(0.3, unit)));
        double[] goal = crouched(0.7, unit);
        goal[1] += 5e-5 * unit;
        stations.put(1.0, goal);
        TiedMotion motion = TiedMotion.through(points, stations);
        double[] rates = {1e-3 * unit, 0, 0, 0, 0};
        EndState moving = EndState.moving(crouched(0.3, unit), rates);
        assertThatThrownBy(() -> motion.reduced("the start", moving, 0))
                .hasMessageContaining("the derivative of order 1 of ");
        goal[1] += 1e-3 * unit;
        assertThatThrownBy(() -> TiedMotion.through(points, stations)).hasMessageContaining("from its place");
    }

    /** The area of a foot is judged by how wide the foot is. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void feetOfAnySizeHaveAnArea(double unit) {
        Support support = new Support(leg(unit), List.of(Foot.sole("foot"))).allGiven(0, 1, "foot");
        GroundFunctions ground = new GroundFunctions(support);
        Vector3 toe = new Vector3(0.1 * unit, 0, 0);
        Vector3 side = new Vector3(0, 0.05 * unit, 0);
        assertThat(ground.pressure(List.of(Vector3.ZERO, toe, side), "foot").rows())
                .isEqualTo(3);
        assertThatThrownBy(() -> ground.pressure(List.of(Vector3.ZERO, toe, toe.times(2)), "foot"))
                .hasMessageContaining("no polygon with an area");
    }

    /** Above the floor, on the ground inside of an edge: what is beyond zero is judged by the size of robot and foot. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void boundsAtZeroCountInTheRobotsLength(double unit) {
        RobotModel robot = leg(unit);
        GroundFunctions ground =
                new GroundFunctions(new Support(robot, List.of(Foot.sole("foot"))).allGiven(0, 1, "foot"));
        Vector3 toe = new Vector3(0.4 * unit, 0, 0);
        Vector3 side = new Vector3(0, 0.05 * unit, 0);
        assertThat(ground.pressure(List.of(Vector3.ZERO, toe, side), "foot").unit(0) / unit)
                .isCloseTo(0.4, within(1e-12));
        assertThat(MotionFunctions.velocity(robot, "foot", Vector3.ZERO).unit(2) / unit)
                .isCloseTo(0.4, within(1e-12));
        assertThat(new PointFunction(robot, "foot", Vector3.ZERO).unit(2) / unit)
                .isCloseTo(0.4, within(1e-12));
        StateFunction ahead = MotionFunctions.ahead(robot, "foot", "trunk", Vector3.X);
        assertThat(MotionFunctions.product(robot, ahead, ahead).unit(0) / (unit * unit))
                .isCloseTo(0.16, within(1e-12));
        assertThat(MotionFunctions.positions(robot).unit(1) / unit).isCloseTo(0.4, within(1e-12));
        assertThat(MotionFunctions.positions(robot).unit(2)).isEqualTo(1);
    }

    /** Forces of feet count in weights, their moments in weights times the robot's length. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e6})
    void momentsOfFeetCountInTheRobotsLength(double unit) {
        List<Foot> feet = List.of(Foot.sole("foot"), Foot.sole("shank"));
        GroundFunctions ground = new GroundFunctions(new Support(leg(unit), feet).allGiven(0, 1, "foot", "shank"));
        StateFunction left = ground.leftOver(List.of("z", "hip"));
        StateFunction load = ground.load("foot");
        StateFunction shared = ground.sharedByDistance("foot", Vector3.ZERO, "shank", Vector3.X.times(unit));
        double[] units = {left.unit(0), left.unit(1) / unit, load.unit(2), load.unit(3) / unit};
        assertThat(units).containsExactly(new double[] {1, 0.4, 1, 0.4}, within(1e-12));
        assertThat(shared.unit(2) / unit).isCloseTo(0.4, within(1e-12));
        assertThat(shared.unit(3) / (unit * unit)).isCloseTo(0.16, within(1e-12));
    }

    /** An arm that turns by radians, and a slide on it that should be at zero after 0.3 s, in which it moves by 0.9 of the way. */
    private static MotionPlan tooSlowForZero(double unit) {
        SpatialInertia part = SpatialInertia.aboutCenterOfMass(
                2, Vector3.ZERO, InertiaTensor.diagonal(0.1 * unit * unit, 0.1 * unit * unit, 0.1 * unit * unit));
        RobotModel robot = RobotModel.builder("arm")
                .gravity(Vector3.ZERO)
                .link(Joint.revolute("turn", "base", "arm").at(Pose.IDENTITY, Vector3.Z), part)
                .link(Joint.prismatic("slide", "arm", "tool").at(Pose.translation(0.4 * unit, 0, 0), Vector3.X), part)
                .build();
        MotionLimits limits = new MotionLimits(robot).velocity(40, 0.9 * unit).acceleration(400, 10 * unit);
        return Carts.PLANNER.plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, 0.3 * unit))
                .via(0.2, 1.5, 0)
                .goal(EndState.atRest(3, 0.3 * unit))
                .duration(1.5)
                .controlPoints(9)
                .samples(20)
                .build());
    }

    /** A slide that is too slow to be at zero in time is told so, however small its robot. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1e-6, 1, 1e6})
    void viaPointsAtZeroThatAreOutOfReachAreMissed(double unit) {
        MotionPlan plan = tooSlowForZero(unit);
        assertThat(plan.isSolved()).as(plan.message()).isFalse();
        assertThat(plan.message()).contains("position of slide");
    }
}
