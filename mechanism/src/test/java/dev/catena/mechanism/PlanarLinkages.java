package dev.catena.mechanism;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.RandomNumbers;
import java.util.Locale;

/**
 * Four-bars, slider-cranks and five-bars of random size that lie in a random plane, with the pose of each assembly by
 * trigonometry: two circles meet in a point on one side or the other of the line between their centers, and change sides
 * only where they touch.
 */
final class PlanarLinkages {
    /** Where a linkage is for given inputs, in one of its two assemblies. */
    interface Geometry {
        /** Coordinates of all joints; NaN where the linkage cannot be closed. */
        double[] pose(double[] input, int side);

        /** How far the circles are from touching or parting, over their size; negative where they do not meet. */
        double margin(double[] input);
    }

    /** A linkage at inputs where it is assembled, on one side. */
    record Linkage(String name, RobotModel robot, double[] start, int side, boolean turns, Geometry geometry) {
        @Override
        public String toString() {
            return name;
        }
    }

    private PlanarLinkages() {}

    /** The point at distances r and s from two points, to the left (1) or right (−1) of the line from a to b. */
    private static double[] meet(double ax, double ay, double r, double bx, double by, double s, int side) {
        double dx = bx - ax;
        double dy = by - ay;
        double d = Math.hypot(dx, dy);
        double along = (d * d + r * r - s * s) / (2 * d);
        double across = side * Math.sqrt(r * r - along * along);
        return new double[] {ax + (along * dx - across * dy) / d, ay + (along * dy + across * dx) / d};
    }

    private static double margin(double distance, double r, double s) {
        return Math.min(r + s - distance, distance - Math.abs(r - s)) / (r + s);
    }

    private static double angle(double x, double y) {
        return Math.atan2(y, x);
    }

    private static Joint pin(String name, String parent, String child, Pose at) {
        return Joint.revolute(name, parent, child).at(at, Vector3.Z);
    }

    private static Pose along(double x) {
        return Pose.translation(x, 0, 0);
    }

    /** A linkage at random inputs where it closes with room to spare. */
    private static Linkage assembled(
            String name,
            RobotModelBuilder builder,
            boolean turns,
            RandomNumbers random,
            Geometry geometry,
            int inputs) {
        int side = random.chance(0.5) ? 1 : -1;
        double[] start = new double[inputs];
        double size = turns ? Math.PI : 1;
        int tries = 0;
        do {
            for (int k = 0; k < start.length; k++) {
                start[k] = random.between(-size, size);
            }
            if (tries++ > 1000) {
                throw new AssertionError(name + " cannot be assembled");
            }
        } while (!(geometry.margin(start) > 0.01));
        double[] pose = geometry.pose(start, side);
        RobotModel open = builder.build();
        RobotModelBuilder robot = open.toBuilder();
        for (int k = 0; k < pose.length; k++) {
            robot.assembly(open.jointNames().get(k), pose[k]);
        }
        return new Linkage(name, robot.build(), start, side, turns, geometry);
    }

    /** Crank a, coupler c, rocker r on a ground of length b; driven at one of the joints of the tree, 1 to 3. */
    static Linkage fourBar(double a, double b, double c, double r, int input, RandomNumbers random) {
        Pose plane = random.pose(1);
        RobotModelBuilder builder = RobotModel.builder("four-bar")
                .link(pin("crank", "base", "crank", plane), SpatialInertia.ZERO)
                .link(pin("coupler", "crank", "coupler", along(a)), SpatialInertia.ZERO)
                .link(pin("rocker", "base", "rocker", plane.times(along(b))), SpatialInertia.ZERO)
                .cut(new CutJoint("pin", CutKind.REVOLUTE, "coupler", along(c), "rocker", along(r)));
        String name = String.format(Locale.ROOT, "four-bar %.3f %.3f %.3f %.3f input %d", a, b, c, r, input);
        return switch (input) {
            case 1 -> assembled(name, builder.active("crank"), true, random, byCrank(a, b, c, r), 1);
            case 2 -> assembled(name, builder.active("coupler"), true, random, byCoupler(a, b, c, r), 1);
            default -> assembled(name, builder.active("rocker"), true, random, byRocker(a, b, c, r), 1);
        };
    }

    private static Geometry byCrank(double a, double b, double c, double r) {
        return new Geometry() {
            @Override
            public double[] pose(double[] input, int side) {
                double q = input[0];
                double[] pin = meet(a * Math.cos(q), a * Math.sin(q), c, b, 0, r, side);
                return new double[] {
                    q, angle(pin[0] - a * Math.cos(q), pin[1] - a * Math.sin(q)) - q, angle(pin[0] - b, pin[1])
                };
            }

            @Override
            public double margin(double[] input) {
                double q = input[0];
                return PlanarLinkages.margin(Math.hypot(b - a * Math.cos(q), a * Math.sin(q)), c, r);
            }
        };
    }

