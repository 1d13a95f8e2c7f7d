package dev.catena.compile.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.Regressor;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
            checkGroups(name, base, columns);
        }
    }

    /** Σ columns · parameters = Σ kept columns · groups, whatever the parameters; what has no effect has none. */
    private static void checkGroups(String name, BaseParameters base, List<double[]> columns) {
        int count = base.parameters().size();
        double[] values = new RandomNumbers(count).vector(count, 1);
        double[] regrouped = base.regroup(values);
        double[] given = new double[columns.isEmpty() ? 0 : columns.get(0).length];
        double[] grouped = new double[given.length];
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < given.length; i++) {
                given[i] += columns.get(k)[i] * values[k];
                grouped[i] += columns.get(k)[i] * regrouped[k];
            }
        }
        Agreement.check(name + ", torques", grouped, given, 1e-11);
        for (Parameter parameter : base.parameters()) {
            boolean acts = !base.withoutEffect().contains(parameter);
            assertThat(base.groupsOf(parameter).isEmpty()).as(name).isEqualTo(!acts);
            double largest = Arrays.stream(columns.get(parameter.index()))
                    .map(Math::abs)
                    .max()
                    .orElse(0);
            assertThat(largest > 1e-10).as("%s, %s", name, parameter.name()).isEqualTo(acts);
        }
        for (BaseParameter group : base.base()) {
            assertThat(group.terms().get(0)).isEqualTo(new BaseParameter.Term(group.parameter(), 1));
            assertThat(group.isGroup()).isEqualTo(group.terms().size() > 1);
            assertThat(base.groupsOf(group.parameter())).contains(group);
            double sum = group.terms().stream()
                    .mapToDouble(term -> term.coefficient() * term.parameter().value())
                    .sum();
            assertThat(group.value()).as(name).isCloseTo(sum, within(1e-12 * (1 + Math.abs(sum))));
        }
    }

    /** In millimeters as in kilometers, and wherever the robot stands: the same parameters stay. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1e-3, 1e3, 1e6})
    void sizeAndPlaceOfARobotDoNotMatter(double scale) {
        for (long seed = 1; seed <= 20; seed++) {
            RobotModel robot = SpecialRobots.tree(seed, 1 + (int) seed % 6);
            int[] columns = BaseParameters.withDrives(robot).columns();
            assertThat(BaseParameters.withDrives(scaled(robot, scale)).columns())
                    .as("seed %s", seed)
                    .containsExactly(columns);
        }
    }

    private static RobotModel scaled(RobotModel robot, double scale) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.joints()) {
            JointGeometry g = joint.geometry();
            builder.replace(joint.with(new JointGeometry(
                    scaled(g.parentFromJoint(), scale), g.axisInJoint(), scaled(g.jointFromBody(), scale))));
        }
        return builder.build();
    }

    private static Pose scaled(Pose pose, double scale) {
        return new Pose(pose.rotation(), pose.position().times(scale));
    }

    @Test
    void parametersHaveNamesAndUnits() {
        List<Parameter> parameters =
                BaseParameters.withDrives(ShippedRobots.load("two-link")).parameters();
        assertThat(parameters).hasSize(26);
        assertThat(parameters)
                .extracting(Parameter::index)
                .containsExactlyElementsOf(IntStream.range(0, 26).boxed().toList());
        assertThat(parameters.subList(0, 13))
                .extracting(Parameter::symbol)
                .containsExactly("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M", "IA", "FV", "FC");
        assertThat(parameters.subList(5, 13))
                .extracting(Parameter::unit)
                .containsExactly("kg·m²", "kg·m", "kg·m", "kg·m", "kg", "kg·m² or kg", "N·m·s or N·s/m", "N·m or N");
        Parameter last = parameters.get(25);
        assertThat(last.name()).isEqualTo("FC(%s)", last.body());
        List<Parameter> floating = BaseParameters.of(
                        ShippedRobots.load("two-link").withFloatingBase())
                .parameters();
        assertThat(floating).hasSize(30);
        assertThat(floating.get(9).body())
                .isEqualTo(ShippedRobots.load("two-link").base().name());
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
