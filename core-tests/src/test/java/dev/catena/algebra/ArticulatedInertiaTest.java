package dev.catena.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of inertias are the same by every kind of placement, into another object and into the own. */
class ArticulatedInertiaTest {
    private static final double TWIST = 0.4;
    private static final double LENGTH = 0.3;
    private static final double ANGLE = -1.2;
    private static final double SHIFT = 0.7;

    private static Inertia body(RandomNumbers random) {
        Inertia inertia = new Inertia();
        double[] x = random.vector(10, 1);
        inertia.set(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9]);
        return inertia;
    }

    /** A rigid body of which a joint has let something through. */
    private static ReleasedInertia inertia(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        ArticulatedInertia inertia = new ArticulatedInertia();
        inertia.set(body(random));
        Force u = new Force();
        double[] x = random.vector(6, 1);
        u.fx = x[0];
        u.fy = x[1];
        u.fz = x[2];
        u.nx = x[3];
        u.ny = x[4];
        u.nz = x[5];
        ReleasedInertia released = new ReleasedInertia();
        released.set(inertia, 0.7, u);
        return released;
    }

    private static JointPlacement placement(boolean general) {
        JointPlacement onNormal =
                JointPlacement.onNormal(new Placement(), true, Math.cos(TWIST), Math.sin(TWIST), LENGTH, ANGLE, SHIFT);
        Placement atZero = new Placement();
        atZero.set(onNormal);
        JointPlacement placement = general ? JointPlacement.general(atZero, true) : onNormal;
        placement.move(0.9);
        return placement;
    }

    private static double[] entries(ArticulatedInertia inertia) {
        double[] entries = new double[36];
        inertia.copyTo(entries);
        return entries;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sumsTakeTheOwnPartWhereverItIs(boolean general) {
        JointPlacement placement = placement(general);
        ArticulatedInertia expected = inertia(1);
        Placement full = new Placement();
        full.set(placement);
        expected.addFromChild(full, inertia(2));

        ArticulatedInertia fresh = inertia(3);
        ArticulatedInertia own = inertia(1);
        inertia(2).addAt(placement, own, fresh);
        Agreement.check("into another", entries(fresh), entries(expected), 1e-14);
        assertThat(entries(own)).as("own part").containsExactly(entries(inertia(1)));

        ArticulatedInertia same = inertia(1);
        inertia(2).addAt(placement, same, same);
        Agreement.check("into the own", entries(same), entries(expected), 1e-14);
    }
}
