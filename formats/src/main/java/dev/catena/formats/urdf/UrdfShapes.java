package dev.catena.formats.urdf;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Geometry;
import dev.catena.model.Material;
import dev.catena.model.Shape;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code <visual>} and {@code <collision>} of URDF links. Nothing depends on shapes, so that one that makes no sense
 * is left out with a warning.
 */
final class UrdfShapes {
    private final Map<String, Material> materials = new HashMap<>();

    /** Knows the materials of the robot: those of its own, and those that any visual defines. */
    UrdfShapes(XmlElement robot) {
        Stream<XmlElement> inVisuals = robot.children("link").stream()
                .flatMap(link -> link.children("visual").stream())
                .flatMap(visual -> visual.children("material").stream());
        Stream.concat(robot.children("material").stream(), inVisuals)
                .map(XmlElement::asWarnings)
                .forEach(element -> {
                    Material material = defined(element);
                    if (material.color() != null || material.texture() != null) {
                        materials.putIfAbsent(material.name(), material);
                    }
                });
    }

    /** The shapes of a link in the order of the file, those of a {@code <catena>} element in it included. */
    List<Shape> of(XmlElement link, String body) {
        List<Shape> shapes = new ArrayList<>();
        for (XmlElement child : link.children()) {
            if (child.name().equals("catena")) {
                shapes.addAll(of(child, body));
            } else if (child.name().equals("visual") || child.name().equals("collision")) {
                Shape shape = shape(child.asWarnings(), body);
                if (shape != null) {
                    shapes.add(shape);
                }
            }
        }
        return shapes;
    }

    private @Nullable Shape shape(XmlElement element, String body) {
        FileProblems file = element.file();
        int before = file.warningCount();
        XmlElement geometry = element.child("geometry");
        XmlElement form = geometry == null || geometry.children().isEmpty()
                ? null
                : geometry.children().get(0);
        Geometry read = form == null ? null : geometry(form);
        boolean visual = element.name().equals("visual");
        Shape shape = read == null
                ? null
                : new Shape(
                        body,
                        visual ? Shape.Role.VISUAL : Shape.Role.COLLISION,
                        element.text("name", ""),
                        UrdfReader.origin(element),
                        read,
                        material(element));
        boolean wrong = file.warningCount() > before;
        if (wrong || shape == null) {
            element.warning("a <%s> of link \"%s\" %s is left out"
                    .formatted(element.name(), body, wrong ? "that cannot be read" : "without geometry"));
            return null;
        }
        return shape;
    }

    private static @Nullable Geometry geometry(XmlElement form) {
        return switch (form.name()) {
            case "box" -> new Geometry.Box(form.requiredVector("size"));
            case "sphere" -> new Geometry.Sphere(form.requiredNumber("radius"));
            case "cylinder" -> new Geometry.Cylinder(form.requiredNumber("radius"), form.requiredNumber("length"));
            case "capsule" -> new Geometry.Capsule(form.requiredNumber("radius"), form.requiredNumber("length"));
            case "ellipsoid" -> new Geometry.Ellipsoid(form.requiredVector("radii"));
            case "mesh" -> new Geometry.Mesh(form.requiredText("filename"), form.vector("scale", new Vector3(1, 1, 1)));
            default -> {
                form.warning("unknown geometry <%s>".formatted(form.name()));
                yield null;
            }
        };
    }

    private @Nullable Material material(XmlElement shape) {
        XmlElement element = shape.child("material");
        if (element == null) {
            return null;
        }
        Material own = defined(element);
        boolean says = own.color() != null || own.texture() != null;
        return says ? own : materials.getOrDefault(own.name(), own);
    }

    private static Material defined(XmlElement element) {
        XmlElement color = element.child("color");
        XmlElement texture = element.child("texture");
        double[] rgba = color == null ? new double[0] : color.numbers("rgba", 3, 4);
        return new Material(
                element.text("name", ""),
                rgba.length == 0 ? null : new Material.Color(rgba[0], rgba[1], rgba[2], rgba.length == 4 ? rgba[3] : 1),
                texture == null ? null : texture.text("filename"));
    }
}
