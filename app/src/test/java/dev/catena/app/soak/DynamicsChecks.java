package dev.catena.app.soak;

import dev.catena.dynamics.CentroidalMomentum;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Twist;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.ForceDerivativesInComponents;
import dev.catena.textbook.Link;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.RunningError;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Motions of bodies, momentum and energy, torques and their rates, matrices. */
final class DynamicsChecks {
    private final WorstErrors errors;
    private final RandomMotion motion;
    private final RobotModel model;
    private final String where;
    private final Truth<RunningError> truth;
    private final TextbookRobot<RunningError> robot;
    private final Motion<RunningError> exact;
    private final int n;

    DynamicsChecks(WorstErrors errors, RandomMotion motion, String where) {
        this.errors = errors;
        this.motion = motion;
        this.where = where;
        model = motion.model();
        truth = new Truth<>(model, Function.identity());
        robot = truth.robot();
        exact = truth.motion(motion);
        n = model.jointCount();
    }

    void run() {
        kinematics();
        jacobians();
        momentumAndEnergy();
        torques();
        partsOfTorques();
        rates();
        massMatrices();
        regressor();
        floatingTorques();
    }

    private void check(String quantity, double[] actual, List<RunningError> expected) {
        errors.check(quantity, where, actual, expected);
    }

    static <T> List<T> join(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Forces and moments, which are as exact as their largest components. */
    static List<RunningError> six(Wrench<RunningError> w) {
        return join(even(w.force()), even(w.moment()));
    }

    /**
     * A wrench that is computed about another point of the joint axes, where a mass without an arm here has one: moments are as
     * exact as forces on that arm.
     */
    static List<RunningError> six(Wrench<RunningError> w, double arm) {
        double least = arm * error(w.force());
        return join(
                even(w.force()),
                even(w.moment()).stream().map(x -> x.withError(least)).toList());
    }

    private static List<RunningError> even(Vector<RunningError> v) {
        return v.toList().stream().map(x -> x.withError(error(v))).toList();
    }

    private static double error(Vector<RunningError> v) {
        return Math.max(v.x().error(), Math.max(v.y().error(), v.z().error()));
    }

    private static List<RunningError> six(Vector<RunningError> a, Vector<RunningError> b) {
        return join(a.toList(), b.toList());
    }

    static List<RunningError> twelve(Matrix<RunningError> r, Vector<RunningError> p) {
        List<RunningError> all = new ArrayList<>();
        List.of(r.x(), r.y(), r.z(), p).forEach(row -> all.addAll(row.toList()));
        return all;
    }

    private void kinematics() {
        WorldKinematics<RunningError> world = new WorldKinematics<>(robot, exact);
        ForceDerivatives<RunningError> derivatives = new ForceDerivatives<>(robot, exact);
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.qddd());
        double[] six = new double[6];
        double[] twelve = new double[12];
        for (int body = 0; body < model.bodies().size(); body++) {
            Matrix<RunningError> r = world.worldFromBody(body).rotation();
            kinematics.worldFromBody(body, twelve);
            check("poses", twelve, twelve(r, world.worldFromBody(body).position()));
            kinematics.velocityInWorld(body, six);
            check("velocities", six, six(world.linearVelocityInWorld(body), world.angularVelocityInWorld(body)));
            kinematics.accelerationInWorld(body, six);
            check(
                    "accelerations of bodies",
                    six,
                    six(
                            r.times(derivatives.accelerationLessGravity(body)).plus(robot.gravity()),
                            r.times(derivatives.angularAcceleration(body))));
            kinematics.jerkInWorld(body, six);
            check(
                    "jerks of bodies",
                    six,
                    six(r.times(derivatives.linearJerk(body)), r.times(derivatives.angularJerk(body))));
        }
    }

