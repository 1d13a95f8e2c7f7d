package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.ClosedRobots;
import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.LoopBounds;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomNumbers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What code says of the pose that it searched for, [Khalil 4]: how far away it began, against the motion that it found. */
class LoopDoubtsTest {
    private static RobotModel model(String driven, double size) {
        return driven.equals("driven") ? spatial(size) : planar(driven, size);
    }

    /** A driven slide and two pins, tied to another one by a ball joint. */
    private static RobotModel spatial(double size) {
        RandomNumbers random = new RandomNumbers(5);
        RobotModelBuilder builder = RobotModel.builder("ball");
        List<String> parents = List.of("base", "driven", "second", "base");
        List<String> names = List.of("driven", "second", "third", "other");
        for (int k = 0; k < names.size(); k++) {
            String name = names.get(k);
            Joint joint =
                    k == 0 ? Joint.prismatic(name, parents.get(k), name) : Joint.revolute(name, parents.get(k), name);
            builder.link(joint.at(scaled(random.pose(0.4), size), random.vector3(1)), random.inertia());
        }
        double[] q = {0.3 * size, 0.5, -0.7, 0.4};
        RobotModel tree = builder.build();
        Kinematics kinematics = new Kinematics(tree);
        kinematics.compute(q);
        Pose onThird = scaled(random.pose(0.5), size);
        Pose onOther = kinematics
                .worldFromBody(tree.bodyIndex("other"))
                .inverse()
                .times(kinematics.worldFromBody(tree.bodyIndex("third")))
                .times(onThird);
        for (int k = 0; k < q.length; k++) {
            builder.assembly(names.get(k), q[k]);
        }
        return builder.cut(new CutJoint("ball", CutKind.SPHERICAL, "third", onThird, "other", onOther))
                .active("driven")
                .build();
    }

    private static Pose scaled(Pose pose, double size) {
        return new Pose(pose.rotation(), pose.position().times(size));
    }

    /**
     * A crank, a slide on it and a rocker, cut at a slide, which no formula closes.
     *
     * @param driven the independent joint
     * @param size in m
     */
    private static RobotModel planar(String driven, double size) {
        RandomNumbers random = new RandomNumbers(1);
        RobotModelBuilder builder = RobotModel.builder("slides")
                .link(Joint.revolute("crank", "base", "crank").at(Pose.IDENTITY, Vector3.Z), random.inertia())
                .link(
                        Joint.prismatic("slide", "crank", "slide")
                                .at(Pose.translation(0.3 * size, 0.1 * size, 0), new Vector3(0.6, 0.8, 0)),
                        random.inertia())
                .link(
                        Joint.revolute("rocker", "base", "rocker").at(Pose.translation(size, 0, 0), Vector3.Z),
                        random.inertia());
        Pose slant = Pose.rotation(Rotation.aboutY(Math.PI / 2));
        Pose onSlide = Pose.translation(0.5 * size, 0, 0).times(slant);
        // closed where the crank is at 0.4, the slide at 0.7 and the rocker at 1.1, and the cut slide at 0.2
        Pose worldFromSlide = Pose.rotation(Rotation.aboutZ(0.4))
                .times(Pose.translation((0.3 + 0.6 * 0.7) * size, (0.1 + 0.8 * 0.7) * size, 0));
        Pose worldFromRocker = Pose.translation(size, 0, 0).times(Pose.rotation(Rotation.aboutZ(1.1)));
        Pose onRocker = worldFromRocker
                .inverse()
                .times(worldFromSlide)
                .times(onSlide)
                .times(Pose.translation(0, 0, 0.2 * size));
        return builder.cut(new CutJoint("cut", CutKind.PRISMATIC, "slide", onSlide, "rocker", onRocker))
                .assembly("crank", 0.4)
                .assembly("slide", 0.7 * size)
                .assembly("rocker", 1.1)
                .active(driven)
                .build();
    }

