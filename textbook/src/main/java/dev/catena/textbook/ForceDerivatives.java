package dev.catena.textbook;

import dev.catena.model.JointKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Generalized forces and their derivatives by time, with derivatives in inertial space: [Guarino 3–21] as
 * printed, errata corrected. Computed once, when constructed.
 *
 * <p>Beyond the printed equations: trees, fixed joints, a moving base, friction, both rotor models, and external wrenches
 * with their rates on every body. Equations are numbered as in the paper; there link i+1 follows link i, here a link
 * follows its parent.
 */
public final class ForceDerivatives<S extends Scalar<S>> {
    private final TextbookRobot<S> robot;
    private final Motion<S> motion;
    private final List<JointTransform<S>> transforms = new ArrayList<>();
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Vector<S>> gamma = new ArrayList<>();
    private final List<Vector<S>> iota = new ArrayList<>();
    private final List<Vector<S>> a = new ArrayList<>();
    private final List<Vector<S>> jerk = new ArrayList<>();
    private final List<Vector<S>> aOfCenter = new ArrayList<>();
    private final List<Vector<S>> jerkOfCenter = new ArrayList<>();
    private final List<Vector<S>> f = new ArrayList<>();
    private final List<Vector<S>> n = new ArrayList<>();
    private final List<Vector<S>> fDot = new ArrayList<>();
    private final List<Vector<S>> nDot = new ArrayList<>();
    private final List<S> torques;
    private final List<S> torqueRates;

    public ForceDerivatives(TextbookRobot<S> robot, Motion<S> motion) {
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
            centerOfMass(i);
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
        Matrix<S> worldFromBase = base.worldFromBase().rotation();
        transforms.add(robot.link(0).transform(robot.constant(0)));
        omega.add(base.angularVelocity());
        gamma.add(base.angularAcceleration());
        iota.add(base.angularJerk());
        // a₀ − g; its derivative is the true jerk, because gravity does not change
        a.add(base.linearAcceleration().minus(worldFromBase.transposeTimes(robot.gravity())));
        jerk.add(base.linearJerk());
    }

    private void outward(int next) {
        Link<S> link = robot.link(next);
        int i = link.parent();
        JointTransform<S> r = link.transform(robot.at(motion.q(), next));
        transforms.add(r);
        Vector<S> p = r.p();
        Vector<S> w = r.toChild(omega.get(i));
        Vector<S> h = r.toChild(gamma.get(i));
        Vector<S> l = r.toChild(iota.get(i));
        // θ̇ z0, θ̈ z0, θ⃛ z0 of a revolute joint; ḋ z0, d̈ z0, d⃛ z0 of a prismatic one
        Vector<S> turn1 = alongAxis(next, motion.velocity(), JointKind.REVOLUTE);
        Vector<S> turn2 = alongAxis(next, motion.acceleration(), JointKind.REVOLUTE);
        Vector<S> turn3 = alongAxis(next, motion.jerk(), JointKind.REVOLUTE);
        Vector<S> slide1 = alongAxis(next, motion.velocity(), JointKind.PRISMATIC);
        Vector<S> slide2 = alongAxis(next, motion.acceleration(), JointKind.PRISMATIC);
        Vector<S> slide3 = alongAxis(next, motion.jerk(), JointKind.PRISMATIC);

        // ω = w + θ̇z0, [Guarino 3]
        omega.add(w.plus(turn1));

        // γ = h + w×θ̇z0 + θ̈z0, [Guarino 4]
        Vector<S> wTurn = w.cross(turn1);
        gamma.add(h.plus(wTurn).plus(turn2));

        // ι = l + h×θ̇z0 + θ⃛z0 + w×(2θ̈z0 + w×θ̇z0), [Guarino 5]
        iota.add(l.plus(h.cross(turn1)).plus(turn3).plus(w.cross(turn2.times(2).plus(wTurn))));

        // a = Rᵀ(aᵢ + γᵢ×p + ωᵢ×(ωᵢ×p)) + 2ω×ḋz0 + d̈z0, [Guarino 6]
        Vector<S> k = omega.get(i).cross(p);
        Vector<S> s = gamma.get(i).cross(p).plus(omega.get(i).cross(k));
        a.add(r.toChild(a.get(i).plus(s))
                .plus(omega.get(next).cross(slide1.times(2)))
                .plus(slide2));

        // j = Rᵀ{jᵢ + ιᵢ×p + 2γᵢ×(ωᵢ×p) + ωᵢ×[γᵢ×p + ωᵢ×(ωᵢ×p)]} + d⃛z0 + h×3ḋz0 + w×(3d̈z0 + w×3ḋz0), [Guarino 8]
        Vector<S> slide1Three = slide1.times(3);
        jerk.add(r.toChild(jerk.get(i)
                        .plus(iota.get(i).cross(p))
                        .plus(gamma.get(i).cross(k).times(2))
                        .plus(omega.get(i).cross(s)))
                .plus(slide3)
                .plus(h.cross(slide1Three))
                .plus(w.cross(slide2.times(3).plus(w.cross(slide1Three)))));
    }

