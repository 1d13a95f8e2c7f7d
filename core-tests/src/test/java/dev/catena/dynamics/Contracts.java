package dev.catena.dynamics;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every algorithm behind a common face, so that one test can ask the same of all. */
final class Contracts {
    /** One algorithm behind a common face: all its outputs for a motion, in one array. */
    interface Algorithm {
        void compute(
                double[] q,
                double[] qd,
                double[] qdd,
                double[] qddd,
                @Nullable BaseMotion base,
                @Nullable ExternalWrenches wrenches,
                double[] out);
    }

    interface Maker {
        Algorithm make(RobotModel model);
    }

    /**
     * An algorithm and a robot with everything that it can do.
     *
     * @param divides whether it divides by inertias, and so sees when they overflow
     */
    record Contract(String name, RobotModel robot, boolean divides, Maker maker) {
        @Override
        public String toString() {
            return name;
        }

        Algorithm make() {
            return maker.make(robot);
        }

        /** Whether velocities have a part in its results. */
        boolean readsRates() {
            return !name.equals("MassMatrix")
                    && !name.equals("InverseMassMatrix")
                    && !name.equals("CentroidalMomentum");
        }
    }

    /** Room for all outputs of any of them. */
    static final int OUTPUTS = 1500;

    private static final RobotModel ANY = RandomRobots.everything(42, 12);
    private static final RobotModel ROTORS_ON_PARENTS = ForwardDynamicsTest.withRotorsOnParents(ANY);

    private Contracts() {}

    static Stream<Contract> all() {
        return Stream.of(
                new Contract("InverseDynamics", ANY, false, Contracts::inverseDynamics),
                new Contract("ForceRate", ANY, false, Contracts::forceRate),
                new Contract("Kinematics", ANY, false, Contracts::kinematics),
                new Contract("Jacobian", ANY, false, Contracts::jacobian),
                new Contract("SystemMotion", ANY, false, Contracts::systemMotion),
                new Contract("Posture", ANY, false, Contracts::posture),
                new Contract("MassMatrix", ANY, false, Contracts::massMatrix),
                new Contract("InverseMassMatrix", ROTORS_ON_PARENTS, true, Contracts::inverseMassMatrix),
                new Contract("CentroidalMomentum", ANY, false, Contracts::centroidalMomentum),
                new Contract("FloatingInverseDynamics", ANY, true, Contracts::floatingInverseDynamics),
                new Contract("ArticulatedForwardDynamics", ROTORS_ON_PARENTS, true, Contracts::articulated),
                new Contract("ProximalForwardDynamics", ROTORS_ON_PARENTS, true, Contracts::proximal),
                new Contract("DenseForwardDynamics", ANY, true, Contracts::dense),
                new Contract("HybridDynamics", ROTORS_ON_PARENTS, true, Contracts::hybrid));
    }

    private static Algorithm articulated(RobotModel model) {
        return forwardDynamics(model, ForwardWay.ARTICULATED);
    }

    private static Algorithm proximal(RobotModel model) {
        return forwardDynamics(model, ForwardWay.PROXIMAL);
    }

    private static Algorithm dense(RobotModel model) {
        return forwardDynamics(model, ForwardWay.DENSE);
    }

