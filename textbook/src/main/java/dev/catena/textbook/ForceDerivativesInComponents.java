package dev.catena.textbook;

import dev.catena.model.JointKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Generalized forces and their derivatives by time once more, cheaper: the components of every vector in its link frame
 * are differentiated, x′ = ẋ − ω×x, and inertia is taken about the link's origin. Equal to {@link ForceDerivatives} up to
 * rounding, at two thirds of its operations. Computed once, when constructed.
 */
public final class ForceDerivativesInComponents<S extends Scalar<S>> {
    private final TextbookRobot<S> robot;
    private final Motion<S> motion;
    private final List<JointTransform<S>> transforms = new ArrayList<>();
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Vector<S>> gamma = new ArrayList<>();
    private final List<Vector<S>> gammaPrime = new ArrayList<>();
    private final List<Vector<S>> a = new ArrayList<>();
    private final List<Vector<S>> aPrime = new ArrayList<>();
    private final List<Matrix<S>> u = new ArrayList<>();
    private final List<Matrix<S>> uPrime = new ArrayList<>();
    private final List<Vector<S>> f = new ArrayList<>();
    private final List<Vector<S>> n = new ArrayList<>();
    private final List<Vector<S>> fPrime = new ArrayList<>();
    private final List<Vector<S>> nPrime = new ArrayList<>();
    private final List<S> torques;
    private final List<S> torqueRates;

    public ForceDerivativesInComponents(TextbookRobot<S> robot, Motion<S> motion) {
        robot.check(motion);
        this.robot = robot;
        this.motion = motion;
        torques = new ArrayList<>(robot.zeros());
        torqueRates = new ArrayList<>(robot.zeros());
        startAtBase();
        for (int i = 1; i < robot.size(); i++) {
            outward(i);
        }
        for (int i = 0; i < robot.size(); i++) {
            wrenchOfBody(i);
            subtractLoad(i);
        }
        for (Link<S> link : robot.links()) {
            momentOfRotor(link);
        }
        for (int i = robot.size() - 1; i >= 1; i--) {
            inward(i);
        }
    }

    private void startAtBase() {
        BaseMotion<S> base = motion.base();
        Vector<S> w = base.angularVelocity();
        Vector<S> lessGravity =
                base.linearAcceleration().minus(base.worldFromBase().rotation().transposeTimes(robot.gravity()));
        transforms.add(robot.link(0).transform(robot.constant(0)));
        omega.add(w);
        gamma.add(base.angularAcceleration());
        a.add(lessGravity);
        // γ′ = ι − ω×γ, a′ = j − ω×a
        gammaPrime.add(base.angularJerk().minus(w.cross(base.angularAcceleration())));
        aPrime.add(base.linearJerk().minus(w.cross(lessGravity)));
        addRotationMatrices(0);
    }

    private void outward(int next) {
        Link<S> link = robot.link(next);
        int i = link.parent();
        JointTransform<S> r = link.transform(robot.at(motion.q(), next));
        transforms.add(r);
        Vector<S> w = r.toChild(omega.get(i));
        Vector<S> h = r.toChild(gamma.get(i));
        // θ̇ z0, θ̈ z0, θ⃛ z0 of a revolute joint; ḋ z0, d̈ z0, d⃛ z0 of a prismatic one
        Vector<S> turn1 = alongAxis(next, motion.velocity(), JointKind.REVOLUTE);
        Vector<S> turn2 = alongAxis(next, motion.acceleration(), JointKind.REVOLUTE);
        Vector<S> turn3 = alongAxis(next, motion.jerk(), JointKind.REVOLUTE);
        Vector<S> slide1 = alongAxis(next, motion.velocity(), JointKind.PRISMATIC);
        Vector<S> slide2 = alongAxis(next, motion.acceleration(), JointKind.PRISMATIC);
        Vector<S> slide3 = alongAxis(next, motion.jerk(), JointKind.PRISMATIC);

        // ω = w + θ̇z0, γ = h + w×θ̇z0 + θ̈z0
        Vector<S> k = h.plus(w.cross(turn1));
        omega.add(w.plus(turn1));
        gamma.add(k.plus(turn2));

        // γ′ = Rᵀγ′ᵢ − θ̇z0×h + (h − θ̇z0×w)×θ̇z0 + w×θ̈z0 + θ⃛z0 = Rᵀγ′ᵢ + (h + k)×θ̇z0 + w×θ̈z0 + θ⃛z0
        gammaPrime.add(r.toChild(gammaPrime.get(i))
                .plus(h.plus(k).cross(turn1))
                .plus(w.cross(turn2))
                .plus(turn3));
        addRotationMatrices(next);

        // A = aᵢ + U p, a = RᵀA + 2ω×ḋz0 + d̈z0
        Vector<S> atJoint = r.toChild(a.get(i).plus(u.get(i).times(r.p())));
        a.add(atJoint.plus(omega.get(next).cross(slide1.times(2))).plus(slide2));

        // A′ = a′ᵢ + U′ p + U p′, a′ = RᵀA′ − θ̇z0×RᵀA + 2γ×ḋz0 + 2ω×d̈z0 + d⃛z0
        Vector<S> pPrime = r.axisInParent().times(slide1.z());
        Vector<S> atJointPrime = r.toChild(
                aPrime.get(i).plus(uPrime.get(i).times(r.p())).plus(u.get(i).times(pPrime)));
        aPrime.add(atJointPrime
                .plus(atJoint.cross(turn1))
                .plus(gamma.get(next).cross(slide1.times(2)))
                .plus(omega.get(next).cross(slide2.times(2)))
                .plus(slide3));
    }

