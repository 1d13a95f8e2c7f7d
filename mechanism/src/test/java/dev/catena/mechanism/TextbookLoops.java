package dev.catena.mechanism;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Closed loops once more, slowly and differently: equations as products of axes, closed by Newton steps in any scalar
 * type. On dual numbers the same steps give exact derivatives of the closure, of any order by nesting.
 */
final class TextbookLoops {
    private final RobotModel model;
    private final RobotModel tree;
    private final double[] start;
    private final DMatrixRMaj inverse;
    private final int[] independent;
    private final int[] dependent;

    /** @param start coordinates of all joints that close the loops to rounding */
    TextbookLoops(RobotModel model, double[] start) {
        this.model = model;
        this.start = start.clone();
        tree = model.toBuilder().withoutLoops().build();
        independent = model.loops().independentJoints().stream()
                .mapToInt(model::coordinate)
                .toArray();
        dependent = java.util.stream.IntStream.range(0, start.length)
                .filter(k -> java.util.Arrays.stream(independent).noneMatch(i -> i == k))
                .toArray();
        DMatrixRMaj jacobian = jacobian();
        DMatrixRMaj ofDependent = new DMatrixRMaj(jacobian.numRows, dependent.length);
        for (int d = 0; d < dependent.length; d++) {
            for (int r = 0; r < jacobian.numRows; r++) {
                ofDependent.set(r, d, jacobian.get(r, dependent[d]));
            }
        }
        inverse = new DMatrixRMaj(dependent.length, jacobian.numRows);
        CommonOps_DDRM.pinv(ofDependent, inverse);
    }

    /** Derivatives of all equations by all coordinates, at the start. */
    DMatrixRMaj jacobian() {
        DMatrixRMaj out = new DMatrixRMaj(0, 0);
        DoubleFunction<Dual<Real>> constant = x -> Dual.of(x, 0);
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(tree, constant);
        for (int k = 0; k < start.length; k++) {
            List<Dual<Real>> q = new ArrayList<>();
            for (int i = 0; i < start.length; i++) {
                q.add(Dual.of(start[i], i == k ? 1 : 0));
            }
            List<Dual<Real>> rows = residual(robot, q, constant);
            if (k == 0) {
                out = new DMatrixRMaj(rows.size(), start.length);
            }
            for (int r = 0; r < rows.size(); r++) {
                out.set(r, k, rows.get(r).derivative().value());
            }
        }
        return out;
    }

    /** J̇ q̇: second derivatives of the equations along q + q̇ t. */
    double[] accelerationBias(double[] qd) {
        List<Dual<Dual<Real>>> q = new ArrayList<>();
        for (int i = 0; i < start.length; i++) {
            q.add(new Dual<>(Dual.of(start[i], qd[i]), Dual.of(qd[i], 0)));
        }
        return residual(q, x -> Dual.constant(Dual.of(x, 0))).stream()
                .mapToDouble(row -> row.derivative().derivative().value())
                .toArray();
    }

    /** What must vanish, made of products of positions and axes alone. */
    <S extends Scalar<S>> List<S> residual(List<S> q, DoubleFunction<S> constant) {
        return residual(TextbookRobot.of(tree, constant), q, constant);
    }

