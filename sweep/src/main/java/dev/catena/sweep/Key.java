package dev.catena.sweep;

import dev.catena.model.Vector3;
import dev.catena.sweep.reduce.EqualRanges;
import java.util.List;

/** By what results are told apart. */
public sealed interface Key {
    /**
     * Where a body's origin is, in cubes.
     *
     * @param lower the corner of the first cube
     * @param countX how many cubes there are along x; likewise along y and z
     */
    record Voxel(String body, double size, Vector3 lower, int countX, int countY, int countZ) implements Key {
        public Voxel {
            check("voxels of " + body, Math.min(countX, Math.min(countY, countZ)));
            check("voxels of " + body, (double) countX * countY * countZ);
            if (!lower.isFinite()) {
                throw new IllegalArgumentException(
                        "voxels of %s begin at %s, but must begin at finite numbers".formatted(body, lower));
            }
            if (!(size > 0 && size <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "voxels have the size %s, but must have a positive one".formatted(size));
            }
        }

        @Override
        public int bins() {
            return countX * countY * countZ;
        }

        @Override
        public List<String> columns() {
            return List.of("x", "y", "z");
        }

        @Override
        public double[] values(int bin) {
            int ix = bin / (countY * countZ);
            int iy = bin / countZ % countY;
            int iz = bin % countZ;
            return new double[] {
                lower.x() + (ix + 0.5) * size, lower.y() + (iy + 0.5) * size, lower.z() + (iz + 0.5) * size
            };
        }
    }

    /** Equal ranges of a number of the states: payload, a torque, a coordinate. */
    record Range(String subject, double from, double to, int bins) implements Key {
        public Range {
            check("ranges of " + subject, bins);
            if (!(from < to) || !(to - from <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "ranges of %s go from %s to %s, but must go up between finite numbers"
                                .formatted(subject, from, to));
            }
        }

        @Override
        public List<String> columns() {
            return List.of(subject + "_from", subject + "_to");
        }

        @Override
        public double[] values(int bin) {
            EqualRanges ranges = new EqualRanges(from, to, bins);
            return new double[] {ranges.limit(bin), ranges.limit(bin + 1)};
        }
    }

    /** A whole number of the states from 0 on, such as the draw of a cycle. */
    record Whole(String subject, int bins) implements Key {
        public Whole {
            check("values of " + subject, bins);
        }

        @Override
        public List<String> columns() {
            return List.of(subject);
        }

        @Override
        public double[] values(int bin) {
            return new double[] {bin};
        }
    }

    /** Most bins of all keys together. */
    int MOST_BINS = 20_000_000;

    int bins();

    /** What a bin is called by in tables. */
    List<String> columns();

    double[] values(int bin);

    private static void check(String what, double bins) {
        if (!(bins >= 1 && bins <= MOST_BINS)) {
            throw new IllegalArgumentException(
                    "there are %s %s, but 1 to %s are needed".formatted((long) bins, what, MOST_BINS));
        }
    }
}