    /** Accelerations of every other joint are given; the jerks serve as torques. */
    private static Algorithm hybrid(RobotModel model) {
        HybridDynamics hybrid = new HybridDynamics(
                model,
                model.jointNames().stream()
                        .filter(joint -> model.coordinate(joint) % 2 == 1)
                        .toList());
        double[] acceleration = new double[model.jointCount()];
        double[] torque = new double[model.jointCount()];
        double[] wrench = new double[6];
        return (q, qd, qdd, tau, base, wrenches, out) -> {
            Arrays.fill(acceleration, Double.NaN);
            Arrays.fill(torque, Double.NaN);
            hybrid.compute(base, q, qd, qdd, tau, wrenches, acceleration, torque);
            int at = copy(torque, out, copy(acceleration, out, 0));
            hybrid.computeJointWrenches();
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(wrench, Double.NaN);
                hybrid.jointWrenchInBody(body, wrench);
                at = copy(wrench, out, at);
            }
        };
    }

    /** The jerks serve as torques. */
    private static Algorithm forwardDynamics(RobotModel model, ForwardWay way) {
        ForwardDynamics forward = way.of(model);
        ForwardDynamics free = way.free(model);
        BaseMotion atRest = new BaseMotion();
        double[] acceleration = new double[model.jointCount()];
        double[] baseAcceleration = new double[6];
        double[] wrench = new double[6];
        return (q, qd, qdd, tau, base, wrenches, out) -> {
            Arrays.fill(acceleration, Double.NaN);
            forward.compute(base, q, qd, tau, wrenches, acceleration);
            int at = wrenches(model, forward, wrench, out, copy(acceleration, out, 0));
            Arrays.fill(acceleration, Double.NaN);
            Arrays.fill(baseAcceleration, Double.NaN);
            free.computeFloating(base == null ? atRest : base, q, qd, tau, wrenches, baseAcceleration, acceleration);
            at = copy(baseAcceleration, out, copy(acceleration, out, at));
            wrenches(model, free, wrench, out, at);
        };
    }

    @CanIgnoreReturnValue
    private static int wrenches(RobotModel model, ForwardDynamics forward, double[] wrench, double[] out, int start) {
        forward.computeJointWrenches();
        int at = start;
        for (int body = 0; body < model.bodies().size(); body++) {
            Arrays.fill(wrench, Double.NaN);
            forward.jointWrenchInBody(body, wrench);
            at = copy(wrench, out, at);
        }
        return at;
    }

    private static Algorithm floatingInverseDynamics(RobotModel model) {
        FloatingInverseDynamics dynamics = new FloatingInverseDynamics(model.withFloatingBase());
        BaseMotion atRest = new BaseMotion();
        double[] tau = new double[model.jointCount()];
        double[] acceleration = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(tau, Double.NaN);
            Arrays.fill(acceleration, Double.NaN);
            dynamics.compute(base == null ? atRest : base, q, qd, qdd, wrenches, acceleration, tau);
            int at = copy(acceleration, out, copy(tau, out, 0));
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(acceleration, Double.NaN);
                dynamics.jointWrenchInBody(body, acceleration);
                at = copy(acceleration, out, at);
            }
        };
    }

    private static Algorithm massMatrix(RobotModel model) {
        MassMatrix masses = new MassMatrix(model);
        MassMatrix freeMasses = new MassMatrix(model.withFloatingBase());
        int n = model.jointCount();
        double[] matrix = new double[n * n];
        double[] floating = new double[(6 + n) * (6 + n)];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(matrix, Double.NaN);
            Arrays.fill(floating, Double.NaN);
            masses.compute(q, matrix);
            freeMasses.computeFloating(q, floating);
            copy(floating, out, copy(matrix, out, 0));
        };
    }

    private static Algorithm inverseMassMatrix(RobotModel model) {
        InverseMassMatrix inverse = new InverseMassMatrix(model);
        double[] matrix = new double[model.jointCount() * model.jointCount()];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(matrix, Double.NaN);
            inverse.compute(q, matrix);
            copy(matrix, out, 0);
        };
    }

    private static Algorithm centroidalMomentum(RobotModel model) {
        CentroidalMomentum centroidal = new CentroidalMomentum(model);
        CentroidalMomentum free = new CentroidalMomentum(model.withFloatingBase());
        BaseMotion atRest = new BaseMotion();
        double[] matrix = new double[6 * model.jointCount()];
        double[] floating = new double[6 * (6 + model.jointCount())];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(matrix, Double.NaN);
            Arrays.fill(floating, Double.NaN);
            centroidal.matrix(base, q, matrix);
            free.matrixFloating(base == null ? atRest : base, q, floating);
            copy(floating, out, copy(matrix, out, 0));
        };
    }

    private static Algorithm inverseDynamics(RobotModel model) {
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] tau = new double[model.jointCount()];
        double[] wrench = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(tau, Double.NaN);
            dynamics.compute(base, q, qd, qdd, wrenches, tau);
            int at = copy(tau, out, 0);
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(wrench, Double.NaN);
                dynamics.jointWrenchInBody(body, wrench);
                at = copy(wrench, out, at);
            }
            Arrays.fill(tau, Double.NaN);
            dynamics.gravity(q, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.bias(q, qd, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.coriolis(q, qd, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.friction(qd, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.massTimes(q, qdd, tau);
            copy(tau, out, at);
        };
    }

    private static Algorithm forceRate(RobotModel model) {
        ForceRate forces = new ForceRate(model);
        double[] tau = new double[model.jointCount()];
        double[] rate = new double[model.jointCount()];
        double[] wrench = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(tau, Double.NaN);
            Arrays.fill(rate, Double.NaN);
            forces.compute(base, q, qd, qdd, qddd, wrenches, tau, rate);
            int at = copy(rate, out, copy(tau, out, 0));
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(wrench, Double.NaN);
                forces.jointWrenchRateInBody(body, wrench);
                at = copy(wrench, out, at);
            }
        };
    }

    private static Algorithm kinematics(RobotModel model) {
        Kinematics kinematics = new Kinematics(model);
        double[] pose = new double[12];
        double[] twist = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            kinematics.compute(base, q, qd, qdd, qddd);
            int at = 0;
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(pose, Double.NaN);
                kinematics.worldFromBody(body, pose);
                at = copy(pose, out, at);
                Arrays.fill(twist, Double.NaN);
                kinematics.velocityInWorld(body, twist);
                at = copy(twist, out, at);
                Arrays.fill(twist, Double.NaN);
                kinematics.accelerationInWorld(body, twist);
                at = copy(twist, out, at);
                Arrays.fill(twist, Double.NaN);
                kinematics.jerkInWorld(body, twist);
                at = copy(twist, out, at);
            }
        };
    }

    private static Algorithm jacobian(RobotModel model) {
        Kinematics kinematics = new Kinematics(model);
        Jacobian jacobian = new Jacobian(model);
        double[] matrix = new double[6 * model.jointCount()];
        double[] acceleration = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            kinematics.compute(base, q, qd, null, null);
            int at = 0;
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(matrix, Double.NaN);
                jacobian.compute(kinematics, body, matrix);
                at = copy(matrix, out, at);
                Arrays.fill(acceleration, Double.NaN);
                jacobian.rateTimesVelocity(kinematics, body, acceleration);
                at = copy(acceleration, out, at);
            }
        };
    }

    private static Algorithm systemMotion(RobotModel model) {
        Kinematics kinematics = new Kinematics(model);
        SystemMotion whole = new SystemMotion(model);
        double[] momentum = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            kinematics.compute(base, q, qd, null, null);
            whole.compute(kinematics);
            Arrays.fill(momentum, Double.NaN);
            whole.momentumInWorldAboutCenterOfMass(momentum);
            int at = copy(momentum, out, 0);
            out[at] = whole.kineticEnergy();
            out[at + 1] = whole.potentialEnergy();
        };
    }

    private static Algorithm posture(RobotModel model) {
        Posture posture = new Posture(model);
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] tau = new double[model.jointCount()];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            posture.set(q);
            dynamics.compute(posture, base, qd, qdd, wrenches, tau);
            copy(tau, out, 0);
        };
    }

    @CanIgnoreReturnValue
    private static int copy(double[] from, double[] out, int at) {
        System.arraycopy(from, 0, out, at, from.length);
        return at + from.length;
    }
}
