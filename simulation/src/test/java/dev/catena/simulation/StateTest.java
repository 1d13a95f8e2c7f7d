package dev.catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Drive;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States and the quaternions in them. */
class StateTest {
    private final RobotModel floating = ConservationTest.floatingTree(3);

    @Test
    void copiesAreApart() {
        State state = ConservationTest.randomState(floating, 1).time(2);
        State copy = state.copy();
        assertThat(copy.time()).isEqualTo(2);
        assertThat(copy.baseVelocityInBase()).isEqualTo(state.baseVelocityInBase());
        copy.jointPositions()[0] += 1;
        copy.baseOrientation(0, 0, 0, 1);
        assertThat(state.jointPositions()[0]).isEqualTo(copy.jointPositions()[0] - 1, within(1e-15));
        assertThat(state.baseOrientation()).isNotEqualTo(copy.baseOrientation());
    }

    @Test
    void flatNumbersGoThereAndBack() {
        State state = ConservationTest.randomState(floating, 2);
        double[] y = new double[state.dimension()];
        state.copyTo(y);
        State other = new State(floating);
        other.setFrom(7, y);
        double[] back = new double[y.length];
        other.copyTo(back);
        Agreement.check("flat state", back, y, 1e-15);
        assertThat(other.time()).isEqualTo(7);
    }