    /** U = hat(γ) + hat(ω)², U′ = hat(γ′) + hat(γ)hat(ω) + hat(ω)hat(γ). */
    private void addRotationMatrices(int i) {
        u.add(Matrix.hat(gamma.get(i)).plus(Matrix.hatSquared(omega.get(i))));
        uPrime.add(Matrix.hat(gammaPrime.get(i)).plus(Matrix.hatProducts(gamma.get(i), omega.get(i))));
    }

    /** A joint's rate times z0 if the joint is of a kind, else zero. */
    private Vector<S> alongAxis(int i, List<S> rate, JointKind kind) {
        return Vector.alongZ(robot.link(i).kind() == kind ? robot.at(rate, i) : robot.constant(0));
    }

    private void wrenchOfBody(int i) {
        Link<S> link = robot.link(i);
        S mass = link.mass();
        Vector<S> ms = link.firstMoment();
        Matrix<S> inertia = link.tensorAboutOrigin();
        Vector<S> w = omega.get(i);
        Vector<S> g = gamma.get(i);
        Vector<S> inertiaW = inertia.times(w);
        Vector<S> inertiaG = inertia.times(g);

        // F = M a + U MS, F′ = M a′ + U′ MS
        f.add(a.get(i).times(mass).plus(u.get(i).times(ms)));
        fPrime.add(aPrime.get(i).times(mass).plus(uPrime.get(i).times(ms)));

        // N = Jγ + ω×Jω + MS×a, N′ = Jγ′ + γ×Jω + ω×Jγ + MS×a′
        n.add(inertiaG.plus(w.cross(inertiaW)).plus(ms.cross(a.get(i))));
        nPrime.add(inertia.times(gammaPrime.get(i))
                .plus(g.cross(inertiaW))
                .plus(w.cross(inertiaG))
                .plus(ms.cross(aPrime.get(i))));
    }

    private void subtractLoad(int i) {
        Load<S> load = motion.loads().get(i);
        if (load == null) {
            return;
        }
        Placement<S> linkFromBody = robot.link(i).linkFromBody();
        Wrench<S> wrench = linkFromBody.apply(load.wrench());
        Wrench<S> rate = linkFromBody.apply(load.componentRate());
        f.set(i, f.get(i).minus(wrench.force()));
        n.set(i, n.get(i).minus(wrench.moment()));
        fPrime.set(i, fPrime.get(i).minus(rate.force()));
        nPrime.set(i, nPrime.get(i).minus(rate.moment()));
    }

