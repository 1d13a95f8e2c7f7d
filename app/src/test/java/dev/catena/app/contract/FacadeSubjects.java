package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.other;

import dev.catena.Catena;
import dev.catena.app.contract.Call.Base;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.stream.Stream;

/** One-liners, of trees and of closed loops. */
final class FacadeSubjects {
    private FacadeSubjects() {}

    static Stream<Subject> all() {
        RobotModel tree = Robots.TREE;
        int n = tree.jointCount();
        Slot q = in("q", n);
        Slot body = other("body", String.class, () -> tree.bodies().get(3).name(), () -> "none");
        Slot base = other("base", BaseMotion.class, Robots::base);
        return Stream.of(
                new Subject(
                        Catena.class,
                        tree.name(),
                        kind -> Catena.of(kind == Base.FREE ? tree.withFloatingBase() : tree),
                        List.of(),
                        Stream.concat(
                                        calls(q, n, n, body),
                                        Stream.of(
                                                Call.of("torque", base, q, in("qd", n), in("qdd", n)),
                                                Call.of("pose", base, body, q)))
                                .toList(),
                        0),
                new Subject(
                        Catena.class,
                        MechanismSubjects.LOOPS.name(),
                        kind -> Catena.of(
                                kind == Base.FREE
                                        ? MechanismSubjects.LOOPS.withFloatingBase()
                                        : MechanismSubjects.LOOPS),
                        List.of(),
                        calls(
                                        MechanismSubjects.positions("q"),
                                        MechanismSubjects.LOOPS
                                                .independentJoints()
                                                .size(),
                                        MechanismSubjects.LOOPS
                                                .loops()
                                                .activeJoints()
                                                .size(),
                                        other(
                                                "body",
                                                String.class,
                                                () -> MechanismSubjects.LOOPS
                                                        .bodies()
                                                        .get(2)
                                                        .name(),
                                                () -> "none"))
                                .toList(),
                        0));
    }

    private static Stream<Call> calls(Slot q, int coordinates, int drives, Slot body) {
        Slot qd = in("qd", coordinates);
        Slot qdd = in("qdd", coordinates);
        return Stream.of(
                        Call.of("torque", q, qd, qdd),
                        Call.of("torqueRate", q, qd, qdd, in("qddd", coordinates)),
                        Call.of("gravity", q),
                        Call.of("acceleration", q, qd, in("tau", drives)),
                        Call.of("massMatrix", q),
                        Call.of("jacobian", body, q),
                        Call.of("pose", body, q))
                .map(Call::fixed);
    }
}
