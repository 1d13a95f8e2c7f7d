package dev.catena.control;

import dev.catena.mechanism.ContactTies;
import dev.catena.model.NumericalException;
import dev.catena.simulation.State;
import java.util.stream.IntStream;

/**
 * Springs of a robot whose contacts tie joints to each other. Efforts γ of joints that differ from those of the feed-forward, γ*, along the same
 * motion move nothing: Tᵀ(γ − γ*) = 0, so that δ = γ − γ* of joints that go along says that of the independent ones, −T_dᵀδ.
 */
final class TiedSprings {
    /** What a rigid joint that goes along may move with elastic ones, as a part of their motion. */
    private static final double NOTHING = 1e-6;

    private static final double[][] BINOMIAL = {{1}, {1, 1}, {1, 2, 1}};

    /** Elastic joints that are independent, and those that go along. */
    final int[] moved;

    private final int[] stretched;
    private final int[] rigid;
    private final ElasticModel model;
    private final ContactTies ties;
    private final double[][] whole;
    private final double[][] strains;

    /** T of the moved joints, and M T, by joint. */
    private final double[] shares;

    private final double[] product;

    TiedSprings(ElasticModel model, double[] posture, int order) {
        this.model = model;
        ties = new ContactTies(model.robot, model.contacts, posture, order);
        moved = joints(true, false);
        stretched = joints(true, true);
        rigid = joints(false, true);
        whole = new double[order + 1][model.count];
        strains = new double[order - 1][model.count];
        shares = new double[model.count * moved.length];
        product = new double[model.count * moved.length];
    }

    private int[] joints(boolean elastic, boolean dependent) {
        return IntStream.range(0, model.count)
                .filter(k -> model.motorOf[k] >= 0 == elastic && ties.isDependent(k) == dependent)
                .toArray();
    }

    /** The motion of all joints for that of the independent ones. */
    double[][] complete(double[][] motion) {
        ties.complete(motion, whole);
        return whole;
    }

    /** TᵀM T of the moved joints. */
    void reduce(double[][] motion, double[] masses, double[] out) {
        ties.complete(motion, whole);
        int n = model.count;
        int size = n + model.motors;
        int count = moved.length;
        for (int k = 0; k < n; k++) {
            for (int b = 0; b < count; b++) {
                shares[k * count + b] = ties.share(k, moved[b], 0);
            }
        }
        for (int k = 0; k < n; k++) {
            for (int b = 0; b < count; b++) {
                double sum = 0;
                for (int l = 0; l < n; l++) {
                    sum += masses[k * size + l] * shares[l * count + b];
                }
                product[k * count + b] = sum;
            }
        }
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += shares[k * count + a] * product[k * count + b];
                }
                out[a * count + b] = sum;
            }
        }
        requireStillRigid(masses, out);
    }

    /** Where it was chosen which joints go along, rigid ones did so with rigid ones only. */
    private void requireStillRigid(double[] masses, double[] reduced) {
        int size = model.count + model.motors;
        int count = moved.length;
        for (int k : rigid) {
            for (int a = 0; a < count; a++) {
                double share = shares[k * count + a];
                if (share * share * masses[k * (size + 1)] > NOTHING * NOTHING * reduced[a * (count + 1)]) {
                    throw new NumericalException(
                            "rigid joint \"%s\" of robot \"%s\" goes along with elastic joint \"%s\", but not in the posture in which control began; begin elsewhere, or take ElasticMotorPd"
                                    .formatted(name(k), model.robot.name(), name(moved[a])));
                }
            }
        }
    }

    private String name(int k) {
        return model.robot.jointNames().get(model.joint[k]);
    }

    /** What springs that go along exert beyond the feed-forward, or its derivative, at an independent joint. */
    double lacking(int derivative, int joint, double[][] efforts, State state) {
        double sum = 0;
        for (int k : stretched) {
            for (int j = 0; j <= derivative; j++) {
                sum += BINOMIAL[derivative][j] * ties.share(k, joint, j) * beyond(derivative - j, k, efforts, state);
            }
        }
        return sum;
    }

    private double beyond(int derivative, int k, double[][] efforts, State state) {
        return model.springEffort(derivative, k, state) - efforts[derivative][model.motorOf[k]];
    }

    /**
     * The feed-forward of the motion that was completed last, with strains that vanish as (d/dt + w)² δ = 0 says.
     *
     * @param efforts of springs by the feed-forward without strains, and their rates
     */
    void feed(double[][] efforts, double[] bandwidth, State state) {
        for (int k : stretched) {
            double w = bandwidth[k];
            strains[0][k] = beyond(0, k, efforts, state);
            strains[1][k] = beyond(1, k, efforts, state);
            strains[2][k] = -2 * w * strains[1][k] - w * w * strains[0][k];
        }
        for (int i = 0; i < model.count; i++) {
            if (!ties.isDependent(i)) {
                for (int d = 0; d < strains.length; d++) {
                    double sum = 0;
                    for (int k : stretched) {
                        for (int j = 0; j <= d; j++) {
                            sum -= BINOMIAL[d][j] * ties.share(k, i, j) * strains[d - j][k];
                        }
                    }
                    strains[d][i] = sum;
                }
            }
        }
        model.feed(whole, strains);
    }
}
