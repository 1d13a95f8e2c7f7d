package dev.catena;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tree: every moving joint is a coordinate and is driven. */
final class TreeAnswers implements Answers {
    private final RobotModel model;
    private final int n;
    private final OnDemand<InverseDynamics> inverseDynamics;
    private final OnDemand<ForceRate> forceRate;
    private final OnDemand<ForwardDynamics> forwardDynamics;
    private final OnDemand<MassMatrix> massMatrix;
    private final OnDemand<Kinematics> kinematics;
    private final OnDemand<Jacobian> jacobian;

    TreeAnswers(RobotModel model) {
        this.model = model;
        n = model.jointCount();
        inverseDynamics = new OnDemand<>(() -> new InverseDynamics(model));
        forceRate = new OnDemand<>(() -> new ForceRate(model));
        forwardDynamics = new OnDemand<>(() -> ForwardDynamics.of(model));
        massMatrix = new OnDemand<>(() -> new MassMatrix(model));
        kinematics = new OnDemand<>(() -> new Kinematics(model));
        jacobian = new OnDemand<>(() -> new Jacobian(model));
    }

    @Override
    public List<String> coordinates() {
        return model.jointNames();
    }

    @Override
    public List<String> drives() {
        return model.jointNames();
    }

    @Override
    public double[] torque(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd) {
        double[] tau = new double[n];
        inverseDynamics.get().compute(base, q, qd, qdd, null, tau);
        return tau;
    }

    @Override
    public double[] torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd) {
        double[] tau = new double[n];
        double[] rate = new double[n];
        forceRate.get().compute(q, qd, qdd, qddd, tau, rate);
        return rate;
    }

    @Override
    public double[] gravity(double[] q) {
        double[] tau = new double[n];
        inverseDynamics.get().gravity(q, tau);
        return tau;
    }

    @Override
    public double[] acceleration(double[] q, double[] qd, double[] tau) {
        double[] qdd = new double[n];
        forwardDynamics.get().compute(q, qd, tau, qdd);
        return qdd;
    }

    @Override
    public double[] massMatrix(double[] q) {
        double[] matrix = new double[n * n];
        massMatrix.get().compute(q, matrix);
        return matrix;
    }

    @Override
    public double[] jacobian(int body, double[] q) {
        double[] matrix = new double[6 * n];
        kinematics.get().compute(q);
        jacobian.get().compute(kinematics.get(), body, matrix);
        return matrix;
    }

    @Override
    public Pose pose(@Nullable BaseMotion base, int body, double[] q) {
        kinematics.get().compute(base, q, null, null, null);
        return kinematics.get().worldFromBody(body);
    }

    @Override
    public double[] ofAllJoints(String name, double[] ofCoordinates) {
        if (ofCoordinates.length != n) {
            throw new IllegalArgumentException("%s has length %s, but robot \"%s\" needs %s"
                    .formatted(name, ofCoordinates.length, model.name(), n));
        }
        return ofCoordinates;
    }
}
