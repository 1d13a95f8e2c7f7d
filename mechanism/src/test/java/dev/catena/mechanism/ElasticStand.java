package dev.catena.mechanism;

import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Extent;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.textbook.BaseMotion;
import dev.catena.textbook.EnergyAndMomentum;
import dev.catena.textbook.JointFriction;
import dev.catena.textbook.Load;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** A walker in any scalar type, by the textbook's plain trees in which motors are bodies, and dense systems for reactions. */
final class ElasticStand<S extends Scalar<S>> {
    private final ElasticWalker walker;
    private final DoubleFunction<S> number;
    private final RobotModel explicit;
    private final TextbookRobot<S> robot;
    private final Placement<S> place;
    private final List<S> x;
    private final List<S> u;

    /** By reaction and coordinate. */
    final List<List<S>> A;

    record Pair<S>(List<S> first, List<S> reactions) {}

    /**
     * @param displacement of base, joints and motors
     * @param velocity of base, joints and motors
     */
    ElasticStand(ElasticWalker walker, DoubleFunction<S> number, List<S> displacement, List<S> velocity) {
        this(
                walker,
                number,
                moved(walker, number, displacement),
                sum(numbers(walker.x, number), displacement.subList(walker.first, walker.width)),
                velocity);
    }

    ElasticStand(ElasticWalker walker, DoubleFunction<S> number, Placement<S> place, List<S> x, List<S> velocity) {
        this.walker = walker;
        this.number = number;
        this.place = place;
        this.x = x;
        u = velocity;
        explicit = new ExplicitMotors(walker.robot).explicit();
        robot = TextbookRobot.of(explicit, number);
        A = new ArrayList<>();
        for (int i = 0; i < walker.rows(); i++) {
            A.add(new ArrayList<>());
        }
        for (int k = 0; k < walker.width; k++) {
            double[] unit = new double[walker.width];
            unit[k] = 1;
            List<S> column = velocityRows(numbers(unit, number));
            for (int i = 0; i < column.size(); i++) {
                A.get(i).add(column.get(i));
            }
        }
    }

    static ElasticStand<Real> of(ElasticWalker walker) {
        return new ElasticStand<>(walker, Real::new, reals(new double[walker.width]), reals(walker.u));
    }

    static List<Real> reals(double[] numbers) {
        return numbers(numbers, Real::new);
    }

    static <S> List<S> numbers(double[] numbers, DoubleFunction<S> number) {
        return Arrays.stream(numbers).mapToObj(number).toList();
    }

    private static <S extends Scalar<S>> List<S> sum(List<S> a, List<S> b) {
        List<S> sum = new ArrayList<>();
        for (int k = 0; k < a.size(); k++) {
            sum.add(a.get(k).plus(b.get(k)));
        }
        return sum;
    }

    /** To second order. */
    private static <S extends Scalar<S>> Placement<S> moved(
            ElasticWalker walker, DoubleFunction<S> number, List<S> displacement) {
        Matrix<S> R = Matrix.of(walker.place.rotation(), number);
        Vector<S> p = Vector.of(walker.place.position(), number);
        if (walker.first == 0) {
            return new Placement<>(R, p);
        }
        Matrix<S> hat = Matrix.hat(vector(displacement, 3));
        return new Placement<>(
                R.plus(R.times(hat)).plus(R.times(hat.times(hat)).times(number.apply(0.5))),
                p.plus(R.times(vector(displacement, 0))));
    }

    private static <S extends Scalar<S>> Vector<S> vector(List<S> numbers, int at) {
        return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
    }

    /** Joints and motors' shafts of the explicit robot, for numbers of base, joints and motors. */
    private List<S> shafts(List<S> all, int at) {
        List<S> shafts = new ArrayList<>(Collections.nCopies(explicit.jointCount(), number.apply(0)));
        for (Joint joint : walker.robot.movingJoints()) {
            shafts.set(explicit.coordinate(joint.name()), all.get(at + walker.robot.coordinate(joint.name())));
            if (joint.drive().rotor() != null) {
                S turn = all.get(at + walker.coordinates.motorOf(joint.name()));
                shafts.set(
                        explicit.coordinate(joint.name() + " motor"),
                        turn.times(number.apply(joint.drive().rotor().gearRatio())));
            }
        }
        return shafts;
    }

    private Motion<S> motion(List<S> velocity, List<S> acceleration) {
        int first = walker.first;
        BaseMotion<S> base = BaseMotion.atRest(place);
        if (first > 0) {
            Vector<S> zero = Vector.zero(number.apply(0));
            base = new BaseMotion<>(
                    place,
                    vector(velocity, 0),
                    vector(velocity, 3),
                    vector(acceleration, 0),
                    vector(acceleration, 3),
                    zero,
                    zero);
        }
        List<S> push = numbers(walker.push, number);
        Wrench<S> onHand = new Wrench<>(vector(push, 0), vector(push, 3));
        return Motion.of(robot, shafts(x, 0), shafts(velocity, first), shafts(acceleration, first))
                .withBase(base)
                .withLoads(Map.of(explicit.bodyIndex(walker.hand), new Load<>(onHand, Wrench.zero(number.apply(0)))));
    }

