package dev.catena.compile.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is grouped with what does not depend on the unit of length, however small its powers are. */
class UnitsOfLengthTest {
    private static List<BaseParameter> parameters(double unit) {
        SpatialInertia bar = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, 0.03 * unit, 0.1 * unit),
                InertiaTensor.diagonal(0.01 * unit * unit, 0.05 * unit * unit, 0.05 * unit * unit));
        RobotModel robot = RobotModel.builder("arm")
                .gravity(0, -9.81 * unit, 0)
                .link(Joint.revolute("a", "base", "first"), bar)
                .link(Joint.revolute("b", "first", "second").at(Pose.translation(0.3 * unit, 0, 0), Vector3.Y), bar)
                .link(
                        Joint.prismatic("c", "second", "third")
                                .at(Pose.translation(0.3 * unit, 0.1 * unit, 0), Vector3.X),
                        bar)
                .link(Joint.revolute("d", "third", "fourth").at(Pose.translation(0, 0.2 * unit, 0), Vector3.Z), bar)
                .build();
        return BaseParameters.of(robot).base();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1e-7, 1e-3, 1e3, 1e7, 1e9})
    void valuesScale(double unit) {
        List<BaseParameter> expected = parameters(1);
        List<BaseParameter> actual = parameters(unit);
        assertThat(actual)
                .extracting(BaseParameter::parameter)
                .extracting(Parameter::name)
                .isEqualTo(expected.stream().map(one -> one.parameter().name()).toList());
        for (int k = 0; k < expected.size(); k++) {
            BaseParameter one = expected.get(k);
            String symbol = one.parameter().symbol();
            double factor = symbol.equals("M") ? 1 : symbol.startsWith("M") ? unit : unit * unit;
            assertThat(actual.get(k).terms()).as(one.parameter().name()).hasSameSizeAs(one.terms());
            assertThat(actual.get(k).value() / factor)
                    .as(one.parameter().name())
                    .isCloseTo(one.value(), within(1e-12));
        }
    }

    /**
     * A slide along a vertical axis at p beside that which turns it: ½(ZZ + 2 p·MS + M p²) ω² is all that is seen of it but M, so
     * that parameters of different units are grouped, in any unit.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-3, 1, 1e3, 1e7})
    void momentsBesideTheAxisAreInertia(double unit) {
        SpatialInertia first = SpatialInertia.aboutCenterOfMass(
                1, Vector3.ZERO, InertiaTensor.diagonal(unit * unit, unit * unit, 1.5 * unit * unit));
        SpatialInertia second = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, -0.1 * unit, 0.3 * unit),
                InertiaTensor.diagonal(unit * unit, unit * unit, 0.5 * unit * unit));
        RobotModel robot = RobotModel.builder("lift")
                .gravity(0, 0, -9.81 * unit)
                .link(Joint.revolute("turn", "base", "post"), first)
                .link(
                        Joint.prismatic("lift", "post", "fork")
                                .at(Pose.translation(0.3 * unit, 0.4 * unit, 0), Vector3.Z),
                        second)
                .build();
        List<BaseParameter> base = BaseParameters.of(robot).base();
        assertThat(base).hasSize(2);
        // ZZ of both about their origins, and 2 p·MS; M p² is told by M
        assertThat(base.get(0).value() / (unit * unit))
                .isCloseTo(1.5 + (0.5 + 2 * 0.05) + 2 * 2 * (0.3 * 0.2 - 0.4 * 0.1), within(1e-13));
        assertThat(base.get(1).value()).isCloseTo(2, within(1e-14));
    }

    /**
     * A joint across another, d along its own axis away from it, without weight: of products of inertia and moments only
     * XZ − d MX and YZ − d MY about the first axis are seen.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-3, 1, 1e3, 1e7})
    void productsOfInertiaAreAboutTheAxisBefore(double unit) {
        double d = 0.3 * unit;
        SpatialInertia second = SpatialInertia.aboutCenterOfMass(
                2,
                new Vector3(0.2 * unit, -0.1 * unit, 0.4 * unit),
                InertiaTensor.diagonal(unit * unit, unit * unit, 0.5 * unit * unit));
        RobotModel robot = RobotModel.builder("cross")
                .gravity(0, 0, 0)
                .link(Joint.revolute("a", "base", "first").at(Pose.IDENTITY, Vector3.Y), second)
                .link(Joint.revolute("b", "first", "second").at(Pose.translation(0, 0, d), Vector3.Z), second)
                .build();
        Map<String, Double> values = new HashMap<>();
        BaseParameters.of(robot)
                .base()
                .forEach(one -> values.put(one.parameter().name(), one.value() / (unit * unit)));
        // about the origin of the body, products of inertia are −m x z and −m y z
        assertThat(values)
                .containsOnlyKeys("ZZ(first)", "XX(second)", "XY(second)", "XZ(second)", "YZ(second)", "ZZ(second)");
        assertThat(values.get("XZ(second)")).isCloseTo(-2 * 0.2 * 0.4 - 0.3 * 2 * 0.2, within(1e-13));
        assertThat(values.get("YZ(second)")).isCloseTo(2 * 0.1 * 0.4 + 0.3 * 2 * 0.1, within(1e-13));
    }
}
