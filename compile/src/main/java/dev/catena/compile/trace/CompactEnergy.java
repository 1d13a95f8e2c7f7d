package dev.catena.compile.trace;

import dev.catena.textbook.GearedRotor;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;

/** Kinetic and potential energy of a {@link CompactRobot}, body by body in link frames. Computed once, when constructed. */
public final class CompactEnergy<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Vector<S>> velocity = new ArrayList<>();
    private final List<Vector<S>> gravity = new ArrayList<>();

    /** g·o of every link's origin o. */
    private final List<S> height = new ArrayList<>();

    private S kinetic;
    private S potential;

    public CompactEnergy(CompactRobot<S> robot, List<S> q, List<S> rates) {
        this(
                robot,
                Vector.zero(robot.constant(0)),
                Vector.zero(robot.constant(0)),
                robot.gravityInBase(),
                robot.constant(0),
                List.of(q, rates));
    }

    /**
     * Of a robot whose base moves.
     *
     * @param gravityInBase g in base axes
     * @param baseHeight g·o of the base's origin
     * @param state q and q̇
     */
    CompactEnergy(
            CompactRobot<S> robot,
            Vector<S> baseVelocity,
            Vector<S> baseOmega,
            Vector<S> gravityInBase,
            S baseHeight,
            List<List<S>> state) {
        this.robot = robot;
        List<S> rates = state.get(1);
        kinetic = robot.constant(0);
        potential = kinetic;
        List<CompactTransform<S>> transforms = robot.transforms(state.get(0));
        for (int i = 0; i < robot.size(); i++) {
            if (i == 0) {
                omega.add(baseOmega);
                velocity.add(baseVelocity);
                gravity.add(gravityInBase);
                height.add(baseHeight);
            } else {
                outward(i, transforms.get(i), rates.get(robot.link(i).coordinate()));
            }
            addBody(i);
        }
        for (CompactLink<S> link : robot.links()) {
            if (link.coordinate() >= 0) {
                addDrive(link, rates.get(link.coordinate()));
            }
        }
    }

    private void outward(int i, CompactTransform<S> r, S qd) {
        CompactLink<S> link = robot.link(i);
        int parent = link.parent();
        Vector<S> w = r.toChild(omega.get(parent));
        // v = Rᵀ(v + ω × p)
        Vector<S> v = r.toChild(velocity.get(parent).plus(omega.get(parent).cross(r.p())));
        omega.add(link.turns() ? w.plus(Vector.alongZ(qd)) : w);
        velocity.add(link.turns() ? v : v.plus(Vector.alongZ(qd)));
        gravity.add(r.toChild(gravity.get(parent)));
        height.add(height.get(parent).plus(gravity.get(parent).dot(r.p())));
    }

    private void addBody(int i) {
        MassMoments<S> m = robot.link(i).moments();
        Vector<S> w = omega.get(i);
        Vector<S> v = velocity.get(i);
        Symmetric<S> q = m.second();
        S trace = q.xx().plus(q.yy()).plus(q.zz());

        // 2T = M v·v + 2 v·(ω × MS) + ω·J ω with J = tr(Σ) E − Σ; V = −(M g·o + g·MS)
        S twice = m.mass()
                .times(v.dot(v))
                .plus(v.dot(w.cross(m.first())).times(v.x().constant(2)))
                .plus(w.dot(w.times(trace).minus(q.times(w))));
        kinetic = kinetic.plus(twice.times(twice.constant(0.5)));
        potential = potential
                .minus(m.mass().times(height.get(i)))
                .minus(gravity.get(i).dot(m.first()));
    }

    /** ½ Ia q̇², and of the full rotor ½ Im k² q̇² + k Im q̇ zm·ω. */
    private void addDrive(CompactLink<S> link, S qd) {
        S half = qd.constant(0.5);
        kinetic = kinetic.plus(half.times(link.reflectedInertia()).times(qd.times(qd)));
        GearedRotor<S> rotor = link.rotor();
        if (rotor != null) {
            S momentum = rotor.gearedInertia().times(qd);
            kinetic = kinetic.plus(momentum.times(
                    half.times(rotor.gearRatio()).times(qd).plus(rotor.axis().dot(omega.get(rotor.carrier())))));
        }
    }

    public S kinetic() {
        return kinetic;
    }

    /** Zero for mass centers in the world's origin. */
    public S potential() {
        return potential;
    }
}
