package dev.catena.identification.excitation;

import dev.catena.dynamics.ForceRate;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.SparsityPattern;
import dev.catena.sensitivity.ForceRateSensitivity;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nonlinear program of an exciting motion: variables are the coefficients of a {@link FourierTrajectory}, the objective is a
 * criterion of G = Σ WᵀW over its samples, and at each of them the limits are kept.
 */
final class ExcitationProgram implements NonlinearProgram {
    /** Coulomb friction is smoothed, or efforts would jump. */
    private static final double SMOOTHING = 0.05;

    private static final int POSITION = 0;
    private static final int EFFORT = 3;
    private static final int EFFORT_RATE = 4;

    /** A limit at a sample: which quantity (position, velocity, acceleration, effort, effort rate) of which joint. */
    private record Row(int sample, int kind, int joint, double lower, double upper) {}

    private final ObservationModel model;
    private final int n;
    private final int p;
    private final int block;
    private final int samples;
    private final double[] start;
    private final List<Row> rows = new ArrayList<>();
    private final SparsityPattern pattern;

    /** By derivative and sample: what coefficients are multiplied by. */
    private final double[][][] basis;

    private final Informativeness criterion;
    private final RegressorSlope slope;
    private final ForceRate forceRate;
    private final TorqueSensitivity torqueSensitivity;
    private final ForceRateSensitivity rateSensitivity;

    private final double[] point;
    private final double[][][] motion;
    private final double[][] matrices;
    private final double[] gram;
    private double value = Double.NaN;

