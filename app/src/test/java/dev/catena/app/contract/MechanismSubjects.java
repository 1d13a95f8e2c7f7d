package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.LoopClosure;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.RobotModel;
import java.util.stream.Stream;

/** Closed loops. */
final class MechanismSubjects {
    static final RobotModel LOOPS = ShippedRobots.load("five-bar");

    private static final RobotModel OTHER = LOOPS.toBuilder().gravity(0, 1, 2).build();
    private static final int N = LOOPS.jointCount();
    private static final int K = LOOPS.independentJoints().size();

    private MechanismSubjects() {}

    /** Near the assembly. */
    static Slot positions(String name) {
        double[] q = Slot.numbers(name, K);
        for (int k = 0; k < K; k++) {
            String joint = LOOPS.independentJoints().get(k).name();
            q[k] = 0.02 * q[k] + LOOPS.loops().assembly().getOrDefault(joint, 0.0);
        }
        return in(name, q);
    }

    private static Slot wrenches() {
        return other("wrenches", ExternalWrenches.class, () -> Robots.wrenches(LOOPS), () -> Robots.wrenches(OTHER));
    }

    static Stream<Subject> all() {
        Slot q = positions("q");
        Slot qd = in("qd", K);
        Slot qdd = in("qdd", K);
        Slot[] matrices = Stream.of("byPositionOut", "byVelocityOut", "byAccelerationOut")
                .map(name -> out(name, K * K))
                .toArray(Slot[]::new);
        Call[] efforts = {
            Call.of("treeEfforts", out("effortsOut", N)),
            Call.of("computeCutWrenches"),
            Call.of("cutWrench", index(0), out("wrenchOut", 6))
        };
        Call[] inertia = {Call.of("massMatrix", out("matrixOut", K * K)), Call.of("bias", out("biasOut", K))};
        return Stream.concat(
                        kinematics(),
                        Stream.of(
                                Subject.of(
                                                ClosedLoopInverseDynamics.class,
                                                LOOPS.name(),
                                                () -> new ClosedLoopInverseDynamics(LOOPS),
                                                Call.of("compute", q, qd, qdd, out("effortsOut", K))
                                                        .then(efforts),
                                                Call.of("compute", q, qd, qdd, wrenches(), out("effortsOut", K))
                                                        .then(efforts))
                                        .refuses(
                                                "floating",
                                                () -> new ClosedLoopInverseDynamics(LOOPS.withFloatingBase())),
                                Subject.of(
                                                ClosedLoopForwardDynamics.class,
                                                LOOPS.name(),
                                                () -> new ClosedLoopForwardDynamics(LOOPS),
                                                Call.of("compute", q, qd, in("efforts", K), out("accelerationsOut", K))
                                                        .then(inertia),
                                                Call.of(
                                                                "compute",
                                                                q,
                                                                qd,
                                                                in("efforts", K),
                                                                wrenches(),
                                                                out("accelerationsOut", K))
                                                        .then(inertia),
                                                Call.of(
                                                                "computeWithAllEfforts",
                                                                q,
                                                                qd,
                                                                in("efforts", N),
                                                                wrenches(),
                                                                out("accelerationsOut", K))
                                                        .then(inertia))
                                        .refuses(
                                                "floating",
                                                () -> new ClosedLoopForwardDynamics(LOOPS.withFloatingBase())),
                                Subject.of(
                                                ClosedLoopSensitivity.class,
                                                LOOPS.name(),
                                                () -> new ClosedLoopSensitivity(LOOPS),
                                                Call.of("compute", q, qd, qdd, matrices[0], matrices[1], matrices[2]),
                                                Call.of(
                                                        "compute",
                                                        q,
                                                        qd,
                                                        qdd,
                                                        wrenches(),
                                                        matrices[0],
                                                        matrices[1],
                                                        matrices[2]))
                                        .refuses(
                                                "floating", () -> new ClosedLoopSensitivity(LOOPS.withFloatingBase()))))
                .map(subject -> subject.within(1e-9));
    }

    private static Stream<Subject> kinematics() {
        Call close = Call.of("close", positions("positions"));
        Call move = Call.of("move", in("velocities", K));
        Call all = Call.of("positions", out("positionsOut", N));
        return Stream.of(
                Subject.of(
                        LoopClosure.class,
                        LOOPS.name(),
                        () -> new LoopClosure(LOOPS),
                        close.then(all),
                        Call.of("restart", in("positions", N))),
                Subject.of(
                        LoopKinematics.class,
                        LOOPS.name(),
                        () -> new LoopKinematics(LOOPS),
                        close.then(all, Call.of("rates", out("ratesOut", N * K))),
                        move.after(close).then(Call.of("velocities", out("velocitiesOut", N))),
                        Call.of("accelerate", in("accelerations", K))
                                .after(close, move)
                                .then(
                                        Call.of("accelerations", out("accelerationsOut", N)),
                                        Call.of("rateTimesVelocity", out("accelerationsOut", N)))));
    }
}
