package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstraintProjection;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Robots whose feet stand. */
class ContactSimulationTest {
    private static final Golden GOLDEN = Golden.combinations();
    static final RobotModel QUADRUPED =
            CombinationRobots.of(GOLDEN, "quadruped").withoutFriction();

    static CutJoint[] contacts() {
        List<CutJoint> contacts = new ArrayList<>();
        GOLDEN.at("constrained/2/contacts").forEach(node -> contacts.add(CombinationRobots.cut(node)));
        return contacts.toArray(CutJoint[]::new);
    }

    static State start(RobotModel robot) {
        JsonNode input = GOLDEN.at("constrained/2/forward/input");
        State state = new State(robot);
        state.jointPositions(Golden.array(input.get("q"))).jointVelocities(Golden.array(input.get("qd")));
        JsonNode base = input.get("base");
        double[] v = Golden.array(base.get("linear_velocity"));
        double[] w = Golden.array(base.get("angular_velocity"));
        state.basePositionInWorld(Golden.array(base.get("position")))
                .baseOrientation(Golden.array(base.get("orientation")))
                .baseVelocityInBase(v[0], v[1], v[2], w[0], w[1], w[2]);
        return state;
    }

    /** Legs held by springs to the pose of the start: the robot swings on four points, and energy stays. */
    @Tag("long")
    @Test
    void energyStaysAndFeetStand() {
        double[] rest = start(QUADRUPED).jointPositions().clone();
        double stiffness = 400;
        Run run = Simulation.builder(QUADRUPED)
                .start(start(QUADRUPED))
                .contacts(contacts())
                .controller((time, state, torqueOut) -> {
                    for (int k = 0; k < rest.length; k++) {
                        torqueOut[k] = stiffness * (rest[k] - state.jointPositions()[k]);
                    }
                })
                .integrator(Integrator.dormandPrince(1e-12))
                .duration(2)
                .build()
                .run();
        assertThat(run.status()).as(run.message()).isEqualTo(Run.Status.FINISHED);
        assertThat(run.energyDrift().orElseThrow()).isLessThan(1e-9);
        Kinematics kinematics = new Kinematics(QUADRUPED);
        BaseMotion base = new BaseMotion();
        for (Sample sample : run.recording()) {
            sample.state().copyBaseTo(base);
            kinematics.compute(base, sample.state().jointPositions(), null, null, null);
            for (CutJoint contact : contacts()) {
                double gap = kinematics
                        .worldFromBody(QUADRUPED.bodyIndex(contact.second()))
                        .apply(contact.secondFromJoint().position())
                        .minus(contact.firstFromJoint().position())
                        .norm();
                assertThat(gap).isLessThan(1e-12);
            }
        }
    }

    /** What has drifted off its contacts is put back on them, not far away, with velocities that keep it there. */
    @Test
    void driftIsTakenBack() {
        State state = start(QUADRUPED);
        for (int k = 0; k < state.jointPositions().length; k++) {
            state.jointPositions()[k] += 1e-3 * Math.sin(k);
            state.jointVelocities()[k] += 0.1 * Math.cos(k);
        }
        state.basePositionInWorld()[0] += 1e-3;
        state.baseOrientation()[1] += 5e-4;
        Quaternions.normalize(state.baseOrientation());
        state.baseVelocityInBase()[1] += 0.2;
        double[] drifted = numbers(state);
        ContactMotion motion = new ContactMotion(QUADRUPED, List.of(contacts()));
        motion.project(state);

        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        double[] baseStep = new double[6];
        double[] jointStep = new double[QUADRUPED.jointCount()];
        ConstraintProjection ties = new ConstraintProjection(QUADRUPED, List.of(contacts()));
        assertThat(ties.closePositions(base, state.jointPositions(), baseStep, jointStep))
                .isLessThan(1e-12);
        assertThat(ties.closeVelocities(base, state.jointPositions(), state.jointVelocities(), baseStep, jointStep))
                .isLessThan(1e-12);
        double[] put = numbers(state);
        double farthest = 0;
        for (int k = 0; k < put.length; k++) {
            farthest = Math.max(farthest, Math.abs(put[k] - drifted[k]));
        }
        assertThat(farthest).isBetween(1e-2, 0.5);
        motion.project(state);
        Agreement.check("once more", numbers(state), put, 1e-12);
    }

    private static double[] numbers(State state) {
        double[] numbers = new double[state.dimension()];
        state.copyTo(numbers);
        return numbers;
    }

    @Test
    void whereContactsDoNotHoldIsSaid() {
        State start = start(QUADRUPED);
        start.basePositionInWorld()[2] += 0.2;
        Simulation simulation = Simulation.builder(QUADRUPED)
                .start(start)
                .contacts(contacts())
                .duration(1)
                .build();
        assertThat(simulation.run().message()).contains("contacts are apart");
    }
}
