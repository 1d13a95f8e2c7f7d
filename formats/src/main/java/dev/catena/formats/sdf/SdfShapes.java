package dev.catena.formats.sdf;

import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Geometry;
import dev.catena.model.Material;
import dev.catena.model.Shape;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Visuals and collisions of SDF links; one that makes no sense is left out with a warning. */
final class SdfShapes {
    private SdfShapes() {}

    static List<Shape> of(XmlElement link, String scope, String body, SdfFrames frames) {
        List<Shape> shapes = new ArrayList<>();
        for (XmlElement child : link.children()) {
            boolean visual = child.name().equals("visual");
            if (visual || child.name().equals("collision")) {
                XmlElement element = child.asWarnings();
                int before = element.file().warningCount();
                Geometry geometry = geometry(element);
                Shape shape = geometry == null
                        ? null
                        : new Shape(
                                body,
                                visual ? Shape.Role.VISUAL : Shape.Role.COLLISION,
                                element.text("name", ""),
                                frames.inLink(scope, body, element),
                                geometry,
                                visual ? material(element) : null);
                if (shape != null && element.file().warningCount() == before) {
                    shapes.add(shape);
                } else if (element.file().warningCount() == before) {
                    element.warning(
                            "a <%s> of link \"%s\" without a known geometry is left out".formatted(child.name(), body));
                }
            }
        }
        return shapes;
    }

    private static @Nullable Geometry geometry(XmlElement shape) {
        XmlElement geometry = shape.child("geometry");
        if (geometry == null || geometry.children().isEmpty()) {
            return null;
        }
        XmlElement form = geometry.children().get(0);
        double radius = SdfFrames.number(form, "radius", 0);
        double length = SdfFrames.number(form, "length", 0);
        return switch (form.name()) {
            case "box" -> new Geometry.Box(SdfFrames.vector(form, "size", Vector3.ZERO));
            case "sphere" -> new Geometry.Sphere(radius);
            case "cylinder" -> new Geometry.Cylinder(radius, length);
            case "capsule" -> new Geometry.Capsule(radius, length);
            case "ellipsoid" -> new Geometry.Ellipsoid(SdfFrames.vector(form, "radii", Vector3.ZERO));
            case "mesh" ->
                new Geometry.Mesh(
                        SdfFrames.text(form, "uri", ""), SdfFrames.vector(form, "scale", new Vector3(1, 1, 1)));
            default -> null;
        };
    }

    private static @Nullable Material material(XmlElement visual) {
        XmlElement element = visual.child("material");
        XmlElement color = element == null ? null : element.child("diffuse");
        if (color == null && element != null) {
            color = element.child("ambient");
        }
        if (color == null) {
            return null;
        }
        double[] rgba = color.contentNumbers(3, 4);
        return rgba.length == 0
                ? null
                : Material.of(new Material.Color(rgba[0], rgba[1], rgba[2], rgba.length == 4 ? rgba[3] : 1));
    }
}
