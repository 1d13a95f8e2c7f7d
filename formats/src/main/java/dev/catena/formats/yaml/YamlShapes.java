package dev.catena.formats.yaml;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.model.Geometry;
import dev.catena.model.Material;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Shape;
import dev.catena.model.Vector3;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The {@code shapes} of a base or of a joint's body. */
final class YamlShapes {
    private static final String[] FORMS = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh"};

    private YamlShapes() {}

    static void read(YamlMap owner, String body, RobotModelBuilder builder) {
        for (YamlMap map : owner.maps("shapes")) {
            String role = map.text("role", "visual");
            if (!role.equals("visual") && !role.equals("collision")) {
                map.problem("role", "role must be visual or collision, but is \"%s\"".formatted(role));
            }
            Geometry geometry = geometry(map);
            Shape shape = new Shape(
                    body,
                    role.equals("collision") ? Shape.Role.COLLISION : Shape.Role.VISUAL,
                    map.text("name", ""),
                    YamlParts.poseIn(map),
                    geometry == null ? new Geometry.Sphere(1) : geometry,
                    material(map));
            map.finish();
            if (geometry != null) {
                builder.shape(shape);
            }
        }
    }

    private static @Nullable Geometry geometry(YamlMap map) {
        map.requireAtMostOne(FORMS);
        if (map.has("box")) {
            return new Geometry.Box(map.vector("box", Vector3.ZERO));
        }
        if (map.has("ellipsoid")) {
            return new Geometry.Ellipsoid(map.vector("ellipsoid", Vector3.ZERO));
        }
        if (map.has("sphere")) {
            return new Geometry.Sphere(map.number("sphere", 0));
        }
        if (map.has("mesh")) {
            return new Geometry.Mesh(map.text("mesh", ""), map.vector("scale", new Vector3(1, 1, 1)));
        }
        double[] cylinder = map.numbers("cylinder", 2);
        double[] capsule = map.numbers("capsule", 2);
        if (cylinder != null) {
            return new Geometry.Cylinder(cylinder[0], cylinder[1]);
        }
        if (capsule != null) {
            return new Geometry.Capsule(capsule[0], capsule[1]);
        }
        if (!map.has("cylinder") && !map.has("capsule")) {
            map.problem("shapes", "a shape needs one of %s".formatted(String.join(", ", FORMS)));
        }
        return null;
    }

    private static @Nullable Material material(YamlMap shape) {
        YamlMap map = shape.map("material");
        if (map == null) {
            return null;
        }
        double[] color = map.numbers("color", 4);
        Material material = new Material(
                map.text("name", ""),
                color == null ? null : new Material.Color(color[0], color[1], color[2], color[3]),
                map.text("texture"));
        map.finish();
        return material;
    }

    /** The lines of a list of shapes, each on a line of its own. */
    static String write(String indent, List<Shape> shapes) {
        if (shapes.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder(indent + "shapes:\n");
        for (Shape shape : shapes) {
            out.append(indent).append("  - {role: ").append(shape.role().name().toLowerCase(Locale.ROOT));
            if (!shape.name().isEmpty()) {
                out.append(", name: ").append(RobotYamlWriter.text(shape.name()));
            }
            if (!shape.bodyFromShape().position().equals(Vector3.ZERO)) {
                out.append(", xyz: ")
                        .append(RobotYamlWriter.list(
                                shape.bodyFromShape().position().toArray()));
            }
            if (!shape.bodyFromShape().rotation().equals(Rotation.IDENTITY)) {
                out.append(", matrix: ")
                        .append(RobotYamlWriter.list(
                                shape.bodyFromShape().rotation().toArray()));
            }
            out.append(", ").append(form(shape.geometry()));
            Material material = shape.material();
            if (material != null) {
                out.append(", material: ").append(form(material));
            }
            out.append("}\n");
        }
        return out.toString();
    }

    private static String form(Geometry geometry) {
        if (geometry instanceof Geometry.Sphere sphere) {
            return "sphere: " + DecimalNumber.format(sphere.radius());
        }
        if (geometry instanceof Geometry.Mesh mesh) {
            boolean scaled = !mesh.scale().equals(new Vector3(1, 1, 1));
            return "mesh: "
                    + RobotYamlWriter.text(mesh.file())
                    + (scaled ? ", scale: " + RobotYamlWriter.list(mesh.measures()) : "");
        }
        return geometry.kind() + ": " + RobotYamlWriter.list(geometry.measures());
    }

    private static String form(Material material) {
        StringBuilder out = new StringBuilder("{name: " + RobotYamlWriter.text(material.name()));
        Material.Color color = material.color();
        if (color != null) {
            out.append(", color: ").append(RobotYamlWriter.list(color.toArray()));
        }
        if (material.texture() != null) {
            out.append(", texture: ").append(RobotYamlWriter.text(material.texture()));
        }
        return out.append("}").toString();
    }
}