    ExcitationProgram(
            ObservationModel model,
            ExcitationLimits limits,
            Criterion criterion,
            int harmonics,
            double period,
            int samples,
            boolean fromRest,
            double[] start) {
        this.model = model;
        this.samples = samples;
        this.start = start;
        n = model.joints();
        p = model.columns().size();
        block = 2 * harmonics + 1;
        basis = new double[4][samples][];
        for (int order = 0; order < 4; order++) {
            for (int k = 0; k < samples; k++) {
                basis[order][k] = FourierTrajectory.basis(order, period * k / samples, harmonics, period);
            }
        }
        addRows(limits, fromRest);
        SparsityPattern.Builder builder = SparsityPattern.builder(rows.size(), n * block);
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            boolean ofAll = row.kind >= EFFORT;
            builder.addRow(i, ofAll ? 0 : row.joint * block, ofAll ? n * block : (row.joint + 1) * block);
        }
        pattern = builder.build();
        this.criterion = new Informativeness(p, criterion);
        slope = new RegressorSlope(model);
        RobotModel smooth = smooth(model.robot());
        forceRate = new ForceRate(smooth);
        torqueSensitivity = new TorqueSensitivity(smooth);
        rateSensitivity = new ForceRateSensitivity(smooth);
        point = new double[n * block];
        Arrays.fill(point, Double.NaN);
        motion = new double[4][samples][n];
        matrices = new double[samples][n * p];
        gram = new double[p * p];
    }

    /** The robot with friction that has derivatives everywhere. */
    static RobotModel smooth(RobotModel robot) {
        RobotModelBuilder builder = robot.withoutSprings().toBuilder();
        List<Joint> joints = new ArrayList<>(robot.movingJoints());
        joints.addAll(robot.coupledJoints());
        for (Joint joint : joints) {
            Friction own = joint.friction();
            Friction motor = joint.drive().motorFriction();
            Friction all = new Friction(own.coulomb() + motor.coulomb(), own.viscous() + motor.viscous(), SMOOTHING);
            builder.replace(joint.with(all).with(joint.drive().rigid().with(Friction.NONE)));
        }
        return builder.build();
    }

    private void addRows(ExcitationLimits limits, boolean fromRest) {
        for (int k = 0; k < samples; k++) {
            for (int j = 0; j < n; j++) {
                rows.add(new Row(k, POSITION, j, limits.lower()[j], limits.upper()[j]));
                boolean rests = fromRest && k == 0;
                addRow(k, 1, j, rests ? 0 : limits.velocity()[j]);
                addRow(k, 2, j, rests ? 0 : limits.acceleration()[j]);
                addRow(k, EFFORT, j, limits.effort()[j]);
                addRow(k, EFFORT_RATE, j, limits.effortRate()[j]);
            }
        }
    }

    private void addRow(int sample, int kind, int joint, double limit) {
        if (Double.isFinite(limit)) {
            rows.add(new Row(sample, kind, joint, -limit, limit));
        }
    }

    @Override
    public int variableCount() {
        return n * block;
    }

    @Override
    public int constraintCount() {
        return rows.size();
    }

    @Override
    public void variableBounds(double[] lowerOut, double[] upperOut) {
        Arrays.fill(lowerOut, Double.NEGATIVE_INFINITY);
        Arrays.fill(upperOut, Double.POSITIVE_INFINITY);
    }

    @Override
    public void constraintBounds(double[] lowerOut, double[] upperOut) {
        for (int i = 0; i < rows.size(); i++) {
            lowerOut[i] = rows.get(i).lower / size(i);
            upperOut[i] = rows.get(i).upper / size(i);
        }
    }

    /** Rows are divided by the width of their limits. */
    private double size(int i) {
        Row row = rows.get(i);
        double width = 0.5 * (row.upper - row.lower);
        return width > 0 ? width : 1;
    }

    @Override
    public String constraintName(int i) {
        String[] names = {"position", "velocity", "acceleration", "effort", "effort rate"};
        Row row = rows.get(i);
        return "%s of %s at sample %s"
                .formatted(names[row.kind], model.jointNames().get(row.joint), row.sample);
    }

    @Override
    public void start(double[] xOut) {
        System.arraycopy(start, 0, xOut, 0, xOut.length);
    }

    @Override
    public double objective(double[] x) {
        move(x);
        return value;
    }

    private void move(double[] x) {
        if (Arrays.equals(x, point)) {
            return;
        }
        System.arraycopy(x, 0, point, 0, x.length);
        Arrays.fill(gram, 0);
        double[] noEffort = new double[n];
        for (int k = 0; k < samples; k++) {
            for (int order = 0; order < 4; order++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int c = 0; c < block; c++) {
                        sum += basis[order][k][c] * x[j * block + c];
                    }
                    motion[order][k][j] = sum;
                }
            }
            model.compute(motion[0][k], motion[1][k], motion[2][k], noEffort, matrices[k]);
            for (int j = 0; j < n; j++) {
                for (int a = 0; a < p; a++) {
                    double w = matrices[k][j * p + a];
                    for (int b = 0; w != 0 && b < p; b++) {
                        gram[a * p + b] += w * matrices[k][j * p + b];
                    }
                }
            }
        }
        double found = criterion.evaluate(gram);
        value = Double.isFinite(found) ? found : Double.NaN;
    }

    /** G of the motion that was looked at last. */
    double[] gram() {
        return gram.clone();
    }

    /** ∂f/∂x = Σ_k ⟨2 W_k ∂f/∂G, ∂W_k/∂x⟩. */
    @Override
    public void gradient(double[] x, double[] gradientOut) {
        move(x);
        Arrays.fill(gradientOut, 0);
        double[] byGram = criterion.gradient();
        double[] lambda = new double[n * p];
        double[][] slopes = new double[3][n];
        for (int k = 0; k < samples; k++) {
            Arrays.fill(lambda, 0);
            for (int j = 0; j < n; j++) {
                for (int a = 0; a < p; a++) {
                    double w = 2 * matrices[k][j * p + a];
                    for (int b = 0; w != 0 && b < p; b++) {
                        lambda[j * p + b] += w * byGram[a * p + b];
                    }
                }
            }
            slope.compute(lambda, motion[0][k], motion[1][k], motion[2][k], slopes);
            for (int order = 0; order < 3; order++) {
                for (int j = 0; j < n; j++) {
                    for (int c = 0; c < block; c++) {
                        gradientOut[j * block + c] += slopes[order][j] * basis[order][k][c];
                    }
                }
            }
        }
    }

    @Override
    public void constraints(double[] x, double[] valuesOut) {
        move(x);
        double[][] quantity = new double[5][];
        double[] tau = new double[n];
        double[] rate = new double[n];
        quantity[EFFORT] = tau;
        quantity[EFFORT_RATE] = rate;
        int sample = -1;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.sample != sample) {
                sample = row.sample;
                for (int order = 0; order < 3; order++) {
                    quantity[order] = motion[order][sample];
                }
                forceRate.compute(
                        motion[0][sample], motion[1][sample], motion[2][sample], motion[3][sample], tau, rate);
            }
            valuesOut[i] = quantity[row.kind][row.joint] / size(i);
        }
    }

    @Override
    public SparsityPattern jacobianPattern() {
        return pattern;
    }

    @Override
    public void jacobian(double[] x, double[] valuesOut) {
        move(x);
        double[][] ofTorque = new double[4][n * n];
        double[][] ofRate = new double[4][n * n];
        int sample = -1;
        int next = 0;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            double size = size(i);
            if (row.sample != sample) {
                sample = row.sample;
                double[] q = motion[0][sample];
                double[] qd = motion[1][sample];
                double[] qdd = motion[2][sample];
                torqueSensitivity.compute(q, qd, qdd, ofTorque[0], ofTorque[1], ofTorque[2]);
                rateSensitivity.compute(q, qd, qdd, motion[3][sample], ofRate[0], ofRate[1], ofRate[2], ofRate[3]);
            }
            if (row.kind < EFFORT) {
                for (int c = 0; c < block; c++) {
                    valuesOut[next++] = basis[row.kind][sample][c] / size;
                }
            } else {
                double[][] by = row.kind == EFFORT ? ofTorque : ofRate;
                for (int j = 0; j < n; j++) {
                    for (int c = 0; c < block; c++) {
                        double sum = 0;
                        for (int order = 0; order < 4; order++) {
                            sum += by[order][row.joint * n + j] * basis[order][sample][c];
                        }
                        valuesOut[next++] = sum / size;
                    }
                }
            }
        }
    }
}
