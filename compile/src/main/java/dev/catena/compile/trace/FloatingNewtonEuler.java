package dev.catena.compile.trace;

import dev.catena.compile.trace.SymmetricSystem.Solution;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Torques of a robot that nothing holds, and the acceleration of its base, [Khalil 89–100]: what the base lacks when it
 * falls freely is made up by an acceleration X of all bodies together, which adds to each torque what the composite body
 * beyond the joint takes. Rates of torques likewise, with the same composite bodies. Computed once, when constructed.
 */
final class FloatingNewtonEuler<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final CompositeBodies<S> composites;
    private final Solution<S> start;
    private final List<S> torques;
    private final List<Wrench<S>> loads;
    private final BaseField<S> base;
    private final List<S> q;

    /**
     * Of a motion of the joints.
     *
     * @param base of which ω₀ is read
     * @param motion q, q̇ and q̈
     */
    FloatingNewtonEuler(CompactRobot<S> robot, BaseField<S> base, List<Wrench<S>> loads, List<List<S>> motion) {
        this.robot = robot;
        this.loads = loads;
        this.base = base;
        q = motion.get(0);
        CompactNewtonEuler<S> falling =
                new CompactNewtonEuler<>(robot, base.falling(), loads, q, motion.get(1), motion.get(2));
        composites = new CompositeBodies<>(robot, q);
        start = release(falling.carried(0));
        torques = added(falling.torques(), start.x());
    }

    /** J₀ X = −f₀. */
    private Solution<S> release(Wrench<S> held) {
        List<List<S>> inertia = composites.baseInertia();
        List<List<S>> lower = new ArrayList<>();
        for (int k = 0; k < inertia.size(); k++) {
            lower.add(inertia.get(k).subList(0, k + 1));
        }
        List<S> right = new ArrayList<>(held.force().negate().toList());
        right.addAll(held.moment().negate().toList());
        return SymmetricSystem.solve(lower, right);
    }

    /** Efforts, and what an acceleration X of all bodies together adds: Xⱼ = ʲT₀ X, aⱼᵀ Jⱼᶜ Xⱼ, and k Im zm·X of rotors. */
    private List<S> added(List<S> efforts, List<S> x) {
        List<S> sum = new ArrayList<>(efforts);
        List<Vector<S>> linear = new ArrayList<>();
        List<Vector<S>> angular = new ArrayList<>();
        linear.add(new Vector<>(x.get(0), x.get(1), x.get(2)));
        angular.add(new Vector<>(x.get(3), x.get(4), x.get(5)));
        for (int i = 1; i < robot.size(); i++) {
            CompactLink<S> link = robot.link(i);
            CompactTransform<S> r = composites.transform(i);
            Vector<S> turn = angular.get(link.parent());
            linear.add(r.toChild(linear.get(link.parent()).plus(turn.cross(r.p()))));
            angular.add(r.toChild(turn));
            Wrench<S> column = composites.column(i);
            int k = link.coordinate();
            sum.set(
                    k,
                    sum.get(k)
                            .plus(column.force().dot(linear.get(i)))
                            .plus(column.moment().dot(angular.get(i))));
        }
        for (CompactLink<S> link : robot.links()) {
            GearedRotor<S> rotor = link.rotor();
            if (rotor != null) {
                int k = link.coordinate();
                S effort = rotor.effort(angular.get(rotor.carrier()), robot.constant(0));
                sum.set(k, sum.get(k).plus(effort));
            }
        }
        return sum;
    }

    /** Γ, by joint coordinate. */
    List<S> torques() {
        return Collections.unmodifiableList(torques);
    }

    /** X: linear acceleration less gravity, and angular acceleration, in base axes. */
    List<S> baseAcceleration() {
        return start.x();
    }

    /** What displacements and turns of the base feel. */
    List<S> pivots() {
        return start.pivots();
    }

    /**
     * Rates.
     *
     * @param torqueRates by joint coordinate
     * @param baseJerk inertial derivatives of the base's linear and angular acceleration, in base axes
     */
    record Rates<S extends Scalar<S>>(List<S> torqueRates, List<S> baseJerk) {}

    /**
     * The rates of the torques: those of a base without jerk, and what its jerk Y adds, J₀ Y = −ḟ₀.
     *
     * @param motion q̇, q̈ and q⃛
     */
    Rates<S> rates(Function<CompactNewtonEuler<S>, List<Wrench<S>>> loadRates, List<List<S>> motion) {
        List<S> x = start.x();
        Vector<S> linear = new Vector<>(x.get(0), x.get(1), x.get(2));
        Vector<S> angular = new Vector<>(x.get(3), x.get(4), x.get(5));
        CompactNewtonEuler<S> values = new CompactNewtonEuler<>(
                robot, base.accelerating(linear, angular), loads, q, motion.get(0), motion.get(1));
        // of components: −ω × γ and −ω × (a − g) where the inertial derivatives are zero
        CompactForceRates<S> rates = new CompactForceRates<>(
                values, angular.cross(base.omega()), linear.cross(base.omega()), loadRates, robot, motion);
        List<S> jerk = release(rates.baseWrenchRate()).x();
        return new Rates<>(added(rates.torqueRates(), jerk), jerk);
    }
}
