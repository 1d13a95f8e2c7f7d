package dev.catena.benchmarks;

import java.util.SplittableRandom;

/** Random joint states that a benchmark goes round, so that no branch or cache line is learned by heart. */
final class States {
    /** A power of two. */
    static final int COUNT = 64;

    private static final long SEED = 7;

    final double[][] q;
    final double[][] qd;
    final double[][] qdd;
    final double[][] qddd;

    States(int joints) {
        SplittableRandom random = new SplittableRandom(SEED);
        q = random(random, joints, Math.PI);
        qd = random(random, joints, 1);
        qdd = random(random, joints, 1);
        qddd = random(random, joints, 1);
    }

    static int after(int state) {
        return (state + 1) & (COUNT - 1);
    }

    private static double[][] random(SplittableRandom random, int joints, double size) {
        double[][] vectors = new double[COUNT][joints];
        for (double[] vector : vectors) {
            for (int k = 0; k < joints; k++) {
                vector[k] = random.nextDouble(-size, size);
            }
        }
        return vectors;
    }
}
