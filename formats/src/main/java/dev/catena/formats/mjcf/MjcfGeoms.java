package dev.catena.formats.mjcf;

import dev.catena.formats.file.ReadableFolders;
import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Geometry;
import dev.catena.model.Material;
import dev.catena.model.Pose;
import dev.catena.model.Shape;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Geoms of MJCF: shapes, and mass where a body has no inertia of its own. */
final class MjcfGeoms {
    private static final double DENSITY = 1000;

    private final MjcfSettings settings;
    private final MjcfMeshes meshes;
    private final Map<String, Material> materials = new HashMap<>();
    private final LeftOut leftOut = new LeftOut();

    MjcfGeoms(XmlElement root, MjcfSettings settings, ReadableFolders folders) {
        this.settings = settings;
        meshes = new MjcfMeshes(settings, folders);
        Map<String, String> textures = new HashMap<>();
        for (XmlElement asset : root.children("asset")) {
            asset.children("mesh").forEach(meshes::add);
            for (XmlElement texture : asset.children("texture")) {
                String file = texture.text("file");
                if (file != null) {
                    textures.put(texture.text("name", MjcfMeshes.stem(file)), settings.assetFile("texture", file));
                }
            }
            for (XmlElement material : asset.children("material")) {
                XmlElement resolved = settings.resolved(material, "").asWarnings();
                String name = resolved.text("name", "");
                materials.put(name, new Material(name, color(resolved), textures.get(resolved.text("texture", ""))));
            }
        }
    }

    private static Material.@Nullable Color color(XmlElement element) {
        double[] rgba = element.asWarnings().numbers("rgba", 3, 4);
        return rgba.length == 0 ? null : new Material.Color(rgba[0], rgba[1], rgba[2], rgba.length == 4 ? rgba[3] : 1);
    }

    /** A geom that bodies are made of: its pose in the body and its form, null where that is no solid. */
    record Geom(
            XmlElement element, Pose bodyFromGeom, @Nullable Geometry geometry) {}

    Geom geom(XmlElement element, Pose bodyFromFrame) {
        String type = element.text("type", element.has("mesh") ? "mesh" : "sphere");
        double[] size = element.numbers("size", 1, 3);
        double[] ends = element.numbers("fromto", 6, 6);
        Pose pose = bodyFromFrame.times(settings.pose(element));
        double half = size.length > 1 ? size[1] : 0;
        if (ends.length == 6) {
            Vector3 from = new Vector3(ends[0], ends[1], ends[2]);
            Vector3 axis = from.minus(new Vector3(ends[3], ends[4], ends[5]));
            half = axis.norm() / 2;
            if (half == 0) {
                element.problem("fromto of <geom> has two equal ends");
                return new Geom(element, pose, null);
            }
            Vector3 middle = from.minus(axis.times(0.5));
            pose = bodyFromFrame.times(new Pose(MjcfSettings.shortest(axis), middle));
        }
        return new Geom(element, pose, geometry(element, type, size, half, ends.length == 6));
    }

    private static int sizes(String type, boolean segment) {
        return switch (type) {
            case "sphere" -> 1;
            case "capsule", "cylinder" -> segment ? 1 : 2;
            case "box", "ellipsoid" -> segment ? 1 : 3;
            default -> 0;
        };
    }

    private @Nullable Geometry geometry(XmlElement element, String type, double[] size, double half, boolean segment) {
        int needed = sizes(type, segment);
        if (needed > 0 && size.length < needed && !element.has("mesh")) {
            element.problem("size of a %s <geom> needs %s numbers".formatted(type, needed));
            return null;
        }
        if (needed > 0 && element.has("mesh")) {
            leftOut.thing(element, "a %s fitted to a mesh".formatted(type));
            return null;
        }
        return switch (type) {
            case "sphere" -> new Geometry.Sphere(size[0]);
            case "capsule" -> new Geometry.Capsule(size[0], 2 * half);
            case "cylinder" -> new Geometry.Cylinder(size[0], 2 * half);
            case "box" -> new Geometry.Box(sizes(size, half, segment).times(2));
            case "ellipsoid" -> new Geometry.Ellipsoid(sizes(size, half, segment));
            case "mesh" -> mesh(element);
            case "plane" -> null;
            default -> {
                leftOut.thing(element, "a geom of type \"%s\"".formatted(type));
                yield null;
            }
        };
    }

