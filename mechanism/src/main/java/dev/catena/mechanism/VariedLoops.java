package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;

/** Closed loops along a motion of the independent joints and motors, and how both change, for derivatives of efforts. */
final class VariedLoops {
    final LoopKinematics kinematics;
    final CutFriction friction;
    final LoopVariation variation;
    final LoopChainRule chain;
    final int n;
    final int count;

    /** By order in time: the motion of the independent joints, and that of all joints and motors. */
    final double[][] given;

    final double[][] tree;

    private final double[] unused;

    /**
     * @param order of the highest derivative by time that counts
     * @param motors how many turn on their own
     * @param mostOfBase 6 where a base may have rows of its own, else 0
     */
    VariedLoops(RobotModel model, int order, int motors, int mostOfBase) {
        kinematics = new LoopKinematics(model);
        friction = new CutFriction(model, kinematics.closure.equations);
        variation = new LoopVariation(model, kinematics, friction, order);
        n = kinematics.n;
        count = kinematics.count;
        chain = new LoopChainRule(variation, order, n, motors, mostOfBase);
        given = new double[order + 1][count];
        tree = new double[order + 1][n + motors];
        unused = new double[n];
    }

    /** Notes the motion of independent joints and motors, one derivative of it. */
    void set(int order, double[] motion) {
        System.arraycopy(motion, 0, given[order], 0, count);
        System.arraycopy(motion, count, tree[order], n, tree[order].length - n);
    }

    /** Closes the loops, and finds the motion of all joints with its changes. */
    void move(int ofBase, Guard guard) {
        if (!kinematics.close(given[0]).isClosed()) {
            throw new LoopException(kinematics.closure);
        }
        kinematics.move(given[1]);
        kinematics.accelerate(given[2]);
        friction.addTo(kinematics.closure.q, kinematics.qd, unused);
        variation.find(given);
        chain.begin(ofBase);
        double factorial = 1;
        for (int order = 0; order < tree.length; order++) {
            factorial *= Math.max(order, 1);
            for (int i = 0; i < n; i++) {
                tree[order][i] = factorial * variation.motion.q[i].c[order];
            }
            guard.checkResult("the motion of all joints", tree[order]);
        }
    }

    /** s̈ of a cut joint with friction. */
    double cutAcceleration(int f) {
        return variation.motion.cutVelocity(friction.cuts[f], 1);
    }
}
