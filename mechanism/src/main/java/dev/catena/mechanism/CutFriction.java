package dev.catena.mechanism;

import dev.catena.algebra.Series;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.tree.DriveFriction;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Friction in cut joints with one coordinate s. As ṡ = σ q̇_tr, what it takes is σᵀ f(ṡ) at the joints of the tree: in all
 * equations it stands beside the efforts of the tree.
 */
final class CutFriction {
    /** The cut joints that have friction. */
    final int[] cuts;

    /** By such a joint: its velocity, and the effort that friction takes. */
    final double[] velocity;

    final double[] effort;

    private final Friction[] friction;
    private final LoopEquations equations;

    /** By such a joint: σ. */
    private final double[][] rows;

    CutFriction(RobotModel model, LoopEquations equations) {
        this.equations = equations;
        List<CutJoint> all = model.loops().cutJoints();
        cuts = IntStream.range(0, all.size())
                .filter(c -> !all.get(c).friction().isZero())
                .toArray();
        friction = IntStream.of(cuts).mapToObj(c -> all.get(c).friction()).toArray(Friction[]::new);
        velocity = new double[cuts.length];
        effort = new double[cuts.length];
        rows = new double[cuts.length][equations.n];
    }

    /** Adds what friction takes at a pose and velocities of the tree to efforts of the tree. */
    void addTo(double[] q, double[] qd, double[] efforts) {
        if (cuts.length == 0) {
            return;
        }
        equations.place(q);
        for (int f = 0; f < cuts.length; f++) {
            double[] row = rows[f];
            equations.coordinateRow(cuts[f], row);
            double sum = 0;
            for (int k = 0; k < row.length; k++) {
                sum += row[k] * qd[k];
            }
            velocity[f] = sum;
            effort[f] = friction[f].effort(sum);
            for (int k = 0; k < row.length; k++) {
                efforts[k] += row[k] * effort[f];
            }
        }
    }

    /** ∂ effort / ∂ velocity after {@link #addTo}. */
    double slope(int f) {
        return friction[f].slope(velocity[f]);
    }

    double curvature(int f) {
        return friction[f].curvature(velocity[f]);
    }

    double thirdDerivative(int f) {
        return friction[f].thirdDerivative(velocity[f]);
    }

    /** out ← effort of a velocity that changes in time; the jump of the sign function is left out. */
    void effort(int f, Series speed, Series scratch, Series out) {
        Friction law = friction[f];
        out.setZero();
        out.addScaled(law.viscous(), speed);
        if (law.smoothingVelocity() > 0) {
            scratch.setHyperbolicTangent(1 / law.smoothingVelocity(), speed);
        } else {
            scratch.setConstant(law.direction(speed.c[0]));
        }
        out.addScaled(law.coulomb(), scratch);
    }

    /** out ← its slope by the velocity, likewise. */
    void slope(int f, Series speed, Series scratch, Series out) {
        out.setZero();
        DriveFriction.addSlope(friction[f], speed, scratch, out);
    }

    /** out ← its second derivative by the velocity, likewise. */
    void curvature(int f, Series speed, Series scratch, Series other, Series out) {
        out.setZero();
        DriveFriction.addCurvature(friction[f], speed, scratch, other, out);
    }

    double[] row(int f) {
        return rows[f];
    }

    /** Takes what friction does to the second body off what the first exerts on it, in the axes of frame 2. */
    void addToWrench(int cut, double[] wrench) {
        for (int f = 0; f < cuts.length; f++) {
            if (cuts[f] == cut) {
                wrench[along(cut)] -= effort[f];
            }
        }
    }

    /** Which of six numbers lies along the coordinate of a cut joint. */
    int along(int cut) {
        return equations.cuts[cut].kind == CutKind.PRISMATIC ? 2 : 5;
    }
}