    /** J q̇ and J̇ q̇: velocities and accelerations of bodies whose base does not move by itself. */
    private void jacobians() {
        RandomMotion.Base still =
                new RandomMotion.Base(motion.base().worldFromBase(), Twist.ZERO, Twist.ZERO, Twist.ZERO);
        RandomMotion coasting =
                new RandomMotion(model, motion.q(), motion.qd(), new double[n], new double[n], still, motion.loads());
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(coasting.baseMotion(), motion.q(), motion.qd(), null, null);
        Jacobian jacobian = new Jacobian(model);
        Motion<RunningError> exactCoasting = truth.motion(coasting);
        WorldKinematics<RunningError> world = new WorldKinematics<>(robot, exactCoasting);
        NewtonEuler<RunningError> dynamics = new NewtonEuler<>(robot, exactCoasting);
        double[] matrix = new double[6 * n];
        double[] six = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            jacobian.compute(kinematics, body, matrix);
            check(
                    "Jacobian times velocities",
                    product(matrix, motion.qd()),
                    six(world.linearVelocityInWorld(body), world.angularVelocityInWorld(body)));
            jacobian.rateTimesVelocity(kinematics, body, six);
            Matrix<RunningError> r = world.worldFromBody(body).rotation();
            check(
                    "Jacobian's rate times velocities",
                    six,
                    six(
                            r.times(dynamics.accelerationLessGravity(body)).plus(robot.gravity()),
                            r.times(dynamics.angularAcceleration(body))));
        }
    }

    static double[] product(double[] matrix, double[] x) {
        double[] y = new double[x.length == 0 ? 6 : matrix.length / x.length];
        for (int k = 0; k < matrix.length; k++) {
            y[k / x.length] += matrix[k] * x[k % x.length];
        }
        return y;
    }

    private void momentumAndEnergy() {
        EnergyAndMomentum<RunningError> expected = new EnergyAndMomentum<>(robot, exact);
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(motion.baseMotion(), motion.q(), motion.qd(), null, null);
        SystemMotion whole = new SystemMotion(model);
        whole.compute(kinematics);
        check("mass", new double[] {whole.totalMass()}, List.of(expected.mass()));
        check("kinetic energy", new double[] {whole.kineticEnergy()}, List.of(expected.kineticEnergy()));
        check("potential energy", new double[] {whole.potentialEnergy()}, List.of(expected.potentialEnergy()));
        if (whole.totalMass() > 0) {
            check(
                    "mass center",
                    whole.centerOfMassInWorld().toArray(),
                    expected.centerOfMass().toList());
            double[] momentum = new double[6];
            whole.momentumInWorldAboutCenterOfMass(momentum);
            List<RunningError> exactMomentum = six(expected.linearMomentum(), expected.angularMomentumAboutCenter());
            check("momentum", momentum, exactMomentum);
            double[] matrix = new double[6 * (6 + n)];
            new CentroidalMomentum(model.withFloatingBase()).matrixFloating(motion.baseMotion(), motion.q(), matrix);
            double[] rates = Arrays.copyOf(motion.base().velocity().linear().toArray(), 6 + n);
            System.arraycopy(motion.base().velocity().angular().toArray(), 0, rates, 3, 3);
            System.arraycopy(motion.qd(), 0, rates, 6, n);
            check("centroidal matrix times velocities", product(matrix, rates), exactMomentum);
        }
    }

    private void torques() {
        NewtonEuler<RunningError> expected = new NewtonEuler<>(robot, exact);
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] tau = new double[n];
        dynamics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        check("torques", tau, expected.torques());
        double[] wrench = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            dynamics.jointWrenchInBody(body, wrench);
            check("joint wrenches", wrench, six(expected.jointWrench(body)));
        }
        Posture posture = new Posture(model);
        posture.set(motion.q());
        dynamics.compute(posture, motion.baseMotion(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        check("torques at a posture", tau, expected.torques());
    }

    private void partsOfTorques() {
        InverseDynamics dynamics = new InverseDynamics(model);
        List<RunningError> q = truth.numbers(motion.q());
        List<RunningError> qd = truth.numbers(motion.qd());
        TextbookRobot<RunningError> frictionless = robot.withoutFriction();
        Motion<RunningError> coasting = Motion.of(robot, q, qd, robot.zeros());
        double[] out = new double[n];
        dynamics.gravity(motion.q(), out);
        check("gravity torques", out, new NewtonEuler<>(robot, Motion.atRest(robot, q)).torques());
        dynamics.bias(motion.q(), motion.qd(), out);
        check("bias torques", out, turning(new NewtonEuler<>(robot, coasting)));
        dynamics.coriolis(motion.q(), motion.qd(), out);
        check("Coriolis torques", out, turning(new NewtonEuler<>(frictionless.withoutGravity(), coasting)));
        dynamics.massTimes(motion.q(), motion.qdd(), out);
        Motion<RunningError> starting = Motion.of(robot, q, robot.zeros(), truth.numbers(motion.qdd()));
        check("mass times", out, new NewtonEuler<>(frictionless.withoutGravity(), starting).torques());
    }

    /**
     * Torques of bodies that only turn. In ω × Jω the square of a velocity about an axis cancels at once where the products of
     * inertia are multiplied by differences of squares, U = ω̂ω̂: they are as exact as J ω² of all that a joint moves.
     */
    private List<RunningError> turning(NewtonEuler<RunningError> dynamics) {
        List<RunningError> torques = new ArrayList<>(dynamics.torques());
        double[] beyond = new double[robot.size()];
        for (int body = robot.size() - 1; body > 0; body--) {
            Link<RunningError> link = robot.link(body);
            double inertia = 0;
            for (double x : link.tensorAboutCenter().values()) {
                inertia = Math.max(inertia, Math.abs(x));
            }
            double omega = dynamics.angularVelocity(body).norm().value();
            beyond[body] += inertia * omega * omega;
            beyond[link.parent()] += beyond[body];
            if (link.kind().moves()) {
                int k = link.coordinate();
                torques.set(k, torques.get(k).withError(beyond[body]));
            }
        }
        return torques;
    }

    private void rates() {
        ForceDerivatives<RunningError> expected = new ForceDerivatives<>(robot, exact);
        ForceDerivativesInComponents<RunningError> components = new ForceDerivativesInComponents<>(robot, exact);
        ForceRate forces = new ForceRate(model);
        double[] tau = new double[n];
        double[] rate = new double[n];
        forces.compute(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.qddd(),
                motion.wrenches(),
                tau,
                rate);
        check("torques beside rates", tau, expected.torques());
        check("torque rates", rate, expected.torqueRates());
        double[] wrench = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            forces.jointWrenchRateInBody(body, wrench);
            check("joint wrench rates", wrench, six(components.jointWrenchComponentRate(body)));
        }
    }

    private void massMatrices() {
        double[] matrix = new double[n * n];
        new MassMatrix(model).compute(motion.q(), matrix);
        check("mass matrix", matrix, scaled(truth, motion.q()));
        int size = 6 + n;
        double[] floating = new double[size * size];
        new MassMatrix(model.withFloatingBase()).computeFloating(motion.q(), floating);
        double[] rates = Arrays.copyOf(motion.base().acceleration().linear().toArray(), size);
        System.arraycopy(motion.base().acceleration().angular().toArray(), 0, rates, 3, 3);
        System.arraycopy(motion.qdd(), 0, rates, 6, n);
        RandomMotion starting = Truth.withBaseAcceleration(
                new RandomMotion(
                        model,
                        motion.q(),
                        new double[n],
                        motion.qdd(),
                        new double[n],
                        RandomMotion.Base.AT_REST,
                        java.util.Map.of()),
                rates,
                motion.qdd());
        NewtonEuler<RunningError> expected =
                new NewtonEuler<>(truth.weightless().withoutFriction(), truth.motion(starting));
        check(
                "floating mass matrix times accelerations",
                product(floating, rates),
                join(six(expected.jointWrench(0)), expected.torques()));
    }

    /** An entry is as exact as the diagonal, √(Mᵢᵢ Mⱼⱼ), and as masses at the robot's reach. */
    static List<RunningError> scaled(Truth<RunningError> truth, double[] q) {
        List<RunningError> matrix = massMatrix(truth, q);
        int n = q.length;
        double[] masses = new double[n];
        double[] arms = new double[n];
        truth.massesBeyond(masses);
        double reach = truth.reach(q);
        for (Link<RunningError> link : truth.robot().links()) {
            if (link.kind().moves()) {
                arms[link.coordinate()] = link.kind() == JointKind.REVOLUTE ? reach : 1;
            }
        }
        List<RunningError> scaled = new ArrayList<>();
        for (int k = 0; k < matrix.size(); k++) {
            int i = k / n;
            int j = k % n;
            double product =
                    matrix.get(i * (n + 1)).value() * matrix.get(j * (n + 1)).value();
            double atReach = Math.min(masses[i], masses[j]) * arms[i] * arms[j];
            scaled.add(matrix.get(k).withError(Math.max(atReach, Math.sqrt(Math.max(0, product)))));
        }
        return scaled;
    }

    static List<RunningError> massMatrix(Truth<RunningError> truth, double[] q) {
        return new MassMatrixByInverseDynamics<>(truth.robot())
                .massMatrix(truth.numbers(q)).stream().flatMap(List::stream).toList();
    }

    /** Of the robot without its drives, whose torques are linear in the inertias. */
    private void regressor() {
        RobotModelBuilder builder = model.toBuilder();
        for (Joint joint : model.movingJoints()) {
            builder.replace(joint.with(new Drive(joint.drive().reflectedInertia(), null)));
        }
        RobotModel bare = builder.build();
        Regressor regressor = Regressor.withDrives(bare);
        double[] matrix = new double[regressor.rows() * regressor.columns()];
        double[] parameters = new double[regressor.columns()];
        regressor.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), matrix);
        regressor.parameters(parameters);
        Truth<RunningError> of = new Truth<>(bare, Function.identity());
        RandomMotion unloaded = new RandomMotion(
                bare, motion.q(), motion.qd(), motion.qdd(), motion.qddd(), motion.base(), java.util.Map.of());
        boolean smooth =
                model.movingJoints().stream().anyMatch(joint -> joint.friction().smoothingVelocity() > 0);
        if (!smooth) {
            check(
                    "regressor times parameters",
                    n == 0 ? new double[0] : product(matrix, parameters),
                    new NewtonEuler<>(of.robot(), of.motion(unloaded)).torques());
        }
    }

    /** What was found as the base's acceleration leaves no wrench on the base. */
    private void floatingTorques() {
        double[] a = new double[6];
        double[] tau = new double[n];
        RobotModel floating = model.withFloatingBase();
        FloatingInverseDynamics dynamics = new FloatingInverseDynamics(floating);
        try {
            dynamics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), a, tau);
        } catch (NumericalException e) {
            if (new Singularity(truth, motion.q()).ofWhole() > Singularity.CLEAR) {
                errors.mistake("%s: refused without need: %s".formatted(where, e.getMessage()));
            }
            return;
        }
        RandomMotion free = Truth.withBaseAcceleration(motion, a, motion.qdd());
        NewtonEuler<RunningError> expected = new NewtonEuler<>(robot, truth.motion(free));
        check("floating base's acceleration", new double[6], six(expected.jointWrench(0)));
        check("floating torques", tau, expected.torques());
        double[] wrench = new double[6];
        for (int body = 1; body < model.bodies().size(); body++) {
            dynamics.jointWrenchInBody(body, wrench);
            check("floating joint wrenches", wrench, six(expected.jointWrench(body), truth.reach(motion.q())));
        }
    }
}