    private List<S> zeros() {
        return numbers(new double[walker.width], number);
    }

    private List<S> rows(CutJoint contact, Vector<S> linear, Vector<S> angular) {
        Matrix<S> R = Matrix.of(contact.secondFromJoint().rotation(), number);
        List<S> rows = new ArrayList<>(
                R.transposeTimes(linear).toList().subList(0, contact.kind() == CutKind.PRISMATIC ? 2 : 3));
        rows.addAll(R.transposeTimes(angular).toList().subList(0, contact.kind().constraints() - rows.size()));
        return rows;
    }

    /** Velocities of the frames in their own axes. */
    List<S> velocityRows(List<S> velocity) {
        WorldKinematics<S> kinematics = new WorldKinematics<>(robot, motion(velocity, zeros()));
        List<S> rows = new ArrayList<>();
        for (CutJoint contact : walker.contacts) {
            int body = explicit.bodyIndex(contact.second());
            Placement<S> X = kinematics.worldFromBody(body);
            Vector<S> point = X.apply(Vector.of(contact.secondFromJoint().position(), number));
            rows.addAll(rows(
                    contact,
                    X.rotation().transposeTimes(kinematics.velocityOf(body, point)),
                    X.rotation().transposeTimes(kinematics.angularVelocityInWorld(body))));
        }
        return rows;
    }

    /** Rates of these components: a − ω × v, γ. */
    private List<S> accelerationRows(List<S> acceleration) {
        Motion<S> motion = motion(u, acceleration);
        NewtonEuler<S> fall = new NewtonEuler<>(robot.withoutGravity(), motion);
        WorldKinematics<S> kinematics = new WorldKinematics<>(robot, motion);
        List<S> rows = new ArrayList<>();
        for (CutJoint contact : walker.contacts) {
            int body = explicit.bodyIndex(contact.second());
            Vector<S> arm = Vector.of(contact.secondFromJoint().position(), number);
            Placement<S> X = kinematics.worldFromBody(body);
            Vector<S> v = X.rotation().transposeTimes(kinematics.velocityOf(body, X.apply(arm)));
            Vector<S> w = fall.angularVelocity(body);
            Vector<S> g = fall.angularAcceleration(body);
            Vector<S> a = fall.accelerationLessGravity(body).plus(g.cross(arm)).plus(w.cross(w.cross(arm)));
            rows.addAll(rows(contact, a.minus(w.cross(v)), g));
        }
        return rows;
    }

    /** M u̇ + h, and what springs take: rows of base, joints and motors. */
    List<S> efforts(List<S> acceleration) {
        int first = walker.first;
        NewtonEuler<S> recursion = new NewtonEuler<>(robot, motion(u, acceleration));
        List<S> rows = new ArrayList<>(zeros());
        if (first > 0) {
            List<S> base = new ArrayList<>(recursion.baseReaction().force().toList());
            base.addAll(recursion.baseReaction().moment().toList());
            for (int k = 0; k < 6; k++) {
                rows.set(k, base.get(k));
            }
        }
        for (Joint joint : walker.robot.movingJoints()) {
            Drive drive = joint.drive();
            int k = first + walker.robot.coordinate(joint.name());
            int m = first + walker.coordinates.motorOf(joint.name());
            add(rows, k, recursion.torques().get(explicit.coordinate(joint.name())));
            add(
                    rows,
                    k,
                    JointFriction.of(joint.friction(), Friction.NONE, number).effort(u.get(k)));
            add(rows, m, acceleration.get(m).times(number.apply(drive.reflectedInertia())));
            add(
                    rows,
                    m,
                    JointFriction.of(drive.motorFriction(), Friction.NONE, number)
                            .effort(u.get(m)));
            if (drive.rotor() != null) {
                S onShaft = recursion.torques().get(explicit.coordinate(joint.name() + " motor"));
                add(rows, m, onShaft.times(number.apply(drive.rotor().gearRatio())));
            }
            if (drive.spring() != null) {
                S stretch = x.get(m - first)
                        .plus(number.apply(drive.spring().restOffset()))
                        .minus(x.get(k - first));
                S effort = stretch.times(number.apply(drive.spring().stiffness()));
                add(rows, k, effort.negate());
                add(rows, m, effort);
            }
        }
        return rows;
    }

