package dev.catena.identification.parameters;

import dev.catena.dynamics.Regressor;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;

/** Gᵀ W of a robot with closed loops at random states around its assembly. */
final class ReducedRegressor {
    private static final long SEED = 11;
    private static final double SPREAD = 0.4;
    private static final int LEAST_STATES = 60;

    private final RobotModel model;
    private final Regressor tree;
    private final LoopKinematics loops;
    private final int perJoint;

    ReducedRegressor(RobotModel model, boolean withDrives) {
        this.model = model;
        RobotModel open = model.openTree();
        tree = withDrives ? Regressor.withDrives(open) : new Regressor(open);
        loops = new LoopKinematics(model);
        perJoint = tree.columns() / open.jointCount();
    }

    /** Columns of massless bodies within composite joints, which nobody calls bodies. */
    int[] virtualColumns() {
        List<Integer> columns = new ArrayList<>();
        List<Joint> joints = model.openTree().movingJoints();
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
        int m = model.independentJoints().size();
        int p = kept.count();
        int count = Math.max(LEAST_STATES, 6 * p / m);
        Random random = new Random(SEED);
        DMatrixRMaj w = new DMatrixRMaj(count * m, p);
        double[] middle = middle();
        double spread = SPREAD;
        for (int k = 0; k < count; ) {
            double[] position = new double[m];
            double[] velocity = new double[m];
            double[] acceleration = new double[m];
            for (int j = 0; j < m; j++) {
                position[j] = middle[j] + spread * (2 * random.nextDouble() - 1);
                velocity[j] = 2 * random.nextGaussian();
                acceleration[j] = 5 * random.nextGaussian();
            }
            loops.closure().restart();
            if (loops.close(position).isClosed()) {
                fill(kept, velocity, acceleration, w, k * m);
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

    /** The assembly. */
    private double[] middle() {
        return model.independentJoints().stream()
                .mapToDouble(joint -> model.loops().assembly().getOrDefault(joint.name(), 0.0))
                .toArray();
    }

    private void fill(Grouping kept, double[] velocity, double[] acceleration, DMatrixRMaj w, int row) {
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
