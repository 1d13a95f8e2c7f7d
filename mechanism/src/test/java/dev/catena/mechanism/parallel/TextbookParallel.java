package dev.catena.mechanism.parallel;

import dev.catena.model.SpatialInertia;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Matrix;
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
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Efforts of a parallel robot once more, slowly and in any scalar type: legs closed by Newton steps along the motion, time two nested dual
 * numbers, so that velocities and accelerations of legs are among the parts. No Jacobian, no rate of one and no derivative of a
 * leg's geometry is written down.
 */
final class TextbookParallel<S extends Scalar<S>> {
    private final ParallelRobot robot;
    private final DoubleFunction<S> constant;
    private final List<DMatrixRMaj> inverses = new ArrayList<>();
    private final List<double[]> starts = new ArrayList<>();

    /** @param kinematics at the pose, so that legs start closed */
    TextbookParallel(ParallelRobot robot, ParallelKinematics kinematics, DoubleFunction<S> constant) {
        this.robot = robot;
        this.constant = constant;
        for (int i = 0; i < robot.legs().size(); i++) {
            double[] q = new double[robot.legs().get(i).model().jointCount()];
            kinematics.legCoordinates(i, q);
            starts.add(q);
        }
    }

    /**
     * Γ, of least norm where there are more actuators than freedoms.
     *
     * @param turned rotation of the platform
     * @param velocity six numbers in world axes, like those of the acceleration and of a wrench that is applied
     */
    List<S> efforts(Vector<S> position, Matrix<S> turned, List<S> velocity, List<S> acceleration, double[] applied) {
        Placement<Dual<Dual<S>>> moving = moving(position, turned, velocity, acceleration);
        List<S> required = platform(turned, velocity, acceleration);
        for (int k = 0; k < 6; k++) {
            required.set(k, required.get(k).minus(constant.apply(applied[k])));
        }
        List<List<S>> rows = new ArrayList<>();
        for (int i = 0; i < robot.legs().size(); i++) {
            Leg leg = robot.legs().get(i);
            List<Dual<Dual<S>>> q = close(i, moving, x -> Dual.constant(Dual.constant(constant.apply(x))));
            TextbookRobot<S> model = TextbookRobot.of(leg.model(), constant);
            List<S> torques = new NewtonEuler<>(
                            model,
                            Motion.of(
                                    model,
                                    q.stream().map(x -> x.real().real()).toList(),
                                    q.stream().map(x -> x.real().derivative()).toList(),
                                    q.stream()
                                            .map(x -> x.derivative().derivative())
                                            .toList()))
                    .torques();
            List<List<S>> rates = new ArrayList<>();
            for (int k = 0; k < robot.freedoms().count(); k++) {
                rates.add(rates(i, position, turned, robot.freedoms().coordinate(k)));
            }
            for (int k = 0; k < robot.freedoms().count(); k++) {
                int at = robot.freedoms().coordinate(k);
                for (int j = 0; j < torques.size(); j++) {
                    required.set(at, required.get(at).plus(rates.get(k).get(j).times(torques.get(j))));
                }
            }
            for (String joint : leg.actuated()) {
                int j = leg.model().coordinate(joint);
                rows.add(rates.stream().map(rate -> rate.get(j)).toList());
            }
        }
        List<S> reduced = new ArrayList<>();
        for (int k = 0; k < robot.freedoms().count(); k++) {
            reduced.add(required.get(robot.freedoms().coordinate(k)));
        }
        return share(rows, reduced);
    }

    /** Γ = B y with BᵀB y = required, or by elimination where B is square. */
    private List<S> share(List<List<S>> rows, List<S> required) {
        int m = required.size();
        List<List<S>> system = new ArrayList<>();
        boolean square = rows.size() == m;
        for (int i = 0; i < m; i++) {
            List<S> row = new ArrayList<>();
            for (int k = 0; k < m; k++) {
                S sum = constant.apply(0);
                for (List<S> actuator : rows) {
                    sum = sum.plus(actuator.get(i).times(actuator.get(k)));
                }
                row.add(square ? rows.get(k).get(i) : sum);
            }
            row.add(required.get(i));
            system.add(row);
        }
        List<S> y = solve(system);
        if (square) {
            return y;
        }
        List<S> efforts = new ArrayList<>();
        for (List<S> actuator : rows) {
            S sum = constant.apply(0);
            for (int k = 0; k < m; k++) {
                sum = sum.plus(actuator.get(k).times(y.get(k)));
            }
            efforts.add(sum);
        }
        return efforts;
    }

