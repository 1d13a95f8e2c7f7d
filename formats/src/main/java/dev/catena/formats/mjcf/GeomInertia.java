package dev.catena.formats.mjcf;

import dev.catena.model.Geometry;
import dev.catena.model.InertiaTensor;

/**
 * What a geom of even density weighs and how its mass is spread, about its center: a solid, or its surface alone.
 *
 * <p>The surface of an ellipsoid is that of MuJoCo: the area by Thomsen's formula, which is off by one percent at most, the mass
 * between the ellipsoid and one whose half axes are a little longer, all by the same.
 */
record GeomInertia(Geometry geometry, boolean shell) {
    /** Thomsen's exponent. */
    private static final double EXPONENT = 1.6075;

    /** Volume, or area of the surface. */
    double content() {
        double[] a = geometry.measures();
        if (geometry instanceof Geometry.Box) {
            return shell ? 2 * (a[0] * a[1] + a[1] * a[2] + a[2] * a[0]) : a[0] * a[1] * a[2];
        }
        if (geometry instanceof Geometry.Ellipsoid) {
            return shell ? areaOfEllipsoid(a[0], a[1], a[2]) : 4.0 / 3 * Math.PI * a[0] * a[1] * a[2];
        }
        if (geometry instanceof Geometry.Sphere) {
            return ball(a[0]);
        }
        return geometry instanceof Geometry.Capsule
                ? ball(a[0]) + tube(a[0], a[1])
                : tube(a[0], a[1]) + (shell ? 2 * disk(a[0]) : 0);
    }

    private double ball(double radius) {
        return 4 * Math.PI * radius * radius * (shell ? 1 : radius / 3);
    }

    /** The round part of a cylinder: all of it, or what is around it. */
    private double tube(double radius, double length) {
        return Math.PI * radius * length * (shell ? 2 : radius);
    }

    private static double disk(double radius) {
        return Math.PI * radius * radius;
    }

    private static double areaOfEllipsoid(double a, double b, double c) {
        double sum = Math.pow(a * b, EXPONENT) + Math.pow(b * c, EXPONENT) + Math.pow(c * a, EXPONENT);
        return 4 * Math.PI * Math.pow(sum / 3, 1 / EXPONENT);
    }

    /** About the center, along the axes of the geom. */
    InertiaTensor tensor(double mass) {
        double[] a = geometry.measures();
        if (geometry instanceof Geometry.Box) {
            return box(a[0], a[1], a[2], mass);
        }
        if (geometry instanceof Geometry.Ellipsoid) {
            return ellipsoid(a[0], a[1], a[2], mass);
        }
        if (geometry instanceof Geometry.Sphere) {
            double moment = ofBall(mass, a[0]);
            return InertiaTensor.diagonal(moment, moment, moment);
        }
        return geometry instanceof Geometry.Capsule ? capsule(a[0], a[1], mass) : cylinder(a[0], a[1], mass);
    }

    /** Of a box by ∫x², ∫y², ∫z²: of a surface, two faces stand at each end and four along. */
    private InertiaTensor box(double x, double y, double z, double mass) {
        double xx = mass * alongSide(x, y, z);
        double yy = mass * alongSide(y, z, x);
        double zz = mass * alongSide(z, x, y);
        return InertiaTensor.diagonal(yy + zz, xx + zz, xx + yy);
    }

    /** The mean of x² over a box or its faces. */
    private double alongSide(double x, double y, double z) {
        if (!shell) {
            return x * x / 12;
        }
        double ends = y * z;
        double sides = x * (y + z);
        return x * x * (ends / 4 + sides / 12) / (ends + sides);
    }

    private InertiaTensor ellipsoid(double a, double b, double c, double mass) {
        // m (b² + c²)/5 of a solid; of a thin layer its derivative by the half axes, with V/V′ = abc/(ab + bc + ca)
        double layer = shell ? 2 * a * b * c / (a * b + b * c + c * a) : 0;
        double m = mass / 5;
        return InertiaTensor.diagonal(
                m * (b * b + c * c + layer * (b + c)),
                m * (a * a + c * c + layer * (a + c)),
                m * (a * a + b * b + layer * (a + b)));
    }

    private double ofBall(double mass, double radius) {
        return mass * radius * radius * (shell ? 2.0 / 3 : 0.4);
    }

    private InertiaTensor cylinder(double radius, double length, double mass) {
        double square = radius * radius;
        double part = shell ? disk(radius) / content() : 0;
        double ends = 2 * part * mass;
        double round = mass - ends;
        double across = acrossTube(radius, length, round) + ends * (square / 4 + length * length / 4);
        return InertiaTensor.diagonal(across, across, aroundTube(radius, round) + ends * square / 2);
    }

    private double acrossTube(double radius, double length, double mass) {
        return mass * ((shell ? 6 : 3) * radius * radius + length * length) / 12;
    }

    private double aroundTube(double radius, double mass) {
        return mass * radius * radius * (shell ? 1 : 0.5);
    }

    /** A cylinder without ends and two half balls, whose mass centers are 3/8 of the radius from their faces, of shells a half. */
    private InertiaTensor capsule(double radius, double length, double mass) {
        double ball = mass * ball(radius) / content();
        double round = mass - ball;
        double center = radius * (shell ? 0.5 : 0.375);
        double across =
                acrossTube(radius, length, round) + ofBall(ball, radius) + ball * length * (length / 4 + center);
        return InertiaTensor.diagonal(across, across, aroundTube(radius, round) + ofBall(ball, radius));
    }
}
