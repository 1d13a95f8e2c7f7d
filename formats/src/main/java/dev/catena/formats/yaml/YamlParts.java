package dev.catena.formats.yaml;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import org.jspecify.annotations.Nullable;

/** The parts of a robot file that occur in several places: inertias, poses, friction, drives, limits. */
final class YamlParts {
    private YamlParts() {}

    /** The {@code inertia} entry of a base or joint; none means no mass. */
    static SpatialInertia inertia(YamlMap owner) {
        return inertia(owner, "inertia");
    }

    private static SpatialInertia inertia(YamlMap owner, String key) {
        YamlMap map = owner.map(key);
        if (map == null) {
            return SpatialInertia.ZERO;
        }
        double mass = map.requiredNumber("mass");
        map.requireAtMostOne("center-of-mass", "first-moment");
        map.requireAtMostOne("tensor-about-center", "tensor-about-origin", "principal");
        Vector3 center = map.vector("center-of-mass", Vector3.ZERO);
        Vector3 firstMoment = map.vector("first-moment", Vector3.ZERO);
        if (firstMoment.norm() != 0) {
            if (mass == 0) {
                map.problem("first-moment", "a body without mass has no first moment");
            } else {
                center = firstMoment.dividedBy(mass);
            }
        }
        SpatialInertia inertia;
        if (map.has("tensor-about-origin")) {
            inertia = SpatialInertia.aboutOrigin(mass, center, tensor(map, "tensor-about-origin"));
        } else if (map.has("principal")) {
            inertia = principal(map, mass, center);
        } else {
            inertia = SpatialInertia.aboutCenterOfMass(mass, center, tensor(map, "tensor-about-center"));
        }
        map.finish();
        return inertia;
    }

    /** Three diagonal entries as a list, or all six by name. */
    private static InertiaTensor tensor(YamlMap owner, String key) {
        if (!owner.has(key)) {
            return InertiaTensor.ZERO;
        }
        if (owner.isList(key)) {
            double[] diagonal = owner.numbers(key, 3);
            return diagonal == null
                    ? InertiaTensor.ZERO
                    : InertiaTensor.diagonal(diagonal[0], diagonal[1], diagonal[2]);
        }
        YamlMap map = owner.map(key);
        if (map == null) {
            return InertiaTensor.ZERO;
        }
        InertiaTensor tensor = new InertiaTensor(
                map.requiredNumber("xx"),
                map.number("xy", 0),
                map.number("xz", 0),
                map.requiredNumber("yy"),
                map.number("yz", 0),
                map.requiredNumber("zz"));
        map.finish();
        return tensor;
    }

    private static SpatialInertia principal(YamlMap owner, double mass, Vector3 center) {
        YamlMap map = owner.map("principal");
        if (map == null) {
            return SpatialInertia.ZERO;
        }
        map.require("moments");
        double[] moments = map.numbers("moments", 3);
        YamlMap axes = map.map("axes");
        Rotation bodyFromPrincipal = Rotation.IDENTITY;
        if (axes != null) {
            bodyFromPrincipal = rotation(axes);
            axes.finish();
        }
        map.finish();
        if (moments == null) {
            return SpatialInertia.ZERO;
        }
        return SpatialInertia.principal(mass, center, bodyFromPrincipal, moments[0], moments[1], moments[2]);
    }

    /** A pose by {@code xyz} and one of {@code rpy}, {@code quaternion}, {@code matrix}; absent means the identity. */
    static Pose pose(YamlMap owner, String key) {
        YamlMap map = owner.map(key);
        if (map == null) {
            return Pose.IDENTITY;
        }
        Pose pose = poseIn(map);
        map.finish();
        return pose;
    }

    /** The pose whose entries stand in the mapping itself. */
    static Pose poseIn(YamlMap map) {
        return new Pose(rotation(map), map.vector("xyz", Vector3.ZERO));
    }

    private static Rotation rotation(YamlMap map) {
        map.requireAtMostOne("rpy", "quaternion", "matrix");
        double[] rpy = map.angles("rpy", 3);
        double[] quaternion = map.numbers("quaternion", 4);
        double[] matrix = map.numbers("matrix", 9);
        String key = matrix != null ? "matrix" : "quaternion";
        try {
            if (rpy != null) {
                return Rotation.fromRollPitchYaw(rpy[0], rpy[1], rpy[2]);
            }
            if (quaternion != null) {
                return Rotation.fromQuaternion(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
            }
            if (matrix != null) {
                return Rotation.fromMatrix(matrix);
            }
        } catch (IllegalArgumentException e) {
            map.problem(key, String.valueOf(e.getMessage()));
        }
        return Rotation.IDENTITY;
    }

    static JointLimits limits(YamlMap owner, boolean turns) {
        YamlMap map = owner.map("limits");
        if (map == null) {
            return JointLimits.NONE;
        }
        JointLimits none = JointLimits.NONE;
        JointLimits limits = new JointLimits(
                map.limit("lower", turns, none.lower()),
                map.limit("upper", turns, none.upper()),
                map.limit("velocity", turns, none.velocity()),
                map.limit("effort", false, none.effort()),
                map.limit("effort-rate", false, none.effortRate()));
        map.finish();
        return limits;
    }

    static Friction friction(YamlMap owner) {
        YamlMap map = owner.map("friction");
        if (map == null) {
            return Friction.NONE;
        }
        Friction friction =
                new Friction(map.number("coulomb", 0), map.number("viscous", 0), map.number("smoothing-velocity", 0));
        map.finish();
        return friction;
    }

    /** @param parent carries the rotor where the file names no other body */
    static Drive drive(YamlMap owner, String parent) {
        YamlMap map = owner.map("drive");
        if (map == null) {
            return Drive.NONE;
        }
        double reflected = map.number("reflected-inertia", 0);
        YamlMap rotorMap = map.map("rotor");
        @Nullable Rotor rotor = null;
        if (rotorMap != null) {
            rotor = new Rotor(
                    rotorMap.requiredNumber("inertia"),
                    rotorMap.requiredNumber("gear-ratio"),
                    rotorMap.text("carrier", parent),
                    rotorMap.vector("axis", Vector3.Z),
                    inertia(rotorMap, "motor"));
            rotorMap.require("axis");
            rotorMap.finish();
        }
        Spring spring = spring(map);
        Friction friction = friction(map);
        map.finish();
        return new Drive(reflected, rotor, spring, friction);
    }

    /** The {@code spring} entry of a drive; none means a rigid drive. */
    private static @Nullable Spring spring(YamlMap drive) {
        YamlMap map = drive.map("spring");
        if (map == null) {
            return null;
        }
        Spring spring = new Spring(map.requiredNumber("stiffness"), map.number("rest-offset", 0));
        map.finish();
        return spring;
    }
}