    /** Code at a distance from the assembly, in rad or sizes of the robot. */
    private static final class Search {
        final LoopBounds bounds;
        final Program program;
        final double[] start;
        final double[] scale;
        final int independent;
        final int joints;
        final int closure;

        Search(RobotModel robot) {
            bounds = LoopBounds.of(robot);
            List<OutputVector> outputs = Tracing.of(robot, Quantity.TORQUE, CodeInputs.of(robot));
            List<String> names = outputs.stream().map(OutputVector::name).toList();
            joints = names.indexOf("joints");
            closure = names.indexOf("closure");
            program = Program.of(outputs);
            start = ClosedRobots.closed(robot, ClosedRobots.assembly(robot));
            scale = robot.movingJoints().stream()
                    .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? bounds.length() : 1)
                    .toArray();
            independent = robot.coordinate(robot.loops().independentJoints().get(0));
        }

        double[][] at(double scaledDistance) {
            double q = start[independent] + scaledDistance * scale[independent];
            return program.evaluate(new double[] {q}, new double[1], new double[1], start);
        }

        double[] joints(double scaledDistance) {
            return at(scaledDistance)[joints];
        }
    }

    /** β L s of a short way: β from the condition, L from the bounds, s the length of the way. */
    @ParameterizedTest
    @ValueSource(strings = {"crank", "rocker", "driven"})
    void strides(String driven) {
        Search search = new Search(model(driven, 3));
        LoopBounds bounds = search.bounds;
        assertThat(bounds.slides()).isNotEmpty();
        double small = 1e-6;
        double[] doubts = search.at(small)[search.closure];
        double[] moved = search.joints(small);
        double square = 0;
        for (int k = 0; k < moved.length; k++) {
            square += Math.pow((moved[k] - search.start[k]) / search.scale[k], 2);
        }
        double beta = doubts[4] / bounds.reach();
        double curvature = bounds.curvature();
        double around = 1 / (Math.sqrt(bounds.stretch()) * bounds.curvature() * beta);
        for (LoopBounds.Slide slide : bounds.slides()) {
            double at = search.start[slide.coordinate()] * slide.factor() + slide.offset();
            curvature += slide.growth() * (Math.abs(at) / bounds.length() + around);
        }
        double expected = beta * bounds.stretch() * curvature * Math.sqrt(square);
        assertThat(doubts[2] / expected).isCloseTo(1, within(1e-4));
        assertThat(doubts[3] / doubts[2]).isCloseTo(1, within(1e-4));

        // a longer way ends beside its tangent
        double far = 0.01;
        double[] end = search.joints(far);
        double[] ahead = search.joints(small);
        double[] behind = search.joints(-small);
        double tangent = 0;
        double beside = 0;
        for (int k = 0; k < end.length; k++) {
            double way = far * (ahead[k] - behind[k]) / (2 * small);
            tangent += Math.pow(way / search.scale[k], 2);
            beside += Math.pow((end[k] - search.start[k] - way) / search.scale[k], 2);
        }
        double[] farDoubts = search.at(far)[search.closure];
        assertThat(farDoubts[3] / farDoubts[2]).isCloseTo(1 + Math.sqrt(beside / tangent), within(1e-6));
    }

    /** They have no unit: a robot ten times as large has the same. */
    @ParameterizedTest
    @ValueSource(strings = {"crank", "rocker", "driven"})
    void doubtsOfSimilarRobots(String driven) {
        Search small = new Search(model(driven, 1));
        Search large = new Search(model(driven, 10));
        assertThat(large.bounds.length()).isCloseTo(10 * small.bounds.length(), within(1e-12));
        double[] ofSmall = small.at(0.05)[small.closure];
        double[] ofLarge = large.at(0.05)[large.closure];
        for (int k = 2; k < 5; k++) {
            assertThat(ofLarge[k] / ofSmall[k]).isCloseTo(1, within(1e-9));
        }
        Agreement.check("residuals", ofLarge, ofSmall, 1e-9);
    }
}
