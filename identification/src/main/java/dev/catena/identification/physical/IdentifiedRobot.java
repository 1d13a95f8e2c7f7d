package dev.catena.identification.physical;

import dev.catena.algebra.Placement;
import dev.catena.identification.observation.DriveColumn;
import dev.catena.identification.observation.DriveTerm;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.Extent;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A robot with identified parameters: a complete model whose every inertia is one that a body can have.
 *
 * <p>The ten parameters of a joint are of the body that it moves with all that is tied to it by fixed joints, motors included.
 * What is tied keeps its inertia as long as the rest is a body; otherwise the moving body takes all.
 */
public final class IdentifiedRobot {
    private final ObservationModel observation;
    private final double[] standard;
    private final RobotModel given;
    private final MovingTree tree;
    private final RobotModelBuilder builder;
    private final List<String> notes = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Map<String, Joint> joints = new HashMap<>();

    private IdentifiedRobot(ObservationModel observation, double[] standard) {
        this.observation = observation;
        this.standard = standard.clone();
        given = observation.robot();
        tree = new MovingTree(given.openTree());
        builder = given.toBuilder();
        given.joints().forEach(joint -> joints.put(joint.name(), joint));
    }

    /**
     * The robot that was observed, with other parameters.
     *
     * @param standard all standard parameters, physically consistent
     * @param notesOut takes what a robot model cannot say, such as offsets of torques
     */
    public static RobotModel of(ObservationModel observation, double[] standard, List<String> notesOut) {
        IdentifiedRobot robot = new IdentifiedRobot(observation, standard);
        robot.setBodies();
        robot.setDrives();
        robot.joints.values().forEach(robot.builder::replace);
        notesOut.addAll(robot.notes);
        if (!robot.leftOut.isEmpty()) {
            notesOut.add("a robot file has no place for " + String.join(", ", robot.leftOut));
        }
        return robot.builder.inertiaPolicy(InertiaPolicy.STRICT).build();
    }

    private void setBodies() {
        for (int i = 1; i <= tree.n; i++) {
            setBody(i);
        }
        // what does not move was not identified, but must be a body too
        for (int b = 0; b < given.bodies().size(); b++) {
            Body declared = given.declaredBodies().get(b);
            if (tree.carrier[b] == 0 && !declared.inertia().isZero() && !isBody(ten(declared.inertia()))) {
                double[] repaired =
                        PriorBodies.of(ten(declared.inertia()), Extent.of(given).length());
                replace(b, inertia(repaired));
                notes.add("body \"%s\" does not move; its inertia was none that a body can have, and was made one"
                        .formatted(declared.name()));
            }
        }
    }

    private void replace(int b, SpatialInertia inertia) {
        String name = given.bodies().get(b).name();
        if (b == 0) {
            builder.base(name, inertia);
        } else {
            builder.replace(new Body(name, inertia));
        }
    }

    private void setBody(int i) {
        int moved = tree.body[i];
        int at = PseudoInertia.PARAMETERS * tree.coordinate[i];
        double[] total = inFrame(Arrays.copyOfRange(standard, at, at + PseudoInertia.PARAMETERS), moved);
        double[] own = total.clone();
        List<Integer> tied = new ArrayList<>();
        for (int b = 0; b < given.bodies().size(); b++) {
            SpatialInertia inertia = given.bodies().get(b).inertia();
            if (tree.carrier[b] == i && b != moved && !inertia.isZero()) {
                tied.add(b);
                subtract(own, inFrame(ten(inertia.in(pose(tree.jointFromBody[b]))), moved));
            }
        }
        double[] motors = ten(given.bodies().get(moved).inertia());
        subtract(motors, ten(given.declaredBodies().get(moved).inertia()));
        subtract(own, motors);
        if (isBody(own)) {
            replace(moved, inertia(own));
            return;
        }
        for (int b : tied) {
            replace(b, SpatialInertia.ZERO);
            notes.add("the inertia of \"%s\" is counted with \"%s\", which carries it"
                    .formatted(
                            given.bodies().get(b).name(),
                            given.bodies().get(moved).name()));
        }
        dropMotors(moved, tied);
        replace(moved, inertia(total));
    }