    /** Of bodies, motors and springs. */
    S energy() {
        EnergyAndMomentum<S> ofBodies = new EnergyAndMomentum<>(robot, motion(u, zeros()));
        S sum = ofBodies.kineticEnergy().plus(ofBodies.potentialEnergy());
        S half = number.apply(0.5);
        for (Joint joint : walker.robot.movingJoints()) {
            Drive drive = joint.drive();
            int m = walker.coordinates.motorOf(joint.name());
            S turning = u.get(walker.first + m);
            sum = sum.plus(half.times(number.apply(drive.reflectedInertia())).times(turning.times(turning)));
            if (drive.spring() != null) {
                S stretch = x.get(m)
                        .plus(number.apply(drive.spring().restOffset()))
                        .minus(x.get(walker.robot.coordinate(joint.name())));
                sum = sum.plus(
                        half.times(number.apply(drive.spring().stiffness())).times(stretch.times(stretch)));
            }
        }
        return sum;
    }

    /** Of motors, of what pushes the hand, and of friction; none of reactions. */
    S power(List<S> tau) {
        WorldKinematics<S> kinematics = new WorldKinematics<>(robot, motion(u, zeros()));
        int hand = explicit.bodyIndex(walker.hand);
        Placement<S> X = kinematics.worldFromBody(hand);
        List<S> push = numbers(walker.push, number);
        S sum = X.rotation()
                .times(vector(push, 0))
                .dot(kinematics.velocityOf(hand, X.position()))
                .plus(X.rotation().times(vector(push, 3)).dot(kinematics.angularVelocityInWorld(hand)));
        for (Joint joint : walker.robot.movingJoints()) {
            int k = walker.robot.coordinate(joint.name());
            S own = u.get(walker.first + k);
            S ofMotor = u.get(driven(k));
            sum = sum.plus(tau.get(k).times(ofMotor))
                    .minus(JointFriction.of(joint.friction(), Friction.NONE, number)
                            .effort(own)
                            .times(own))
                    .minus(JointFriction.of(joint.drive().motorFriction(), Friction.NONE, number)
                            .effort(ofMotor)
                            .times(ofMotor));
        }
        return sum;
    }

    private static <S extends Scalar<S>> void add(List<S> rows, int k, S what) {
        rows.set(k, rows.get(k).plus(what));
    }

    /** The row of base, joints and motors that a joint's torque balances. */
    private int driven(int joint) {
        return walker.first
                + walker.coordinates.motorOf(walker.robot.jointNames().get(joint));
    }

