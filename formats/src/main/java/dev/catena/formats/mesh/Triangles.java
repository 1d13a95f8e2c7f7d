package dev.catena.formats.mesh;

import dev.catena.model.Pose;
import dev.catena.model.Vector3;

/** Triangles in space: nine coordinates each, three corners one after the other, counterclockwise seen from outside. */
public final class Triangles {
    private final double[] corners;

    public Triangles(double[] corners) {
        if (corners.length % 9 != 0) {
            throw new IllegalArgumentException("triangles have 9 coordinates each, but there are " + corners.length);
        }
        this.corners = corners;
    }

    public int count() {
        return corners.length / 9;
    }

    double coordinate(int triangle, int corner, int axis) {
        return corners[9 * triangle + 3 * corner + axis];
    }

    /** In another frame. */
    public Triangles moved(Pose targetFromMesh) {
        double[] moved = new double[corners.length];
        for (int k = 0; k < corners.length; k += 3) {
            Vector3 point = targetFromMesh.apply(new Vector3(corners[k], corners[k + 1], corners[k + 2]));
            moved[k] = point.x();
            moved[k + 1] = point.y();
            moved[k + 2] = point.z();
        }
        return new Triangles(moved);
    }

    /** Each axis scaled on its own; an odd number of negative factors turns the triangles over, so they are turned back. */
    public Triangles scaled(Vector3 scale) {
        double[] factors = scale.toArray();
        boolean mirrored = factors[0] * factors[1] * factors[2] < 0;
        double[] scaled = new double[corners.length];
        for (int k = 0; k < corners.length; k++) {
            int corner = k / 3 % 3;
            int to = mirrored && corner > 0 ? k + (corner == 1 ? 3 : -3) : k;
            scaled[to] = factors[k % 3] * corners[k];
        }
        return new Triangles(scaled);
    }
}
