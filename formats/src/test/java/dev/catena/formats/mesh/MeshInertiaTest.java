package dev.catena.formats.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A box of 2 by 4 by 6 about (1, 0, 0), in all formats, against the formulas for boxes. */
class MeshInertiaTest {
    private static final double X = 2;
    private static final double Y = 4;
    private static final double Z = 6;

    private static final String OBJ = """
        # a box
        v 0 -2 -3
        v 2 -2 -3
        v 2 2 -3
        v 0 2 -3
        v 0 -2 3
        v 2 -2 3
        v 2 2 3
        v 0 2 3
        vn 0 0 1
        f 4 3 2 1
        f 5/1 6/2/1 7//1 8
        f 1 2 6 5
        f -6 -5 -1 -2
        f 2 3 7 6
        f 1 5 8 4
        """;

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Triangles box() {
        return MeshFile.read(bytes(OBJ), "box.OBJ");
    }

    private static void assertBox(SpatialInertia inertia, double accuracy) {
        double m = X * Y * Z;
        assertThat(inertia.mass()).isCloseTo(m, within(accuracy));
        assertThat(inertia.centerOfMass().minus(new Vector3(1, 0, 0)).norm()).isLessThan(accuracy);
        assertThat(inertia.tensorAboutCenter().xx()).isCloseTo(m / 12 * (Y * Y + Z * Z), within(100 * accuracy));
        assertThat(inertia.tensorAboutCenter().yy()).isCloseTo(m / 12 * (X * X + Z * Z), within(100 * accuracy));
        assertThat(inertia.tensorAboutCenter().zz()).isCloseTo(m / 12 * (X * X + Y * Y), within(100 * accuracy));
        assertThat(inertia.tensorAboutCenter().xy()).isCloseTo(0, within(100 * accuracy));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXACT", "POSITIVE"})
    void aBoxIsABoxInEveryFormat(MeshInertia.Filling filling) {
        Triangles box = box();
        assertThat(box.count()).isEqualTo(12);
        assertBox(MeshInertia.ofUnitDensity(box, filling), 1e-13);
        assertBox(MeshInertia.ofUnitDensity(MeshFile.read(binary(box), "box.stl"), filling), 1e-13);
        assertBox(MeshInertia.ofUnitDensity(MeshFile.read(bytes(text(box)), "box.STL"), filling), 1e-13);
        assertBox(MeshInertia.ofUnitDensity(MeshFile.read(msh(box), "box.msh"), filling), 1e-13);
    }

    @Test
    void framesAndScalesMoveIt() {
        Pose pose = new Pose(Rotation.fromRollPitchYaw(0.3, -0.4, 0.5), new Vector3(1, 2, 3));
        SpatialInertia moved = MeshInertia.ofUnitDensity(box().moved(pose), MeshInertia.Filling.EXACT);
        assertBox(moved.in(pose.inverse()), 1e-12);
        // a mirror image is no box turned inside out
        SpatialInertia mirrored =
                MeshInertia.ofUnitDensity(box().scaled(new Vector3(-1, 0.5, 2)), MeshInertia.Filling.EXACT);
        assertThat(mirrored.mass()).isCloseTo(48, within(1e-12));
        assertThat(mirrored.centerOfMass().x()).isCloseTo(-1, within(1e-13));
        assertThat(mirrored.tensorAboutCenter().zz()).isCloseTo(4 * (4 + 4), within(1e-12));
    }

    /** Two faces of each size, each a thin plate. */
    @Test
    void aShellWeighsItsArea() {
        SpatialInertia shell = MeshInertia.ofUnitDensity(box(), MeshInertia.Filling.SHELL);
        assertThat(shell.mass()).isCloseTo(2 * (X * Y + Y * Z + X * Z), within(1e-13));
        double expected = 2 * X * Y / 12 * (X * X + Y * Y)
                + 2 * Y * Z * (Y * Y / 12 + X * X / 4)
                + 2 * X * Z * (X * X / 12 + Y * Y / 4);
        assertThat(shell.tensorAboutCenter().zz()).isCloseTo(expected, within(1e-11));
    }

    @Test
    void whatEnclosesNothingIsRefused() {
        assertThatThrownBy(() -> MeshInertia.ofUnitDensity(inward(), MeshInertia.Filling.EXACT))
                .hasMessageContaining("look inward");
        assertBox(MeshInertia.ofUnitDensity(inward(), MeshInertia.Filling.POSITIVE), 1e-13);
        Triangles flat = MeshFile.read(bytes("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "flat.obj");
        assertThatThrownBy(() -> MeshInertia.ofUnitDensity(flat, MeshInertia.Filling.POSITIVE))
                .hasMessageContaining("encloses no volume");
        Triangles point = MeshFile.read(bytes("v 0 0 0\nf 1 1 1\n"), "point.obj");
        assertThatThrownBy(() -> MeshInertia.ofUnitDensity(point, MeshInertia.Filling.SHELL))
                .hasMessageContaining("encloses no volume");
        assertThatThrownBy(() -> new Triangles(new double[10])).hasMessageContaining("9 coordinates each");
    }

    private static Triangles inward() {
        double[] corners = new double[108];
        Triangles box = box();
        for (int k = 0; k < 12; k++) {
            for (int c = 0; c < 9; c++) {
                corners[9 * k + c] = box.coordinate(k, 2 - c / 3, c % 3);
            }
        }
        return new Triangles(corners);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        box.dae | x | meshes of the format .dae are not known
        box.obj | v 0 0 x | a coordinate of the mesh is "x"
        box.obj | v 0 0 | a coordinate of the mesh is ""
        box.obj | f 1 2 3 | a face names the corner "1", but there are 0
        box.obj | f 1.5 2 3 | a face names the corner "1.5"
        box.obj | v 1 2 3 | the mesh has no triangles
        box.stl | solid empty | the mesh has no triangles
        box.stl | solid vertex 1 2 3 vertex 1 2 | a coordinate of the mesh is ""
        box.stl | solid vertex 1 2 3 | the file ends before its triangles do
        box.msh | short | the file ends before its triangles do
        """)
    void brokenFilesAreRefused(String name, String content, String message) {
        assertThatThrownBy(() -> MeshFile.read(bytes(content), name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void brokenBinaryFilesAreRefused() {
        byte[] stl = binary(box());
        assertThatThrownBy(() -> MeshFile.read(Arrays.copyOf(stl, 300), "a.stl"))
                .hasMessageContaining("ends before its triangles");
        byte[] infinite = stl.clone();
        ByteBuffer.wrap(infinite).order(ByteOrder.LITTLE_ENDIAN).putFloat(100, Float.NaN);
        assertThatThrownBy(() -> MeshFile.read(infinite, "a.stl")).hasMessageContaining("not a finite number");
        byte[] many = new byte[84 + 50 * (MeshFile.MOST_TRIANGLES + 1)];
        ByteBuffer.wrap(many).order(ByteOrder.LITTLE_ENDIAN).putInt(80, MeshFile.MOST_TRIANGLES + 1);
        assertThatThrownBy(() -> MeshFile.read(many, "a.stl")).hasMessageContaining("more than 1000000 triangles");
        byte[] msh = msh(box());
        assertThatThrownBy(() -> MeshFile.read(Arrays.copyOf(msh, msh.length - 1), "a.msh"))
                .hasMessageContaining("ends before its triangles");
        ByteBuffer.wrap(msh).order(ByteOrder.LITTLE_ENDIAN).putInt(msh.length - 4, 99);
        assertThatThrownBy(() -> MeshFile.read(msh, "a.msh")).hasMessageContaining("names the corner 99");
        ByteBuffer.wrap(msh).order(ByteOrder.LITTLE_ENDIAN).putInt(0, -1);
        assertThatThrownBy(() -> MeshFile.read(msh, "a.msh")).hasMessageContaining("ends before its triangles");
    }

    /** Some binary files begin with the word of text files. */
    @Test
    void binaryFilesMayBeginLikeText() {
        byte[] stl = binary(box());
        System.arraycopy(bytes("solid"), 0, stl, 0, 5);
        assertBox(MeshInertia.ofUnitDensity(MeshFile.read(stl, "a.stl"), MeshInertia.Filling.EXACT), 1e-13);
        String text = text(box());
        assertThat(MeshFile.read(bytes(text + " ".repeat(200)), "a.stl").count())
                .isEqualTo(12);
    }

    private static byte[] binary(Triangles mesh) {
        ByteBuffer buffer = ByteBuffer.allocate(84 + 50 * mesh.count()).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(80, mesh.count());
        for (int k = 0; k < mesh.count(); k++) {
            for (int c = 0; c < 9; c++) {
                buffer.putFloat(84 + 50 * k + 12 + 4 * c, (float) mesh.coordinate(k, c / 3, c % 3));
            }
        }
        return buffer.array();
    }

    private static byte[] msh(Triangles mesh) {
        int corners = 3 * mesh.count();
        ByteBuffer buffer =
                ByteBuffer.allocate(16 + 12 * corners + 12 * mesh.count()).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(corners).putInt(0).putInt(0).putInt(mesh.count());
        for (int k = 0; k < corners; k++) {
            for (int axis = 0; axis < 3; axis++) {
                buffer.putFloat((float) mesh.coordinate(k / 3, k % 3, axis));
            }
        }
        for (int k = 0; k < corners; k++) {
            buffer.putInt(k);
        }
        return buffer.array();
    }

    private static String text(Triangles mesh) {
        StringBuilder text = new StringBuilder("solid box\n");
        for (int k = 0; k < mesh.count(); k++) {
            text.append("facet normal 0 0 0 outer loop\n");
            for (int c = 0; c < 3; c++) {
                text.append("vertex %s %s %s%n"
                        .formatted(mesh.coordinate(k, c, 0), mesh.coordinate(k, c, 1), mesh.coordinate(k, c, 2)));
            }
            text.append("endloop endfacet\n");
        }
        return text.append("endsolid box\n").toString();
    }
}
