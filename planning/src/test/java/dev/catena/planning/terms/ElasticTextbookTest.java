package dev.catena.planning.terms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.Coupling;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Torques of motors behind springs, and their rates: values and both derivatives against a feed-forward that is nothing but the textbook's
 * inverse dynamics of a tree in which every motor is a body, on Taylor series of nested dual numbers.
 */
class ElasticTextbookTest {
    private static final Wrench PUSH = new Wrench(new Vector3(3, -2, 5), new Vector3(0.5, 1, -0.7));

    /** Motors on parents, on the base, or as reflected inertias; about every other joint has a spring. */
    private static RobotModel mixed(long seed, int bodies) {
        RobotModel bare = (seed % 2 == 0 ? RandomRobots.chain(seed, bodies) : RandomRobots.tree(seed, bodies))
                .prismaticShare(0.2)
                .friction()
                .build();
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = bare.toBuilder();
        for (Joint joint : bare.movingJoints()) {
            boolean elastic = random.chance(0.7);
            builder.replace(driven(joint, bare, elastic, random));
        }
        return builder.build();
    }

    private static Joint driven(Joint joint, RobotModel robot, boolean elastic, RandomNumbers random) {
        String carrier = random.chance(0.7) ? joint.parent() : robot.base().name();
        Rotor rotor = rotor(carrier, random);
        Friction friction = random.chance(0.3)
                ? Friction.NONE
                : Friction.of(random.between(0, 1), random.between(0, 1)).smoothed(random.between(0.5, 2));
        Spring spring = elastic ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
        double reflected = random.between(0.1, 1);
        return joint.with(joint.friction().smoothed(0.7))
                .with(new Drive(reflected, random.chance(0.3) ? null : rotor, spring, friction));
    }

