package dev.catena.compile.parameters;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.RandomNumbers;
import java.util.List;

/**
 * The robots whose parameters and operations the papers count: geometry as published, gravity along z₀, no rotors, no
 * friction, and ten inertial parameters of every body that are neither zero nor related.
 */
public final class PaperRobots {
    private PaperRobots() {}

    /** Stäubli RX90: geometry of OpenSYMORO's RX90.par, [KhalilDombre 3], with D3 and RL4 of the real arm. */
    public static RobotModel rx90() {
        double quarter = Math.PI / 2;
        return chain(
                "rx90",
                List.of(
                        JointGeometry.modifiedDenavitHartenberg(0, 0, 0, 0),
                        JointGeometry.modifiedDenavitHartenberg(quarter, 0, 0, 0),
                        JointGeometry.modifiedDenavitHartenberg(0, 0.45, 0, 0),
                        JointGeometry.modifiedDenavitHartenberg(-quarter, 0, 0, 0.45),
                        JointGeometry.modifiedDenavitHartenberg(quarter, 0, 0, 0),
                        JointGeometry.modifiedDenavitHartenberg(-quarter, 0, 0, 0)));
    }

    public static RobotModel puma560() {
        return withGenericInertias(ShippedRobots.load("puma560"));
    }

    public static RobotModel stanford() {
        return withGenericInertias(ShippedRobots.load("stanford"));
    }

    /** Six revolute joints with arbitrary angles and lengths, the first frame on the base. */
    public static RobotModel general6R() {
        return generalRevolute(6);
    }

    /** Revolute joints with arbitrary angles and lengths, the first frame on the base. */
    public static RobotModel generalRevolute(int joints) {
        JointGeometry[] geometry = new JointGeometry[joints];
        geometry[0] = JointGeometry.IDENTITY;
        for (int i = 1; i < joints; i++) {
            geometry[i] =
                    JointGeometry.modifiedDenavitHartenberg(0.3 + 0.2 * (i % 5), 0.2 + 0.03 * i, 0, 0.4 - 0.02 * i);
        }
        return chain("general", List.of(geometry));
    }

    private static RobotModel chain(String name, List<JointGeometry> geometry) {
        RobotModelBuilder builder = RobotModel.builder(name);
        RandomNumbers random = new RandomNumbers(7);
        for (int i = 1; i <= geometry.size(); i++) {
            Joint joint = Joint.revolute("joint" + i, i == 1 ? "base" : "link" + (i - 1), "link" + i);
            builder.link(joint.with(geometry.get(i - 1)), random.inertia());
        }
        return builder.build();
    }

    private static RobotModel withGenericInertias(RobotModel robot) {
        return withOtherInertias(robot, 8);
    }

    /** The same robot with random inertias, without friction and motors. */
    public static RobotModel withOtherInertias(RobotModel robot, long seed) {
        RobotModelBuilder builder = robot.withoutFriction().toBuilder();
        RandomNumbers random = new RandomNumbers(seed);
        for (Joint joint : robot.joints()) {
            builder.replace(joint.with(dev.catena.model.Friction.NONE).with(Drive.NONE));
            builder.replace(new Body(joint.child(), random.inertia()));
        }
        return builder.build();
    }
}
