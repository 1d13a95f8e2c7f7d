package dev.catena.app.combinations;

import static dev.catena.app.combinations.Cell.answer;
import static dev.catena.app.combinations.Kinds.COUPLED;
import static dev.catena.app.combinations.Kinds.ELASTIC;
import static dev.catena.app.combinations.Kinds.ELASTIC_LOOPS;
import static dev.catena.app.combinations.Kinds.FEET;
import static dev.catena.app.combinations.Kinds.FLOATING;
import static dev.catena.app.combinations.Kinds.FLOATING_LOOPS;
import static dev.catena.app.combinations.Kinds.LOOPS;
import static dev.catena.app.combinations.Kinds.SPRINGY_FLOATING;
import static dev.catena.app.combinations.Kinds.STANDING;
import static dev.catena.app.combinations.Kinds.TREE;

import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.ground.Foot;
import dev.catena.ground.GlobalJoints;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.function.Surroundings;
import java.util.List;

/** What planning asks of robots: torques and their rates along a motion, with first and second derivatives. */
final class PlanCells {
    private PlanCells() {}

    static List<Cell> all() {
        HarmonicBase deck = new HarmonicBase(List.of(new HarmonicBase.Part(true, Vector3.X, 0, 0.3, 0.2, 0.5, 0)));
        Surroundings pushed =
                Surroundings.NONE.wrenchInWorld(TREE.bodies().get(1).name(), new Wrench(Vector3.X, Vector3.Z));
        return List.of(
                answer("tree, fixed base", "plan", () -> plan(TREE, Surroundings.NONE)),
                answer("base that moves as told", "plan", () -> plan(TREE, Surroundings.NONE.base(deck))),
                answer("floating base", "plan", () -> plan(FLOATING, Surroundings.NONE)),
                answer("external wrenches", "plan", () -> plan(TREE, pushed)),
                answer("contacts with the world", "plan", () -> standing(STANDING)),
                answer("couplings", "plan", () -> plan(COUPLED, Surroundings.NONE)),
                answer("parallel robots", "plan", () -> plan(ShippedRobots.load("delta"), Surroundings.NONE)),
                answer("closed loops, fixed base", "plan", () -> plan(LOOPS, Surroundings.NONE)),
                answer("closed loops, floating base", "plan", () -> plan(FLOATING_LOOPS, Surroundings.NONE)),
                answer("elastic and mixed drives", "plan", () -> plan(ELASTIC, Surroundings.NONE)),
                answer("elastic drives, floating base", "plan", () -> plan(SPRINGY_FLOATING, Surroundings.NONE)),
                answer("elastic drives in loops", "plan", () -> plan(ELASTIC_LOOPS, Surroundings.NONE)),
                answer("elastic drives on contacts", "plan", () -> standingOnSprings(Kinds.withSpring(STANDING))));
    }

    /** Torques of motors behind springs, and their rates, with loads of feet that are planned. */
    private static void standingOnSprings(RobotModel floating) {
        RobotModel robot = GlobalJoints.attach(floating);
        StandingLoads loads = new StandingLoads(robot);
        for (CutJoint contact : FEET) {
            loads = loads.with(
                    Foot.sole(contact.second()), contact.firstFromJoint().position(), 0.1);
        }
        tryDrives(robot, MotionLimits.standing(loads));
    }

    /** Torques with what the ground exerts at feet as inputs. */
    private static void standing(RobotModel floating) {
        RobotModel robot = GlobalJoints.attach(floating);
        String body = FEET.get(0).second();
        Support support = new Support(robot, List.of(Foot.sole(body))).allGiven(0, 1, body);
        StateFunction function = new GroundFunctions(support).torques(robot.jointNames());
        int n = robot.jointCount();
        int width = n * (function.order() + 1) + support.count();
        MotionState state = new MotionState(n, support.count(), function.order());
        function.value(state, new double[function.rows()]);
        function.jacobian(state, new double[function.rows() * width]);
        function.addCurvature(state, new double[function.rows()], new double[width * width]);
    }

    private static void plan(RobotModel robot, Surroundings around) {
        tryDrives(robot, new MotionLimits(robot, RobotFunctions.byHand(), around));
    }

    private static void tryDrives(RobotModel robot, MotionLimits limits) {
        int n = limits.size();
        for (StateFunction function : List.of(limits.torque(), limits.torqueRate())) {
            int width = (n + function.loads()) * (function.order() + 1);
            MotionState state = new MotionState(n, function.loads(), 0, function.order());
            for (int k = 0; k < n; k++) {
                state.position()[k] = start(robot, limits.coordinates().get(k));
            }
            function.value(state, new double[function.rows()]);
            function.jacobian(state, new double[function.rows() * width]);
            function.addCurvature(state, new double[function.rows()], new double[width * width]);
        }
    }

    private static double start(RobotModel robot, String joint) {
        return robot.hasLoops() ? robot.loops().assembly().getOrDefault(joint, 0.0) : 0.3;
    }
}
