package dev.catena.app.eval;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** How bodies move by velocities of a base that floats and of joints, or of those few that move all others. */
final class BodyJacobians {
    private final RobotModel tree;
    private final List<String> freedoms;
    private final int first;
    private final int columns;
    private final boolean reduced;
    private final Jacobian jacobian;
    private final double[] ofTree;

    /** @param freedoms names of the velocities, those of a floating base first */
    BodyJacobians(RobotModel tree, boolean floating, List<String> freedoms, boolean reduced) {
        this.tree = tree;
        this.freedoms = freedoms;
        this.reduced = reduced;
        first = floating ? 6 : 0;
        columns = freedoms.size();
        jacobian = new Jacobian(tree);
        ofTree = new double[6 * tree.jointCount()];
    }

    /**
     * @param kinematics the poses
     * @param G by joint and independent joint where joints are reduced, row-major; else not read
     */
    Value value(Quantity quantity, Kinematics kinematics, BaseMotion base, double[] G) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int b = 0; b < tree.bodies().size(); b++) {
            double[] J = ofBody(b, kinematics, base, G);
            values.put(
                    tree.bodies().get(b).name(),
                    switch (quantity) {
                        case MANIPULABILITY -> manipulability(b, J);
                        case BODY_JACOBIAN ->
                            rows(inAxesOf(kinematics.worldFromBody(b).rotation(), J));
                        default -> rows(J);
                    });
        }
        return new Value.Fields(values);
    }

    private Value rows(double[] J) {
        return Value.Rows.of(Evaluation.SIX, freedoms, J);
    }

    private double[] ofBody(int body, Kinematics kinematics, BaseMotion base, double[] G) {
        jacobian.compute(kinematics, body, ofTree);
        int joints = tree.jointCount();
        int moving = columns - first;
        double[] J = new double[6 * columns];
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < moving; k++) {
                double sum = reduced ? 0 : ofTree[i * joints + k];
                for (int j = 0; reduced && j < joints; j++) {
                    sum += ofTree[i * joints + j] * G[j * moving + k];
                }
                J[i * columns + first + k] = sum;
            }
        }
        if (first > 0) {
            baseColumns(kinematics.worldFromBody(body), base.pose(), J);
        }
        return J;
    }

    /** v = R e and ω = 0 of the linear velocities; v = R e × r and ω = R e of the angular ones. */
    private void baseColumns(Pose worldFromBody, Pose worldFromBase, double[] J) {
        Vector3 r = worldFromBody.position().minus(worldFromBase.position());
        List<Vector3> axes = List.of(Vector3.X, Vector3.Y, Vector3.Z);
        for (int k = 0; k < 3; k++) {
            Vector3 axis = worldFromBase.rotation().apply(axes.get(k));
            set(J, k, 0, axis);
            set(J, 3 + k, 0, axis.cross(r));
            set(J, 3 + k, 3, axis);
        }
    }

    private void set(double[] J, int column, int row, Vector3 v) {
        J[row * columns + column] = v.x();
        J[(row + 1) * columns + column] = v.y();
        J[(row + 2) * columns + column] = v.z();
    }

    /** Rᵀ times each half. */
    private double[] inAxesOf(Rotation worldFromBody, double[] J) {
        double[] turned = new double[J.length];
        double[] R = worldFromBody.toArray();
        for (int half = 0; half < 6; half += 3) {
            for (int i = 0; i < 3; i++) {
                for (int k = 0; k < columns; k++) {
                    double sum = 0;
                    for (int l = 0; l < 3; l++) {
                        sum += R[3 * l + i] * J[(half + l) * columns + k];
                    }
                    turned[(half + i) * columns + k] = sum;
                }
            }
        }
        return turned;
    }

    private Value manipulability(int body, double[] J) {
        int[] moving = moving(body);
        return Value.Fields.of(
                        "linear", new Value.Scalar(volume(J, 0, 3, moving)),
                        "angular", new Value.Scalar(volume(J, 3, 6, moving)))
                .with("pose", new Value.Scalar(volume(J, 0, 6, moving)));
    }

    /** The columns of what moves a body. */
    private int[] moving(int body) {
        boolean[] moves = new boolean[columns];
        Arrays.fill(moves, 0, first, true);
        Arrays.fill(moves, first, columns, reduced);
        for (int b = body; b != 0 && !reduced; b = tree.parent(b)) {
            Joint joint = tree.jointOf(b).orElseThrow();
            String leader = tree.couplingOf(joint.name())
                    .map(coupling -> coupling.leader())
                    .orElse(joint.name());
            int at = tree.jointNames().indexOf(leader);
            if (at >= 0) {
                moves[first + at] = true;
            }
        }
        return IntStream.range(0, columns).filter(k -> moves[k]).toArray();
    }

    /** √det J Jᵀ of some rows, or √det Jᵀ J with fewer columns than rows, [Yoshikawa]: what is left of each vector, multiplied. */
    private double volume(double[] J, int from, int to, int[] moving) {
        int rows = to - from;
        if (moving.length == 0) {
            return 0;
        }
        boolean byRows = rows <= moving.length;
        double[][] vectors = new double[byRows ? rows : moving.length][byRows ? moving.length : rows];
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < moving.length; k++) {
                double entry = J[(from + i) * columns + moving[k]];
                vectors[byRows ? i : k][byRows ? k : i] = entry;
            }
        }
        double product = 1;
        for (int i = 0; i < vectors.length; i++) {
            double before = norm(vectors[i]);
            // twice is enough against cancellation
            for (int k = 0; k < 2 * i; k++) {
                double along = dot(vectors[i], vectors[k % i]);
                for (int j = 0; j < vectors[i].length; j++) {
                    vectors[i][j] -= along * vectors[k % i][j];
                }
            }
            double left = norm(vectors[i]);
            if (!(left > 1e-14 * before)) {
                return 0;
            }
            product *= left;
            for (int j = 0; j < vectors[i].length; j++) {
                vectors[i][j] /= left;
            }
        }
        return product;
    }

    private static double norm(double[] v) {
        return Math.sqrt(dot(v, v));
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }
}