    /** Motors on these bodies become massless, for the moving body has their mass now. */
    private void dropMotors(int moved, List<Integer> tied) {
        for (Joint joint : List.copyOf(joints.values())) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null && !rotor.motorInCarrier().isZero()) {
                int carrier = given.bodyIndex(rotor.carrier());
                if (carrier == moved || tied.contains(carrier)) {
                    Rotor massless = new Rotor(
                            rotor.inertia(),
                            rotor.gearRatio(),
                            rotor.carrier(),
                            rotor.axisInCarrier(),
                            SpatialInertia.ZERO);
                    joints.put(joint.name(), joint.with(joint.drive().with(massless)));
                    notes.add("the mass of the motor of joint \"%s\" is counted with \"%s\""
                            .formatted(joint.name(), given.bodies().get(moved).name()));
                }
            }
        }
    }

    /** Parameters in the frame of a body instead of its joint frame. */
    private double[] inFrame(double[] inJointFrame, int body) {
        return ten(inertia(inJointFrame).in(pose(tree.jointFromBody[body]).inverse()));
    }

    private static Pose pose(Placement p) {
        return new Pose(
                new Rotation(p.xx, p.xy, p.xz, p.yx, p.yy, p.yz, p.zx, p.zy, p.zz), new Vector3(p.px, p.py, p.pz));
    }

    private static SpatialInertia inertia(double[] ten) {
        return SpatialInertia.fromFirstMoment(
                ten[9],
                new Vector3(ten[6], ten[7], ten[8]),
                new InertiaTensor(ten[0], ten[1], ten[2], ten[3], ten[4], ten[5]));
    }

    private static double[] ten(SpatialInertia inertia) {
        InertiaTensor t = inertia.tensorAboutOrigin();
        Vector3 h = inertia.firstMoment();
        return new double[] {t.xx(), t.xy(), t.xz(), t.yy(), t.yz(), t.zz(), h.x(), h.y(), h.z(), inertia.mass()};
    }

    private static void subtract(double[] from, double[] what) {
        for (int k = 0; k < from.length; k++) {
            from[k] -= what[k];
        }
    }

    private static boolean isBody(double[] ten) {
        return PseudoInertia.cholesky(PseudoInertia.of(ten, 0)).length > 0;
    }

    private void setDrives() {
        Map<String, double[]> friction = new HashMap<>();
        for (int k = observation.inertialCount(); k < standard.length; k++) {
            if (observation.drive(k) instanceof DriveColumn.OfJoint column) {
                setDrive(observation.jointNames().get(column.joint()), column.term(), k, friction);
            } else {
                leftOut(k);
            }
        }
        friction.forEach((name, values) -> {
            Joint joint = joint(name);
            double smoothing =
                    observation.drives().smoothing(observation.jointNames().indexOf(name));
            joints.put(
                    name,
                    joint.with(new Friction(values[0], values[1], smoothing))
                            .with(joint.drive().with(Friction.NONE)));
        });
    }

    private Joint joint(String name) {
        return Objects.requireNonNull(joints.get(name));
    }

    private void setDrive(String name, DriveTerm term, int k, Map<String, double[]> friction) {
        Joint joint = joint(name);
        double value = Math.max(0, standard[k]);
        double[] values = friction.computeIfAbsent(name, unused -> new double[] {
            joint.friction().coulomb() + joint.drive().motorFriction().coulomb(),
            joint.friction().viscous() + joint.drive().motorFriction().viscous()
        });
        switch (term) {
            case REFLECTED_INERTIA -> {
                Drive drive = joint.drive();
                joints.put(name, joint.with(new Drive(value, drive.rotor(), drive.spring(), drive.motorFriction())));
            }
            case VISCOUS -> values[1] = value;
            case COULOMB -> values[0] = value;
            case COULOMB_FORWARD -> values[0] = 0.5 * value;
            case COULOMB_BACKWARD -> values[0] += 0.5 * value;
            case STRIBECK, LOAD_FRICTION, OFFSET, STIFFNESS -> leftOut(k);
        }
    }

    private void leftOut(int k) {
        if (standard[k] != 0) {
            leftOut.add(String.format(
                    Locale.ROOT,
                    "%s = %.4g %s",
                    observation.standard().get(k).name(),
                    standard[k],
                    observation.standard().get(k).unit()));
        }
    }
}
