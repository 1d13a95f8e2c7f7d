package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.List;

/**
 * ∂τ/∂q and ∂τ/∂q̇ of the bodies of a {@link CompactRobot}, without drives and loads, by composite bodies. A change of joint
 * j changes the accelerations of all that it moves by δa + η × r + 2 δω × v, r and v being place and velocity relative to the
 * origin of link j. So composite moments and their rates give the wrench that a change takes, which all joints between j and
 * the base feel; and they say what joint i feels of a change nearer to the base: a row for (δa, η, δω) that goes inward like a
 * wrench. That is half of the operations of differentiating the recursion. Computed once, when constructed.
 */
final class CompositeSensitivity<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final CompactNewtonEuler<S> motion;
    private final List<MassMoments<S>> moments = new ArrayList<>();
    private final List<MomentRates<S>> rates = new ArrayList<>();

    /** By link: velocity of its origin relative to that of its parent, in the parent's axes. */
    private final List<Vector<S>> originVelocity = new ArrayList<>();

    private final Derivative<S> byPosition;
    private final Derivative<S> byVelocity;

    /**
     * How accelerations change, in the frame of a link.
     *
     * @param eta η = δω̇ + ω × δω
     */
    record Change<S extends Scalar<S>>(Vector<S> a, Vector<S> eta, Vector<S> omega) {}

    /** A matrix, rows of the wrench on the base first, and the changes that are its columns. */
    private static final class Derivative<S extends Scalar<S>> {
        final List<Change<S>> ofBase;
        final List<Change<S>> ofLinks = new ArrayList<>();
        final List<List<S>> rows = new ArrayList<>();

        Derivative(List<Change<S>> ofBase, int joints, S zero) {
            this.ofBase = ofBase;
            for (int k = 0; k < 6 + joints; k++) {
                List<S> row = new ArrayList<>();
                for (int c = 0; c < ofBase.size() + joints; c++) {
                    row.add(zero);
                }
                rows.add(row);
            }
        }

        void set(int joint, int ofJoint, S entry) {
            rows.get(6 + joint).set(ofBase.size() + ofJoint, entry);
        }

        void setOnBase(int column, Wrench<S> w) {
            for (int k = 0; k < 3; k++) {
                rows.get(k).set(column, w.force().toList().get(k));
                rows.get(3 + k).set(column, w.moment().toList().get(k));
            }
        }
    }

    /**
     * What is felt of a change: f·δa + n·η + o·δω.
     *
     * @param wrench f and n, which are also what a unit acceleration takes
     */
    private record Row<S extends Scalar<S>>(Wrench<S> wrench, Vector<S> o) {
        S times(Change<S> change) {
            return wrench.force()
                    .dot(change.a)
                    .plus(wrench.moment().dot(change.eta))
                    .plus(o.dot(change.omega));
        }

        /** The same of changes in the parent's frame, where the origin moves with u: δa here is δa + η × p + 2 δω × u there. */
        Row<S> toParent(CompactTransform<S> transform, Vector<S> u) {
            Wrench<S> w = transform.toParent(wrench);
            return new Row<>(w, transform.toParent(o).plus(u.times(2).cross(w.force())));
        }
    }

    /**
     * Of all joints, and of some changes of the base.
     *
     * @param motion of the bodies alone, without drives and loads
     * @param velocity q̇
     */
    CompositeSensitivity(
            CompactRobot<S> robot,
            CompactNewtonEuler<S> motion,
            List<S> velocity,
            List<Change<S>> positionsOfBase,
            List<Change<S>> velocitiesOfBase) {
        this.robot = robot;
        this.motion = motion;
        S zero = robot.constant(0);
        byPosition = new Derivative<>(positionsOfBase, robot.jointCount(), zero);
        byVelocity = new Derivative<>(velocitiesOfBase, robot.jointCount(), zero);
        for (int i = 0; i < robot.size(); i++) {
            moments.add(robot.link(i).moments());
            rates.add(MomentRates.of(moments.get(i), motion.omega(i)));
            originVelocity.add(i == 0 ? Vector.zero(zero) : originVelocity(i, velocity));
            addChanges(i);
        }
        for (int i = robot.size() - 1; i >= 1; i--) {
            setColumns(i, byPosition, turningWith(i, wrench(i, byPosition.ofLinks.get(i))));
            setColumns(i, byVelocity, wrench(i, byVelocity.ofLinks.get(i)));
            setRows(i);
            inward(i);
        }
        for (Derivative<S> derivative : List.of(byPosition, byVelocity)) {
            for (int c = 0; c < derivative.ofBase.size(); c++) {
                derivative.setOnBase(c, wrench(0, derivative.ofBase.get(c)));
            }
        }
    }

    /** ω × p, and q̇ z while sliding. */
    private Vector<S> originVelocity(int i, List<S> velocity) {
        CompactLink<S> link = robot.link(i);
        CompactTransform<S> transform = motion.transform(i);
        Vector<S> turning = motion.omega(link.parent()).cross(transform.p());
        return link.turns()
                ? turning
                : turning.plus(transform.toParent(Vector.alongZ(velocity.get(link.coordinate()))));
    }

    /**
     * In the frame of a link that turns, all that comes from its parent turns backward: δω = ω × z, δa = a × z and
     * δω̇ = ω̇ × z, so that η = U z; q̇ gives δω = z and δω̇ = ω × z. Sliding gives δa alone: U z, and 2 ω × z by q̇.
     */
    private void addChanges(int i) {
        Vector<S> none = Vector.zero(robot.constant(0));
        Vector<S> uz = motion.field(i).u().axisZ();
        Vector<S> turning = acrossZ(motion.omega(i)).negate();
        if (i == 0 || robot.link(i).turns()) {
            Vector<S> a = acrossZ(motion.field(i).a()).negate();
            byPosition.ofLinks.add(new Change<>(a, uz, turning));
            byVelocity.ofLinks.add(new Change<>(none, turning.times(2), Vector.alongZ(robot.constant(1))));
        } else {
            byPosition.ofLinks.add(new Change<>(uz, none, none));
            byVelocity.ofLinks.add(new Change<>(turning.times(2), none, none));
        }
    }

    /** z × v. */
    private static <S extends Scalar<S>> Vector<S> acrossZ(Vector<S> v) {
        return new Vector<>(v.y().negate(), v.x(), v.x().constant(0));
    }

    /** F = M δa + η × MS + 2 δω × MS', N = MS × δa + J η + J' δω − H × δω of all that a joint moves. */
    private Wrench<S> wrench(int i, Change<S> change) {
        MassMoments<S> c = moments.get(i);
        MomentRates<S> rate = rates.get(i);
        return new Wrench<>(
                change.a
                        .times(c.mass())
                        .plus(change.eta.cross(c.first()))
                        .plus(change.omega.cross(rate.first().times(2))),
                c.first()
                        .cross(change.a)
                        .plus(c.second().tensor().times(change.eta))
                        .plus(rate.second().tensor().times(change.omega))
                        .minus(rate.momentum().cross(change.omega)));
    }

    /** What a joint carries turns with it, or its arm grows: (z × F, z × N) or (0, z × F) more. */
    private Wrench<S> turningWith(int i, Wrench<S> w) {
        Wrench<S> carried = motion.carried(i);
        Vector<S> arm = acrossZ(carried.force());
        return robot.link(i).turns()
                ? new Wrench<>(w.force().plus(arm), w.moment().plus(acrossZ(carried.moment())))
                : new Wrench<>(w.force(), w.moment().plus(arm));
    }

    /** What a change of joint i takes from itself and from all joints nearer to the base. */
    private void setColumns(int i, Derivative<S> derivative, Wrench<S> taken) {
        int k = robot.link(i).coordinate();
        Wrench<S> w = taken;
        for (int j = i; j > 0; j = robot.link(j).parent()) {
            CompactLink<S> link = robot.link(j);
            derivative.set(link.coordinate(), k, (link.turns() ? w.moment() : w.force()).z());
            w = motion.transform(j).toParent(w);
        }
        derivative.setOnBase(derivative.ofBase.size() + k, w);
    }

    /** What joint i feels of changes of all joints nearer to the base, and of the base. */
    private void setRows(int i) {
        int k = robot.link(i).coordinate();
        Row<S> row = row(i);
        for (int j = i; j > 0; ) {
            row = row.toParent(motion.transform(j), originVelocity.get(j));
            j = robot.link(j).parent();
            for (Derivative<S> derivative : List.of(byPosition, byVelocity)) {
                if (j > 0) {
                    derivative.set(k, robot.link(j).coordinate(), row.times(derivative.ofLinks.get(j)));
                } else {
                    for (int c = 0; c < derivative.ofBase.size(); c++) {
                        derivative.rows.get(6 + k).set(c, row.times(derivative.ofBase.get(c)));
                    }
                }
            }
        }
    }

    /** z·N while turning: z × MS, J z and J' z + H × z; z·F while sliding: M z, MS × z and 2 MS' × z. */
    private Row<S> row(int i) {
        MassMoments<S> c = moments.get(i);
        MomentRates<S> rate = rates.get(i);
        if (robot.link(i).turns()) {
            return new Row<>(
                    new Wrench<>(acrossZ(c.first()), c.second().tensor().z()),
                    rate.second().tensor().z().minus(acrossZ(rate.momentum())));
        }
        return new Row<>(
                new Wrench<>(Vector.alongZ(c.mass()), acrossZ(c.first()).negate()),
                acrossZ(rate.first()).times(-2));
    }

    private void inward(int i) {
        MassMoments<S> c = moments.get(i);
        CompactTransform<S> transform = motion.transform(i);
        int parent = robot.link(i).parent();
        moments.set(parent, moments.get(parent).plus(transform.toParent(c)));
        rates.set(parent, rates.get(parent).plus(rates.get(i).toParent(transform, c, originVelocity.get(i))));
    }

    /** ∂(F₀, N₀, τ)/∂(base, q), row by row: what holds the base, then joints. */
    List<List<S>> byPosition() {
        return byPosition.rows.stream().map(List::copyOf).toList();
    }

    /** ∂(F₀, N₀, τ)/∂(velocity of the base, q̇), row by row. */
    List<List<S>> byVelocity() {
        return byVelocity.rows.stream().map(List::copyOf).toList();
    }
}
