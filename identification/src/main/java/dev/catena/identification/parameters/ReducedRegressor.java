package dev.catena.identification.parameters;

import dev.catena.dynamics.Regressor;
import dev.catena.identification.observation.SampleScales;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.BaseKind;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Gᵀ W of a robot with closed loops at random states around its assembly; without loops W at random states. Joints that
 * follow others are in W, which is EᵀW of all joints.
 */
final class ReducedRegressor {
    private static final long SEED = 11;
    private static final double SPREAD = 0.4;
    private static final int LEAST_STATES = 60;

    /** Without loops, positions within as many rad, or lengths of the robot: followers of nearly the same rate must come apart. */
    private static final double TURNS = 3 * Math.PI;

    /** Speeds are spread over as many decades. */
    private static final double SLOW = 3;

    private final RobotModel model;
    private final Regressor tree;
    private final @Nullable LoopKinematics loops;
    private final int perJoint;
    private final double length;
    private final Random random = new Random(SEED);

    ReducedRegressor(RobotModel model, boolean withDrives) {
        this.model = model;
        RobotModel open = model.openTree();
        tree = withDrives ? Regressor.withDrives(open) : new Regressor(open);
        length = Extent.of(model).length();
        loops = model.hasLoops() ? new LoopKinematics(model) : null;
        perJoint = tree.columns() / (open.jointCount() + open.coupledJoints().size());
    }

    /** Columns of massless bodies within composite joints, which nobody calls bodies. */
    int[] virtualColumns() {
        List<Integer> columns = new ArrayList<>();
        if (loops == null) {
            return new int[0];
        }
        List<Joint> joints = new ArrayList<>(model.openTree().movingJoints());
        joints.addAll(model.coupledJoints());
        for (int k = 0; k < joints.size(); k++) {
            Joint joint = joints.get(k);
            boolean isVirtual = joint.child().equals(joint.name() + "_body")
                    && model.bodies()
                            .get(model.bodyIndex(joint.child()))
                            .inertia()
                            .isZero();
            for (int c = 0; isVirtual && c < Regressor.INERTIAL; c++) {
                columns.add(perJoint * k + c);
            }
        }
        return columns.stream().mapToInt(column -> column).toArray();
    }

    /** The kept columns at states enough to tell them apart. */
    DMatrixRMaj sample(Grouping kept) {
        return loops == null ? sampleTree(kept) : sampleLoops(loops, kept);
    }

    /** At speeds of all sizes, for friction is smooth where joints are slow. */
    private DMatrixRMaj sampleTree(Grouping kept) {
        int n = model.jointCount();
        int p = kept.count();
        int count = Math.max(LEAST_STATES, 6 * p / tree.rows());
        DMatrixRMaj w = new DMatrixRMaj(count * tree.rows(), p);
        double[] matrix = new double[tree.rows() * tree.columns()];
        double[] scales = SampleScales.of(model, model.movingJoints());
        int ofBase = tree.rows() - n;
        for (int k = 0; k < count; k++) {
            double[] q = random.doubles(n, -TURNS, TURNS).toArray();
            double[] qd = random.doubles(n)
                    .map(u -> 2 * Math.pow(10, -SLOW * u) * random.nextGaussian())
                    .toArray();
            double[] qdd = random.doubles(n).map(u -> 5 * random.nextGaussian()).toArray();
            scale(q, scales);
            scale(qd, scales);
            scale(qdd, scales);
            tree.compute(baseMotion(), q, qd, qdd, matrix);
            for (int row = 0; row < tree.rows(); row++) {
                double factor = row < ofBase ? (row < 3 ? length : 1) : scales[row - ofBase];
                for (int c = 0; c < p; c++) {
                    w.set(k * tree.rows() + row, c, factor * matrix[row * tree.columns() + kept.column(c)]);
                }
            }
        }
        return w;
    }

    private @Nullable BaseMotion baseMotion() {
        if (model.baseKind() == BaseKind.FIXED) {
            return null;
        }
        double[] x = DoubleStream.generate(random::nextGaussian).limit(16).toArray();
        for (int k = 0; k < 3; k++) {
            x[4 + k] *= length;
            x[10 + k] *= length;
        }
        return new BaseMotion()
                .pose(0, 0, 0, x[0], x[1], x[2], x[3])
                .velocityInBase(x[4], x[5], x[6], x[7], x[8], x[9])
                .accelerationInBase(x[10], x[11], x[12], x[13], x[14], x[15]);
    }

    private static void scale(double[] x, double[] scales) {
        for (int j = 0; j < x.length; j++) {
            x[j] *= scales[j];
        }
    }

    private DMatrixRMaj sampleLoops(LoopKinematics loops, Grouping kept) {
        int m = model.independentJoints().size();
        int p = kept.count();
        int count = Math.max(LEAST_STATES, 6 * p / m);
        DMatrixRMaj w = new DMatrixRMaj(count * m, p);
        double[] middle = middle();
        double[] scales = SampleScales.of(model, model.independentJoints());
        double spread = SPREAD;
        for (int k = 0; k < count; ) {
            double[] position = new double[m];
            double[] velocity = new double[m];
            double[] acceleration = new double[m];
            for (int j = 0; j < m; j++) {
                position[j] = middle[j] + spread * scales[j] * (2 * random.nextDouble() - 1);
                velocity[j] = 2 * scales[j] * random.nextGaussian();
                acceleration[j] = 5 * scales[j] * random.nextGaussian();
            }
            loops.closure().restart();
            if (loops.close(position).isClosed()) {
                fill(loops, kept, velocity, acceleration, w, k * m);
                for (int j = 0; j < m; j++) {
                    scaleRow(w, k * m + j, scales[j]);
                }
                k++;
            } else {
                spread *= 0.9;
                if (spread < 1e-3) {
                    throw new IllegalArgumentException(
                            "robot \"%s\" has no closed poses around its assembly".formatted(model.name()));
                }
            }
        }
        return w;
    }

    private static void scaleRow(DMatrixRMaj w, int row, double factor) {
        for (int c = 0; c < w.numCols; c++) {
            w.set(row, c, factor * w.get(row, c));
        }
    }

    /** The assembly. */
    private double[] middle() {
        return model.independentJoints().stream()
                .mapToDouble(joint -> model.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
    }

    private void fill(
            LoopKinematics loops, Grouping kept, double[] velocity, double[] acceleration, DMatrixRMaj w, int row) {
        int n = tree.rows();
        int m = velocity.length;
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] rates = new double[n * m];
        double[] matrix = new double[n * tree.columns()];
        loops.move(velocity);
        loops.accelerate(acceleration);
        loops.positions(q);
        loops.velocities(qd);
        loops.accelerations(qdd);
        loops.rates(rates);
        tree.compute(q, qd, qdd, matrix);
        // Γ_c = Gᵀ Γ_tr, [Khalil 55]
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++) {
                for (int c = 0; c < kept.count(); c++) {
                    w.add(row + k, c, rates[i * m + k] * matrix[i * tree.columns() + kept.column(c)]);
                }
            }
        }
    }
}