    /** A joint's rate times z0 if the joint is of a kind, else zero. */
    private Vector<S> alongAxis(int i, List<S> rate, JointKind kind) {
        return Vector.alongZ(robot.link(i).kind() == kind ? robot.at(rate, i) : robot.constant(0));
    }

    private void centerOfMass(int i) {
        Vector<S> c = robot.link(i).center();
        Vector<S> w = omega.get(i);
        Vector<S> wc = w.cross(c);
        Vector<S> s = gamma.get(i).cross(c).plus(w.cross(wc));

        // a_c = a + γ×c + ω×(ω×c), [Guarino 7]
        aOfCenter.add(a.get(i).plus(s));

        // j_c = j + ι×c + 2γ×(ω×c) + ω×[γ×c + ω×(ω×c)], [Guarino 9]
        jerkOfCenter.add(jerk.get(i)
                .plus(iota.get(i).cross(c))
                .plus(gamma.get(i).cross(wc).times(2))
                .plus(w.cross(s)));
    }

    private void wrenchOfBody(int i) {
        Link<S> link = robot.link(i);
        Vector<S> c = link.center();
        Matrix<S> inertia = link.tensorAboutCenter();
        Vector<S> w = omega.get(i);
        Vector<S> g = gamma.get(i);
        Vector<S> inertiaW = inertia.times(w);
        Vector<S> inertiaG = inertia.times(g);

        // F = m a_c, [Guarino 10]
        Vector<S> force = aOfCenter.get(i).times(link.mass());

        // N = Iγ + ω×Iω, [Guarino 11]
        Vector<S> moment = inertiaG.plus(w.cross(inertiaW));

        // Ḟ = m j_c, [Guarino 12]
        Vector<S> forceDot = jerkOfCenter.get(i).times(link.mass());

        // Ṅ = ω×Iγ + I(γ×ω) + Iι + γ×Iω + ω×N, [Guarino 13]; I is applied once to γ×ω + ι
        Vector<S> momentDot = w.cross(inertiaG)
                .plus(inertia.times(g.cross(w).plus(iota.get(i))))
                .plus(g.cross(inertiaW))
                .plus(w.cross(moment));

        // the own terms of [Guarino 14–17]
        f.add(force);
        n.add(c.cross(force).plus(moment));
        fDot.add(forceDot);
        nDot.add(w.cross(c).cross(force).plus(c.cross(forceDot)).plus(momentDot));
    }

    /** Takes off what the environment exerts; the components' rate x′ makes ẋ = x′ + ω×x. */
    private void subtractLoad(int i) {
        Load<S> load = motion.loads().get(i);
        if (load == null) {
            return;
        }
        Placement<S> linkFromBody = robot.link(i).linkFromBody();
        Wrench<S> wrench = linkFromBody.apply(load.wrench());
        Wrench<S> rate = linkFromBody.apply(load.componentRate());
        Vector<S> w = omega.get(i);
        f.set(i, f.get(i).minus(wrench.force()));
        n.set(i, n.get(i).minus(wrench.moment()));
        fDot.set(i, fDot.get(i).minus(rate.force().plus(w.cross(wrench.force()))));
        nDot.set(i, nDot.get(i).minus(rate.moment().plus(w.cross(wrench.moment()))));
    }