    private <S extends Scalar<S>> List<S> residual(TextbookRobot<S> robot, List<S> q, DoubleFunction<S> constant) {
        WorldKinematics<S> world = new WorldKinematics<>(robot, Motion.atRest(robot, q));
        List<S> rows = new ArrayList<>();
        for (CutJoint cut : model.loops().cutJoints()) {
            Placement<S> a = world.worldFromBody(tree.bodyIndex(cut.first()))
                    .times(Placement.of(cut.firstFromJoint(), constant));
            Placement<S> b = world.worldFromBody(tree.bodyIndex(cut.second()))
                    .times(Placement.of(cut.secondFromJoint(), constant));
            Vector<S> d = b.position().minus(a.position());
            List<Vector<S>> e = axes(a);
            List<Vector<S>> f = axes(b);
            switch (cut.kind()) {
                case REVOLUTE -> {
                    rows.addAll(d.toList());
                    rows.addAll(List.of(e.get(0).dot(f.get(2)), e.get(1).dot(f.get(2))));
                }
                case PRISMATIC -> {
                    rows.addAll(List.of(e.get(0).dot(d), e.get(1).dot(d)));
                    rows.addAll(List.of(
                            e.get(0).dot(f.get(1)),
                            e.get(1).dot(f.get(2)),
                            e.get(2).dot(f.get(0))));
                }
                case SPHERICAL -> rows.addAll(d.toList());
                case UNIVERSAL -> {
                    rows.addAll(d.toList());
                    rows.add(e.get(0).dot(f.get(1)));
                }
                case FIXED -> {
                    rows.addAll(d.toList());
                    rows.addAll(List.of(
                            e.get(0).dot(f.get(1)),
                            e.get(1).dot(f.get(2)),
                            e.get(2).dot(f.get(0))));
                }
            }
        }
        return rows;
    }

    private static <S extends Scalar<S>> List<Vector<S>> axes(Placement<S> placement) {
        // the matrix keeps rows
        var columns = placement.rotation().transpose();
        return List.of(columns.x(), columns.y(), columns.z());
    }

    /** All coordinates for those of the independent joints, by Newton steps with the Jacobian of the start. */
    <S extends Scalar<S>> List<S> close(List<S> ofIndependent, DoubleFunction<S> constant) {
        return close(TextbookRobot.of(tree, constant), ofIndependent, constant);
    }

    private <S extends Scalar<S>> List<S> close(
            TextbookRobot<S> robot, List<S> ofIndependent, DoubleFunction<S> constant) {
        List<S> q = new ArrayList<>();
        for (double x : start) {
            q.add(constant.apply(x));
        }
        for (int k = 0; k < independent.length; k++) {
            q.set(independent[k], ofIndependent.get(k));
        }
        // rounding goes in the first steps, each further one completes one more order of derivatives
        for (int step = 0; step < 8; step++) {
            List<S> rows = residual(robot, q, constant);
            for (int d = 0; d < dependent.length; d++) {
                S correction = constant.apply(0);
                for (int r = 0; r < rows.size(); r++) {
                    correction = correction.plus(rows.get(r).times(constant.apply(inverse.get(d, r))));
                }
                q.set(dependent[d], q.get(dependent[d]).minus(correction));
            }
        }
        return q;
    }

    /**
     * γ = Gᵀ Γ_tr as a function of the independent joints' motion. Time is two nested dual numbers, so that the closure
     * of q_a + q̇_a t + ½ q̈_a t² has q̇_tr and q̈_tr among its parts.
     */
    <S extends Scalar<S>> List<S> efforts(List<S> qa, List<S> qda, List<S> qdda, DoubleFunction<S> constant) {
        List<S> all = efforts(qa, qda, qdda, motion -> motion, constant);
        return all.subList(6, all.size());
    }

