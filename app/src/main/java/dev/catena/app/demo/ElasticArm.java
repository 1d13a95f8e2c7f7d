package dev.catena.app.demo;

import dev.catena.control.ElasticTracking;
import dev.catena.control.SineTrajectory;
import dev.catena.model.Drive;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;

/**
 * The robot of [Hua], its controller and its task: three joints, the third one elastic, motor 1 on the base and motors 2
 * and 3 on link 1. Table I gives masses and inertias; geometry and gains are not printed and are completed here so that
 * the printed errors come out nearly: lengths and gains by a fit, the rest by choice.
 */
final class ElasticArm {
    /** a₂ and a₃. */
    private static final double LENGTH = 0.3172271351571253;

    private static final double COLUMN = 0.3;
    private static final double[] DAMPING = {29.235027866388997, 24.77182126211771, 22.905793477185895};
    private static final double[] RATE = {12.280579331828713, 12.280579331828713, 4.412789017796906};
    static final double[] START = {0, 0, -0.4363};

    private ElasticArm() {}

    static RobotModel robot() {
        double half = LENGTH / 2;
        return RobotModel.builder("elastic-arm")
                // links 2 and 3 of Table I have inertias that no body can have
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .link(
                        joint(1, COLUMN, 0, Math.PI / 2, motor("base")),
                        SpatialInertia.aboutCenterOfMass(
                                2.5, new Vector3(0, -COLUMN / 2, 0), InertiaTensor.diagonal(0.4, 0.5, 0.4)))
                .link(
                        joint(2, 0, LENGTH, 0, motor("link1")),
                        SpatialInertia.aboutCenterOfMass(
                                1.5, new Vector3(-half, 0, 0), new InertiaTensor(0.35, 0.15, 0.1, 0.4, 0.2, 0.3)))
                .link(
                        joint(3, 0, LENGTH, 0, motor("link1").with(Spring.of(100))),
                        SpatialInertia.aboutCenterOfMass(
                                1.0, new Vector3(-half, 0, 0), new InertiaTensor(0.3, 0.15, 0.13, 0.25, 0.2, 0.25)))
                .build();
    }

    private static Joint joint(int number, double d, double a, double alpha, Drive drive) {
        String parent = number == 1 ? "base" : "link" + (number - 1);
        return Joint.revolute("joint" + number, parent, "link" + number)
                .with(JointGeometry.standardDenavitHartenberg(0, d, a, alpha))
                .with(drive);
    }

    /** Motors 2 and 3 sit at the origin of link 1, their axes along joint 2; no gears. */
    private static Drive motor(String carrier) {
        return Drive.of(new Rotor(0.004, 1, carrier, Vector3.Z)
                .with(SpatialInertia.aboutCenterOfMass(1, Vector3.ZERO, InertiaTensor.diagonal(0.006, 0.006, 0.004))));
    }

    static SineTrajectory trajectory() {
        double w = 0.5 * Math.PI;
        return new SineTrajectory(new double[3], new double[] {0.5, 0.5, 0.5}, new double[] {w, w, w}, new double[3]);
    }

    static ElasticTracking controller(RobotModel robot) {
        double[] stiffness = new double[3];
        for (int i = 0; i < 3; i++) {
            stiffness[i] = RATE[i] * DAMPING[i];
        }
        return new ElasticTracking(robot, stiffness, DAMPING, new double[] {2}, new double[] {0.5}, trajectory());
    }
}
