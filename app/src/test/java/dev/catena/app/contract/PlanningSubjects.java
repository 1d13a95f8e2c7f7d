package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;

import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.function.FloatingDynamics;
import dev.catena.planning.function.LoadedDynamics;
import dev.catena.planning.function.LoopDynamics;
import dev.catena.planning.function.Surroundings;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.spline.BasisValues;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.stream.Stream;

/** The dynamics of planned motions, and splines. */
final class PlanningSubjects {
    private static final SplineBasis BASIS = SplineBasis.clamped(3, 0, 0.5, 1);
    private static final int POINTS = BASIS.controlPoints();

    private PlanningSubjects() {}

    static Stream<Subject> all() {
        int n = Robots.TREE.jointCount();
        int k = MechanismSubjects.LOOPS.independentJoints().size();
        Slot u = other("u", double.class, () -> 0.3, () -> Double.NaN, () -> Double.POSITIVE_INFINITY);
        return Stream.of(
                Subject.ofTree(
                                TreeDynamics.class,
                                Robots.TREE,
                                TreeDynamics::new,
                                dynamics(n, in("q", n), "tauOut", "tauRateOut"))
                        .refuses("withFixedBase()", () -> new TreeDynamics(Robots.TREE.withFloatingBase())),
                Subject.of(
                                LoopDynamics.class,
                                MechanismSubjects.LOOPS.name(),
                                () -> new LoopDynamics(MechanismSubjects.LOOPS),
                                dynamics(k, MechanismSubjects.positions("q"), "effortsOut", "rateOut"))
                        .within(1e-6)
                        .refuses("withFixedBase()", () -> new LoopDynamics(MechanismSubjects.LOOPS.withFloatingBase())),
                Subject.ofTree(
                                LoadedDynamics.class,
                                Robots.TREE,
                                robot -> new LoadedDynamics(
                                        robot,
                                        Surroundings.NONE.wrenchInWorld(
                                                robot.bodies().get(1).name(), new Wrench(Vector3.X, Vector3.Y))),
                                dynamics(n, in("q", n), "tauOut", "tauRateOut"))
                        .refuses(
                                "withFixedBase()",
                                () -> new LoadedDynamics(Robots.TREE.withFloatingBase(), Surroundings.NONE)),
                Subject.of(
                                FloatingDynamics.class,
                                Robots.TREE.name(),
                                () -> new FloatingDynamics(Robots.TREE.withFloatingBase()),
                                Stream.concat(
                                                Stream.of(dynamics(n, in("q", n), "torqueOut", "rateOut")),
                                                Stream.of(Call.of(
                                                        "base",
                                                        in("q", n),
                                                        in("qd", n),
                                                        in("qdd", n),
                                                        out("velocityOut", 6),
                                                        out("accelerationOut", 6))))
                                        .toArray(Call[]::new))
                        .refuses("withFloatingBase()", () -> new FloatingDynamics(Robots.TREE)),
                Subject.of(
                        Spline.class,
                        "a curve in 2 numbers",
                        () -> new Spline(BASIS, 2, Slot.numbers("controlPoints", 2 * POINTS)),
                        Call.of("evaluate", u, index(1), out("out", 2))),
                Subject.of(
                        BasisValues.class,
                        BASIS.toString(),
                        () -> new BasisValues(BASIS, 2),
                        Call.of("combine", index(1), in("controlPoints", 2 * POINTS), index(2), out("out", 2))
                                .after(Call.of("compute", u)),
                        Call.of("compute", u)));
    }

    /** @param tau as the class behind it calls the torques */
    private static Call[] dynamics(int n, Slot q, String tau, String rate) {
        Slot qd = in("qd", n);
        Slot qdd = in("qdd", n);
        Slot qddd = in("qddd", n);
        Slot[] by = Stream.of("byPosition", "byVelocity", "byAcceleration", "byJerk")
                .map(name -> out(name, n * n))
                .toArray(Slot[]::new);
        return new Call[] {
            Call.of("torque", q, qd, qdd, out(tau, n)),
            Call.of("torqueDerivatives", q, qd, qdd, by[0], by[1], by[2]),
            Call.of("torqueCurvature", q, qd, qdd, in("lambda", n), out("hessianOut", 9 * n * n)),
            Call.of("torqueRate", q, qd, qdd, qddd, out(rate, n)),
            Call.of("torqueRateDerivatives", q, qd, qdd, qddd, by[0], by[1], by[2], by[3]),
            Call.of("torqueRateCurvature", q, qd, qdd, qddd, in("lambda", n), out("hessianOut", 16 * n * n))
        };
    }
}