    private List<S> solve(List<List<S>> system) {
        int m = system.size();
        for (int k = 0; k < m; k++) {
            int best = k;
            for (int i = k; i < m; i++) {
                if (Math.abs(system.get(i).get(k).value())
                        > Math.abs(system.get(best).get(k).value())) {
                    best = i;
                }
            }
            java.util.Collections.swap(system, k, best);
            for (int i = 0; i < m; i++) {
                if (i != k) {
                    S factor = system.get(i).get(k).dividedBy(system.get(k).get(k));
                    for (int c = k; c <= m; c++) {
                        system.get(i)
                                .set(
                                        c,
                                        system.get(i)
                                                .get(c)
                                                .minus(factor.times(
                                                        system.get(k).get(c))));
                    }
                }
            }
        }
        List<S> x = new ArrayList<>();
        for (int k = 0; k < m; k++) {
            x.add(system.get(k).get(m).dividedBy(system.get(k).get(k)));
        }
        return x;
    }

    /** p + v t + ½ a t² and (1 + ω t + ½ (ω̇ + ω ω) t²) R. */
    private Placement<Dual<Dual<S>>> moving(
            Vector<S> position, Matrix<S> turned, List<S> velocity, List<S> acceleration) {
        Vector<Dual<Dual<S>>> p = inTime(position, vector(velocity, 0), vector(acceleration, 0));
        Matrix<S> w = Matrix.hat(vector(velocity, 3));
        Matrix<S> rate = w.times(turned);
        Matrix<S> second = Matrix.hat(vector(acceleration, 3)).times(turned).plus(w.times(rate));
        return new Placement<>(
                new Matrix<>(
                        inTime(turned.x(), rate.x(), second.x()),
                        inTime(turned.y(), rate.y(), second.y()),
                        inTime(turned.z(), rate.z(), second.z())),
                p);
    }

    private Vector<Dual<Dual<S>>> inTime(Vector<S> x, Vector<S> rate, Vector<S> second) {
        return new Vector<>(
                inTime(x.x(), rate.x(), second.x()),
                inTime(x.y(), rate.y(), second.y()),
                inTime(x.z(), rate.z(), second.z()));
    }

    private static <S extends Scalar<S>> Dual<Dual<S>> inTime(S x, S rate, S second) {
        return new Dual<>(new Dual<>(x, rate), new Dual<>(rate, second));
    }

    static <S extends Scalar<S>> Vector<S> vector(List<S> numbers, int at) {
        return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
    }

