package dev.catena.mechanism;

import dev.catena.model.RobotModel;
import java.util.Arrays;

/**
 * How what cut joints carry changes with the motion of the independent joints. With b for what the tree takes and actuators do
 * not supply, Jᵀλ = b; so J_pᵀ λ′ = b′ − J′ᵀ λ, and of redundant constraints λ′ is that of the λ of least norm.
 */
final class CutChanges {
    private final LoopKinematics kinematics;
    private final CutFriction friction;
    private final LoopDerivatives derivatives;
    private final LoopSeries series;
    private final int n;
    private final int count;
    private final double[] multipliers;

    /** By variable and column. */
    private final double[][][] changes;

    private final double[] unbalanced;
    private final double[] velocity;
    private final double[] contracted;
    private final double[] zero;
    private final double[] wrench = new double[6];
    private double[] velocities;
    private int ofBase;

    CutChanges(RobotModel model, LoopKinematics kinematics, CutFriction friction, LoopDerivatives derivatives) {
        this.kinematics = kinematics;
        this.friction = friction;
        this.derivatives = derivatives;
        series = new LoopSeries(model, kinematics, 1);
        n = kinematics.n;
        count = kinematics.count;
        int rows = kinematics.closure.equations.rows;
        multipliers = new double[rows];
        changes = new double[3][6 + count][rows];
        unbalanced = new double[n];
        velocity = new double[n];
        contracted = new double[derivatives.size];
        zero = new double[n];
        velocities = new double[count];
    }

    /**
     * @param balanced what cut joints supply to the tree, by joint
     * @param columns by variable and column, how what the tree takes less actuators changes, without friction in cut joints
     * @param qd velocities of the independent joints, kept until the wrenches were read
     */
    void compute(double[] balanced, double[][][] columns, int ofBase, double[] qd) {
        this.ofBase = ofBase;
        velocities = qd;
        kinematics.closure.solveMultipliers(balanced, multipliers);
        for (int variable = 0; variable < 3; variable++) {
            for (int j = 0; j < ofBase + count; j++) {
                System.arraycopy(columns[variable][j], ofBase, unbalanced, 0, n);
                if (j >= ofBase) {
                    addFriction(variable, j - ofBase);
                }
                if (variable == 0 && j >= ofBase) {
                    turn(j - ofBase);
                    kinematics.closure.solveMultiplierChanges(multipliers, series.jacobian, unbalanced, changes[0][j]);
                } else {
                    kinematics.closure.solveMultipliers(unbalanced, changes[variable][j]);
                }
            }
        }
    }

    /** J′ and σ′ along G eⱼ; adds what friction does by turning. */
    private void turn(int j) {
        Arrays.fill(contracted, 0);
        contracted[j] = 1;
        series.along(contracted);
        series.findJacobian();
        for (int f = 0; f < friction.cuts.length; f++) {
            for (int k = 0; k < n; k++) {
                unbalanced[k] += series.cutRates[friction.cuts[f]][k].c[1] * friction.effort[f];
            }
        }
    }

    /** σᵀ f′ ∂ṡ. */
    private void addFriction(int variable, int j) {
        for (int f = 0; f < friction.cuts.length; f++) {
            double change = frictionChange(variable, j, f);
            for (int k = 0; k < n; k++) {
                unbalanced[k] += friction.row(f)[k] * change;
            }
        }
    }

    private double frictionChange(int variable, int j, int f) {
        return switch (variable) {
            case 0 -> {
                derivatives.contract(velocities, j, contracted);
                yield friction.slope(f) * contracted[n + f];
            }
            case 1 -> friction.slope(f) * derivatives.first[(n + f) * count + j];
            default -> 0;
        };
    }

    /** Six rows for each variable, in the axes of frame 2. */
    void wrench(int cut, CutConstraint constraint, double[][] out) {
        double length = kinematics.closure.equations.length;
        int width = ofBase + count;
        kinematics.closure.equations.place(kinematics.closure.q);
        for (int variable = 0; variable < 3; variable++) {
            for (int j = 0; j < width; j++) {
                if (variable == 0 && j >= ofBase) {
                    for (int i = 0; i < n; i++) {
                        velocity[i] = derivatives.first[i * count + j - ofBase];
                    }
                    kinematics.closure.equations.move(kinematics.closure.q, velocity, zero, 2);
                    constraint.wrenchRate(length, multipliers, changes[0][j], wrench);
                } else {
                    constraint.wrench(length, changes[variable][j], wrench);
                }
                for (int f = 0; j >= ofBase && f < friction.cuts.length; f++) {
                    if (friction.cuts[f] == cut) {
                        wrench[friction.along(cut)] -= frictionChange(variable, j - ofBase, f);
                    }
                }
                for (int i = 0; i < 6; i++) {
                    out[variable][i * width + j] = wrench[i];
                }
            }
        }
    }
}
