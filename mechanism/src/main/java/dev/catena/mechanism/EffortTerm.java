package dev.catena.mechanism;

import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * l⁽ᵖ⁾ᵀ w(y), a part of what is differentiated: l = G μ, and w the efforts of base, joints, motors and cut joints with friction, or
 * their rates, as a function of the motion y of all of them.
 */
final class EffortTerm {
    /** Of base, joints and motors: what core fills. */
    final double[] multipliersOfTree;

    final double[][] firstOfTree;
    final double[] secondOfTree;

    private final VariedLoops loops;
    private final int p;
    private final int frictionOrder;

    /** The same with cut joints. */
    private final double[] multipliers;

    private final double[] efforts;
    private final double[][] first;

    /**
     * @param p 0, or 1 for l̇
     * @param orders how many derivatives of y by time w depends on: 3 for efforts, 4 for their rates
     * @param ofTree base, joints and motors
     */
    EffortTerm(VariedLoops loops, int p, int orders, int ofTree, boolean withSecond) {
        this.loops = loops;
        this.p = p;
        frictionOrder = orders - 3;
        int all = ofTree + loops.friction.cuts.length;
        multipliersOfTree = new double[ofTree];
        firstOfTree = new double[orders][ofTree * ofTree];
        secondOfTree = new double[withSecond ? orders * ofTree * orders * ofTree : 0];
        multipliers = new double[all];
        efforts = new double[all];
        first = new double[orders][all * all];
    }

    /** l⁽ᵖ⁾ of the tree: that of the joints after the multipliers of a base, before those of the motors. */
    void findMultipliers(double[] mu, int ofBase, Guard guard) {
        Arrays.fill(multipliersOfTree, 0);
        if (p == 0) {
            System.arraycopy(mu, 0, multipliersOfTree, 0, ofBase);
            int motors = multipliersOfTree.length - ofBase - loops.n;
            System.arraycopy(mu, ofBase + loops.count, multipliersOfTree, ofBase + loops.n, motors);
        }
        for (int i = 0; i < loops.n; i++) {
            multipliersOfTree[ofBase + i] = loops.variation.virtual[i].c[p];
        }
        System.arraycopy(multipliersOfTree, 0, multipliers, 0, multipliersOfTree.length);
        for (int f = 0; f < loops.friction.cuts.length; f++) {
            multipliers[multipliersOfTree.length + f] = loops.variation.virtual[loops.n + f].c[p];
        }
        guard.checkResult("the multipliers of all joints", multipliers);
    }

    /** Notes w of the joints, and ∂w from what core filled in; friction in cut joints is f(ṡ), its rate f′ s̈. */
    void embed(double[] ofJoints, int ofBase) {
        int small = multipliersOfTree.length;
        int all = multipliers.length;
        System.arraycopy(ofJoints, 0, efforts, ofBase, loops.n);
        for (int o = 0; o < first.length; o++) {
            Arrays.fill(first[o], 0);
            for (int i = 0; i < small; i++) {
                System.arraycopy(firstOfTree[o], i * small, first[o], i * all, small);
            }
        }
        CutFriction friction = loops.friction;
        for (int f = 0; f < friction.cuts.length; f++) {
            int at = small + f;
            double slope = friction.slope(f);
            if (frictionOrder == 0) {
                efforts[at] = friction.effort[f];
                first[1][at * all + at] = slope;
            } else {
                double acceleration = loops.cutAcceleration(f);
                efforts[at] = slope * acceleration;
                first[1][at * all + at] = friction.curvature(f) * acceleration;
                first[2][at * all + at] = slope;
            }
        }
    }

    /** Adds to ∂(G⁽ᵖ⁾ᵀ w). */
    void addFirst(double[][] out) {
        loops.chain.addFirst(p, efforts, first, out);
    }

    /** S += l⁽ᵖ⁾ᵀ ∂²w, with rows of cut joints. */
    void addSecondTo(double[] S, int orders) {
        int small = multipliersOfTree.length;
        int all = multipliers.length;
        int from = first.length;
        for (int row = 0; row < from * small; row++) {
            int to = (row / small * all + row % small) * orders * all;
            for (int o = 0; o < from; o++) {
                for (int k = 0; k < small; k++) {
                    S[to + o * all + k] += secondOfTree[row * from * small + o * small + k];
                }
            }
        }
        CutFriction friction = loops.friction;
        for (int f = 0; f < friction.cuts.length; f++) {
            int at = small + f;
            double bend = multipliers[at] * friction.curvature(f);
            int speed = (all + at) * orders * all;
            if (frictionOrder == 0) {
                S[speed + all + at] += bend;
            } else {
                S[speed + all + at] += multipliers[at] * friction.thirdDerivative(f) * loops.cutAcceleration(f);
                S[speed + 2 * all + at] += bend;
                S[(2 * all + at) * orders * all + all + at] += bend;
            }
        }
    }

    /** gradient += ∂wᵀ l⁽ᵖ⁾. */
    void addGradient(double[][] gradient) {
        int all = multipliers.length;
        for (int o = 0; o < first.length; o++) {
            for (int i = 0; i < all; i++) {
                for (int k = 0; k < all; k++) {
                    gradient[o][k] += first[o][i * all + k] * multipliers[i];
                }
            }
        }
    }

    /** What changes of l⁽ᵖ⁾ add. */
    void addVirtual(double[] H) {
        loops.chain.addVirtual(p, efforts, first, H);
    }
}
