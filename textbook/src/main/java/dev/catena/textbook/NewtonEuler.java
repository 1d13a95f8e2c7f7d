package dev.catena.textbook;

import dev.catena.model.JointKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Inverse dynamics of a tree, Γ = NE(q, q̇, q̈, fₑ): the forces that a motion needs, [Khalil 13–31]. Computed
 * once, when constructed.
 *
 * <p>Beyond the printed equations: a moving base, the full gyroscopic rotor on any body, smooth friction. External
 * wrenches are those of the environment on the body; Khalil's fₑ is the opposite.
 */
public final class NewtonEuler<S extends Scalar<S>> {
    private final TextbookRobot<S> robot;
    private final Motion<S> motion;
    private final List<JointTransform<S>> transforms = new ArrayList<>();
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Vector<S>> omegaDot = new ArrayList<>();
    private final List<Vector<S>> vDot = new ArrayList<>();
    private final List<Matrix<S>> u = new ArrayList<>();
    private final List<Vector<S>> f = new ArrayList<>();
    private final List<Vector<S>> m = new ArrayList<>();
    private final List<S> torques;

    public NewtonEuler(TextbookRobot<S> robot, Motion<S> motion) {
        robot.check(motion);
        this.robot = robot;
        this.motion = motion;
        torques = new ArrayList<>(robot.zeros());
        startAtBase();
        for (int j = 1; j < robot.size(); j++) {
            outward(j);
        }
        for (int j = 0; j < robot.size(); j++) {
            wrenchOfBody(j);
        }
        for (Link<S> link : robot.links()) {
            momentOfRotor(link);
        }
        for (int j = robot.size() - 1; j >= 1; j--) {
            inward(j);
        }
    }

    private void startAtBase() {
        BaseMotion<S> base = motion.base();
        Matrix<S> worldFromBase = base.worldFromBase().rotation();
        transforms.add(robot.link(0).transform(robot.constant(0)));
        omega.add(base.angularVelocity());
        omegaDot.add(base.angularAcceleration());
        // V̇₀ = a₀ − g: gravity as an acceleration of the base
        vDot.add(base.linearAcceleration().minus(worldFromBase.transposeTimes(robot.gravity())));
        u.add(u(0));
    }

    private void outward(int j) {
        Link<S> link = robot.link(j);
        int i = link.parent();
        JointTransform<S> r = link.transform(robot.at(motion.q(), j));
        transforms.add(r);
        // σ̄ q̇ z0, σ̄ q̈ z0, σ q̇ z0, σ q̈ z0
        Vector<S> turnRate = alongAxis(j, motion.velocity(), JointKind.REVOLUTE);
        Vector<S> turnAcceleration = alongAxis(j, motion.acceleration(), JointKind.REVOLUTE);
        Vector<S> slideRate = alongAxis(j, motion.velocity(), JointKind.PRISMATIC);
        Vector<S> slideAcceleration = alongAxis(j, motion.acceleration(), JointKind.PRISMATIC);

        // ʲωᵢ = ʲRᵢ ωᵢ, ωⱼ = ʲωᵢ + σ̄ q̇ z0, [Khalil 18–19]
        Vector<S> w = r.toChild(omega.get(i));
        omega.add(w.plus(turnRate));

        // ω̇ⱼ = ʲRᵢ ω̇ᵢ + σ̄ (q̈ z0 + ʲωᵢ × q̇ z0), [Khalil 20]
        omegaDot.add(r.toChild(omegaDot.get(i)).plus(turnAcceleration).plus(w.cross(turnRate)));

        // V̇ⱼ = ʲRᵢ (V̇ᵢ + Uᵢ ⁱPⱼ) + σ (q̈ z0 + 2 ʲωᵢ × q̇ z0), [Khalil 21]
        vDot.add(r.toChild(vDot.get(i).plus(u.get(i).times(r.p())))
                .plus(slideAcceleration)
                .plus(w.cross(slideRate).times(2)));
        u.add(u(j));
    }

    /** U = hat(ω̇) + hat(ω)². */
    private Matrix<S> u(int j) {
        return Matrix.hat(omegaDot.get(j)).plus(Matrix.hatSquared(omega.get(j)));
    }

    /** A joint's rate times z0 if the joint is of a kind, else zero. */
    private Vector<S> alongAxis(int j, List<S> rate, JointKind kind) {
        return Vector.alongZ(robot.link(j).kind() == kind ? robot.at(rate, j) : robot.constant(0));
    }