    private void momentOfRotor(Link<S> link) {
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            S q1 = motion.velocity().get(link.coordinate());
            S q2 = motion.acceleration().get(link.coordinate());
            S q3 = motion.jerk().get(link.coordinate());
            n.set(c, n.get(c).plus(rotor.moment(omega.get(c), q1, q2)));
            nPrime.set(c, nPrime.get(c).plus(rotor.momentComponentRate(omega.get(c), gamma.get(c), q1, q2, q3)));
        }
    }

    private void inward(int i) {
        Link<S> link = robot.link(i);
        if (link.coordinate() >= 0) {
            computeTorque(i, link);
        }
        if (link.parent() > 0) {
            addToParent(i, f, n, fPrime, nPrime);
        }
    }

    private void addToParent(
            int next,
            List<Vector<S>> forces,
            List<Vector<S>> moments,
            List<Vector<S>> forceRates,
            List<Vector<S>> momentRates) {
        int i = robot.link(next).parent();
        JointTransform<S> r = transforms.get(next);
        Vector<S> turn = alongAxis(next, motion.velocity(), JointKind.REVOLUTE);
        Vector<S> pPrime = r.axisInParent()
                .times(alongAxis(next, motion.velocity(), JointKind.PRISMATIC).z());

        // fᵢ = R f + F, f′ᵢ = R(f′ + θ̇z0×f) + F′
        Vector<S> force = r.toParent(forces.get(next));
        Vector<S> forceRate = r.toParent(forceRates.get(next).plus(turn.cross(forces.get(next))));
        forces.set(i, forces.get(i).plus(force));
        forceRates.set(i, forceRates.get(i).plus(forceRate));

        // nᵢ = R n + p×R f + N
        moments.set(i, moments.get(i).plus(r.toParent(moments.get(next))).plus(r.p().cross(force)));

        // n′ᵢ = R(n′ + θ̇z0×n) + p′×R f + p×R(f′ + θ̇z0×f) + N′
        Vector<S> momentRate = r.toParent(momentRates.get(next).plus(turn.cross(moments.get(next))));
        momentRates.set(
                i, momentRates.get(i).plus(momentRate).plus(pPrime.cross(force)).plus(r.p().cross(forceRate)));
    }

    private void computeTorque(int i, Link<S> link) {
        S q1 = robot.at(motion.velocity(), i);
        S q2 = robot.at(motion.acceleration(), i);
        S q3 = robot.at(motion.jerk(), i);
        boolean turns = link.kind() == JointKind.REVOLUTE;

        // τ = n·z0, τ̇ = n′·z0 (revolute); τ = f·z0, τ̇ = f′·z0 (prismatic); friction and the simple rotor
        S torque = (turns ? n.get(i) : f.get(i))
                .z()
                .plus(link.reflectedInertia().times(q2))
                .plus(link.friction().effort(q1));
        S rate = (turns ? nPrime.get(i) : fPrime.get(i))
                .z()
                .plus(link.reflectedInertia().times(q3))
                .plus(link.friction().effortRate(q1, q2));

        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            // (γ·zm)˙ = γ′·zm, as zm is constant in the carrier
            torque = torque.plus(rotor.effort(gamma.get(c), q2));
            rate = rate.plus(rotor.effort(gammaPrime.get(c), q3));
        }
        torques.set(link.coordinate(), torque);
        torqueRates.set(link.coordinate(), rate);
    }

    /** τ, by joint coordinate. */
    public List<S> torques() {
        return Collections.unmodifiableList(torques);
    }

    /** τ̇, by joint coordinate. */
    public List<S> torqueRates() {
        return Collections.unmodifiableList(torqueRates);
    }

    /** What the parent (for the base, the ground) exerts on a body, in the body's frame about its origin. */
    public Wrench<S> jointWrench(int body) {
        return wrenches(body).get(0);
    }

    /** The derivatives of the six components of {@link #jointWrench}. */
    public Wrench<S> jointWrenchComponentRate(int body) {
        return wrenches(body).get(1);
    }

    private List<Wrench<S>> wrenches(int body) {
        List<Vector<S>> forces = new ArrayList<>(f);
        List<Vector<S>> moments = new ArrayList<>(n);
        List<Vector<S>> forceRates = new ArrayList<>(fPrime);
        List<Vector<S>> momentRates = new ArrayList<>(nPrime);
        for (int j = 1; body == 0 && j < robot.size(); j++) {
            if (robot.link(j).parent() == 0) {
                addToParent(j, forces, moments, forceRates, momentRates);
            }
        }
        Placement<S> linkFromBody = robot.link(body).linkFromBody();
        return List.of(
                linkFromBody.applyInverse(new Wrench<>(forces.get(body), moments.get(body))),
                linkFromBody.applyInverse(new Wrench<>(forceRates.get(body), momentRates.get(body))));
    }
}
