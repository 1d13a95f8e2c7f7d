package dev.catena.formats.urdf;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.model.Geometry;
import dev.catena.model.Material;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Shape;
import dev.catena.model.Vector3;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shapes as URDF; forms that URDF does not know stand in a {@code <catena>} element. */
final class UrdfShapeWriter {
    private final StringBuilder out = new StringBuilder();

    private UrdfShapeWriter() {}

    /** The lines of a link's shapes, indented as the content of a link. */
    static String write(List<Shape> shapes) {
        UrdfShapeWriter writer = new UrdfShapeWriter();
        for (Shape shape : shapes) {
            if (isUrdf(shape)) {
                writer.shape(2, shape);
            } else {
                writer.line(2, "<catena>");
                writer.shape(3, shape);
                writer.line(2, "</catena>");
            }
        }
        return writer.out.toString();
    }

    /** Whether URDF knows the form. */
    static boolean isUrdf(Shape shape) {
        return !(shape.geometry() instanceof Geometry.Capsule) && !(shape.geometry() instanceof Geometry.Ellipsoid);
    }

    private void shape(int depth, Shape shape) {
        String element = shape.role().name().toLowerCase(Locale.ROOT);
        String name = shape.name().isEmpty() ? "" : " name=" + UrdfWriter.quoted(shape.name());
        line(depth, "<%s%s>".formatted(element, name));
        line(depth + 1, origin(shape.bodyFromShape()));
        line(depth + 1, "<geometry>");
        line(depth + 2, "<%s/>".formatted(form(shape.geometry())));
        line(depth + 1, "</geometry>");
        material(depth + 1, shape.material());
        line(depth, "</%s>".formatted(element));
    }

    private static String form(Geometry geometry) {
        if (geometry instanceof Geometry.Box box) {
            return "box size=\"%s\"".formatted(UrdfWriter.numbers(box.size().toArray()));
        }
        if (geometry instanceof Geometry.Sphere sphere) {
            return "sphere radius=\"%s\"".formatted(DecimalNumber.format(sphere.radius()));
        }
        if (geometry instanceof Geometry.Ellipsoid ellipsoid) {
            return "ellipsoid radii=\"%s\""
                    .formatted(UrdfWriter.numbers(ellipsoid.radii().toArray()));
        }
        if (geometry instanceof Geometry.Mesh mesh) {
            boolean scaled = !mesh.scale().equals(new Vector3(1, 1, 1));
            return "mesh filename=%s%s"
                    .formatted(
                            UrdfWriter.quoted(mesh.file()),
                            scaled
                                    ? " scale=\"%s\""
                                            .formatted(UrdfWriter.numbers(
                                                    mesh.scale().toArray()))
                                    : "");
        }
        double[] measures = geometry.measures();
        return "%s radius=\"%s\" length=\"%s\""
                .formatted(geometry.kind(), DecimalNumber.format(measures[0]), DecimalNumber.format(measures[1]));
    }

    static String origin(Pose pose) {
        Vector3 rpy = pose.rotation().equals(Rotation.IDENTITY)
                ? Vector3.ZERO
                : pose.rotation().toRollPitchYaw();
        return "<origin xyz=\"%s\" rpy=\"%s\"/>"
                .formatted(UrdfWriter.numbers(pose.position().toArray()), UrdfWriter.numbers(rpy.toArray()));
    }

    private void material(int depth, @Nullable Material material) {
        if (material == null) {
            return;
        }
        line(depth, "<material name=%s>".formatted(UrdfWriter.quoted(material.name())));
        Material.Color color = material.color();
        if (color != null) {
            line(depth + 1, "<color rgba=\"%s\"/>".formatted(UrdfWriter.numbers(color.toArray())));
        }
        if (material.texture() != null) {
            line(depth + 1, "<texture filename=%s/>".formatted(UrdfWriter.quoted(material.texture())));
        }
        line(depth, "</material>");
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }
}
