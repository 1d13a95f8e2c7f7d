package dev.catena.compile.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.Regressor;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As many base parameters as the regressor has independent columns, and the same torques from them. */
class BaseParametersTest {
    static Stream<Arguments> published() {
        return Stream.of(
                Arguments.of(PaperRobots.puma560(), 36),
                Arguments.of(PaperRobots.stanford(), 33),
                Arguments.of(PaperRobots.rx90(), 36),
                Arguments.of(PaperRobots.general6R(), 36));
    }

    @ParameterizedTest
    @MethodSource("published")
    void asManyAsPublished(RobotModel robot, int count) {
        assertThat(BaseParameters.of(robot).count()).isEqualTo(count);
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 80);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void asManyAsTheRankOfTheRegressor(long seed) {
        check("special", seed, SpecialRobots.tree(seed, 1 + (int) seed % 7));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void asManyAsTheRankOfTheRegressorOnAFloatingBase(long seed) {
        if (seed <= 15) {
            check(
                    "floating",
                    seed,
                    SpecialRobots.tree(seed, 1 + (int) seed % 4).toBuilder()
                            .floating()
                            .build());
            check(
                    "arbitrary",
                    seed,
                    RandomRobots.tree(seed, 6)
                            .prismaticShare(0.3)
                            .fixedShare(0.2)
                            .build());
        }
    }

    private static void check(String what, long seed, RobotModel robot) {
        for (boolean drives : new boolean[] {false, true}) {
            Regressor regressor = drives ? Regressor.withDrives(robot) : new Regressor(robot);
            BaseParameters base = drives ? BaseParameters.withDrives(robot) : BaseParameters.of(robot);
            List<double[]> columns = NumericalRank.stackedColumns(robot, regressor, seed);
            String name = "%s, seed %s, drives %s".formatted(what, seed, drives);
            assertThat(base.count()).as(name).isEqualTo(NumericalRank.of(columns));
            List<double[]> kept =
                    Arrays.stream(base.columns()).mapToObj(columns::get).toList();
            assertThat(NumericalRank.of(kept)).as(name + ", columns kept").isEqualTo(base.count());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void regroupedParametersGiveTheSameTorques(long seed) {
        RobotModel robot = SpecialRobots.tree(seed, 1 + (int) seed % 9);
        Regressor regressor = new Regressor(robot);
        double[] parameters = new double[regressor.columns()];
        regressor.parameters(parameters);
        double[] regrouped = BaseParameters.of(robot).regroup(parameters);
        RandomMotion motion = RandomMotion.of(robot, seed);
        double[] w = new double[regressor.rows() * regressor.columns()];
        regressor.compute(motion.q(), motion.qd(), motion.qdd(), w);
        Agreement.check("seed " + seed, times(w, regrouped), times(w, parameters), 1e-12);
    }

    private static double[] times(double[] w, double[] x) {
        double[] product = new double[x.length == 0 ? 0 : w.length / x.length];
        for (int i = 0; i < product.length; i++) {
            for (int k = 0; k < x.length; k++) {
                product[i] += w[i * x.length + k] * x[k];
            }
        }
        return product;
    }

    /** Two links in a vertical plane: by hand, ZZ₁ + l² M₂, MX₁ + l M₂, MY₁, ZZ₂, MX₂, MY₂. */
    @Test
    void twoLinksByHand() {
        RobotModel robot = ShippedRobots.load("two-link");
        BaseParameters base = BaseParameters.of(robot);
        assertThat(base.base())
                .extracting(group -> group.parameter().symbol())
                .containsExactly("ZZ", "MX", "MY", "ZZ", "MX", "MY");
        assertThat(base.withoutEffect()).hasSize(20 - 7);
        BaseParameter first = base.base().get(0);
        assertThat(first.terms()).hasSize(2);
        double length = base.base().get(1).terms().get(1).coefficient();
        assertThat(first.terms().get(1).parameter().symbol()).isEqualTo("M");
        assertThat(first.terms().get(1).coefficient()).isCloseTo(length * length, within(1e-15));
        assertThat(first.value())
                .isCloseTo(
                        first.parameter().value()
                                + length
                                        * length
                                        * first.terms().get(1).parameter().value(),
                        within(1e-15));
        assertThat(base.groupsOf(first.terms().get(1).parameter())).hasSize(2);
    }

    /** Table 9.4 of [KhalilDombre] lists which parameters of the RX90 stay, with IA of the first two joints grouped. */
    @Test
    void whatStaysOfTheRx90() {
        BaseParameters base = BaseParameters.of(PaperRobots.rx90());
        String[] stays = {
            "ZZ",
            "XX XY XZ YZ ZZ MX MY",
            "XX XY XZ YZ ZZ MX MY",
            "XX XY XZ YZ ZZ MX MY",
            "XX XY XZ YZ ZZ MX MY",
            "XX XY XZ YZ ZZ MX MY"
        };
        for (int k = 0; k < 6; k++) {
            String body = "link" + (k + 1);
            List<String> symbols = base.base().stream()
                    .map(BaseParameter::parameter)
                    .filter(parameter -> parameter.body().equals(body))
                    .map(Parameter::symbol)
                    .toList();
            assertThat(String.join(" ", symbols)).as(body).isEqualTo(stays[k]);
        }
        long drives = BaseParameters.withDrives(PaperRobots.rx90()).base().stream()
                .filter(group -> group.parameter().symbol().equals("IA"))
                .count();
        assertThat(drives).isEqualTo(4);
    }

    @Test
    void wrongLength() {
        BaseParameters base = BaseParameters.of(ShippedRobots.load("scara"));
        assertThatThrownBy(() -> base.regroup(new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 values");
    }
}