    private static Geometry byCoupler(double a, double b, double c, double r) {
        return new Geometry() {
            @Override
            public double[] pose(double[] input, int side) {
                double x = a + c * Math.cos(input[0]);
                double y = c * Math.sin(input[0]);
                double[] pin = meet(0, 0, Math.hypot(x, y), b, 0, r, side);
                return new double[] {angle(pin[0], pin[1]) - angle(x, y), input[0], angle(pin[0] - b, pin[1])};
            }

            @Override
            public double margin(double[] input) {
                double distance = Math.hypot(a + c * Math.cos(input[0]), c * Math.sin(input[0]));
                return PlanarLinkages.margin(b, distance, r);
            }
        };
    }

    private static Geometry byRocker(double a, double b, double c, double r) {
        return new Geometry() {
            @Override
            public double[] pose(double[] input, int side) {
                double x = b + r * Math.cos(input[0]);
                double y = r * Math.sin(input[0]);
                double[] elbow = meet(0, 0, a, x, y, c, side);
                double crank = angle(elbow[0], elbow[1]);
                return new double[] {crank, angle(x - elbow[0], y - elbow[1]) - crank, input[0]};
            }

            @Override
            public double margin(double[] input) {
                double q = input[0];
                return PlanarLinkages.margin(Math.hypot(b + r * Math.cos(q), r * Math.sin(q)), a, c);
            }
        };
    }

    /** Crank a and rod l; the slider's line passes the crank's axis at a distance e. Driven at the crank or the slider. */
    static Linkage sliderCrank(double a, double l, double e, boolean atCrank, RandomNumbers random) {
        Pose plane = random.pose(1);
        Joint slider =
                Joint.prismatic("slider", "base", "slider").at(plane.times(Pose.translation(0, e, 0)), Vector3.X);
        RobotModelBuilder builder = RobotModel.builder("slider-crank")
                .link(pin("crank", "base", "crank", plane), SpatialInertia.ZERO)
                .link(pin("rod", "crank", "rod", along(a)), SpatialInertia.ZERO)
                .link(slider, SpatialInertia.ZERO)
                .cut(new CutJoint("pin", CutKind.REVOLUTE, "rod", along(l), "slider", Pose.IDENTITY));
        String name =
                String.format(Locale.ROOT, "slider-crank %.3f %.3f %.3f %s", a, l, e, atCrank ? "crank" : "slider");
        if (!atCrank) {
            return assembled(name, builder.active("slider"), false, random, bySlider(a, l, e), 1);
        }
        Geometry geometry = new Geometry() {
            @Override
            public double[] pose(double[] input, int side) {
                double q = input[0];
                double high = e - a * Math.sin(q);
                double reach = side * Math.sqrt(l * l - high * high);
                return new double[] {q, angle(reach, high) - q, a * Math.cos(q) + reach};
            }

            @Override
            public double margin(double[] input) {
                return (l - Math.abs(e - a * Math.sin(input[0]))) / l;
            }
        };
        return assembled(name, builder.active("crank"), true, random, geometry, 1);
    }

    private static Geometry bySlider(double a, double l, double e) {
        return new Geometry() {
            @Override
            public double[] pose(double[] input, int side) {
                double[] elbow = meet(0, 0, a, input[0], e, l, side);
                double crank = angle(elbow[0], elbow[1]);
                return new double[] {crank, angle(input[0] - elbow[0], e - elbow[1]) - crank, input[0]};
            }

            @Override
            public double margin(double[] input) {
                return PlanarLinkages.margin(Math.hypot(input[0], e), a, l);
            }
        };
    }

    /** Cranks a and d on a ground of length b, couplers c and r between their tips; driven at both cranks. */
    static Linkage fiveBar(double a, double b, double c, double d, double r, RandomNumbers random) {
        Pose plane = random.pose(1);
        RobotModelBuilder builder = RobotModel.builder("five-bar")
                .link(pin("left", "base", "left", plane), SpatialInertia.ZERO)
                .link(pin("left_coupler", "left", "left_coupler", along(a)), SpatialInertia.ZERO)
                .link(pin("right", "base", "right", plane.times(along(b))), SpatialInertia.ZERO)
                .link(pin("right_coupler", "right", "right_coupler", along(d)), SpatialInertia.ZERO)
                .cut(new CutJoint("pin", CutKind.REVOLUTE, "left_coupler", along(c), "right_coupler", along(r)))
                .active("left", "right");
        Geometry geometry = new Geometry() {
            @Override
            public double[] pose(double[] input, int side) {
                double x = a * Math.cos(input[0]);
                double y = a * Math.sin(input[0]);
                double u = b + d * Math.cos(input[1]);
                double v = d * Math.sin(input[1]);
                double[] pin = meet(x, y, c, u, v, r, side);
                return new double[] {
                    input[0],
                    angle(pin[0] - x, pin[1] - y) - input[0],
                    input[1],
                    angle(pin[0] - u, pin[1] - v) - input[1]
                };
            }

            @Override
            public double margin(double[] input) {
                double distance = Math.hypot(
                        b + d * Math.cos(input[1]) - a * Math.cos(input[0]),
                        d * Math.sin(input[1]) - a * Math.sin(input[0]));
                return PlanarLinkages.margin(distance, c, r);
            }
        };
        return assembled(
                String.format(Locale.ROOT, "five-bar %.3f %.3f %.3f %.3f %.3f", a, b, c, d, r),
                builder,
                true,
                random,
                geometry,
                2);
    }
}
