package dev.catena.formats.mesh;

import dev.catena.formats.file.DecimalNumber;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.StringTokenizer;

/** Reads the triangles of STL files, binary or text, of OBJ and of MSH files; all else in them is skipped. */
public final class MeshFile {
    /** No mesh may have more triangles than this. */
    static final int MOST_TRIANGLES = 1_000_000;

    private static final int STL_HEADER = 84;
    private static final int STL_TRIANGLE = 50;

    private double[] points = new double[0];
    private int pointCount;
    private double[] corners = new double[0];
    private int cornerCount;

    private MeshFile() {}

    /**
     * Reads a mesh.
     *
     * @param name the file's name, whose ending says the format
     * @throws IllegalArgumentException with the reason where it is no mesh that is known here
     */
    public static Triangles read(byte[] bytes, String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        Triangles triangles = switch (ending) {
            case "stl" -> stl(bytes);
            case "msh" -> msh(bytes);
            case "obj" -> new MeshFile().obj(text(bytes));
            default ->
                throw new IllegalArgumentException(
                        "meshes of the format .%s are not known, but .stl, .obj and .msh are".formatted(ending));
        };
        if (triangles.count() == 0) {
            throw new IllegalArgumentException("the mesh has no triangles");
        }
        return triangles;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** A binary file says how many triangles it has, and has as many bytes. */
    private static Triangles stl(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < STL_HEADER) {
            return new MeshFile().stlText(text(bytes));
        }
        int count = buffer.getInt(STL_HEADER - 4);
        boolean text = text(Arrays.copyOf(bytes, 5)).equals("solid");
        if (count < 0 || bytes.length < STL_HEADER + (long) STL_TRIANGLE * count) {
            if (text) {
                return new MeshFile().stlText(text(bytes));
            }
            throw new IllegalArgumentException("the file ends before its triangles do");
        }
        if (text && count == 0) {
            return new MeshFile().stlText(text(bytes));
        }
        requireFew(count);
        double[] corners = new double[9 * count];
        for (int k = 0; k < count; k++) {
            for (int c = 0; c < 9; c++) {
                // three numbers of the normal come first
                corners[9 * k + c] = finite(buffer.getFloat(STL_HEADER + STL_TRIANGLE * k + 12 + 4 * c));
            }
        }
        return new Triangles(corners);
    }

    /** MuJoCo's own: numbers of corners, normals, texture corners and faces; then these, as floats, faces as whole numbers. */
    private static Triangles msh(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < 16) {
            throw new IllegalArgumentException("the file ends before its triangles do");
        }
        long[] counts = new long[4];
        for (int k = 0; k < 4; k++) {
            counts[k] = buffer.getInt(4 * k);
        }
        long faces = 16 + 4 * (3 * (counts[0] + counts[1]) + 2 * counts[2]);
        if (Math.min(Math.min(counts[0], counts[1]), Math.min(counts[2], counts[3])) < 0
                || faces + 12 * counts[3] > bytes.length) {
            throw new IllegalArgumentException("the file ends before its triangles do");
        }
        requireFew((int) counts[3]);
        double[] corners = new double[(int) (9 * counts[3])];
        for (int k = 0; k < 3 * counts[3]; k++) {
            int point = buffer.getInt((int) faces + 4 * k);
            if (point < 0 || point >= counts[0]) {
                throw new IllegalArgumentException(
                        "a face names the corner %s, but there are %s".formatted(point, counts[0]));
            }
            for (int c = 0; c < 3; c++) {
                corners[3 * k + c] = finite(buffer.getFloat(16 + 12 * point + 4 * c));
            }
        }
        return new Triangles(corners);
    }

    private static void requireFew(int count) {
        if (count > MOST_TRIANGLES) {
            throw new IllegalArgumentException("the mesh has more than %s triangles".formatted(MOST_TRIANGLES));
        }
    }

    private static double finite(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a coordinate of the mesh is not a finite number");
        }
        return value;
    }

    private Triangles stlText(String text) {
        StringTokenizer words = new StringTokenizer(text);
        while (words.hasMoreTokens()) {
            if (words.nextToken().equals("vertex")) {
                for (int k = 0; k < 3; k++) {
                    addCorner(number(words));
                }
            }
        }
        if (cornerCount % 9 != 0) {
            throw new IllegalArgumentException("the file ends before its triangles do");
        }
        return new Triangles(Arrays.copyOf(corners, cornerCount));
    }

    private static double number(StringTokenizer words) {
        String word = words.hasMoreTokens() ? words.nextToken() : "";
        OptionalDouble number = DecimalNumber.parse(word);
        return number.orElseThrow(
                () -> new IllegalArgumentException("a coordinate of the mesh is \"%s\"".formatted(word)));
    }

    private void addCorner(double value) {
        if (cornerCount == corners.length) {
            requireFew(cornerCount / 9);
            corners = Arrays.copyOf(corners, Math.max(900, 2 * cornerCount));
        }
        corners[cornerCount++] = value;
    }

    private Triangles obj(String text) {
        for (String line : (Iterable<String>) text.lines()::iterator) {
            StringTokenizer words = new StringTokenizer(line);
            String kind = words.hasMoreTokens() ? words.nextToken() : "";
            if (kind.equals("v")) {
                if (pointCount + 3 > points.length) {
                    points = Arrays.copyOf(points, Math.max(300, 2 * points.length));
                }
                for (int k = 0; k < 3; k++) {
                    points[pointCount++] = number(words);
                }
            } else if (kind.equals("f")) {
                face(words);
            }
        }
        return new Triangles(Arrays.copyOf(corners, cornerCount));
    }

    /**
     * Four corners are two triangles along the shorter diagonal, more a fan; a corner's number may be followed by those of its
     * texture and normal.
     */
    private void face(StringTokenizer words) {
        int[] polygon = new int[words.countTokens()];
        for (int k = 0; k < polygon.length; k++) {
            String word = words.nextToken();
            int slash = word.indexOf('/');
            polygon[k] = point(slash < 0 ? word : word.substring(0, slash));
        }
        int apex = polygon.length == 4
                        && squaredDistance(polygon[1], polygon[3]) <= squaredDistance(polygon[0], polygon[2])
                ? 1
                : 0;
        for (int k = 1; k + 1 < polygon.length; k++) {
            addPoint(polygon[apex]);
            addPoint(polygon[(apex + k) % polygon.length]);
            addPoint(polygon[(apex + k + 1) % polygon.length]);
        }
    }

    private double squaredDistance(int one, int other) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            double difference = points[3 * one + k] - points[3 * other + k];
            sum += difference * difference;
        }
        return sum;
    }

    private void addPoint(int point) {
        for (int k = 0; k < 3; k++) {
            addCorner(points[3 * point + k]);
        }
    }

    /** Counted from 1, or from the end where negative. */
    private int point(String word) {
        int count = pointCount / 3;
        double index = DecimalNumber.parse(word).orElse(0);
        double point = index > 0 ? index - 1 : count + index;
        if (index != Math.rint(index) || index == 0 || point < 0 || point >= count) {
            throw new IllegalArgumentException(
                    "a face names the corner \"%s\", but there are %s".formatted(word, count));
        }
        return (int) point;
    }
}
