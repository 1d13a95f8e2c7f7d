package dev.catena.compile.trace;

import dev.catena.textbook.Matrix;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Direct dynamics of a {@link CompactRobot} by articulated bodies, [RBDA]; cost O(n). Not for the full rotor, which ties
 * distant bodies. Computed once, when constructed.
 *
 * <p>An articulated inertia is f = A a + B γ, n = Bᵀ a + C γ in classical accelerations of the link's origin.
 */
public final class ArticulatedBodies<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final List<CompactTransform<S>> transforms;
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Inertia<S>> inertia = new ArrayList<>();
    private final List<Wrench<S>> bias = new ArrayList<>();
    private final List<Joint<S>> joints = new ArrayList<>();
    private final List<S> accelerations;
    private final List<S> pivots;
    private Vector<S> baseLinear;
    private Vector<S> baseAngular;
    private List<S> basePivots = List.of();

    private record Inertia<S extends Scalar<S>>(Symmetric<S> a, Matrix<S> b, Symmetric<S> c) {
        static <S extends Scalar<S>> Inertia<S> of(MassMoments<S> m) {
            S o = m.mass().constant(0);
            Symmetric<S> q = m.second();
            return new Inertia<>(
                    new Symmetric<>(m.mass(), o, o, m.mass(), o, m.mass()),
                    Matrix.hat(m.first().negate()),
                    new Symmetric<>(
                            q.yy().plus(q.zz()),
                            q.xy().negate(),
                            q.xz().negate(),
                            q.xx().plus(q.zz()),
                            q.yz().negate(),
                            q.xx().plus(q.yy())));
        }

        Inertia<S> plus(Inertia<S> other) {
            return new Inertia<>(a.plus(other.a), b.plus(other.b), c.plus(other.c));
        }

        Wrench<S> times(Vector<S> acceleration, Vector<S> gamma) {
            return new Wrench<>(
                    a.times(acceleration).plus(b.times(gamma)),
                    b.transposeTimes(acceleration).plus(c.times(gamma)));
        }

        /** Without what the joint itself yields to: this − U Uᵀ/D. */
        Inertia<S> less(Wrench<S> u, S inverse) {
            Vector<S> f = u.force().times(inverse);
            Vector<S> n = u.moment().times(inverse);
            return new Inertia<>(
                    a.plus(square(f, u.force())), b.minus(outer(f, u.moment())), c.plus(square(n, u.moment())));
        }

        /** −x yᵀ, which is symmetric. */
        private static <S extends Scalar<S>> Symmetric<S> square(Vector<S> x, Vector<S> y) {
            return new Symmetric<>(
                            x.x().times(y.x()),
                            x.x().times(y.y()),
                            x.x().times(y.z()),
                            x.y().times(y.y()),
                            x.y().times(y.z()),
                            x.z().times(y.z()))
                    .negate();
        }

        private static <S extends Scalar<S>> Matrix<S> outer(Vector<S> x, Vector<S> y) {
            return new Matrix<>(y.times(x.x()), y.times(x.y()), y.times(x.z()));
        }

        /** In the parent's axes and about its origin: B − A hat(p), C − Bᵀ hat(p) + hat(p) (B − A hat(p)). */
        Inertia<S> toParent(CompactTransform<S> r) {
            Symmetric<S> newA = r.toParent(a);
            Matrix<S> turned = r.toParent(b);
            Vector<S> p = r.p();
            Matrix<S> newB = turned.minus(full(newA).times(Matrix.hat(p)));
            Matrix<S> back = turned.transpose().times(Matrix.hat(p));
            Matrix<S> shift = Matrix.hat(p).times(newB).minus(back);
            Symmetric<S> newC = r.toParent(c)
                    .plus(new Symmetric<>(
                            shift.x().x(),
                            shift.x().y(),
                            shift.x().z(),
                            shift.y().y(),
                            shift.y().z(),
                            shift.z().z()));
            return new Inertia<>(newA, newB, newC);
        }

        private static <S extends Scalar<S>> Matrix<S> full(Symmetric<S> s) {
            return new Matrix<>(
                    new Vector<>(s.xx(), s.xy(), s.xz()),
                    new Vector<>(s.xy(), s.yy(), s.yz()),
                    new Vector<>(s.xz(), s.yz(), s.zz()));
        }
    }

    /** Of a joint: U = I S, 1/D, the effort left u, and the acceleration c at q̈ = 0 that velocities make. */
    private record Joint<S extends Scalar<S>>(Wrench<S> u, S inverse, S effort, Vector<S> c, Vector<S> cGamma) {}

    /** Of a robot whose base rests. */
    public ArticulatedBodies(CompactRobot<S> robot, List<S> q, List<S> velocity, List<S> torques) {
        this(robot, BaseField.resting(robot.gravityInBase()), false, robot.unloaded(), List.of(q, velocity, torques));
    }

    /**
     * Of a robot whose base moves as told, or freely.
     *
     * @param floats whether the base's acceleration is a result; that of {@code base} is not read then
     * @param loads by link: what the environment applies, in its frame
     * @param state q, q̇ and the torques
     */
    ArticulatedBodies(
            CompactRobot<S> robot, BaseField<S> base, boolean floats, List<Wrench<S>> loads, List<List<S>> state) {
        this.robot = robot;
        List<S> velocity = state.get(1);
        List<S> torques = state.get(2);
        baseLinear = base.a();
        baseAngular = base.gamma();
        if (robot.hasRotors()) {
            throw new IllegalArgumentException("articulated bodies cannot do the full rotor");
        }
        transforms = robot.transforms(state.get(0));
        accelerations = new ArrayList<>(robot.zeros());
        pivots = new ArrayList<>(robot.zeros());
        Vector<S> zero = Vector.zero(robot.constant(0));
        for (int i = 0; i < robot.size(); i++) {
            CompactLink<S> link = robot.link(i);
            omega.add(i == 0 ? base.omega() : omegaOf(i, velocity.get(link.coordinate())));
            inertia.add(Inertia.of(link.moments()));
            // ω × (ω × MS), ω × J ω
            bias.add(MotionField.of(omega.get(i), zero, zero)
                    .wrench(link.moments())
                    .minus(loads.get(i)));
            joints.add(new Joint<>(Wrench.zero(zero.x()), zero.x(), zero.x(), zero, zero));
        }
        for (int i = robot.size() - 1; i >= 1; i--) {
            inward(i, velocity, torques, floats);
        }
        if (floats) {
            releaseBase();
        }
        outward();
    }

    private Vector<S> omegaOf(int i, S qd) {
        Vector<S> w = transforms.get(i).toChild(omega.get(robot.link(i).parent()));
        return robot.link(i).turns() ? w.plus(Vector.alongZ(qd)) : w;
    }

    private void inward(int i, List<S> velocity, List<S> torques, boolean floats) {
        CompactLink<S> link = robot.link(i);
        CompactTransform<S> r = transforms.get(i);
        S qd = velocity.get(link.coordinate());
        Inertia<S> own = inertia.get(i);
        Wrench<S> p = bias.get(i);
        Vector<S> w = omega.get(i);
        Vector<S> cross = new Vector<>(w.y().times(qd), w.x().times(qd).negate(), qd.constant(0));
        Vector<S> zero = Vector.zero(qd);

        // c: w × q̇z while turning, 2 w × q̇z while sliding, and the parent's ω × (ω × p)
        Vector<S> centripetal =
                r.toChild(Matrix.hatSquared(omega.get(link.parent())).times(r.p()));
        Vector<S> c = link.turns() ? centripetal : centripetal.plus(cross.times(2));
        Vector<S> cGamma = link.turns() ? cross : zero;

        // U = I S, D = Sᵀ U + Ia, u = Γ − friction − Sᵀ p
        Wrench<S> u = link.turns()
                ? new Wrench<>(
                        own.b().axisZ(),
                        new Vector<>(own.c().xz(), own.c().yz(), own.c().zz()))
                : new Wrench<>(
                        new Vector<>(own.a().xz(), own.a().yz(), own.a().zz()),
                        own.b().z());
        S d = (link.turns() ? u.moment() : u.force()).z().plus(link.reflectedInertia());
        pivots.set(link.coordinate(), d);
        S inverse = d.constant(1).dividedBy(d);
        S effort = torques.get(link.coordinate())
                .minus(link.friction().effort(qd))
                .minus((link.turns() ? p.moment() : p.force()).z());
        joints.set(i, new Joint<>(u, inverse, effort, c, cGamma));

        if (link.parent() > 0 || floats) {
            // I − U Uᵀ/D and p + (I − U Uᵀ/D) c + U u/D
            Inertia<S> rest = own.less(u, inverse);
            S share = effort.times(inverse);
            Wrench<S> handedOn = p.plus(rest.times(c, cGamma))
                    .plus(new Wrench<>(u.force().times(share), u.moment().times(share)));
            inertia.set(link.parent(), inertia.get(link.parent()).plus(rest.toParent(r)));
            bias.set(link.parent(), bias.get(link.parent()).plus(r.toParent(handedOn)));
        }
    }

    /** I X + p = 0, X = (a − g, ω̇) of the base. */
    private void releaseBase() {
        Inertia<S> all = inertia.get(0);
        Matrix<S> b = all.b;
        List<List<S>> lower = List.of(
                List.of(all.a.xx()),
                List.of(all.a.xy(), all.a.yy()),
                List.of(all.a.xz(), all.a.yz(), all.a.zz()),
                List.of(b.x().x(), b.y().x(), b.z().x(), all.c.xx()),
                List.of(b.x().y(), b.y().y(), b.z().y(), all.c.xy(), all.c.yy()),
                List.of(b.x().z(), b.y().z(), b.z().z(), all.c.xz(), all.c.yz(), all.c.zz()));
        Wrench<S> p = bias.get(0);
        List<S> right = new ArrayList<>(p.force().negate().toList());
        right.addAll(p.moment().negate().toList());
        SymmetricSystem.Solution<S> solution = SymmetricSystem.solve(lower, right);
        List<S> x = solution.x();
        baseLinear = new Vector<>(x.get(0), x.get(1), x.get(2));
        baseAngular = new Vector<>(x.get(3), x.get(4), x.get(5));
        basePivots = solution.pivots();
    }

    private void outward() {
        List<Vector<S>> a = new ArrayList<>();
        List<Vector<S>> gamma = new ArrayList<>();
        a.add(baseLinear);
        gamma.add(baseAngular);
        for (int i = 1; i < robot.size(); i++) {
            CompactLink<S> link = robot.link(i);
            CompactTransform<S> r = transforms.get(i);
            Joint<S> joint = joints.get(i);
            Vector<S> parentGamma = gamma.get(link.parent());
            Vector<S> linear = r.toChild(a.get(link.parent()).plus(parentGamma.cross(r.p())))
                    .plus(joint.c);
            Vector<S> angular = r.toChild(parentGamma).plus(joint.cGamma);

            // q̈ = (u − Uᵀ a)/D
            S qdd = joint.effort
                    .minus(joint.u.force().dot(linear))
                    .minus(joint.u.moment().dot(angular))
                    .times(joint.inverse);
            accelerations.set(link.coordinate(), qdd);
            a.add(link.turns() ? linear : linear.plus(Vector.alongZ(qdd)));
            gamma.add(link.turns() ? angular.plus(Vector.alongZ(qdd)) : angular);
        }
    }

    /** D, by joint coordinate: what a joint feels if all joints beyond it give way. */
    public List<S> pivots() {
        return Collections.unmodifiableList(pivots);
    }

    /** Of a floating base: its acceleration less gravity. */
    Vector<S> baseLinear() {
        return baseLinear;
    }

    Vector<S> baseAngular() {
        return baseAngular;
    }

    /** Of a floating base: what its displacements and turns feel. */
    List<S> basePivots() {
        return basePivots;
    }

    /** q̈, by joint coordinate. */
    public List<S> accelerations() {
        return Collections.unmodifiableList(accelerations);
    }
}
