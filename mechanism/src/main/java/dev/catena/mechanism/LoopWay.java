package dev.catena.mechanism;

import dev.catena.mechanism.continuation.Curvature;
import dev.catena.mechanism.continuation.PathEquations;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The loop equations along a straight line of the independent coordinates; unknown are the dependent ones. */
final class LoopWay implements PathEquations {
    final LoopEquations equations;

    /** Coordinates of the independent joints, and of the others. */
    final int[] independent;

    final int[] dependent;

    /** Coordinates of all moving joints. */
    final double[] q;

    /** J where it was computed last, all columns. */
    final double[] jacobian;

    /** By coordinate of the tree. */
    final double[] scale;

    private final Curvature curvature;
    private final double[] scaleOfDependent;
    private final double[] from;
    private final double[] change;
    private final double[] to;
    private double speed;

    LoopWay(RobotModel model) {
        equations = new LoopEquations(model);
        int n = equations.n;
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        dependent = IntStream.range(0, n)
                .filter(k -> Arrays.stream(independent).noneMatch(i -> i == k))
                .toArray();
        scale = equations.coordinateScale();
        scaleOfDependent = Arrays.stream(dependent).mapToDouble(k -> scale[k]).toArray();
        q = new double[n];
        jacobian = new double[equations.rows * n];
        from = new double[independent.length];
        change = new double[independent.length];
        to = new double[independent.length];
        curvature = curvature(model, equations.length);
    }

    static Curvature curvature(RobotModel model, double length) {
        Curvature curvature = new Curvature(model.openTree().withFixedBase(), length);
        for (CutJoint cut : model.loops().cutJoints()) {
            curvature.addLoop(
                    model.bodyIndex(cut.first()),
                    cut.firstFromJoint(),
                    model.bodyIndex(cut.second()),
                    cut.secondFromJoint(),
                    cut.kind() != CutKind.SPHERICAL,
                    cut.kind() == CutKind.REVOLUTE,
                    0);
        }
        return curvature;
    }

    /** The way begins where the independent joints are, and is as long as told; they end exactly at given numbers. */
    void set(double[] changes, double[] end) {
        double sum = 0;
        for (int k = 0; k < from.length; k++) {
            from[k] = q[independent[k]];
            change[k] = changes[k];
            to[k] = end[k];
            double scaled = change[k] / scale[independent[k]];
            sum += scaled * scaled;
        }
        speed = Math.sqrt(sum);
    }

    @Override
    public int rows() {
        return equations.rows;
    }

    @Override
    public double[] scale() {
        return scaleOfDependent;
    }

    @Override
    public void place(double[] x, double t) {
        for (int k = 0; k < from.length; k++) {
            q[independent[k]] = t == 1 ? to[k] : from[k] + t * change[k];
        }
        for (int k = 0; k < x.length; k++) {
            q[dependent[k]] = x[k];
        }
        equations.place(q);
    }

    @Override
    public double residual(double[] out) {
        return equations.residual(out);
    }

    @Override
    public void jacobian(double[] out) {
        equations.jacobian(jacobian);
        int n = q.length;
        int columns = dependent.length;
        for (int r = 0; r < equations.rows; r++) {
            for (int k = 0; k < columns; k++) {
                int c = dependent[k];
                out[r * columns + k] = jacobian[r * n + c] * scale[c];
            }
        }
    }

    /** J_a Δ. */
    @Override
    public void rate(double[] out) {
        int n = q.length;
        for (int r = 0; r < out.length; r++) {
            double sum = 0;
            for (int k = 0; k < from.length; k++) {
                sum += jacobian[r * n + independent[k]] * change[k];
            }
            out[r] = sum;
        }
    }

    @Override
    public double speed() {
        return speed;
    }

    @Override
    public double curvature(double beta, double s) {
        return curvature.at(q, beta, s);
    }

    @Override
    public double reach() {
        return curvature.reach();
    }

    @Override
    public double growth() {
        return curvature.growth();
    }
}