    private void momentOfRotor(Link<S> link) {
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            S q1 = motion.velocity().get(link.coordinate());
            S q2 = motion.acceleration().get(link.coordinate());
            S q3 = motion.jerk().get(link.coordinate());
            n.set(c, n.get(c).plus(rotor.moment(omega.get(c), q1, q2)));
            nDot.set(c, nDot.get(c).plus(rotor.momentRate(omega.get(c), gamma.get(c), q1, q2, q3)));
        }
    }

    private void inward(int i) {
        Link<S> link = robot.link(i);
        if (link.coordinate() >= 0) {
            computeTorque(i, link);
        }
        if (link.parent() > 0) {
            addToParent(i, f, n, fDot, nDot);
        }
    }

    private void addToParent(
            int next,
            List<Vector<S>> forces,
            List<Vector<S>> moments,
            List<Vector<S>> forceRates,
            List<Vector<S>> momentRates) {
        Link<S> link = robot.link(next);
        int i = link.parent();
        JointTransform<S> r = transforms.get(next);
        Vector<S> p = r.p();
        Vector<S> force = r.toParent(forces.get(next));
        Vector<S> forceRate = r.toParent(forceRates.get(next));
        S slideRate = link.kind() == JointKind.PRISMATIC ? robot.at(motion.velocity(), next) : robot.constant(0);

        // fᵢ = R f + F, [Guarino 14]; ḟᵢ = R ḟ + Ḟ, [Guarino 16]
        forces.set(i, forces.get(i).plus(force));
        forceRates.set(i, forceRates.get(i).plus(forceRate));

        // nᵢ = R n + c×F + p×R f + N, [Guarino 15]
        moments.set(i, moments.get(i).plus(r.toParent(moments.get(next))).plus(p.cross(force)));

        // ṅᵢ = R ṅ + (ωᵢ×c)×F + c×Ḟ + (ωᵢ×p + ḋ R z0)×R f + p×R ḟ + Ṅ, [Guarino 17]
        Vector<S> pDot = omega.get(i).cross(p).plus(r.axisInParent().times(slideRate));
        momentRates.set(
                i,
                momentRates
                        .get(i)
                        .plus(r.toParent(momentRates.get(next)))
                        .plus(pDot.cross(force))
                        .plus(p.cross(forceRate)));
    }

    private void computeTorque(int i, Link<S> link) {
        S q1 = robot.at(motion.velocity(), i);
        S q2 = robot.at(motion.acceleration(), i);
        S q3 = robot.at(motion.jerk(), i);
        boolean turns = link.kind() == JointKind.REVOLUTE;
        // τ = n·z0 or f·z0, [Guarino 18–19]
        Vector<S> carried = turns ? n.get(i) : f.get(i);
        S torque = carried.z();

        // τ̇ = (ṅ + n×ω)·z0 or (ḟ + f×ω)·z0, [Guarino 20–21]
        Vector<S> w = omega.get(i);
        S rate = (turns ? nDot.get(i) : fDot.get(i))
                .z()
                .plus(carried.x().times(w.y()).minus(carried.y().times(w.x())));

        // friction and the simple rotor
        torque = torque.plus(link.reflectedInertia().times(q2))
                .plus(link.friction().effort(q1));
        rate = rate.plus(link.reflectedInertia().times(q3)).plus(link.friction().effortRate(q1, q2));

        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            torque = torque.plus(rotor.effort(gamma.get(c), q2));
            rate = rate.plus(rotor.effortRate(omega.get(c), gamma.get(c), iota.get(c), q3));
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

    /** The derivative of {@link #jointWrench} in inertial space, in the body's axes. */
    public Wrench<S> jointWrenchRate(int body) {
        return wrenches(body).get(1);
    }

    private List<Wrench<S>> wrenches(int body) {
        List<Vector<S>> forces = new ArrayList<>(f);
        List<Vector<S>> moments = new ArrayList<>(n);
        List<Vector<S>> forceRates = new ArrayList<>(fDot);
        List<Vector<S>> momentRates = new ArrayList<>(nDot);
        for (int j = 1; body == 0 && j < robot.size(); j++) {
            if (robot.link(j).parent() == 0) {
                addToParent(j, forces, moments, forceRates, momentRates);
            }
        }
        // about the body's origin o: n − o×f, with the rate ṅ − (ω×o)×f − o×ḟ
        Placement<S> linkFromBody = robot.link(body).linkFromBody();
        Vector<S> force = forces.get(body);
        Vector<S> forceRate = forceRates.get(body);
        Vector<S> originDot = omega.get(body).cross(linkFromBody.position());
        return List.of(
                linkFromBody.applyInverse(new Wrench<>(force, moments.get(body))),
                linkFromBody.applyInverse(
                        new Wrench<>(forceRate, momentRates.get(body).minus(originDot.cross(force)))));
    }

    /** ω in body axes. */
    public Vector<S> angularVelocity(int body) {
        return inBody(body, omega.get(body));
    }

    /** γ in body axes. */
    public Vector<S> angularAcceleration(int body) {
        return inBody(body, gamma.get(body));
    }

    /** ι, the inertial derivative of γ, in body axes. */
    public Vector<S> angularJerk(int body) {
        return inBody(body, iota.get(body));
    }

    /** Acceleration of the body's origin less gravity, in body axes. */
    public Vector<S> accelerationLessGravity(int body) {
        Vector<S> w = omega.get(body);
        Vector<S> o = origin(body);
        return inBody(body, a.get(body).plus(gamma.get(body).cross(o)).plus(w.cross(w.cross(o))));
    }

    /** Jerk of the body's origin, in body axes. */
    public Vector<S> linearJerk(int body) {
        Vector<S> w = omega.get(body);
        Vector<S> o = origin(body);
        Vector<S> wo = w.cross(o);
        return inBody(
                body,
                jerk.get(body)
                        .plus(iota.get(body).cross(o))
                        .plus(gamma.get(body).cross(wo).times(2))
                        .plus(w.cross(gamma.get(body).cross(o).plus(w.cross(wo)))));
    }

    /** Acceleration of the mass center less gravity, in body axes. */
    public Vector<S> accelerationOfCenterLessGravity(int body) {
        return inBody(body, aOfCenter.get(body));
    }

    /** Jerk of the mass center, in body axes. */
    public Vector<S> jerkOfCenter(int body) {
        return inBody(body, jerkOfCenter.get(body));
    }

    private Vector<S> origin(int body) {
        return robot.link(body).linkFromBody().position();
    }

    private Vector<S> inBody(int body, Vector<S> inLink) {
        return robot.link(body).linkFromBody().rotation().transposeTimes(inLink);
    }
}
