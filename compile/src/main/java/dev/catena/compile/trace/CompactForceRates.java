package dev.catena.compile.trace;

import dev.catena.textbook.ForceDerivativesInComponents;
import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Torques and their rates of a {@link CompactRobot}, with components differentiated instead of vectors, as
 * {@link ForceDerivativesInComponents} has it: the wrench of a body is linear in its motion field, so that rates go
 * through the same formulas as values. Computed once, when constructed.
 */
public final class CompactForceRates<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final List<S> velocity;
    private final List<S> acceleration;
    private final List<S> jerk;
    private final CompactNewtonEuler<S> values;
    private final List<Vector<S>> gammaRate = new ArrayList<>();
    private final List<MotionField<S>> rates = new ArrayList<>();
    private final List<Wrench<S>> wrenchRates = new ArrayList<>();
    private final List<S> torqueRates;

    /**
     * Of a robot whose base rests.
     *
     * @param jerk q⃛
     */
    public CompactForceRates(CompactRobot<S> robot, List<S> q, List<S> velocity, List<S> acceleration, List<S> jerk) {
        this(
                new CompactNewtonEuler<>(robot, q, velocity, acceleration),
                Vector.zero(robot.constant(0)),
                Vector.zero(robot.constant(0)),
                values -> robot.unloaded(),
                robot,
                List.of(velocity, acceleration, jerk));
    }

    /**
     * Of any base.
     *
     * @param gammaRate rates of the components of ω̇₀
     * @param aRate rates of the components of the base's acceleration less gravity
     * @param loadRates by link: rates of the components of what the environment applies
     * @param motion q̇, q̈, q⃛
     */
    CompactForceRates(
            CompactNewtonEuler<S> values,
            Vector<S> gammaRate,
            Vector<S> aRate,
            Function<CompactNewtonEuler<S>, List<Wrench<S>>> loadRates,
            CompactRobot<S> robot,
            List<List<S>> motion) {
        this.robot = robot;
        this.values = values;
        velocity = motion.get(0);
        acceleration = motion.get(1);
        jerk = motion.get(2);
        torqueRates = new ArrayList<>(robot.zeros());
        this.gammaRate.add(gammaRate);
        rates.add(MotionField.rateOf(values.omega(0), values.gamma(0), gammaRate, aRate));
        wrenchRates.add(rates.get(0).wrench(robot.link(0).moments()));
        for (int i = 1; i < robot.size(); i++) {
            outward(i);
        }
        List<Wrench<S>> applied = loadRates.apply(values);
        for (int i = 0; i < robot.size(); i++) {
            wrenchRates.set(i, wrenchRates.get(i).minus(applied.get(i)));
        }
        for (CompactLink<S> link : robot.links()) {
            momentOfRotor(link);
        }
        for (int i = robot.size() - 1; i >= 1; i--) {
            inward(i);
        }
    }

    private void outward(int i) {
        CompactLink<S> link = robot.link(i);
        CompactTransform<S> r = values.transform(i);
        S qd = velocity.get(link.coordinate());
        S qdd = acceleration.get(link.coordinate());
        S qddd = jerk.get(link.coordinate());
        S two = qd.constant(2);
        Vector<S> w = values.omega(i);
        Vector<S> g = values.gamma(i);
        Vector<S> a = values.field(i).a();
        Vector<S> h = r.toChild(gammaRate.get(link.parent()));
        Vector<S> aRate = r.toChild(rates.get(link.parent()).at(r.p()));
        if (link.turns()) {
            // γ' = Rᵀγ' − q̇z × h + (h − q̇z × w) × q̇z + w × q̈z + q⃛z, written in the child's own ω and γ
            gammaRate.add(new Vector<>(
                    h.x().plus(qd.times(two.times(g.y()).plus(qd.times(w.x())))).plus(qdd.times(w.y())),
                    h.y().minus(qd.times(two.times(g.x()).minus(qd.times(w.y()))))
                            .minus(qdd.times(w.x())),
                    h.z().plus(qddd)));
            // a' = Rᵀ(a' + U'p) − q̇z × a
            aRate = new Vector<>(aRate.x().plus(qd.times(a.y())), aRate.y().minus(qd.times(a.x())), aRate.z());
        } else {
            // a' = Rᵀ(a' + U'p) + q̇ U z + 2γ × q̇z + 2ω × q̈z + q⃛z
            Vector<S> uz = values.field(i).u().axisZ();
            S twiceQdd = two.times(qdd);
            gammaRate.add(h);
            aRate = new Vector<>(
                    aRate.x().plus(qd.times(uz.x().plus(two.times(g.y())))).plus(twiceQdd.times(w.y())),
                    aRate.y().plus(qd.times(uz.y().minus(two.times(g.x())))).minus(twiceQdd.times(w.x())),
                    aRate.z().plus(qd.times(uz.z())).plus(qddd));
        }
        rates.add(MotionField.rateOf(w, g, gammaRate.get(i), aRate));
        wrenchRates.add(rates.get(i).wrench(link.moments()));
    }

    private void momentOfRotor(CompactLink<S> link) {
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            int k = link.coordinate();
            Wrench<S> w = wrenchRates.get(c);
            Vector<S> moment = rotor.momentComponentRate(
                    values.omega(c), values.gamma(c), velocity.get(k), acceleration.get(k), jerk.get(k));
            wrenchRates.set(c, new Wrench<>(w.force(), w.moment().plus(moment)));
        }
    }

    private void inward(int i) {
        CompactLink<S> link = robot.link(i);
        int k = link.coordinate();
        S qd = velocity.get(k);
        Wrench<S> carried = values.carried(i);
        Wrench<S> rate = wrenchRates.get(i);
        S torqueRate = (link.turns() ? rate.moment() : rate.force()).z();
        torqueRate = torqueRate
                .plus(link.reflectedInertia().times(jerk.get(k)))
                .plus(link.friction().effortRate(qd, acceleration.get(k)));
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            // k Im (γ'·zm + k q⃛): the components of zm do not change
            torqueRate = torqueRate.plus(rotor.effort(gammaRate.get(rotor.carrier()), jerk.get(k)));
        }
        torqueRates.set(k, torqueRate);
        // f' + q̇z × f and n' + q̇z × n while turning, n' + q̇z × f while sliding
        Wrench<S> handedOn = link.turns()
                ? new Wrench<>(
                        rate.force().plus(turning(qd, carried.force())),
                        rate.moment().plus(turning(qd, carried.moment())))
                : new Wrench<>(rate.force(), rate.moment().plus(turning(qd, carried.force())));
        wrenchRates.set(
                link.parent(),
                wrenchRates.get(link.parent()).plus(values.transform(i).toParent(handedOn)));
    }

    /** q̇z × v. */
    private static <S extends Scalar<S>> Vector<S> turning(S rate, Vector<S> v) {
        return new Vector<>(rate.times(v.y()).negate(), rate.times(v.x()), rate.constant(0));
    }

    /** Rates of the components of what holds the base. */
    Wrench<S> baseWrenchRate() {
        return wrenchRates.get(0);
    }

    /** Γ, by joint coordinate. */
    public List<S> torques() {
        return values.torques();
    }

    /** The rates of Γ, by joint coordinate. */
    public List<S> torqueRates() {
        return Collections.unmodifiableList(torqueRates);
    }
}