    @Test
    void everyNumberIsWatched() {
        State state = ConservationTest.randomState(floating, 2);
        double[] y = new double[state.dimension()];
        state.copyTo(y);
        assertThat(state.isFinite()).isTrue();
        for (int k = 0; k < y.length; k++) {
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                double kept = y[k];
                y[k] = bad;
                state.setFrom(0, y);
                assertThat(state.isFinite()).as("number %s", k).isFalse();
                y[k] = kept;
            }
        }
    }

    @Test
    void orientationIsNormalizedOrRefused() {
        State state = new State(floating).baseOrientation(0, 0, 3, 4);
        assertThat(state.baseOrientation()).containsExactly(0, 0, 0.6, 0.8);
        for (double length : new double[] {1e-308, 1e-200, 3e-161, 1e-140, 1e140, 2e153, 1e200, 4e307}) {
            state.baseOrientation(0, 3 * length, 0, -4 * length);
            Agreement.check("of length " + length, state.baseOrientation(), new double[] {0, 0.6, 0, -0.8}, 1e-15);
        }
        assertThat(state.baseOrientation(Double.MIN_VALUE, 0, 0, 0).baseOrientation())
                .containsExactly(1, 0, 0, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> state.baseOrientation(0, 0, 0, 0))
                .withMessageContaining("names no rotation");
    }

    /** The quaternion turns vectors as the model's rotation does, and its base motion is the same. */
    @Test
    void turnsAsTheModelDoes() {
        State state = ConservationTest.randomState(floating, 9);
        double[] o = state.baseOrientation();
        Rotation rotation = Rotation.fromQuaternion(o[0], o[1], o[2], o[3]);
        double[] v = {0.3, -0.7, 1.1};
        double[] turned = new double[3];
        Quaternions.turn(o, 1, v, 0, turned, 0);
        Agreement.check("turned", turned, rotation.apply(Vector3.of(v)).toArray(), 1e-15);
        Quaternions.turn(o, -1, turned, 0, turned, 0);
        Agreement.check("turned back", turned, v, 1e-15);
        BaseMotion base = new BaseMotion();
        state.copyBaseTo(base);
        Kinematics kinematics = new Kinematics(floating);
        kinematics.compute(base, state.jointPositions(), null, null, null);
        Agreement.check("base rotation", kinematics.worldFromBody(0).rotation().toArray(), rotation.toArray(), 1e-15);
    }

    /** exp(h ω̂) solves ȯ = ½ o ⊗ ω for constant ω: checked by its derivative, for small and large angles. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1e-3, 1.9e-3, 2.1e-3, 0.1, 3})
    void exponentialMap(double h) {
        RandomNumbers random = new RandomNumbers(5);
        double[] velocity = random.vector(6, 1);
        double[] whole = new double[4];
        double[] half = new double[4];
        Quaternions.exponential(velocity, h, whole);
        Quaternions.exponential(velocity, h / 2, half);
        double[] twice = half.clone();
        Quaternions.multiply(twice, half);
        Agreement.check("exp(h/2)² = exp(h)", twice, whole, 4e-16);
        assertThat(whole[0] * whole[0] + whole[1] * whole[1] + whole[2] * whole[2] + whole[3] * whole[3])
                .isCloseTo(1, within(1e-15));
        double[] rate = new double[4];
        double[] identity = {0, 0, 0, 1};
        Quaternions.rate(identity, velocity, rate, 0);
        for (int k = 0; k < 3; k++) {
            double angle =
                    h * Math.sqrt(velocity[3] * velocity[3] + velocity[4] * velocity[4] + velocity[5] * velocity[5]);
            double sinc = Math.sin(angle / 2) / (angle / 2);
            assertThat(whole[k]).isCloseTo(h * rate[k] * sinc, within(1e-15 * h));
        }
    }

    /** To the last digits on either side of where the series ends, and for no turn at all. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-5, 1.9e-3, 1.9999e-3, 2.0001e-3, 2.1e-3})
    void exponentialOfSmallAngles(double angle) {
        double[] out = new double[4];
        Quaternions.exponential(new double[] {9, 9, 9, 0.48, -0.6, 0.64}, angle, out);
        assertThat(out[0]).isCloseTo(0.48 * Math.sin(angle / 2), within(2e-16 * angle));
        assertThat(out[1]).isCloseTo(-0.6 * Math.sin(angle / 2), within(2e-16 * angle));
        assertThat(out[2]).isCloseTo(0.64 * Math.sin(angle / 2), within(2e-16 * angle));
        assertThat(out[3]).isCloseTo(Math.cos(angle / 2), within(1.2e-16));
    }

    @Test
    void onlyDirectionsAreNormalized() {
        double[] nothing = new double[4];
        assertThat(Quaternions.normalize(nothing)).isFalse();
        double[] infinite = {1, Double.POSITIVE_INFINITY, 0, 0};
        assertThat(Quaternions.normalize(infinite)).isFalse();
        assertThat(infinite[0]).isEqualTo(1);
        double[] tiny = {0, -1e-150, 0, 0};
        assertThat(Quaternions.normalize(tiny)).isTrue();
        assertThat(tiny).containsExactly(0, -1, 0, 0);
    }

    @Test
    void basesAreSetWhereTheyFloat() {
        State state = new State(floating)
                .basePositionInWorld(1, 2, 3)
                .baseOrientation(0, 3, 0, -4)
                .baseVelocityInBase(1, 2, 3, 4, 5, 6);
        assertThat(state.basePositionInWorld()).containsExactly(1, 2, 3);
        assertThat(state.baseOrientation()).containsExactly(0, 0.6, 0, -0.8);
        assertThat(state.baseVelocityInBase()).containsExactly(1, 2, 3, 4, 5, 6);
        State fixed = new State(SmallRobots.doublePendulum());
        assertThatIllegalArgumentException().isThrownBy(() -> fixed.basePositionInWorld(1, 2, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> fixed.baseOrientation(0, 0, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> fixed.baseVelocityInBase(1, 2, 3, 4, 5, 6));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> state.basePositionInWorld(1, 2))
                .withMessageContaining("base position: 2 numbers were given, but there are 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> state.set(fixed))
                .withMessageContaining("8 joints with a floating base cannot take one of 2 joints with a fixed base");
    }

    /** A new state has no step behind it: the first one begins with its own acceleration. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void newStatesHaveNoPast(boolean floats) {
        RobotModel model = floats ? floating : floating.withFixedBase();
        State fresh = ConservationTest.randomState(model, 3);
        Simulation simulation = Simulation.builder(model)
                .start(fresh)
                .integrator(Integrator.semiImplicit(0.01))
                .duration(0.01)
                .build();
        simulation.stepper().step(fresh, 0.01);
        double[] stepped = new double[fresh.dimension()];
        double[] run = new double[fresh.dimension()];
        fresh.copyTo(stepped);
        simulation.run().end().state().copyTo(run);
        assertThat(stepped).isEqualTo(run);
    }

    /** A copy goes on as the state itself does: what the last step left is part of it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void copiesKeepTheirPast(boolean floats) {
        RobotModelBuilder builder = floating.toBuilder();
        for (int k = 0; k < 3; k++) {
            builder.replace(
                    floating.movingJoints().get(k).with(Drive.reflected(0.1).with(Spring.of(80 + 20 * k))));
        }
        RobotModel model = floats ? builder.build() : builder.build().withFixedBase();
        State state = ConservationTest.randomState(model, 3);
        State other = ConservationTest.randomState(model, 4);
        Stepper stepper = Simulation.builder(model)
                .start(state)
                .integrator(Integrator.semiImplicit(0.01))
                .duration(1)
                .build()
                .stepper();
        stepper.step(other, 0.01);
        stepper.step(state, 0.01);
        other.set(state);
        stepper.step(state, 0.01);
        stepper.step(other, 0.01);
        double[] expected = new double[state.dimension()];
        double[] found = new double[state.dimension()];
        state.copyTo(expected);
        other.copyTo(found);
        assertThat(found).isEqualTo(expected);
    }
}
