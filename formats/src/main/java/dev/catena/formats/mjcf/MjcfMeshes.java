package dev.catena.formats.mjcf;

import dev.catena.formats.file.ReadableFolders;
import dev.catena.formats.mesh.MeshFile;
import dev.catena.formats.mesh.MeshInertia;
import dev.catena.formats.mesh.Triangles;
import dev.catena.formats.xml.XmlElement;
import dev.catena.model.Geometry;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Meshes of MJCF: their files, and the inertia of what they enclose where a body has none of its own. */
final class MjcfMeshes {
    private static final int MOST_BYTES = 64 << 20;
    private static final long MOST_BYTES_OF_ALL = 512L << 20;
    private static final int MOST_NUMBERS = 300_000;

    private final MjcfSettings settings;
    private final ReadableFolders folders;
    private final Map<String, XmlElement> meshes = new HashMap<>();
    private final Map<String, SpatialInertia> known = new HashMap<>();

    MjcfMeshes(MjcfSettings settings, ReadableFolders folders) {
        this.settings = settings;
        this.folders = folders;
    }

    void add(XmlElement mesh) {
        XmlElement resolved = settings.resolved(mesh, "");
        meshes.put(resolved.text("name", stem(resolved.text("file", ""))), resolved);
    }

    static String stem(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    @Nullable
    XmlElement mesh(String name) {
        return meshes.get(name);
    }

    /** What is drawn of a mesh; null where it has no file. */
    Geometry.@Nullable Mesh geometry(XmlElement mesh) {
        String file = mesh.text("file");
        return file == null
                ? null
                : new Geometry.Mesh(settings.assetFile("mesh", file), mesh.vector("scale", new Vector3(1, 1, 1)));
    }

    /**
     * The inertia of a mesh at density one, in its own frame.
     *
     * @throws IllegalArgumentException with the reason where the mesh cannot be read or has no inertia
     * @throws ReadableFolders.Refusal likewise
     */
    SpatialInertia inertia(String name, boolean shell) {
        String key = name + (shell ? " shell" : "");
        SpatialInertia found = known.get(key);
        if (found == null) {
            XmlElement mesh = meshes.get(name);
            if (mesh == null) {
                throw new IllegalArgumentException("which does not exist");
            }
            found = MeshInertia.ofUnitDensity(triangles(mesh), filling(mesh, shell));
            known.put(key, found);
        }
        return found;
    }

    private MeshInertia.Filling filling(XmlElement mesh, boolean shell) {
        boolean exact = settings.compilerFlag("exactmeshinertia");
        String kind = shell ? "shell" : mesh.text("inertia", exact ? "exact" : "legacy");
        return switch (kind) {
            case "legacy" -> MeshInertia.Filling.POSITIVE;
            case "exact" -> MeshInertia.Filling.EXACT;
            case "shell" -> MeshInertia.Filling.SHELL;
            default -> throw new IllegalArgumentException("the inertia \"%s\" of a mesh is not known".formatted(kind));
        };
    }

    private Triangles triangles(XmlElement mesh) {
        Triangles triangles = mesh.has("file") ? ofFile(mesh) : ofNumbers(mesh);
        Pose reference = new Pose(reference(mesh), mesh.vector("refpos", Vector3.ZERO));
        return triangles.moved(reference.inverse()).scaled(mesh.vector("scale", new Vector3(1, 1, 1)));
    }

    private static Rotation reference(XmlElement mesh) {
        double[] q = mesh.numbers("refquat", 4, 4);
        boolean given = q.length == 4 && Math.abs(q[0]) + Math.abs(q[1]) + Math.abs(q[2]) + Math.abs(q[3]) > 0;
        return given ? Rotation.fromQuaternion(q[1], q[2], q[3], q[0]) : Rotation.IDENTITY;
    }

    private Triangles ofFile(XmlElement mesh) {
        Path folder = folders.folder();
        if (folder == null) {
            throw new IllegalArgumentException("a text without a file has no meshes");
        }
        if (folders.bytes() > MOST_BYTES_OF_ALL) {
            throw new IllegalArgumentException("the meshes have more than %s bytes".formatted(MOST_BYTES_OF_ALL));
        }
        String file = settings.assetFile("mesh", mesh.requiredText("file"));
        Path place = folders.resolve(file, folder);
        // what is not there is looked for beside the file that names it
        Path beside = folders.resolve(mesh.file().file(), folder).resolveSibling(mesh.requiredText("file"));
        return MeshFile.read(folders.read(Files.exists(place) ? place : existing(beside, place), MOST_BYTES), file);
    }

    private static Path existing(Path place, Path otherwise) {
        return Files.exists(place) ? place.normalize() : otherwise;
    }

    private static Triangles ofNumbers(XmlElement mesh) {
        double[] points = mesh.numbers("vertex", 0, MOST_NUMBERS);
        double[] faces = mesh.numbers("face", 0, MOST_NUMBERS);
        if (points.length == 0 || faces.length == 0 || faces.length % 3 != 0 || points.length % 3 != 0) {
            throw new IllegalArgumentException("a mesh needs a file, or corners and faces");
        }
        int count = points.length / 3;
        double[] corners = new double[3 * faces.length];
        for (int k = 0; k < faces.length; k++) {
            if (!(faces[k] >= 0 && faces[k] < count)) {
                throw new IllegalArgumentException(
                        "a face names the corner %s, but there are %s".formatted(faces[k], count));
            }
            System.arraycopy(points, 3 * (int) faces[k], corners, 3 * k, 3);
        }
        return new Triangles(corners);
    }
}
