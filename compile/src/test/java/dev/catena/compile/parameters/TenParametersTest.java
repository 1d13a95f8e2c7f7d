package dev.catena.compile.parameters;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ten parameters of a body as those of its inertia, seen from elsewhere, in motion, and in the kinetic energy. */
class TenParametersTest {
    private static double[] parameters(SpatialInertia inertia) {
        InertiaTensor j = inertia.tensorAboutOrigin();
        Vector3 ms = inertia.firstMoment();
        return new double[] {j.xx(), j.xy(), j.xz(), j.yy(), j.yz(), j.zz(), ms.x(), ms.y(), ms.z(), inertia.mass()};
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void seenFromTheParentTheyAreThoseOfTheMovedBody(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        SpatialInertia inertia = random.inertia();
        Pose pose = random.pose(1);
        Agreement.check(
                "seed " + seed, TenParameters.inParent(pose, parameters(inertia)), parameters(inertia.in(pose)), 1e-13);
    }

    /** d/dq of the moved parameters, by central differences. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void alongTheJointTheyChangeAsDifferencesDo(long seed) {
        double[] x = parameters(new RandomNumbers(seed).inertia());
        double h = 1e-5;
        for (boolean turns : new boolean[] {true, false}) {
            double[] after = TenParameters.inParent(motion(turns, h), x);
            double[] before = TenParameters.inParent(motion(turns, -h), x);
            double[] slope = new double[10];
            for (int k = 0; k < 10; k++) {
                slope[k] = (after[k] - before[k]) / (2 * h);
            }
            Agreement.check(
                    "seed %s, turns %s".formatted(seed, turns), TenParameters.motionAlongZ(turns, x), slope, 1e-8);
        }
    }

    private static Pose motion(boolean turns, double q) {
        return turns ? Pose.rotation(Rotation.aboutZ(q)) : Pose.translation(0, 0, q);
    }

    /** v·v′ M + (v × ω′ + v′ × ω)·MS + ωᵀ J ω′, of one velocity twice the kinetic energy. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void energyIsThatOfTheBody(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        SpatialInertia inertia = random.inertia();
        double[] v = random.vector(6, 1);
        double[] w = random.vector(6, 1);
        double energy = 0;
        double[] form = TenParameters.energy(v, w);
        double[] x = parameters(inertia);
        for (int k = 0; k < 10; k++) {
            energy += form[k] * x[k];
        }
        Vector3 v1 = new Vector3(v[0], v[1], v[2]);
        Vector3 w1 = new Vector3(v[3], v[4], v[5]);
        Vector3 v2 = new Vector3(w[0], w[1], w[2]);
        Vector3 w2 = new Vector3(w[3], w[4], w[5]);
        // velocities of the center of mass: v + ω × c
        Vector3 c = inertia.centerOfMass();
        double expected = inertia.mass() * v1.plus(w1.cross(c)).dot(v2.plus(w2.cross(c)))
                + w1.dot(inertia.tensorAboutCenter().times(w2));
        Agreement.check("seed " + seed, energy, expected, 1e-13);
        Agreement.check("symmetric, seed " + seed, TenParameters.energy(w, v), form, 1e-15);
    }
}