    /** M u̇ − A λ = E τ − h, Aᵀu̇ = −b. */
    Pair<S> forward(List<S> tau) {
        int width = walker.width;
        int size = width + A.size();
        List<S> bias = efforts(zeros());
        List<S> rowBias = accelerationRows(zeros());
        List<List<S>> system = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            system.add(new ArrayList<>(numbers(new double[size + 1], number)));
        }
        for (int k = 0; k < width; k++) {
            double[] unit = new double[width];
            unit[k] = 1;
            List<S> column = efforts(numbers(unit, number));
            for (int i = 0; i < width; i++) {
                system.get(i).set(k, column.get(i).minus(bias.get(i)));
            }
            for (int r = 0; r < A.size(); r++) {
                system.get(k).set(width + r, A.get(r).get(k).negate());
                system.get(width + r).set(k, A.get(r).get(k));
            }
            system.get(k).set(size, bias.get(k).negate());
        }
        for (int k = 0; k < walker.n; k++) {
            List<S> row = system.get(driven(k));
            row.set(size, row.get(size).plus(tau.get(k)));
        }
        for (int r = 0; r < A.size(); r++) {
            system.get(width + r).set(size, rowBias.get(r).negate());
        }
        List<S> solved = solve(system);
        return new Pair<>(solved.subList(0, width), solved.subList(width, size));
    }

    /** Rows that nobody drives and contacts reach. */
    private List<Integer> undriven() {
        List<Integer> rows = new ArrayList<>();
        for (int k = 0; k < walker.first; k++) {
            rows.add(k);
        }
        for (Joint joint : walker.coordinates.elasticJoints()) {
            if (joint.name().startsWith("leg")) {
                rows.add(walker.first + walker.robot.coordinate(joint.name()));
            }
        }
        return rows;
    }

    /**
     * Torques, and reactions of least norm: λ = D²A_Uᵀ z, A_U D² A_Uᵀ z = f_U.
     *
     * @param weights null where no torque changes with reactions
     */
    Pair<S> inverse(List<S> acceleration, double @Nullable [] weights) {
        List<S> needed = efforts(acceleration);
        List<S> lambda = weights == null ? List.of() : share(needed, undriven(), weights);
        List<S> torques = new ArrayList<>();
        for (int k = 0; k < walker.n; k++) {
            torques.add(needed.get(driven(k)).minus(at(driven(k), lambda)));
        }
        return new Pair<>(torques, lambda);
    }

    /** What reactions do at a coordinate. */
    S at(int coordinate, List<S> lambda) {
        S sum = number.apply(0);
        for (int i = 0; i < lambda.size(); i++) {
            sum = sum.plus(A.get(i).get(coordinate).times(lambda.get(i)));
        }
        return sum;
    }

    List<S> share(List<S> needed, List<Integer> undriven, double[] weights) {
        List<S> compliance = compliances(weights);
        List<List<S>> system = new ArrayList<>();
        for (int r : undriven) {
            List<S> row = new ArrayList<>();
            for (int s : undriven) {
                S sum = number.apply(0);
                for (int i = 0; i < A.size(); i++) {
                    sum = sum.plus(A.get(i).get(r).times(A.get(i).get(s)).times(compliance.get(i)));
                }
                row.add(sum);
            }
            row.add(needed.get(r));
            system.add(row);
        }
        List<S> z = solve(system);
        List<S> lambda = new ArrayList<>();
        for (int i = 0; i < A.size(); i++) {
            S sum = number.apply(0);
            for (int r = 0; r < z.size(); r++) {
                sum = sum.plus(A.get(i).get(undriven.get(r)).times(z.get(r)));
            }
            lambda.add(sum.times(compliance.get(i)));
        }
        return lambda;
    }

    /**
     * Reactions of all contacts that are together what those of the first ones are, of least norm: A = C A₁ as frames are fixed on
     * their bodies, so that λ = D²C (CᵀD²C)⁻¹ λ₁.
     */
    List<S> spread(List<List<S>> ofFirst, List<S> reactions) {
        int count = reactions.size();
        List<List<S>> C = new ArrayList<>();
        for (List<S> row : A) {
            // row = Cᵣ A₁ in the sense of least squares
            List<List<S>> system = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                List<S> equation = new ArrayList<>();
                for (int j = 0; j < count; j++) {
                    equation.add(dot(ofFirst.get(i), ofFirst.get(j)));
                }
                equation.add(dot(ofFirst.get(i), row));
                system.add(equation);
            }
            C.add(solve(system));
        }
        double[] even = new double[walker.contacts.size()];
        Arrays.fill(even, 1);
        List<S> compliance = compliances(even);
        List<List<S>> system = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<S> equation = new ArrayList<>();
            for (int j = 0; j < count; j++) {
                S sum = number.apply(0);
                for (int r = 0; r < A.size(); r++) {
                    sum = sum.plus(C.get(r).get(i).times(C.get(r).get(j)).times(compliance.get(r)));
                }
                equation.add(sum);
            }
            equation.add(reactions.get(i));
            system.add(equation);
        }
        List<S> z = solve(system);
        List<S> all = new ArrayList<>();
        for (int r = 0; r < A.size(); r++) {
            all.add(dot(C.get(r), z).times(compliance.get(r)));
        }
        return all;
    }

    private S dot(List<S> a, List<S> b) {
        S sum = number.apply(0);
        for (int k = 0; k < a.size(); k++) {
            sum = sum.plus(a.get(k).times(b.get(k)));
        }
        return sum;
    }

    private List<S> compliances(double[] weights) {
        List<S> all = new ArrayList<>();
        double length = Extent.of(walker.robot).length();
        for (int c = 0; c < walker.contacts.size(); c++) {
            CutKind kind = walker.contacts.get(c).kind();
            int linear = kind == CutKind.PRISMATIC ? 2 : 3;
            for (int r = 0; r < kind.constraints(); r++) {
                all.add(number.apply((r < linear ? 1 / (length * length) : 1) / weights[c]));
            }
        }
        return all;
    }

    /** Gauss and Jordan with the largest pivot; the last column is the right side. */
    static <S extends Scalar<S>> List<S> solve(List<List<S>> rows) {
        int n = rows.size();
        for (int k = 0; k < n; k++) {
            int best = k;
            for (int i = k + 1; i < n; i++) {
                if (Math.abs(rows.get(i).get(k).value())
                        > Math.abs(rows.get(best).get(k).value())) {
                    best = i;
                }
            }
            Collections.swap(rows, k, best);
            List<S> pivot = rows.get(k);
            for (int i = 0; i < n; i++) {
                List<S> row = rows.get(i);
                if (i == k) {
                    continue;
                }
                S factor = row.get(k).dividedBy(pivot.get(k));
                for (int j = k; j <= n; j++) {
                    row.set(j, row.get(j).minus(factor.times(pivot.get(j))));
                }
            }
        }
        List<S> x = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            x.add(rows.get(k).get(n).dividedBy(rows.get(k).get(k)));
        }
        return x;
    }
}
