package dev.catena.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks shapes: they sit on bodies and are numbers; measures that no form can have are warnings, since nothing depends on them. */
final class ShapeCheck {
    private ShapeCheck() {}

    static void run(RobotModelBuilder builder, Set<String> bodies, List<Problem> problems, List<Problem> warnings) {
        for (Shape shape : builder.shapes()) {
            String place = builder.locationOfBody(shape.body());
            String owner =
                    "a %s shape of body \"%s\"".formatted(shape.role().name().toLowerCase(Locale.ROOT), shape.body());
            double[] measures = shape.geometry().measures();
            if (!bodies.contains(shape.body())) {
                problems.add(new Problem(place, owner + " is on a body that does not exist"));
            } else if (!shape.bodyFromShape().isFinite()
                    || !Arrays.stream(measures).allMatch(Double::isFinite)
                    || !colorIsFinite(shape)) {
                problems.add(new Problem(place, owner + " has numbers that are not finite: " + shape));
            } else if (!(shape.geometry() instanceof Geometry.Mesh)
                    && Arrays.stream(measures).anyMatch(measure -> measure <= 0)) {
                warnings.add(new Problem(
                        place,
                        "%s is a %s whose measures are %s, but they should be positive"
                                .formatted(owner, shape.geometry().kind(), Arrays.toString(measures))));
            }
        }
    }

    private static boolean colorIsFinite(Shape shape) {
        Material material = shape.material();
        Material.Color color = material == null ? null : material.color();
        return color == null || Arrays.stream(color.toArray()).allMatch(Double::isFinite);
    }
}
