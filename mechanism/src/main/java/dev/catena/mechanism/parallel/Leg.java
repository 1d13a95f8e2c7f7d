package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leg of a parallel robot: a robot of its own, whose base frame is the world, cut off from the platform at its tip.
 * Where no inverse geometry is given, coordinates are found numerically, starting from those of the last pose.
 */
public final class Leg {
    private final String name;
    private final RobotModel model;
    private final String tip;
    private final LegConnection connection;
    private final Pose platformFromTip;
    private final List<String> actuated;
    private final List<Double> start;
    private final @Nullable LegGeometry geometry;

    private Leg(
            String name,
            RobotModel model,
            String tip,
            LegConnection connection,
            Pose platformFromTip,
            List<String> actuated,
            List<Double> start,
            @Nullable LegGeometry geometry) {
        if (model.hasCouplings()) {
            throw new IllegalArgumentException(
                    "leg \"%s\" has joints that follow others: describe the robot by cut joints instead"
                            .formatted(name));
        }
        this.name = name;
        this.model = model;
        this.tip = tip;
        this.connection = connection;
        this.platformFromTip = platformFromTip;
        this.actuated = List.copyOf(actuated);
        this.start = List.copyOf(start);
        this.geometry = geometry;
    }

    /** A leg whose tip has its origin at a point of the platform, free to turn there. */
    public static Leg tiedByPoint(String name, RobotModel model, String tip, Vector3 pointInPlatform) {
        return new Leg(
                name,
                model,
                tip,
                LegConnection.POINT,
                Pose.translation(pointInPlatform.x(), pointInPlatform.y(), pointInPlatform.z()),
                List.of(),
                zeros(model),
                null);
    }

    /** A leg whose tip is welded to the platform. */
    public static Leg welded(String name, RobotModel model, String tip, Pose platformFromTip) {
        return new Leg(name, model, tip, LegConnection.RIGID, platformFromTip, List.of(), zeros(model), null);
    }

    private static List<Double> zeros(RobotModel model) {
        return model.movingJoints().stream().map(joint -> 0.0).toList();
    }

    /** The joints that are driven, in the order of the actuators. */
    public Leg actuatedBy(String... joints) {
        return new Leg(name, model, tip, connection, platformFromTip, List.of(joints), start, geometry);
    }

    /** Coordinates that the first search starts from. */
    public Leg startingAt(double... q) {
        List<Double> numbers = Arrays.stream(q).boxed().toList();
        return new Leg(name, model, tip, connection, platformFromTip, actuated, numbers, geometry);
    }

    /** Coordinates by a formula rather than by search. */
    public Leg with(LegGeometry newGeometry) {
        return new Leg(name, model, tip, connection, platformFromTip, actuated, start, newGeometry);
    }

    /** The same leg, made of another model with the same bodies and joints. */
    Leg with(RobotModel newModel) {
        return new Leg(name, newModel, tip, connection, platformFromTip, actuated, start, geometry);
    }

    public String name() {
        return name;
    }

    public RobotModel model() {
        return model;
    }

    public String tip() {
        return tip;
    }

    public LegConnection connection() {
        return connection;
    }

    /** Where the tip belongs; with a connection by a point only the position counts. */
    public Pose platformFromTip() {
        return platformFromTip;
    }

    public List<String> actuated() {
        return actuated;
    }

    public double[] start() {
        return start.stream().mapToDouble(Double::doubleValue).toArray();
    }

    public @Nullable LegGeometry geometry() {
        return geometry;
    }

    @Override
    public String toString() {
        return "Leg \"%s\" (%s joints, %s actuated)".formatted(name, model.jointCount(), actuated.size());
    }
}
