package dev.catena.app.soak;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.drive.FlexibleJointDynamics;
import dev.catena.drive.TaylorInverseDynamics;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.Dual;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.RunningError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Motors and springs, against plain trees in which every motor is a body. */
final class ElasticChecks {
    private final WorstErrors errors;
    private final RandomMotion rigid;
    private final RandomMotion motion;
    private final RobotModel model;
    private final String where;
    private final RandomNumbers random;
    private final ElasticCoordinates coordinates;
    private final ExplicitMotors explicit;
    private final Truth<RunningError> truth;
    private final int n;

    /** @param of its robot gets other drives */
    ElasticChecks(WorstErrors errors, RandomMotion of, String where, long seed) {
        this.errors = errors;
        this.where = where;
        rigid = of;
        random = new RandomNumbers(seed);
        model = RandomDrives.rigidOnParents(of.model(), seed);
        motion = new RandomMotion(model, of.q(), of.qd(), of.qdd(), of.qddd(), of.base(), of.loads());
        coordinates = new ElasticCoordinates(model);
        explicit = new ExplicitMotors(model);
        truth = new Truth<>(explicit.explicit(), Function.identity());
        n = model.jointCount();
    }

    void run() {
        inverse();
        attempt("elastic forward dynamics", () -> forward("elastic accelerations", new ElasticForwardDynamics(model)));
        attempt(
                "elastic forward dynamics by matrices",
                () -> forward("elastic accelerations by matrices", ElasticForwardDynamics.withMatrices(model)));
        attempt("flexible joints", this::flexible);
        taylor();
    }

    private void attempt(String what, Runnable computation) {
        try {
            computation.run();
        } catch (NumericalException e) {
            errors.refusal(what);
        }
    }

    /** Positions that springs can hold. */
    private double[] positions() {
        double[] q = coordinates.relaxed(motion.q());
        for (int k = n; k < q.length; k++) {
            q[k] += random.between(-0.1, 0.1);
        }
        return q;
    }

    private RunningError springEffort(int e, double[] q) {
        Spring spring = coordinates.spring(e);
        double size = Math.abs(q[n + e]) + Math.abs(q[coordinates.jointOfMotor(e)]) + Math.abs(spring.restOffset());
        return RunningError.of(coordinates.springEffort(e, q)).withError(spring.stiffness() * size);
    }

    private NewtonEuler<RunningError> textbook(double[] q, double[] qd, double[] qdd) {
        return new NewtonEuler<>(truth.robot(), truth.motion(explicit.motion(motion, q, qd, qdd)));
    }

