package dev.catena.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QuantityTest {
    @Test
    void keysLeadBack() {
        assertThat(Arrays.stream(Quantity.values()).map(Quantity::key)).doesNotHaveDuplicates();
        assertThat(Quantity.values())
                .allSatisfy(
                        quantity -> assertThat(Quantity.named(quantity.key())).contains(quantity));
        assertThat(Quantity.named("torques")).isEmpty();
        assertThat(StateVariable.values())
                .allSatisfy(variable ->
                        assertThat(StateVariable.named(variable.key())).contains(variable));
        assertThat(StateVariable.named("x")).isEmpty();
    }

    /** One computation gives all parts, so they need no more than the whole, and generated code can tell them apart. */
    @ParameterizedTest
    @EnumSource
    void partsBelongTogether(Quantity quantity) {
        assertThat(quantity.parts())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(quantity.inputs()).containsAll(part.inputs()));
        assertThat(quantity.parts().stream().map(Quantity::symbol)).doesNotHaveDuplicates();
        assertThat(quantity.inputs().stream().map(StateVariable::key))
                .doesNotContainAnyElementsOf(
                        quantity.parts().stream().map(Quantity::symbol).toList());
    }

    @Test
    void numbersByJointHaveTheUnitOfTheJoint() {
        assertThat(Quantity.TORQUE.unit()).isEqualTo(StateVariable.EFFORT.unit());
        assertThat(Quantity.ACCELERATION.unit().sliding()).isEqualTo("m/s^2");
        assertThat(Unit.of("J")).isEqualTo(new Unit("J", "J"));
        assertThat(Quantity.JOINT_WRENCH.frame()).isEqualTo(Frame.BODY);
        assertThat(Quantity.MASS_MATRIX.shape()).isEqualTo(Shape.MATRIX);
    }
}