    /** Along a segment the first size is across, both ways, and the last is the segment's. */
    private static Vector3 sizes(double[] size, double half, boolean segment) {
        return segment ? new Vector3(size[0], size[0], half) : Vector3.of(size);
    }

    private @Nullable Geometry mesh(XmlElement element) {
        String name = element.requiredText("mesh");
        XmlElement mesh = meshes.mesh(name);
        if (mesh == null) {
            element.problem("there is no mesh \"%s\"".formatted(name));
            return null;
        }
        return meshes.geometry(mesh);
    }

    /** A geom that does not collide is drawn; one that does is drawn too, unless its group is hidden. */
    List<Shape> shapes(Geom geom, String body) {
        Geometry geometry = geom.geometry;
        if (geometry == null) {
            return List.of();
        }
        XmlElement element = geom.element;
        boolean collides = element.number("contype", 1) != 0 || element.number("conaffinity", 1) != 0;
        boolean visible = element.number("group", 0) < 3;
        List<Shape> shapes = new ArrayList<>();
        String name = element.text("name", "");
        if (visible || !collides) {
            shapes.add(new Shape(body, Shape.Role.VISUAL, name, geom.bodyFromGeom, geometry, material(element)));
        }
        if (collides) {
            shapes.add(new Shape(body, Shape.Role.COLLISION, name, geom.bodyFromGeom, geometry, null));
        }
        return List.copyOf(shapes);
    }

    private @Nullable Material material(XmlElement element) {
        Material named = materials.get(element.text("material", ""));
        Material.Color color = color(element);
        if (color == null) {
            return named;
        }
        return named == null ? Material.of(color) : new Material(named.name(), color, named.texture());
    }

    /** What a geom weighs, in the frame of its body. */
    SpatialInertia inertia(Geom geom, String body) {
        XmlElement element = geom.element;
        Geometry geometry = geom.geometry;
        if (!weighs(element)) {
            return SpatialInertia.ZERO;
        }
        if (element.text("type", element.has("mesh") ? "mesh" : "sphere").equals("mesh")) {
            return ofMesh(geom, body);
        }
        if (geometry == null) {
            return SpatialInertia.ZERO;
        }
        GeomInertia form = new GeomInertia(geometry, isShell(element));
        double mass =
                element.has("mass") ? element.number("mass", 0) : element.number("density", DENSITY) * form.content();
        return SpatialInertia.aboutCenterOfMass(mass, Vector3.ZERO, form.tensor(mass))
                .in(geom.bodyFromGeom);
    }

    private boolean weighs(XmlElement element) {
        boolean weightless = "0".equals(element.text("mass")) || "0".equals(element.text("density"));
        return !weightless && settings.groupHasMass(element.number("group", 0));
    }

    /** Refuses a form that has no size, or that of a mesh, whose mass is not known. */
    void refuseUnsized(XmlElement element, String body) {
        String type = element.text("type", "mesh");
        if (element.has("mesh") && !type.equals("mesh") && weighs(element)) {
            element.problem(
                    "body \"%s\" takes its inertia from a %s fitted to a mesh, which is not known: give the body an <inertial>, or the geom a size instead of the mesh"
                            .formatted(body, type));
        } else if (!element.has("mesh") && weighs(element)) {
            String form = element.text("type", "sphere");
            int needed = sizes(form, element.has("fromto"));
            if (Arrays.stream(element.numbers("size", 1, 3)).limit(needed).anyMatch(size -> size <= 0)) {
                element.problem("body \"%s\" takes its inertia from a %s <geom> of size \"%s\", which must be positive"
                        .formatted(body, form, element.text("size")));
            }
        }
    }

    private static boolean isShell(XmlElement element) {
        return "true".equals(element.text("shellinertia"));
    }

    private SpatialInertia ofMesh(Geom geom, String body) {
        XmlElement element = geom.element;
        String mesh = element.text("mesh", "");
        try {
            SpatialInertia unit = meshes.inertia(mesh, isShell(element));
            double density =
                    element.has("mass") ? element.number("mass", 0) / unit.mass() : element.number("density", DENSITY);
            return unit.times(density).in(geom.bodyFromGeom);
        } catch (IllegalArgumentException | ReadableFolders.Refusal e) {
            element.warning(
                    "body \"%s\" takes its inertia from the mesh \"%s\", which counts as massless: %s; give the body an <inertial>"
                            .formatted(body, mesh, e.getMessage()));
            return SpatialInertia.ZERO;
        }
    }
}
