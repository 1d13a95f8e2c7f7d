package dev.catena.testkit;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.util.Random;
import java.util.SplittableRandom;

/** Random values of the model's types, the same for the same seed. */
public final class RandomNumbers {
    private final Random random;

    public RandomNumbers(long seed) {
        random = new Random(seed);
    }

    /** Another seed for each seed: sequences of {@link Random} from neighboring seeds begin alike, these do not. */
    public static long scattered(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    /** Evenly spread between two bounds. */
    public double between(double lower, double upper) {
        return lower + (upper - lower) * random.nextDouble();
    }

    /** True with a probability. */
    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** 0 ≤ result &lt; bound. */
    public int index(int bound) {
        return random.nextInt(bound);
    }

    /** Entries between −size and size. */
    public double[] vector(int length, double size) {
        double[] v = new double[length];
        for (int i = 0; i < length; i++) {
            v[i] = between(-size, size);
        }
        return v;
    }

    /** Coordinates between −size and size. */
    public Vector3 vector3(double size) {
        return Vector3.of(vector(3, size));
    }

    public Rotation rotation() {
        return Rotation.fromQuaternion(
                random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
    }

    /** A rotation, and a position with coordinates up to a size. */
    public Pose pose(double size) {
        return new Pose(rotation(), vector3(size));
    }

    public Wrench wrench(double size) {
        return new Wrench(vector3(size), vector3(size));
    }

    /** The inertia of a body that could exist: a cloud of mass with different extents along three random axes. */
    public SpatialInertia inertia() {
        double mass = between(0.5, 5);
        double xx = mass * Math.pow(between(0.05, 0.3), 2);
        double yy = mass * Math.pow(between(0.05, 0.3), 2);
        double zz = mass * Math.pow(between(0.05, 0.3), 2);
        return SpatialInertia.principal(mass, vector3(0.3), rotation(), yy + zz, xx + zz, xx + yy);
    }
}
