package dev.catena.testkit;

import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.List;

/**
 * Gives robots random drives, the same for the same seed: motors with mass on any body, gears, friction of the motor, and
 * springs in about every other joint. Every motor could exist: it is round about the axis of its rotor.
 */
public final class RandomDrives {
    private RandomDrives() {}

    /** Motors on any body. */
    public static RobotModel anywhere(RobotModel robot, long seed) {
        return driven(robot, seed, true, 0.5);
    }

    /** Motors of elastic joints on any body, those of rigid joints on the joint's parent. */
    public static RobotModel rigidOnParents(RobotModel robot, long seed) {
        return driven(robot, seed, false, 0.5);
    }

    /** No springs, and motors on the joints' parents. */
    public static RobotModel rigid(RobotModel robot, long seed) {
        return driven(robot, seed, false, 0);
    }

    /** A spring in every joint, motors on any body. */
    public static RobotModel allElastic(RobotModel robot, long seed) {
        return driven(robot, seed, true, 1);
    }

    private static RobotModel driven(RobotModel robot, long seed, boolean rigidAnywhere, double elasticShare) {
        RandomNumbers random = new RandomNumbers(seed);
        List<String> bodies = robot.bodies().stream().map(Body::name).toList();
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            boolean elastic = random.chance(elasticShare);
            String any = bodies.get(random.index(bodies.size()));
            Rotor rotor = rotor(random, elastic || rigidAnywhere ? any : joint.parent());
            double reflected = random.chance(0.5) ? random.between(0.1, 1) : 0;
            Friction friction = random.chance(0.5)
                    ? Friction.of(random.between(0, 1), random.between(0, 1)).smoothed(random.between(0.2, 1))
                    : Friction.NONE;
            Spring spring = elastic ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
            // some motors have a reflected inertia alone
            boolean simple = reflected > 0 && random.chance(0.3);
            builder.replace(joint.with(new Drive(reflected, simple ? null : rotor, spring, friction)));
        }
        return builder.build();
    }

    private static Rotor rotor(RandomNumbers random, String carrier) {
        double axial = random.between(1e-3, 5e-3);
        double across = axial * random.between(0.6, 1.5);
        Vector3 axis = random.vector3(2);
        Vector3 z = axis.normalized();
        double gearRatio = random.between(1, 30) * (random.chance(0.5) ? 1 : -1);
        // across (E − z zᵀ) + axial z zᵀ
        double d = axial - across;
        InertiaTensor tensor = new InertiaTensor(
                across + d * z.x() * z.x(),
                d * z.x() * z.y(),
                d * z.x() * z.z(),
                across + d * z.y() * z.y(),
                d * z.y() * z.z(),
                across + d * z.z() * z.z());
        return new Rotor(axial, gearRatio, carrier, axis)
                .with(SpatialInertia.aboutCenterOfMass(random.between(0.2, 1), random.vector3(0.3), tensor));
    }
}
