package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.TreeDynamics;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Objectives with closed forms, and limits that bind in the plan, looked at independently. */
class MotionLimitsTest {
    private static final MotionPlanner PLANNER = new MotionPlanner(Solvers.named("embedded"));

    private static RobotModel cart(double mass) {
        return RobotModel.builder("cart")
                .gravity(Vector3.ZERO)
                .link(
                        Joint.prismatic("x", "base", "cart"),
                        SpatialInertia.aboutCenterOfMass(mass, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1)))
                .build();
    }

    private static MotionPlan moveCart(Consumer<MotionObjective> terms, EndState goal) {
        MotionLimits limits = new MotionLimits(cart(2));
        MotionObjective objective = new MotionObjective(limits);
        terms.accept(objective);
        return PLANNER.plan(MotionProblem.builder(limits, objective)
                .start(EndState.still(0))
                .goal(goal)
                .degree(5)
                .controlPoints(9)
                .duration(1.5)
                .build());
    }

    /** A mass that moves by L in T: ∫ f² = 12 m² L²/T³, ∫ q⃛² = 720 L²/T⁵; of ∫ f² + w T the best T. */
    @Test
    void leastEffortAndLeastJerkOfAMassAreTheClosedForms() {
        MotionLimits limits = new MotionLimits(cart(2));
        MotionPlan effort = PLANNER.plan(MotionProblem.builder(
                        limits, new MotionObjective(limits).effort(1).time(7))
                .start(EndState.atRest(0))
                .goal(EndState.atRest(0.8))
                .controlPoints(8)
                .build());
        double best = Math.pow(3 * 12 * 4 * 0.64 / 7, 0.25);
        assertThat(effort.motion().duration()).isCloseTo(best, within(1e-6));
        assertThat(effort.terms().get("effort")).isCloseTo(12 * 4 * 0.64 / Math.pow(best, 3), within(1e-5));

        MotionPlan jerk = moveCart(objective -> objective.jerk(1), EndState.still(0.8));
        assertThat(jerk.objective()).isCloseTo(720 * 0.64 / Math.pow(1.5, 5), within(1e-7));
        MotionPlan rate = moveCart(objective -> objective.torqueRate(1), EndState.still(0.8));
        assertThat(rate.objective()).isCloseTo(4 * jerk.objective(), within(1e-7));
    }

    /** Without friction, work is the kinetic energy that the mass ends with; a mass at rest took and gave back as much. */
    @Test
    void workAndEnergyAreThoseOfTheMass() {
        MotionPlan arriving = moveCart(
                objective -> objective.work(1).acceleration(1e-3),
                EndState.moving(new double[] {0.8}, new double[] {1.1}));
        assertThat(arriving.terms().get("work")).isCloseTo(0.5 * 2 * 1.21, within(1e-9));
        MotionPlan resting = moveCart(objective -> objective.energy(1).acceleration(1e-3), EndState.still(0.8));
        double fastest = 0;
        for (int k = 0; k <= 1000; k++) {
            fastest = Math.max(fastest, resting.motion().at(1.5e-3 * k).velocity()[0]);
        }
        double twiceTheKineticEnergy = 2 * fastest * fastest;
        assertThat(resting.terms().get("energy")).isBetween(twiceTheKineticEnergy - 0.1 * 1.5, twiceTheKineticEnergy);
    }

    @Test
    void viaPointsArePassedAtTheirTime() {
        MotionLimits limits = new MotionLimits(ShippedRobots.load("two-revolute")).torque(10, 10);
        MotionPlan plan = PLANNER.plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, -2))
                .goal(EndState.atRest(1, -1))
                .via(0.3, 0.6, -0.5)
                .controlPoints(15)
                .samples(60)
                .build());
        PlannedMotion motion = plan.motion();
        assertThat(motion.at(0.3 * motion.duration()).position())
                .containsExactly(new double[] {0.6, -0.5}, within(1e-7));
        assertThat(motion.duration()).isGreaterThan(0.392);
    }

    /** Slower by the limit, and the force that inverse dynamics finds stays below it. */
    @Test
    void reactionForceLimitBinds() {
        RobotModel robot = ShippedRobots.load("two-revolute");
        PlannedMotion free = move(new MotionLimits(robot).torque(10, 10));
        assertThat(largestForce(robot, free)).isGreaterThan(20);
        PlannedMotion limited = move(new MotionLimits(robot).torque(10, 10).reactionForce("joint2", 8));
        assertThat(largestForce(robot, limited)).isBetween(7.9, 8.01);
        assertThat(limited.duration()).isGreaterThan(free.duration() + 0.005);
    }

    private static PlannedMotion move(MotionLimits limits) {
        return PLANNER.plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .start(EndState.atRest(0, -2))
                        .goal(EndState.atRest(1, -1))
                        .controlPoints(15)
                        .samples(60)
                        .build())
                .motion();
    }

    private static double largestForce(RobotModel robot, PlannedMotion motion) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        double largest = 0;
        for (int k = 0; k <= 2000; k++) {
            MotionState s = motion.at(motion.duration() * k / 2000);
            dynamics.compute(s.position(), s.velocity(), s.acceleration(), new double[2]);
            double force =
                    dynamics.jointWrenchInBody(robot.bodyIndex("link2")).force().norm();
            largest = Math.max(largest, force);
        }
        return largest;
    }

    /** The flange goes to a pose along a line, and stays upright. */
    @Test
    void armKeepsCorridorAndOrientationAndReachesThePose() {
        RobotModel panda = ShippedRobots.load("panda");
        double[] home = {0, -0.3, 0, -2.0, 0, 1.8, 0.2};
        Kinematics kinematics = new Kinematics(panda);
        kinematics.compute(home);
        int flange = panda.bodyIndex("flange");
        Pose from = kinematics.worldFromBody(flange);
        Vector3 target = from.position().plus(new Vector3(0.05, 0.3, 0.1));
        MotionLimits limits = new MotionLimits(panda)
                .ofRobot()
                .corridor("flange", Vector3.ZERO, from.position(), target, 0.01, 0, 1)
                .orientation("flange", from.rotation(), 0.05, 0, 1)
                .pose("flange", new Pose(from.rotation(), target), 1e-4, 1e-3, 1);
        MotionPlan plan = PLANNER.plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(home))
                .goal(EndState.anywhereAtRest(7))
                .degree(4)
                .controlPoints(10)
                .samples(20)
                .build());
        PlannedMotion motion = plan.motion();
        assertThat(plan.largestExcess()).isLessThan(1e-3);
        kinematics.compute(motion.at(motion.duration()).position());
        assertThat(kinematics.worldFromBody(flange).position().minus(target).norm())
                .isLessThan(2e-4);
        Vector3 along = target.minus(from.position()).normalized();
        for (int k = 0; k <= 500; k++) {
            kinematics.compute(motion.at(motion.duration() * k / 500).position());
            Vector3 way = kinematics.worldFromBody(flange).position().minus(from.position());
            assertThat(way.minus(along.times(way.dot(along))).norm()).isLessThan(0.0101);
            assertThat(kinematics
                            .worldFromBody(flange)
                            .rotation()
                            .axisZ()
                            .dot(from.rotation().axisZ()))
                    .isGreaterThan(Math.cos(0.08));
        }
    }

    @Test
    void problemsThatMakeNoSenseAreRefusedInWords() {
        RobotModel robot = ShippedRobots.load("two-revolute");
        MotionLimits limits = new MotionLimits(robot);
        assertThatThrownBy(() -> limits.torque(1, -1)).hasMessageContaining("torque of joint2 is -1.0");
        assertThatThrownBy(() -> limits.velocity(1)).hasMessageContaining("1 limits, but 2 are needed");
        assertThatThrownBy(() -> limits.reactionForce("elbow", 3)).hasMessageContaining("no moving joint \"elbow\"");
        assertThatThrownBy(() -> limits.box("link2", Vector3.ZERO, new double[3], new double[3], 0.5, 0.2))
                .hasMessageContaining("0.5 to 0.2");
        assertThatThrownBy(() -> new MotionLimits(new TreeDynamics(robot)).reactionForce("joint1", 1))
                .hasMessageContaining("needs a robot model");
        MotionObjective time = new MotionObjective(limits).time(1);
        assertThatThrownBy(() -> time.effort(-1)).hasMessageContaining("a weight is -1.0");
        MotionProblem.Builder problem = MotionProblem.builder(limits, time);
        assertThatThrownBy(problem::build).hasMessageContaining("needs a start and a goal");
        problem.start(EndState.atRest(0, 0)).goal(EndState.atRest(1, 2, 3));
        assertThatThrownBy(problem::build).hasMessageContaining("the goal has 3 numbers");
        problem.goal(EndState.atRest(1, 2)).controlPoints(4);
        assertThat(problem.build().degree()).isEqualTo(3);
        problem.start(EndState.still(0, 0)).goal(EndState.still(1, 1));
        assertThatThrownBy(problem::build).hasMessageContaining("4 control points are too few");
        assertThatThrownBy(() -> EndState.atRest(Double.NaN)).hasMessageContaining("NaN");
        limits.position(new double[] {-1, -1}, new double[] {0.5, 1});
        problem.controlPoints(10);
        assertThatThrownBy(problem::build).hasMessageContaining("the goal: position of joint1 is 1.0");
        MotionProblem.Builder empty = MotionProblem.builder(new MotionLimits(robot), new MotionObjective(limits))
                .start(EndState.atRest(0, 0))
                .goal(EndState.atRest(1, 1));
        assertThatThrownBy(empty::build).hasMessageContaining("the objective is empty");
    }
}