    private void inverse() {
        int size = coordinates.size();
        double[] q = positions();
        double[] qd = random.vector(size, 2);
        double[] qdd = random.vector(size, 2);
        double[] tau = new double[n];
        double[] rows = new double[size];
        ElasticInverseDynamics dynamics = new ElasticInverseDynamics(coordinates);
        dynamics.compute(motion.baseMotion(), q, qd, qdd, motion.wrenches(), tau);
        dynamics.generalizedForces(rows);
        NewtonEuler<RunningError> textbook = textbook(q, qd, qdd);
        List<RunningError> expected = explicit.generalizedForces(textbook, qd, qdd, RunningError::of);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            expected.set(n + e, expected.get(n + e).plus(springEffort(e, q)));
        }
        errors.check("elastic forces", where, rows, expected);
        List<RunningError> torques = new ArrayList<>(expected.subList(0, n));
        for (Joint joint : model.movingJoints()) {
            torques.set(model.coordinate(joint.name()), expected.get(coordinates.motorOf(joint.name())));
        }
        errors.check("motor torques", where, tau, torques);
        wrenches("joint wrenches with springs", dynamics::jointWrenchInBody, textbook);
    }

    /** Where a joint's wrench is to be found. */
    private interface Wrenches {
        void in(int body, double[] wrenchOut);
    }

    private void wrenches(String quantity, Wrenches wrenches, NewtonEuler<RunningError> textbook) {
        double[] wrench = new double[6];
        for (int body = 1; body < model.bodies().size(); body++) {
            wrenches.in(body, wrench);
            int same = explicit.explicit().bodyIndex(model.bodies().get(body).name());
            errors.check(quantity, where, wrench, DynamicsChecks.six(textbook.jointWrench(same)));
        }
    }

    private void forward(String quantity, ElasticForwardDynamics dynamics) {
        int size = coordinates.size();
        double[] q = positions();
        double[] qd = random.vector(size, 2);
        double[] tau = random.vector(n, 5);
        double[] qdd = new double[size];
        dynamics.compute(motion.baseMotion(), q, qd, tau, motion.wrenches(), qdd);
        NewtonEuler<RunningError> textbook = textbook(q, qd, qdd);
        List<RunningError> needed = explicit.generalizedForces(textbook, qd, qdd, RunningError::of);
        double[] given = Arrays.copyOf(tau, size);
        double[] sizes = new double[size];
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int k = coordinates.jointOfMotor(e);
            RunningError spring = springEffort(e, q);
            given[k] = spring.value();
            given[n + e] = tau[k] - given[k];
            sizes[k] = spring.error();
            sizes[n + e] = spring.error();
        }
        List<RunningError> expected = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            RunningError x = needed.get(k);
            double own = k < n ? Math.abs(tau[k]) : Math.abs(tau[coordinates.jointOfMotor(k - n)]);
            expected.add(new RunningError(x.exact(), x.error() + own + sizes[k]));
        }
        errors.check(quantity, where, given, expected);
        dynamics.computeJointWrenches();
        wrenches(quantity + ": wrenches", dynamics::jointWrenchInBody, textbook);
    }

    /** Springs in the place of motors: the textbook's rigid robot needs what they exert. */
    private void flexible() {
        RobotModel robot = withoutElasticRotors();
        double[] tau = random.vector(n, 5);
        double[] qdd = new double[n];
        RandomMotion moving =
                new RandomMotion(robot, motion.q(), motion.qd(), qdd, motion.qddd(), motion.base(), motion.loads());
        new FlexibleJointDynamics(robot)
                .forward(motion.baseMotion(), motion.q(), motion.qd(), tau, moving.wrenches(), qdd);
        Truth<RunningError> of = new Truth<>(robot, Function.identity());
        List<RunningError> needed = new ArrayList<>(new NewtonEuler<>(of.robot(), of.motion(moving)).torques());
        double[] given = tau.clone();
        for (int k = 0; k < n; k++) {
            Spring spring = model.movingJoints().get(k).drive().spring();
            double size = Math.abs(tau[k]);
            if (spring != null) {
                given[k] = -spring.stiffness() * (motion.q()[k] - spring.restOffset());
                size = spring.stiffness() * (Math.abs(motion.q()[k]) + Math.abs(spring.restOffset()));
            }
            RunningError x = needed.get(k);
            needed.set(k, new RunningError(x.exact(), x.error() + size));
        }
        errors.check("accelerations of flexible joints", where, given, needed);
    }

    /** Rotors of elastic joints would have to sit on the joints' parents. */
    private RobotModel withoutElasticRotors() {
        RobotModelBuilder builder = model.toBuilder();
        for (Joint joint : model.elasticJoints()) {
            Drive drive = joint.drive();
            builder.replace(
                    joint.with(new Drive(drive.reflectedInertia(), null, drive.spring(), drive.motorFriction())));
        }
        return builder.build();
    }

    /** Torques along a motion and their first two derivatives by time, of the robot as it was. */
    private void taylor() {
        RobotModel robot = rigid.model();
        double[] snap = random.vector(n, 2);
        double[][] x = {rigid.q(), rigid.qd(), rigid.qdd(), rigid.qddd(), snap};
        double[][] rows = new double[3][n];
        new TaylorInverseDynamics(robot, 2).compute(x, rows);
        Truth<Dual<Dual<RunningError>>> inTime = new Truth<>(robot, c -> Dual.constant(Dual.constant(c)));
        RandomMotion still = new RandomMotion(
                robot, rigid.q(), rigid.qd(), rigid.qdd(), rigid.qddd(), RandomMotion.Base.AT_REST, Map.of());
        List<Dual<Dual<RunningError>>> torques = new NewtonEuler<>(
                        inTime.robot(),
                        inTime.motion(
                                still,
                                along(x[0], x[1], x[2]),
                                along(x[1], x[2], x[3]),
                                along(x[2], x[3], x[4]),
                                along(x[3], x[4], new double[n]),
                                inTime.base(still.base())))
                .torques();
        errors.check(
                "torques by series",
                where,
                rows[0],
                torques.stream().map(t -> t.real().real()).toList());
        errors.check(
                "torque rates by series",
                where,
                rows[1],
                torques.stream()
                        .map(t ->
                                t.real().derivative().withError(t.real().real().error()))
                        .toList());
        errors.check(
                "second torque rates by series",
                where,
                rows[2],
                torques.stream()
                        .map(t -> t.derivative()
                                .derivative()
                                .withError(t.real().real().error()))
                        .toList());
    }

    private static List<Dual<Dual<RunningError>>> along(double[] x, double[] rate, double[] second) {
        List<Dual<Dual<RunningError>>> list = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            list.add(new Dual<>(
                    new Dual<>(RunningError.of(x[k]), RunningError.of(rate[k])),
                    new Dual<>(RunningError.of(rate[k]), RunningError.of(second[k]))));
        }
        return list;
    }
}
