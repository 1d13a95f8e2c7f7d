package dev.catena;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopClosure;
import dev.catena.mechanism.LoopException;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Closed loops: coordinates are the independent joints, and the active ones are driven. The search for the closed pose
 * begins at the assembly of the model every time, so that no answer depends on the one before.
 */
final class LoopAnswers implements Answers {
    private final RobotModel model;
    private final int n;
    private final List<String> independent;
    private final List<String> active;
    private final OnDemand<ClosedLoopInverseDynamics> inverseDynamics;
    private final OnDemand<ClosedLoopForwardDynamics> forwardDynamics;
    private final OnDemand<ClosedLoopSensitivity> sensitivity;
    private final OnDemand<LoopKinematics> loops;
    private final OnDemand<Kinematics> kinematics;
    private final OnDemand<Jacobian> jacobian;

    LoopAnswers(RobotModel model) {
        this.model = model;
        n = model.jointCount();
        independent = model.loops().independentJoints();
        active = model.loops().activeJoints();
        inverseDynamics = new OnDemand<>(() -> new ClosedLoopInverseDynamics(model));
        forwardDynamics = new OnDemand<>(() -> new ClosedLoopForwardDynamics(model));
        sensitivity = new OnDemand<>(() -> new ClosedLoopSensitivity(model));
        loops = new OnDemand<>(() -> new LoopKinematics(model));
        kinematics = new OnDemand<>(() -> new Kinematics(model.openTree()));
        jacobian = new OnDemand<>(() -> new Jacobian(model.openTree()));
    }

    @Override
    public List<String> coordinates() {
        return independent;
    }

    @Override
    public List<String> drives() {
        return active;
    }

    @Override
    public double[] torque(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd) {
        requireRest(base);
        double[] tau = new double[active.size()];
        inverseDynamics.get().kinematics().closure().restart();
        inverseDynamics.get().compute(q, qd, qdd, tau);
        return tau;
    }

    @Override
    public double[] torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd) {
        if (!active.equals(independent)) {
            throw new IllegalArgumentException(
                    "the torque rates of robot \"%s\" are not determined: it drives %s, but its independent joints are %s"
                            .formatted(model.name(), active, independent));
        }
        check("qddd", qddd, independent);
        int count = independent.size();
        double[] byPosition = new double[count * count];
        double[] byVelocity = new double[count * count];
        double[] byAcceleration = new double[count * count];
        sensitivity.get().kinematics().closure().restart();
        sensitivity.get().compute(q, qd, qdd, byPosition, byVelocity, byAcceleration);

        // τ̇ = ∂τ/∂q q̇ + ∂τ/∂q̇ q̈ + ∂τ/∂q̈ q⃛
        double[] rate = new double[count];
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < count; k++) {
                int at = i * count + k;
                rate[i] += byPosition[at] * qd[k] + byVelocity[at] * qdd[k] + byAcceleration[at] * qddd[k];
            }
            if (!Double.isFinite(rate[i])) {
                throw new NumericalException("the torque rate of joint \"%s\" of robot \"%s\" is beyond all numbers"
                        .formatted(active.get(i), model.name()));
            }
        }
        return rate;
    }

    /** @param joints one for each number */
    private void check(String name, double @Nullable [] given, List<String> joints) {
        if (given == null || given.length != joints.size()) {
            throw new IllegalArgumentException("%s %s, but robot \"%s\" needs %s: those of joints %s"
                    .formatted(
                            name,
                            given == null ? "is null" : "has length " + given.length,
                            model.name(),
                            joints.size(),
                            joints));
        }
        for (int k = 0; k < given.length; k++) {
            if (!Double.isFinite(given[k])) {
                throw new IllegalArgumentException("%s[%s] of joint \"%s\" of robot \"%s\" is %s"
                        .formatted(name, k, joints.get(k), model.name(), given[k]));
            }
        }
    }

    @Override
    public double[] gravity(double[] q) {
        double[] zero = new double[independent.size()];
        return torque(null, q, zero, zero.clone());
    }

    @Override
    public double[] acceleration(double[] q, double[] qd, double[] tau) {
        check("tau", tau, active);
        double[] qdd = new double[independent.size()];
        forwardDynamics.get().kinematics().closure().restart();
        forwardDynamics.get().compute(q, qd, tau, qdd);
        return qdd;
    }

    @Override
    public double[] massMatrix(double[] q) {
        int count = independent.size();
        double[] unused = acceleration(q, new double[count], new double[active.size()]);
        double[] matrix = new double[count * count];
        forwardDynamics.get().massMatrix(matrix);
        return matrix;
    }

    @Override
    public double[] jacobian(int body, double[] q) {
        int count = independent.size();
        double[] ofTree = new double[6 * n];
        double[] rates = new double[n * count];
        double[] matrix = new double[6 * count];
        kinematics.get().compute(positions(q));
        jacobian.get().compute(kinematics.get(), body, ofTree);
        loops.get().rates(rates);

        // J = J_tr G
        for (int row = 0; row < 6; row++) {
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < count; k++) {
                    matrix[row * count + k] += ofTree[row * n + i] * rates[i * count + k];
                }
            }
        }
        return matrix;
    }

    @Override
    public Pose pose(@Nullable BaseMotion base, int body, double[] q) {
        requireRest(base);
        kinematics.get().compute(positions(q));
        return kinematics.get().worldFromBody(body);
    }

    /** Of all moving joints. */
    private double[] positions(double[] q) {
        check("q", q, independent);
        LoopClosure closure = loops.get().closure();
        closure.restart();
        if (!loops.get().close(q).isClosed()) {
            throw new LoopException(closure);
        }
        double[] positions = new double[n];
        loops.get().positions(positions);
        return positions;
    }

    private void requireRest(@Nullable BaseMotion base) {
        if (base != null) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has closed loops, for which the base rests; openTree() gives the tree without its cut joints"
                            .formatted(model.name()));
        }
    }

    @Override
    public double[] ofAllJoints(String name, double[] ofCoordinates) {
        check(name, ofCoordinates, independent);
        double[] all = new double[n];
        for (int k = 0; k < ofCoordinates.length; k++) {
            all[model.coordinate(independent.get(k))] = ofCoordinates[k];
        }
        return all;
    }
}