    private void wrenchOfBody(int j) {
        Link<S> link = robot.link(j);
        Vector<S> ms = link.firstMoment();
        Matrix<S> inertia = link.tensorAboutOrigin();
        Vector<S> w = omega.get(j);

        // F = M V̇ + U MS, [Khalil 22]
        Vector<S> force = vDot.get(j).times(link.mass()).plus(u.get(j).times(ms));

        // M = J ω̇ + ω × J ω + MS × V̇, [Khalil 23]
        Vector<S> moment =
                inertia.times(omegaDot.get(j)).plus(w.cross(inertia.times(w))).plus(ms.cross(vDot.get(j)));

        Load<S> load = motion.loads().get(j);
        if (load != null) {
            Wrench<S> external = link.linkFromBody().apply(load.wrench());
            force = force.minus(external.force());
            moment = moment.minus(external.moment());
        }
        f.add(force);
        m.add(moment);
    }

    private void momentOfRotor(Link<S> link) {
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            int c = rotor.carrier();
            S qd = motion.velocity().get(link.coordinate());
            S qdd = motion.acceleration().get(link.coordinate());
            m.set(c, m.get(c).plus(rotor.moment(omega.get(c), qd, qdd)));
        }
    }

    private void inward(int j) {
        Link<S> link = robot.link(j);
        if (link.coordinate() >= 0) {
            torques.set(link.coordinate(), torque(j, link));
        }
        if (link.parent() > 0) {
            addToParent(j, f, m);
        }
    }

    /** fᵢ += ⁱRⱼ fⱼ, mᵢ += ⁱRⱼ mⱼ + ⁱPⱼ × ⁱRⱼ fⱼ, [Khalil 28–30]. */
    private void addToParent(int j, List<Vector<S>> forces, List<Vector<S>> moments) {
        int i = robot.link(j).parent();
        JointTransform<S> r = transforms.get(j);
        Vector<S> force = r.toParent(forces.get(j));
        forces.set(i, forces.get(i).plus(force));
        moments.set(i, moments.get(i).plus(r.toParent(moments.get(j))).plus(r.p().cross(force)));
    }

    /** Γⱼ = (σ fⱼ + σ̄ mⱼ)·z0 + Ia q̈ + Fs sign(q̇) + Fv q̇, [Khalil 31], and the rotor's k Im (γ·zm + k q̈). */
    private S torque(int j, Link<S> link) {
        S qd = robot.at(motion.velocity(), j);
        S qdd = robot.at(motion.acceleration(), j);
        S carried = switch (link.kind()) {
            case REVOLUTE -> m.get(j).z();
            case PRISMATIC -> f.get(j).z();
            case FIXED -> throw new IllegalStateException("a fixed joint carries no torque");
        };
        S torque = carried.plus(link.reflectedInertia().times(qdd))
                .plus(link.friction().effort(qd));
        GearedRotor<S> rotor = link.rotor();
        return rotor == null ? torque : torque.plus(rotor.effort(omegaDot.get(rotor.carrier()), qdd));
    }

    /** Γ, by joint coordinate. */
    public List<S> torques() {
        return Collections.unmodifiableList(torques);
    }

    /** What the parent exerts on a body, in the body's frame about its origin. */
    public Wrench<S> jointWrench(int body) {
        if (body == 0) {
            return baseReaction();
        }
        return robot.link(body).linkFromBody().applyInverse(new Wrench<>(f.get(body), m.get(body)));
    }

    /** What the ground exerts on the base, in base axes about the base's origin. */
    public Wrench<S> baseReaction() {
        List<Vector<S>> forces = new ArrayList<>(f);
        List<Vector<S>> moments = new ArrayList<>(m);
        for (int j = 1; j < robot.size(); j++) {
            if (robot.link(j).parent() == 0) {
                addToParent(j, forces, moments);
            }
        }
        return new Wrench<>(forces.get(0), moments.get(0));
    }

    /** ω in body axes. */
    public Vector<S> angularVelocity(int body) {
        return inBody(body, omega.get(body));
    }

    /** ω̇ in body axes. */
    public Vector<S> angularAcceleration(int body) {
        return inBody(body, omegaDot.get(body));
    }

    /** Acceleration of the body's origin less gravity, in body axes. */
    public Vector<S> accelerationLessGravity(int body) {
        Vector<S> origin = robot.link(body).linkFromBody().position();
        return inBody(body, vDot.get(body).plus(u.get(body).times(origin)));
    }

    private Vector<S> inBody(int body, Vector<S> inLink) {
        return robot.link(body).linkFromBody().rotation().transposeTimes(inLink);
    }
}
