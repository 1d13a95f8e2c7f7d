package dev.catena.mechanism;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import dev.catena.tree.MatrixSize;
import java.util.List;

/**
 * The mass matrix of joints, and of motors behind springs, of a tree that contacts hold, where the base goes along with the joints as
 * the contacts demand: [T; 1]ᵀM [T; 1] with V = T q̇, A_bᵀT = −A_qᵀ. Where contacts tie joints to each other, it is for velocities that keep them.
 *
 * <p>Nothing is allocated after construction. Owned by one thread; another one takes a {@link #copy}.
 */
public final class StandingMassMatrix {
    private final RobotModel model;
    private final List<CutJoint> contacts;
    private final boolean floats;
    private final Guard guard;
    private final ConstraintFrames frames;
    private final ReactionColumns reactions;
    private final MassMatrix masses;
    private final HeldBase moving;
    private final int n;
    private final int size;
    private final BaseMotion origin = new BaseMotion();
    private final double[] x;
    private final double[] joints;
    private final double[] still;
    private final double[] right;
    private final double[] mass;

    /** T by column, and M [T; 1]. */
    private final double[][] along;

    private final double[] product;

    public StandingMassMatrix(RobotModel model, List<CutJoint> contacts) {
        model.requireTree("StandingMassMatrix");
        this.model = model;
        this.contacts = List.copyOf(contacts);
        guard = new Guard(StandingMassMatrix.class, model);
        ContactShare.requireGround(model, this.contacts, "StandingMassMatrix");
        floats = model.baseKind() == BaseKind.FLOATING;
        RobotModel floating = floats ? model : model.withFloatingBase();
        frames = new ConstraintFrames(floating, this.contacts);
        reactions = new ReactionColumns(frames, 6);
        masses = MassMatrix.withFreeMotors(floating);
        moving = new HeldBase(frames);
        right = new double[frames.rows];
        n = model.jointCount();
        size = new ElasticCoordinates(model).size();
        x = new double[size];
        joints = new double[n];
        still = new double[n];
        mass = new double[MatrixSize.square(6 + size, "the mass matrix", model)];
        along = new double[size][6];
        product = new double[6 + size];
    }

    /** One for another thread. */
    public StandingMassMatrix copy() {
        return new StandingMassMatrix(model, contacts);
    }

    /**
     * The matrix, row-major, joints before motors.
     *
     * @param q of the joints
     * @param matrixOut N + Nₑ rows and columns
     * @throws NumericalException where contacts leave the base free to move
     */
    public void compute(double[] q, double[] matrixOut) {
        guard.begin();
        guard.checkLength("q", q, n);
        guard.checkFinite("q", q);
        guard.checkLength("matrixOut", matrixOut, size * size);
        guard.checkDistinct("matrixOut", matrixOut, "q", q);
        System.arraycopy(q, 0, x, 0, n);
        System.arraycopy(q, 0, joints, 0, n);
        masses.computeFloating(x, mass);
        if (floats) {
            // neither M nor A changes with the place of the base, in its axes
            frames.move(origin, joints, still, null);
            reactions.fill(origin);
            findBase();
        }
        int width = 6 + size;
        for (int l = 0; l < size; l++) {
            for (int i = 0; i < width; i++) {
                double sum = mass[i * width + 6 + l];
                for (int r = 0; r < 6; r++) {
                    sum += mass[i * width + r] * along[l][r];
                }
                product[i] = sum;
            }
            for (int k = 0; k < size; k++) {
                double sum = product[6 + k];
                for (int r = 0; r < 6; r++) {
                    sum += along[k][r] * product[r];
                }
                matrixOut[k * size + l] = sum;
            }
        }
        guard.checkResult("matrixOut", matrixOut);
    }

    /** A_bᵀT = −A_qᵀ; motors do not move the base. */
    private void findBase() {
        for (int i = 0; i < right.length; i++) {
            System.arraycopy(reactions.columns[i], 0, moving.columns[i], 0, 6);
        }
        if (!moving.factor()) {
            throw new NumericalException(
                    "the contacts of robot \"%s\" leave its base free to move; give it more contacts"
                            .formatted(model.name()));
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < right.length; i++) {
                right[i] = -reactions.columns[i][6 + k];
            }
            moving.solve(right, along[k]);
        }
    }
}