    /**
     * The wrench on the base, then γ.
     *
     * @param around gives the motion of the tree its base and loads
     */
    <S extends Scalar<S>> List<S> efforts(
            List<S> qa, List<S> qda, List<S> qdda, UnaryOperator<Motion<S>> around, DoubleFunction<S> constant) {
        DoubleFunction<Dual<Dual<S>>> inTime = x -> Dual.constant(Dual.constant(constant.apply(x)));
        List<Dual<Dual<S>>> moving = new ArrayList<>();
        for (int k = 0; k < qa.size(); k++) {
            moving.add(new Dual<>(new Dual<>(qa.get(k), qda.get(k)), new Dual<>(qda.get(k), qdda.get(k))));
        }
        TextbookRobot<Dual<Dual<S>>> robotInTime = TextbookRobot.of(tree, inTime);
        List<Dual<Dual<S>>> q = close(robotInTime, moving, inTime);
        TextbookRobot<S> robot = TextbookRobot.of(tree, constant);
        Motion<S> motion = Motion.of(
                robot,
                q.stream().map(x -> x.real().real()).toList(),
                q.stream().map(x -> x.real().derivative()).toList(),
                q.stream().map(x -> x.derivative().derivative()).toList());
        NewtonEuler<S> dynamics = new NewtonEuler<>(robot, around.apply(motion));
        List<S> torques = dynamics.torques();
        List<S> efforts = new ArrayList<>(dynamics.jointWrench(0).force().toList());
        efforts.addAll(dynamics.jointWrench(0).moment().toList());
        DoubleFunction<Dual<S>> ofVaried = x -> Dual.constant(constant.apply(x));
        TextbookRobot<Dual<S>> variedRobot = TextbookRobot.of(tree, ofVaried);
        for (int k = 0; k < qa.size(); k++) {
            List<Dual<S>> varied = new ArrayList<>();
            for (int l = 0; l < qa.size(); l++) {
                varied.add(new Dual<>(qa.get(l), constant.apply(l == k ? 1 : 0)));
            }
            List<Dual<S>> rates = close(variedRobot, varied, ofVaried);
            S sum = constant.apply(0);
            for (int i = 0; i < torques.size(); i++) {
                sum = sum.plus(rates.get(i).derivative().times(torques.get(i)));
            }
            for (CutJoint cut : model.loops().cutJoints()) {
                if (!cut.friction().isZero()) {
                    S speed = rate(robotInTime, cut, q, inTime).real();
                    S share = rate(variedRobot, cut, rates, ofVaried);
                    sum = sum.plus(share.times(effort(cut.friction(), speed, constant)));
                }
            }
            efforts.add(sum);
        }
        return efforts;
    }

    /** What friction in cut joints takes at the joints of the tree, at the start with velocities of all joints. */
    double[] cutFriction(double[] qd) {
        double[] out = new double[start.length];
        DoubleFunction<Dual<Real>> constant = x -> Dual.of(x, 0);
        TextbookRobot<Dual<Real>> robot = TextbookRobot.of(tree, constant);
        for (CutJoint cut : model.loops().cutJoints()) {
            if (cut.friction().isZero()) {
                continue;
            }
            double speed = 0;
            double[] share = new double[start.length];
            for (int k = 0; k < start.length; k++) {
                List<Dual<Real>> q = new ArrayList<>();
                for (int i = 0; i < start.length; i++) {
                    q.add(Dual.of(start[i], i == k ? 1 : 0));
                }
                share[k] = rate(robot, cut, q, constant).value();
                speed += share[k] * qd[k];
            }
            for (int k = 0; k < start.length; k++) {
                out[k] += share[k] * cut.friction().effort(speed);
            }
        }
        return out;
    }

    private static <S extends Scalar<S>> S effort(Friction friction, S speed, DoubleFunction<S> constant) {
        S s = friction.smoothingVelocity() > 0
                ? speed.dividedBy(constant.apply(friction.smoothingVelocity())).hyperbolicTangent()
                : speed.sign();
        return s.times(constant.apply(friction.coulomb())).plus(speed.times(constant.apply(friction.viscous())));
    }

    /** How fast the coordinate of a cut joint changes: c ṡ − s ċ of cosine and sine, or the rate of a distance. */
    private <S extends Scalar<S>> S rate(
            TextbookRobot<Dual<S>> robot, CutJoint cut, List<Dual<S>> q, DoubleFunction<Dual<S>> constant) {
        WorldKinematics<Dual<S>> world = new WorldKinematics<>(robot, Motion.atRest(robot, q));
        Placement<Dual<S>> a =
                world.worldFromBody(tree.bodyIndex(cut.first())).times(Placement.of(cut.firstFromJoint(), constant));
        Placement<Dual<S>> b =
                world.worldFromBody(tree.bodyIndex(cut.second())).times(Placement.of(cut.secondFromJoint(), constant));
        List<Vector<Dual<S>>> e = axes(a);
        if (cut.kind() == CutKind.PRISMATIC) {
            return e.get(2).dot(b.position().minus(a.position())).derivative();
        }
        Dual<S> cosine = e.get(0).dot(axes(b).get(0));
        Dual<S> sine = e.get(1).dot(axes(b).get(0));
        return cosine.real().times(sine.derivative()).minus(sine.real().times(cosine.derivative()));
    }
}