    /** How fast the joints of a leg move with one freedom of the platform. */
    private List<S> rates(int leg, Vector<S> position, Matrix<S> turned, int coordinate) {
        List<S> unit = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            unit.add(constant.apply(k == coordinate ? 1 : 0));
        }
        Matrix<S> rate = Matrix.hat(vector(unit, 3)).times(turned);
        Placement<Dual<S>> moving = new Placement<>(
                new Matrix<>(dual(turned.x(), rate.x()), dual(turned.y(), rate.y()), dual(turned.z(), rate.z())),
                dual(position, vector(unit, 0)));
        return close(leg, moving, x -> Dual.constant(constant.apply(x))).stream()
                .map(Dual::derivative)
                .toList();
    }

    private Vector<Dual<S>> dual(Vector<S> x, Vector<S> rate) {
        return new Vector<>(new Dual<>(x.x(), rate.x()), new Dual<>(x.y(), rate.y()), new Dual<>(x.z(), rate.z()));
    }

    /** F_p, [Khalil 9]. */
    private List<S> platform(Matrix<S> turned, List<S> velocity, List<S> acceleration) {
        SpatialInertia inertia = robot.platform();
        Vector<S> s = turned.times(Vector.of(inertia.firstMoment(), constant));
        Matrix<S> tensor = Matrix.of(inertia.tensorAboutOrigin(), constant).rotated(turned);
        Vector<S> w = vector(velocity, 3);
        Vector<S> gamma = vector(acceleration, 3);
        Vector<S> a = vector(acceleration, 0).minus(Vector.of(robot.gravity(), constant));
        Vector<S> force =
                a.times(constant.apply(inertia.mass())).plus(gamma.cross(s)).plus(w.cross(w.cross(s)));
        Vector<S> moment = tensor.times(gamma).plus(w.cross(tensor.times(w))).plus(s.cross(a));
        List<S> all = new ArrayList<>(force.toList());
        all.addAll(moment.toList());
        return all;
    }

    /** What must vanish where a tip belongs to the platform. */
    private static <T extends Scalar<T>> List<T> residual(
            Leg leg, TextbookRobot<T> model, Placement<T> platform, List<T> q, DoubleFunction<T> number) {
        Placement<T> tip = new WorldKinematics<>(model, Motion.atRest(model, q))
                .worldFromBody(leg.model().bodyIndex(leg.tip()));
        Placement<T> wanted = platform.times(Placement.of(leg.platformFromTip(), number));
        List<T> rows = new ArrayList<>(tip.position().minus(wanted.position()).toList());
        if (leg.connection() == LegConnection.RIGID) {
            Matrix<T> e = tip.rotation().transpose();
            Matrix<T> f = wanted.rotation().transpose();
            rows.addAll(List.of(e.x().dot(f.y()), e.y().dot(f.z()), e.z().dot(f.x())));
        }
        return rows;
    }

    private <T extends Scalar<T>> List<T> close(int i, Placement<T> platform, DoubleFunction<T> number) {
        Leg leg = robot.legs().get(i);
        TextbookRobot<T> model = TextbookRobot.of(leg.model(), number);
        List<T> q = new ArrayList<>();
        for (double x : starts.get(i)) {
            q.add(number.apply(x));
        }
        // rounding goes in the first steps, each further one completes one more order of derivatives
        for (int step = 0; step < 6; step++) {
            List<T> rows = residual(leg, model, platform, q, number);
            DMatrixRMaj inverse = inverse(i);
            for (int j = 0; j < q.size(); j++) {
                T correction = number.apply(0);
                for (int r = 0; r < rows.size(); r++) {
                    correction = correction.plus(rows.get(r).times(number.apply(inverse.get(j, r))));
                }
                q.set(j, q.get(j).minus(correction));
            }
        }
        return q;
    }

    /** The inverse of the derivatives of the residual at the start, the tip taken for the platform's. */
    private DMatrixRMaj inverse(int i) {
        if (i < inverses.size()) {
            return inverses.get(i);
        }
        Leg leg = robot.legs().get(i);
        double[] start = starts.get(i);
        TextbookRobot<Dual<Real>> model = TextbookRobot.of(leg.model(), x -> Dual.of(x, 0));
        List<Dual<Real>> still = new ArrayList<>();
        for (double x : start) {
            still.add(Dual.of(x, 0));
        }
        Placement<Dual<Real>> tip = new WorldKinematics<>(model, Motion.atRest(model, still))
                .worldFromBody(leg.model().bodyIndex(leg.tip()));
        Leg atTip = leg.connection() == LegConnection.POINT
                ? Leg.tiedByPoint(leg.name(), leg.model(), leg.tip(), dev.catena.model.Vector3.ZERO)
                : Leg.welded(leg.name(), leg.model(), leg.tip(), dev.catena.model.Pose.IDENTITY);
        DMatrixRMaj jacobian = new DMatrixRMaj(leg.connection().rows(), start.length);
        for (int k = 0; k < start.length; k++) {
            List<Dual<Real>> q = new ArrayList<>(still);
            q.set(k, Dual.of(start[k], 1));
            List<Dual<Real>> rows = residual(atTip, model, tip, q, x -> Dual.of(x, 0));
            for (int r = 0; r < rows.size(); r++) {
                jacobian.set(r, k, rows.get(r).derivative().value());
            }
        }
        DMatrixRMaj inverse = new DMatrixRMaj(start.length, jacobian.numRows);
        CommonOps_DDRM.pinv(jacobian, inverse);
        inverses.add(inverse);
        return inverse;
    }
}
