package dev.catena.dynamics;

import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Forward dynamics undoes inverse dynamics, whichever way it is computed. */
class ForwardDynamicsTest {
    private record Case(RobotModel model, ForwardDynamics forward, long seed) {
        @Override
        public String toString() {
            return forward.getClass().getSimpleName() + " of " + model;
        }
    }

    static Stream<Case> cases() {
        return IntStream.of(1, 2, 5, 12, 40, 200).boxed().flatMap(bodies -> {
            long seed = 500 + bodies;
            RobotModel any = RandomRobots.everything(seed, bodies);
            RobotModel onParents = withRotorsOnParents(any);
            return Stream.of(
                    new Case(onParents, new ArticulatedForwardDynamics(onParents), seed),
                    new Case(onParents, new ProximalForwardDynamics(onParents), seed),
                    new Case(onParents, new DenseForwardDynamics(onParents), seed),
                    new Case(any, ForwardDynamics.of(any), seed));
        });
    }

    /** The same robot with every rotor carried by its joint's parent. */
    static RobotModel withRotorsOnParents(RobotModel model) {
        RobotModelBuilder builder = model.toBuilder();
        for (Joint joint : model.joints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null) {
                builder.replace(joint.with(new Drive(
                        joint.drive().reflectedInertia(),
                        new Rotor(rotor.inertia(), rotor.gearRatio(), joint.parent(), rotor.axisInCarrier()))));
            }
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void undoesInverseDynamics(Case c) {
        RandomMotion motion =
                RandomMotion.of(c.model, c.seed + 1).withMovingBase(c.seed + 2).withLoads(c.seed + 3);
        int n = c.model.jointCount();
        double[] tau = new double[n];
        double[] qdd = new double[n];
        InverseDynamics inverse = new InverseDynamics(c.model);
        inverse.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        c.forward.compute(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), qdd);
        Agreement.check("accelerations of " + c, qdd, motion.qdd(), 1e-9);

        c.forward.computeJointWrenches();
        for (int body = 0; body < c.model.bodies().size(); body++) {
            double[] expected = new double[6];
            inverse.jointWrenchInBody(body, expected);
            var wrench = c.forward.jointWrenchInBody(body);
            double[] actual = {
                wrench.force().x(), wrench.force().y(), wrench.force().z(),
                wrench.moment().x(), wrench.moment().y(), wrench.moment().z()
            };
            Agreement.check("wrench of body " + body + " of " + c, actual, expected, 1e-8);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void undoesFloatingInverseDynamics(Case c) {
        RandomMotion motion =
                RandomMotion.of(c.model, c.seed + 1).withMovingBase(c.seed + 2).withLoads(c.seed + 3);
        int n = c.model.jointCount();
        double[] tau = new double[n];
        double[] qdd = new double[n];
        double[] expected = new double[6];
        double[] base = new double[6];
        new FloatingInverseDynamics(c.model)
                .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), expected, tau);
        c.forward.computeFloating(motion.baseMotion(), motion.q(), motion.qd(), tau, motion.wrenches(), base, qdd);
        Agreement.check("accelerations of " + c, qdd, motion.qdd(), 1e-9);
        Agreement.check("acceleration of the base of " + c, base, expected, 1e-9);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void massMatrixTimesItsInverseIsOne(Case c) {
        if (!(c.forward instanceof ArticulatedForwardDynamics)) {
            return;
        }
        RandomMotion motion = RandomMotion.of(c.model, c.seed + 1);
        int n = c.model.jointCount();
        double[] M = new double[n * n];
        double[] inverse = new double[n * n];
        new MassMatrix(c.model).compute(motion.q(), M);
        new InverseMassMatrix(c.model).compute(motion.q(), inverse);
        double[] product = new double[n * n];
        double[] one = new double[n * n];
        for (int i = 0; i < n; i++) {
            one[i * n + i] = 1;
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    product[i * n + j] += M[i * n + k] * inverse[k * n + j];
                }
            }
        }
        Agreement.check("M M⁻¹ of " + c, product, one, 1e-8);
    }
}
