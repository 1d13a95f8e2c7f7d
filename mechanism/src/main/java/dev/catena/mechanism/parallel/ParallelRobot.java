package dev.catena.mechanism.parallel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.FormatMethod;
import dev.catena.model.BaseKind;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.Problem;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.tree.Guard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A platform on legs: immutable, checked once when built. Actuators are numbered leg by leg.
 *
 * <pre>{@code
 * ParallelRobot robot = ParallelRobot.builder("tripod")
 *         .platform(platformInertia)
 *         .freedoms(PlatformFreedoms.TRANSLATIONAL)
 *         .home(Pose.translation(0, 0, -0.4))
 *         .leg(Leg.tiedByPoint("front", frontArm, "forearm", new Vector3(0.05, 0, 0)).actuatedBy("front_arm"))
 *         …
 *         .build();
 * }</pre>
 */
public final class ParallelRobot {
    private final String name;
    private final Vector3 gravity;
    private final SpatialInertia platform;
    private final PlatformFreedoms freedoms;
    private final Pose home;
    private final List<Leg> legs;
    private final List<String> actuatorNames;

    private ParallelRobot(Builder builder) {
        name = builder.name;
        gravity = builder.gravity;
        platform = builder.platform;
        freedoms = builder.freedoms;
        home = builder.home;
        legs = List.copyOf(builder.legs);
        actuatorNames = legs.stream().flatMap(leg -> leg.actuated().stream()).toList();
    }

    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * A platform and legs out of a tree with cut joints. What stands on the base by one joint is a leg; the platform is
     * carried by one of them in the tree, and tied to each other one by a cut joint. Legs are named after their first
     * bodies, actuators are the active joints, home is the assembly, and coordinates are found by search.
     *
     * @param freedoms what the mechanism leaves to the platform; the legs are checked against it pose by pose
     * @throws IllegalArgumentException where the robot is of another kind, with the reason
     */
    public static ParallelRobot of(RobotModel closedLoops, String platform, PlatformFreedoms freedoms) {
        return new LegDecomposition(closedLoops, platform, freedoms).robot();
    }

    /** A builder that holds everything of this robot, to change one thing. */
    public Builder toBuilder() {
        Builder builder = builder(name)
                .gravity(gravity)
                .platform(platform)
                .freedoms(freedoms)
                .home(home);
        legs.forEach(builder::leg);
        return builder;
    }

    /** The same robot with frictionless joints. */
    public ParallelRobot withoutFriction() {
        Builder builder = builder(name)
                .gravity(gravity)
                .platform(platform)
                .freedoms(freedoms)
                .home(home);
        legs.forEach(leg -> builder.leg(leg.with(leg.model().withoutFriction())));
        return builder.build();
    }

    public String name() {
        return name;
    }

    /** The vector of free fall in world coordinates, m/s². */
    public Vector3 gravity() {
        return gravity;
    }

    /** Inertia of the platform in its own frame. */
    public SpatialInertia platform() {
        return platform;
    }

    public PlatformFreedoms freedoms() {
        return freedoms;
    }

    /** A pose of the platform in the world that it can take; all others follow from it by its freedoms. */
    public Pose home() {
        return home;
    }

    public List<Leg> legs() {
        return legs;
    }

    /** Index of a leg in {@link #legs}. */
    public int leg(String leg) {
        for (int i = 0; i < legs.size(); i++) {
            if (legs.get(i).name().equals(leg)) {
                return i;
            }
        }
        throw new IllegalArgumentException("parallel robot \"%s\" has no leg \"%s\"; its legs are %s"
                .formatted(name, leg, legs.stream().map(Leg::name).toList()));
    }

    /** The actuated joints in the order of all actuator vectors. */
    public List<String> actuatorNames() {
        return actuatorNames;
    }

    public int actuatorCount() {
        return actuatorNames.size();
    }

    /**
     * Root mean square distance of the joints between legs and platform from the platform's origin, m; legs that end in
     * that origin do not count, and 1 m if all do.
     */
    public double characteristicLength() {
        return Math.sqrt(legs.stream()
                .mapToDouble(leg -> leg.platformFromTip().position().norm())
                .map(distance -> distance * distance)
                .filter(square -> square > 0)
                .average()
                .orElse(1));
    }

    /**
     * The same robot as a tree with cut joints, its actuators active: the first leg carries the body "platform", the others
     * are cut at their joint with it. The closure starts at the home pose.
     *
     * @throws IllegalArgumentException where legs that end in points do not keep the platform to its freedoms, or there are
     *     more actuators than freedoms
     */
    public RobotModel toClosedLoops() {
        return ClosedLoopAssembly.of(this);
    }

    @Override
    public String toString() {
        return "ParallelRobot \"%s\" (%s legs, %s actuators, %s freedoms)"
                .formatted(name, legs.size(), actuatorCount(), freedoms.count());
    }

    void check(String what, double @Nullable [] vector, int length, String of) {
        if (vector == null || vector.length != length) {
            throw Guard.unfit(what, vector, "parallel robot \"%s\" has %s %s".formatted(name, length, of));
        }
    }