    private static Rotor rotor(String carrier, RandomNumbers random) {
        double axial = random.between(1e-3, 5e-3);
        return new Rotor(axial, random.between(2, 9), carrier, random.vector3(2))
                .with(SpatialInertia.aboutCenterOfMass(
                        random.between(0.2, 1), random.vector3(0.3), InertiaTensor.diagonal(axial, axial, axial)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void drivesOfAllKindsTogether(long seed) {
        RobotModel robot = mixed(seed, 2 + (int) (seed % 3));
        check(robot, robot, seed);
    }

    /** Every joint has its motor on its parent, which acts on the springs before it: eight derivatives count. */
    @Test
    void motorsActOnOneAfterTheOther() {
        RobotModel bare = RandomRobots.chain(4, 3).build();
        RandomNumbers random = new RandomNumbers(4);
        RobotModelBuilder builder = bare.toBuilder();
        for (Joint joint : bare.movingJoints()) {
            builder.replace(joint.with(new Drive(
                    0.2,
                    rotor(joint.parent(), random),
                    Spring.of(150),
                    Friction.of(0.3, 0.2).smoothed(1))));
        }
        RobotModel robot = builder.build();
        assertThat(new ElasticDrives(robot, Surroundings.NONE).torque().order()).isEqualTo(8);
        check(robot, robot, 4);
    }

    /** No motor acts on other joints: multipliers of efforts and of their second derivatives are the same but for a factor. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void oneElasticJoint(long seed) {
        RobotModel bare = RandomRobots.chain(seed, 1 + (int) seed % 3).build();
        RobotModelBuilder builder = bare.toBuilder();
        Joint last = bare.movingJoints().get(bare.jointCount() - 1);
        builder.replace(last.with(Friction.of(0.3, 0.2).smoothed(0.7))
                .with(Drive.reflected(0.4)
                        .with(Spring.of(120))
                        .with(Friction.of(0.4, 0.1).smoothed(2))));
        RobotModel robot = builder.build();
        assertThat(new ElasticDrives(robot, Surroundings.NONE).motorsAreCarried())
                .isFalse();
        check(robot, robot, seed);
    }

    /** The last joint follows the first, both of them rigid. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void jointsThatFollowOthers(long seed) {
        RobotModel bare =
                RandomRobots.chain(seed, 4).prismaticShare(0.3).friction().build();
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = bare.toBuilder();
        for (int k = 0; k < 4; k++) {
            Joint joint = bare.movingJoints().get(k);
            boolean follows = k == 3;
            builder.replace(
                    follows
                            ? joint.with(joint.friction().smoothed(0.7))
                            : driven(joint, bare, k == 1 || k == 2, random));
        }
        RobotModel open = builder.build();
        RobotModel robot = open.toBuilder()
                .coupling(
                        open.movingJoints().get(3).name(),
                        open.movingJoints().get(0).name(),
                        -0.8,
                        0.3)
                .build();
        check(robot, open, seed);
    }

    private static void check(RobotModel robot, RobotModel open, long seed) {
        String tip = robot.bodies().get(robot.bodies().size() - 1).name();
        ElasticDrives drives = new ElasticDrives(robot, Surroundings.NONE.wrenchInBody(tip, PUSH));
        int n = robot.jointCount();
        for (StateFunction function : List.of(drives.torque(), drives.torqueRate())) {
            int width = (function.order() + 1) * n;
            RandomNumbers random = new RandomNumbers(seed + 10);
            double[] x = random.vector(width, 1);
            double[] a = random.vector(width, 1);
            double[] b = random.vector(width, 1);
            double[] lambda = random.vector(n, 1);
            MotionState state = new MotionState(n, 0, function.order());
            for (int k = 0; k < width; k++) {
                state.derivative(k / n)[k % n] = x[k];
            }
            List<Taylor<Dual<Dual<Real>>>> exact = new Textbook(robot, open, tip, function.order()).torques(x, a, b);
            int wanted = function.name(0).startsWith("torque rate") ? 1 : 0;
            double[] values = new double[n];
            double[] slopes = new double[n];
            double bend = 0;
            for (int row = 0; row < n; row++) {
                Dual<Dual<Real>> torque = exact.get(row).c().get(wanted);
                values[row] = torque.value();
                slopes[row] = torque.real().derivative().value();
                bend += lambda[row] * torque.derivative().derivative().value();
            }
            String name = "seed " + seed + ", " + function.name(0);
            Agreement.check(name, Differences.filled(n, out -> function.value(state, out)), values, 1e-11);
            double[] jacobian = Differences.filled(n * width, out -> function.jacobian(state, out));
            double[] along = new double[n];
            for (int k = 0; k < jacobian.length; k++) {
                along[k / width] += jacobian[k] * a[k % width];
            }
            Agreement.check(name + ", first derivatives", along, slopes, 1e-10);
            double[] hessian = Differences.added(width * width, out -> function.addCurvature(state, lambda, out));
            double sum = 0;
            double largest = 1;
            for (int k = 0; k < hessian.length; k++) {
                sum += a[k / width] * hessian[k] * b[k % width];
                largest = Math.max(largest, Math.abs(hessian[k]));
            }
            Agreement.check(name + ", second derivatives", sum / largest, bend / largest, 1e-11);
        }
    }

    @Test
    void nothingIsAllocated() {
        ElasticDrives drives = new ElasticDrives(mixed(2, 4), Surroundings.NONE);
        int n = drives.coordinates().size();
        StateFunction function = drives.torqueRate();
        int width = (function.order() + 1) * n;
        MotionState state = new MotionState(n, 0, function.order());
        double[] jacobian = new double[n * width];
        double[] hessian = new double[width * width];
        double[] lambda = new double[n];
        assertThat(Allocations.bytes(() -> {
                    function.jacobian(state, jacobian);
                    function.addCurvature(state, lambda, hessian);
                }))
                .isZero();
    }

    /** The feed-forward of a robot. */
    private static final class Textbook {
        private final RobotModel robot;
        private final RobotModel open;
        private final RobotModel explicit;
        private final String tip;
        private final int order;
        private final TextbookRobot<Taylor<Dual<Dual<Real>>>> book;

        Textbook(RobotModel robot, RobotModel open, String tip, int order) {
            this.robot = robot;
            this.open = open;
            this.tip = tip;
            this.order = order;
            explicit = new ExplicitMotors(open).explicit();
            book = TextbookRobot.of(explicit, this::constant);
        }

        private Taylor<Dual<Dual<Real>>> constant(double y) {
            return Taylor.constant(Dual.constant(Dual.of(y, 0)), order);
        }

        /** By coordinate, along a motion that is varied in two directions. */
        List<Taylor<Dual<Dual<Real>>>> torques(double[] x, double[] a, double[] b) {
            Map<String, Taylor<Dual<Dual<Real>>>> joints = joints(x, a, b);
            Map<String, Taylor<Dual<Dual<Real>>>> motors = new HashMap<>(joints);
            // a motor acts on those before it, so that every round makes one more right
            List<Taylor<Dual<Dual<Real>>>> torques = List.of();
            for (int round = 0; round <= robot.elasticJoints().size(); round++) {
                torques = inverseDynamics(joints, motors);
                for (Joint joint : robot.elasticJoints()) {
                    Spring spring = Objects.requireNonNull(joint.drive().spring());
                    motors.put(
                            joint.name(),
                            of(joints, joint.name())
                                    .minus(constant(spring.restOffset()))
                                    .plus(atJoint(joint, joints, torques).times(constant(1 / spring.stiffness()))));
                }
            }
            torques = inverseDynamics(joints, motors);
            List<Taylor<Dual<Dual<Real>>>> out = new ArrayList<>();
            for (int k = 0; k < robot.jointCount(); k++) {
                out.add(constant(0));
            }
            for (Joint joint : open.movingJoints()) {
                Coupling coupling = robot.couplingOf(joint.name()).orElse(null);
                int k = robot.coordinate(coupling == null ? joint.name() : coupling.leader());
                Taylor<Dual<Dual<Real>>> all = atJoint(joint, joints, torques).plus(atMotor(joint, motors, torques));
                out.set(k, out.get(k).plus(all.times(constant(coupling == null ? 1 : coupling.factor()))));
            }
            return out;
        }

        private Map<String, Taylor<Dual<Dual<Real>>>> joints(double[] x, double[] a, double[] b) {
            int n = robot.jointCount();
            Map<String, Taylor<Dual<Dual<Real>>>> joints = new HashMap<>();
            for (String name : robot.jointNames()) {
                List<Dual<Dual<Real>>> derivatives = new ArrayList<>();
                for (int d = 0; d <= order; d++) {
                    int k = d * n + robot.coordinate(name);
                    derivatives.add(new Dual<>(Dual.of(x[k], a[k]), Dual.of(b[k], 0)));
                }
                joints.put(name, Taylor.ofDerivatives(derivatives));
            }
            for (Joint joint : robot.coupledJoints()) {
                Coupling coupling = robot.couplingOf(joint.name()).orElseThrow();
                joints.put(
                        joint.name(),
                        of(joints, coupling.leader())
                                .times(constant(coupling.factor()))
                                .plus(constant(coupling.offset())));
            }
            return joints;
        }

        private List<Taylor<Dual<Dual<Real>>>> inverseDynamics(
                Map<String, Taylor<Dual<Dual<Real>>>> joints, Map<String, Taylor<Dual<Dual<Real>>>> motors) {
            List<Taylor<Dual<Dual<Real>>>> q = new ArrayList<>();
            for (String name : explicit.jointNames()) {
                Taylor<Dual<Dual<Real>>> own = joints.get(name);
                if (own == null) {
                    String joint = name.substring(0, name.length() - " motor".length());
                    Drive drive =
                            open.movingJoints().get(open.coordinate(joint)).drive();
                    own = of(motors, joint)
                            .times(constant(
                                    Objects.requireNonNull(drive.rotor()).gearRatio()));
                }
                q.add(own);
            }
            List<Taylor<Dual<Dual<Real>>>> qd = q.stream().map(Taylor::rate).toList();
            Motion<Taylor<Dual<Dual<Real>>>> motion =
                    Motion.of(book, q, qd, qd.stream().map(Taylor::rate).toList());
            return new NewtonEuler<>(
                            book,
                            motion.withLoads(Map.of(
                                    explicit.bodyIndex(tip),
                                    Load.constant(new dev.catena.textbook.Wrench<>(
                                            Vector.of(PUSH.force(), this::constant),
                                            Vector.of(PUSH.moment(), this::constant))))))
                    .torques();
        }

        private static Taylor<Dual<Dual<Real>>> of(Map<String, Taylor<Dual<Dual<Real>>>> all, String joint) {
            return Objects.requireNonNull(all.get(joint));
        }

        /** What a joint needs; of a rigid one, its motor comes besides. */
        private Taylor<Dual<Dual<Real>>> atJoint(
                Joint joint, Map<String, Taylor<Dual<Dual<Real>>>> joints, List<Taylor<Dual<Dual<Real>>>> torques) {
            return torques.get(explicit.coordinate(joint.name()))
                    .plus(effort(joint.friction(), of(joints, joint.name()).rate()));
        }

        private Taylor<Dual<Dual<Real>>> atMotor(
                Joint joint, Map<String, Taylor<Dual<Dual<Real>>>> motors, List<Taylor<Dual<Dual<Real>>>> torques) {
            Drive drive = joint.drive();
            Taylor<Dual<Dual<Real>>> velocity = of(motors, joint.name()).rate();
            Taylor<Dual<Dual<Real>>> sum = velocity.rate()
                    .times(constant(drive.reflectedInertia()))
                    .plus(effort(drive.motorFriction(), velocity));
            return drive.rotor() == null
                    ? sum
                    : sum.plus(torques.get(explicit.coordinate(joint.name() + " motor"))
                            .times(constant(drive.rotor().gearRatio())));
        }

        private Taylor<Dual<Dual<Real>>> effort(Friction friction, Taylor<Dual<Dual<Real>>> velocity) {
            if (friction.isZero()) {
                return constant(0);
            }
            return velocity.times(constant(1 / friction.smoothingVelocity()))
                    .hyperbolicTangent()
                    .times(constant(friction.coulomb()))
                    .plus(velocity.times(constant(friction.viscous())));
        }
    }
}
