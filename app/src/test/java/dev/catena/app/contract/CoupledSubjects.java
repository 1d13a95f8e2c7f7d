package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.out;

import dev.catena.dynamics.DenseForwardDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.InverseMassMatrix;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.List;
import java.util.stream.Stream;

/** Algorithms of core on a robot of which two joints follow others: its vectors are shorter than its tree. */
final class CoupledSubjects {
    private static final RobotModel COUPLED = coupled();
    private static final int N = COUPLED.jointCount();

    private CoupledSubjects() {}

    private static RobotModel coupled() {
        List<String> joints = Robots.TREE.jointNames();
        return Robots.TREE.toBuilder()
                .coupling(joints.get(1), joints.get(0), -0.5, 0.2)
                .coupling(joints.get(4), joints.get(2), 1.5, 0)
                .build();
    }

    private static Slot position() {
        return in("q", N);
    }

    private static Slot rate(String name) {
        return in(name, N);
    }

    static Stream<Subject> all() {
        Slot tauOut = out("tauOut", N);
        return Stream.of(
                Subject.ofTree(
                        InverseDynamics.class,
                        COUPLED,
                        InverseDynamics::new,
                        Call.of("compute", position(), rate("qd"), rate("qdd"), tauOut)
                                .fixed(),
                        Call.of("gravity", position(), tauOut).fixed(),
                        Call.of("massTimes", position(), rate("qdd"), tauOut).fixed()),
                Subject.ofTree(
                        ForceRate.class,
                        COUPLED,
                        ForceRate::new,
                        Call.of(
                                        "compute",
                                        position(),
                                        rate("qd"),
                                        rate("qdd"),
                                        rate("qddd"),
                                        tauOut,
                                        out("tauRateOut", N))
                                .fixed()),
                Subject.ofTree(
                        MassMatrix.class,
                        COUPLED,
                        MassMatrix::new,
                        Call.of("compute", position(), out("matrixOut", N * N)).fixed()),
                Subject.ofTree(
                        InverseMassMatrix.class,
                        COUPLED,
                        InverseMassMatrix::new,
                        Call.of("compute", position(), out("inverseOut", N * N))),
                Subject.ofTree(
                        DenseForwardDynamics.class,
                        COUPLED,
                        DenseForwardDynamics::new,
                        Call.of("compute", position(), rate("qd"), rate("tau"), out("qddOut", N))
                                .fixed()),
                Subject.ofTree(
                        TorqueSensitivity.class,
                        COUPLED,
                        TorqueSensitivity::new,
                        Call.of(
                                        "compute",
                                        position(),
                                        rate("qd"),
                                        rate("qdd"),
                                        out("byPositionOut", N * N),
                                        out("byVelocityOut", N * N),
                                        out("byAccelerationOut", N * N))
                                .fixed()));
    }
}
