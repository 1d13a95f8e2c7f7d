package dev.catena.planning;

import dev.catena.function.RobotFunctions;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.FloatingDynamics;
import dev.catena.planning.function.LoadedDynamics;
import dev.catena.planning.function.LoopDynamics;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.Surroundings;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.planning.terms.DriveFunctions;
import dev.catena.planning.terms.DynamicsDrives;
import dev.catena.planning.terms.ElasticDrives;
import dev.catena.planning.terms.ToldDrives;

/** Which drives a robot has, by its kind. */
final class DriveChoice {
    private DriveChoice() {}

    static DriveFunctions of(RobotModel robot, RobotFunctions functions, Surroundings around) {
        robot.requireMovingJoint("a planned motion");
        if (robot.baseKind() == BaseKind.FLOATING) {
            if (!around.isEmpty()) {
                throw new IllegalArgumentException(
                        "the base of robot \"%s\" floats, and its motions are planned where nothing acts on it; withFixedBase() holds it"
                                .formatted(robot.name()));
            }
        }
        if (!robot.elasticJoints().isEmpty()) {
            return around.base().isPresent()
                    ? new ToldDrives(robot, around.base().get(), around)
                    : new ElasticDrives(robot, around);
        }
        if (robot.baseKind() == BaseKind.FLOATING) {
            return new DynamicsDrives(new FloatingDynamics(robot));
        }
        if (robot.hasLoops()) {
            return new DynamicsDrives(new LoopDynamics(robot, around));
        }
        return new DynamicsDrives(
                around.isEmpty() ? new TreeDynamics(robot, functions) : new LoadedDynamics(robot, around));
    }

    /** Of a robot that stands with springs. */
    static DriveFunctions of(StandingLoads loads) {
        RobotModel robot = loads.robot();
        if (robot.elasticJoints().isEmpty()) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no springs; its loads are inputs of single moments: take GroundFunctions of a Support"
                            .formatted(robot.name()));
        }
        return new ElasticDrives(robot, loads);
    }
}
