package dev.catena.planning.terms;

import dev.catena.kinematics.BaseTrajectory;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Surroundings;
import java.util.ArrayList;
import java.util.List;

/**
 * A base that moves as told as a chain of joints before the robot, one for each part of its motion, first those that slide: coordinates
 * whose derivatives of every order are known, as motors behind springs need them.
 */
final class ToldBase {
    private static final String NAME = "told motion ";

    private final List<HarmonicBase.Part> parts = new ArrayList<>();
    private final RobotModel robot;
    private final int[] place;
    private final int[] own;

    /** @throws IllegalArgumentException if derivatives of the base's motion are not known, or the robot is no tree on a fixed base */
    ToldBase(RobotModel given, BaseTrajectory base) {
        if (!(base instanceof HarmonicBase harmonic) || given.hasLoops() || given.baseKind() == BaseKind.FLOATING) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has elastic joints, whose motions are planned on a base that rests or, of trees, is a HarmonicBase, whose derivatives are all known; leave the motion of the base out, or take withoutSprings()"
                            .formatted(given.name()));
        }
        harmonic.parts().stream().filter(part -> !part.turns()).forEach(parts::add);
        harmonic.parts().stream().filter(HarmonicBase.Part::turns).forEach(parts::add);
        robot = parts.isEmpty() ? given : carried(given);
        place = given.jointNames().stream().mapToInt(robot::coordinate).toArray();
        own = new int[parts.size()];
        for (int k = 0; k < own.length; k++) {
            own[k] = robot.coordinate(NAME + (k + 1));
        }
    }

    private RobotModel carried(RobotModel given) {
        RobotModelBuilder builder = RobotModel.builder(given.name())
                .gravity(given.gravity())
                .inertiaPolicy(given.inertiaPolicy())
                .base(NAME + "base");
        String parent = NAME + "base";
        for (int k = 0; k < parts.size(); k++) {
            boolean last = k == parts.size() - 1;
            String child = last ? given.base().name() : NAME + (k + 1) + " frame";
            builder.body(child, last ? given.declaredBodies().get(0).inertia() : SpatialInertia.ZERO);
            String name = NAME + (k + 1);
            Joint joint =
                    parts.get(k).turns() ? Joint.revolute(name, parent, child) : Joint.prismatic(name, parent, child);
            builder.joint(
                    joint.with(JointGeometry.of(Pose.IDENTITY, parts.get(k).axis())));
            parent = child;
        }
        for (Body body :
                given.declaredBodies().subList(1, given.declaredBodies().size())) {
            builder.body(body);
        }
        given.joints().forEach(builder::joint);
        for (Joint joint : given.coupledJoints()) {
            Coupling coupling = given.couplingOf(joint.name()).orElseThrow();
            builder.coupling(joint.name(), coupling.leader(), coupling.factor(), coupling.offset());
        }
        return builder.build();
    }

    /** The robot behind the chain. */
    RobotModel robot() {
        return robot;
    }

    /** Drives of the robot behind the chain. */
    ElasticDrives drives(Surroundings around) {
        return new ElasticDrives(robot, around.withBaseAtRest());
    }

    /** How many coordinates the robot behind the chain has. */
    int size() {
        return place.length + own.length;
    }

    /** Where a coordinate of the robot is among those with the chain. */
    int place(int coordinate) {
        return place[coordinate];
    }

    /** The state with the chain. */
    void follow(MotionState given, MotionState out) {
        out.setMoment(given.moment());
        out.setTime(given.time());
        int highest = Math.min(given.highestOrder(), out.highestOrder());
        for (int d = 0; d <= highest; d++) {
            for (int i = 0; i < place.length; i++) {
                out.derivative(d)[place[i]] = given.derivative(d)[i];
            }
            for (int k = 0; k < own.length; k++) {
                out.derivative(d)[own[k]] = derivative(parts.get(k), d, given.time());
            }
        }
    }

    /** Derivatives of s₀ + rate t + a sin(w t + φ). */
    private static double derivative(HarmonicBase.Part part, int order, double time) {
        double w = 2 * Math.PI * part.frequency();
        double angle = w * time + part.phase();
        double wave = switch (order % 4) {
            case 0 -> Math.sin(angle);
            case 1 -> Math.cos(angle);
            case 2 -> -Math.sin(angle);
            default -> -Math.cos(angle);
        };
        double steady = order == 0 ? part.start() + part.rate() * time : order == 1 ? part.rate() : 0;
        return steady + part.amplitude() * Math.pow(w, order) * wave;
    }
}