    Guard guard(Class<?> algorithm) {
        return new Guard(algorithm, "parallel robot \"" + name + "\"");
    }

    void checkLeg(int leg) {
        if (leg < 0 || leg >= legs.size()) {
            throw new IllegalArgumentException("there is no leg %s; parallel robot \"%s\" has the legs 0 to %s"
                    .formatted(leg, name, legs.size() - 1));
        }
    }

    void checkFreedoms(String what, double[] vector) {
        check(what, vector, freedoms.count(), "freedoms");
    }

    void checkActuators(String what, double[] vector) {
        check(what, vector, actuatorCount(), "actuators");
    }

    /** Collects platform and legs; {@link #build} reports every problem at once. */
    public static final class Builder {
        private final String name;
        private final List<Leg> legs = new ArrayList<>();
        private Vector3 gravity = new Vector3(0, 0, -9.81);
        private SpatialInertia platform = SpatialInertia.ZERO;
        private PlatformFreedoms freedoms = PlatformFreedoms.SPATIAL;
        private Pose home = Pose.IDENTITY;

        private Builder(String name) {
            this.name = name;
        }

        /** The vector of free fall in world coordinates; (0, 0, −9.81) m/s² unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder gravity(Vector3 gravityInWorld) {
            gravity = gravityInWorld;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder platform(SpatialInertia inertiaInPlatform) {
            platform = inertiaInPlatform;
            return this;
        }

        /** All six unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder freedoms(PlatformFreedoms newFreedoms) {
            freedoms = newFreedoms;
            return this;
        }

        /** A pose that the platform can take. */
        @CanIgnoreReturnValue
        public Builder home(Pose worldFromPlatform) {
            home = worldFromPlatform;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder leg(Leg leg) {
            legs.add(leg);
            return this;
        }

        /**
         * Checks everything and makes the robot.
         *
         * @throws ModelException with every problem found
         */
        public ParallelRobot build() {
            List<Problem> problems = new ArrayList<>();
            checkPlatform(problems);
            Set<String> legNames = new HashSet<>();
            Set<String> actuators = new HashSet<>();
            for (Leg leg : legs) {
                if (!legNames.add(leg.name())) {
                    problems.add(problem("leg \"%s\" is there twice", leg.name()));
                }
                for (String joint : leg.actuated()) {
                    if (!actuators.add(joint)) {
                        problems.add(problem("actuator \"%s\" is there twice", joint));
                    }
                }
                checkLeg(leg, problems);
            }
            int count = legs.stream().mapToInt(leg -> leg.actuated().size()).sum();
            if (count < freedoms.count()) {
                problems.add(problem(
                        "the platform has %s freedoms (%s), but only %s joints are actuated: its motion would not be"
                                + " determined",
                        freedoms.count(), freedoms, count));
            }
            if (!problems.isEmpty()) {
                throw new ModelException(name, problems);
            }
            return new ParallelRobot(this);
        }

        private void checkPlatform(List<Problem> problems) {
            if (!gravity.isFinite() || !home.isFinite()) {
                problems.add(problem("gravity %s and home pose %s must be finite", gravity, home));
            }
            if (!platform.isFinite() || platform.mass() < 0) {
                problems.add(problem("the platform's inertia must be finite and its mass not negative: %s", platform));
            }
        }

        private void checkLeg(Leg leg, List<Problem> problems) {
            if (leg.model().hasLoops()) {
                problems.add(problem("leg \"%s\" must be a tree, but has closed loops", leg.name()));
            }
            if (leg.model().baseKind() != BaseKind.FIXED) {
                problems.add(problem("leg \"%s\" must stand on a fixed base", leg.name()));
            }
            if (!leg.model().gravity().equals(gravity)) {
                problems.add(problem(
                        "leg \"%s\" has gravity %s, the robot %s",
                        leg.name(), leg.model().gravity(), gravity));
            }
            if (!leg.model().hasBody(leg.tip())) {
                problems.add(problem("leg \"%s\" has no body \"%s\" to be its tip", leg.name(), leg.tip()));
            }
            if (!leg.platformFromTip().isFinite()) {
                problems.add(problem("the joint of leg \"%s\" with the platform must be finite", leg.name()));
            }
            int joints = leg.model().jointCount();
            int rows = leg.connection().rows();
            if (joints > rows || joints == 0) {
                problems.add(problem(
                        "leg \"%s\" has %s joints; tied by %s it must have 1 to %s, so that the platform's motion"
                                + " determines its own",
                        leg.name(), joints, leg.connection(), rows));
            }
            if (leg.start().length != joints) {
                problems.add(problem(
                        "leg \"%s\" has %s start coordinates for %s joints", leg.name(), leg.start().length, joints));
            }
            for (String joint : leg.actuated()) {
                if (!leg.model().hasCoordinate(joint)) {
                    problems.add(problem("leg \"%s\" has no moving joint \"%s\" to be actuated", leg.name(), joint));
                }
            }
        }

        @FormatMethod
        private static Problem problem(String format, Object... arguments) {
            return new Problem("", String.format(Locale.ROOT, format, arguments));
        }
    }
}
