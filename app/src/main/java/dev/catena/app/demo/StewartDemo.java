package dev.catena.app.demo;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.Plot;
import dev.catena.app.report.PlotGrid;
import dev.catena.app.report.TextTable;
import dev.catena.app.trajectory.MotionViewer;
import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelKinematics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.mechanism.parallel.SingularityMeasure;
import dev.catena.model.Friction;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.studio.StudioMotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A Gough-Stewart platform goes around a circle, tilted: lengths, forces and power of its six legs by [Khalil 66], how far
 * it stays from singular poses, and what the legs themselves take. The forces are held against those of the same robot as
 * a tree with cut joints.
 */
public final class StewartDemo implements Demo {
    static final TiltedCircle MOTION = new TiltedCircle(new Vector3(0, 0, 0.7), 0.12, Math.toRadians(15), 2, 4);

    private static final int LEGS = 6;
    private static final int TABLE_STEPS = 8;
    private static final int SAMPLES = 801;

    /** Radius of the spherical joints: rotations count by the way that these make. */
    private static final double CHARACTERISTIC_LENGTH = 0.35;

    /** One instant of the motion; all arrays by leg. */
    private record Sample(
            double time,
            Pose pose,
            double[] length,
            double[] speed,
            double[] force,
            double[] platformShare,
            double friction,
            SingularityMeasure singularity) {

        double power() {
            double sum = 0;
            for (int i = 0; i < LEGS; i++) {
                sum += force[i] * speed[i];
            }
            return sum;
        }
    }

    private final RobotModel closedLoops = ShippedRobots.load("stewart");
    private final ParallelRobot robot = ParallelRobot.of(closedLoops, "platform", PlatformFreedoms.SPATIAL);
    private final List<Sample> samples = new ArrayList<>();
    private final List<Sample> table = new ArrayList<>();
    private final double largestDifference;

    /** Runs the experiment. */
    public StewartDemo() {
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        ClosedLoopInverseDynamics other = new ClosedLoopInverseDynamics(closedLoops);
        double difference = 0;
        for (int k = 0; k < SAMPLES; k++) {
            Sample sample = sample(dynamics, MOTION.duration() * k / (SAMPLES - 1));
            samples.add(sample);
            if (k % ((SAMPLES - 1) / TABLE_STEPS) == 0) {
                table.add(sample);
            }
            difference = Math.max(difference, difference(dynamics.kinematics(), other, sample));
        }
        largestDifference = difference;
    }

    private Sample sample(ParallelInverseDynamics dynamics, double time) {
        double[] velocity = new double[6];
        double[] acceleration = new double[6];
        double[] force = new double[LEGS];
        Pose pose = MOTION.at(time, velocity, acceleration);
        dynamics.compute(pose, velocity, acceleration, force);
        ParallelKinematics kinematics = dynamics.kinematics();
        double[] length = new double[LEGS];
        double[] speed = new double[LEGS];
        kinematics.actuatorPositions(length);
        kinematics.actuatorVelocities(speed);
        return new Sample(
                time,
                pose,
                length,
                speed,
                force,
                platformShare(dynamics),
                frictionPower(speed),
                kinematics.singularity(CHARACTERISTIC_LENGTH));
    }

    /** J_pᵀ F_p: the forces of legs without mass and friction. */
    private static double[] platformShare(ParallelInverseDynamics dynamics) {
        double[] wrench = new double[6];
        double[] jacobian = new double[6 * LEGS];
        dynamics.platformWrench(wrench);
        dynamics.kinematics().jacobian(jacobian);
        double[] share = new double[LEGS];
        for (int i = 0; i < LEGS; i++) {
            for (int k = 0; k < 6; k++) {
                share[i] += jacobian[k * LEGS + i] * wrench[k];
            }
        }
        return share;
    }

    private double frictionPower(double[] speed) {
        double sum = 0;
        for (int i = 0; i < LEGS; i++) {
            Friction friction = closedLoops
                    .movingJoints()
                    .get(closedLoops.coordinate(robot.actuatorNames().get(i)))
                    .friction();
            sum += friction.effort(speed[i]) * speed[i];
        }
        return sum;
    }

    /** How far the forces are from those of the tree with cut joints, N. */
    private static double difference(ParallelKinematics kinematics, ClosedLoopInverseDynamics other, Sample sample) {
        double[] acceleration = new double[LEGS];
        kinematics.actuatorAccelerations(acceleration);
        double[] force = new double[LEGS];
        other.compute(sample.length, sample.speed, acceleration, force);
        double largest = 0;
        for (int i = 0; i < LEGS; i++) {
            largest = Math.max(largest, Math.abs(force[i] - sample.force[i]));
        }
        return largest;
    }

    private TextTable forceTable() {
        TextTable text = new TextTable(header("N"));
        table.forEach(sample -> text.row(TextTable.number("%.2f", sample.time), "%.4f", sample.force));
        return text;
    }

    private TextTable lengthTable() {
        TextTable text = new TextTable(header("m"));
        table.forEach(sample -> text.row(TextTable.number("%.2f", sample.time), "%.6f", sample.length));
        return text;
    }

    private static List<String> header(String unit) {
        List<String> header = new ArrayList<>();
        header.add("t (s)");
        for (int i = 1; i <= LEGS; i++) {
            header.add("leg %s (%s)".formatted(i, unit));
        }
        return header;
    }

    private TextTable summary() {
        double nearest = least(sample -> sample.singularity.smallestSingularValue());
        return new TextTable("over the motion", "least", "largest")
                .row("force of a leg (N)", "%.2f", leastOfLegs(Sample::force), largestOfLegs(Sample::force))
                .row("length of a leg (m)", "%.4f", leastOfLegs(Sample::length), largestOfLegs(Sample::length))
                .row("speed of a leg (m/s)", "%.4f", leastOfLegs(Sample::speed), largestOfLegs(Sample::speed))
                .row("power of all legs (W)", "%.2f", least(Sample::power), largest(Sample::power))
                .row(
                        "smallest singular value of the inverse Jacobian",
                        "%.4f",
                        nearest,
                        largest(sample -> sample.singularity.smallestSingularValue()))
                .row(
                        "its condition number",
                        "%.2f",
                        least(sample -> sample.singularity.condition()),
                        largest(sample -> sample.singularity.condition()));
    }

    private double least(ToDoubleFunction<Sample> what) {
        return samples.stream().mapToDouble(what).min().orElseThrow();
    }

    private double largest(ToDoubleFunction<Sample> what) {
        return samples.stream().mapToDouble(what).max().orElseThrow();
    }

    private double leastOfLegs(Function<Sample, double[]> what) {
        return least(sample -> Arrays.stream(what.apply(sample)).min().orElseThrow());
    }

    private double largestOfLegs(Function<Sample, double[]> what) {
        return largest(sample -> Arrays.stream(what.apply(sample)).max().orElseThrow());
    }

    @Override
    public String toText() {
        return String.format(
                Locale.ROOT,
                """
                Gough-Stewart platform: twice around a circle of %s m radius in %s s, tilted by %.0f° (Khalil, equation 66)

                Forces of the legs
                %s
                Lengths of the legs
                %s
                %s
                The same robot as a tree with cut joints gives the same forces; largest difference %.1e N
                """,
                MOTION.radius(),
                TextTable.number(MOTION.duration()),
                Math.toDegrees(MOTION.tilt()),
                forceTable().toText(),
                lengthTable().toText(),
                summary().toText(),
                largestDifference);
    }

    @Override
    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("demo", "stewart");
        json.put("actuators", robot.actuatorNames());
        json.put("times", numbers(samples, Sample::time));
        json.put(
                "platformPosition",
                samples.stream().map(s -> s.pose.position().toArray()).toList());
        json.put(
                "platformRotation",
                samples.stream().map(s -> s.pose.rotation().toArray()).toList());
        json.put("length", samples.stream().map(Sample::length).toList());
        json.put("speed", samples.stream().map(Sample::speed).toList());
        json.put("force", samples.stream().map(Sample::force).toList());
        json.put(
                "forceOfPlatformAlone",
                samples.stream().map(Sample::platformShare).toList());
        json.put("power", numbers(samples, Sample::power));
        json.put("frictionPower", numbers(samples, Sample::friction));
        json.put("characteristicLength", CHARACTERISTIC_LENGTH);
        json.put("smallestSingularValue", numbers(samples, s -> s.singularity.smallestSingularValue()));
        json.put("condition", numbers(samples, s -> s.singularity.condition()));
        json.put("largestDifferenceFromCutJoints", largestDifference);
        return json;
    }

    private static double[] numbers(List<Sample> of, ToDoubleFunction<Sample> what) {
        return of.stream().mapToDouble(what).toArray();
    }

    @Override
    public HtmlPage toPage() {
        HtmlPage page = new HtmlPage(
                "Leg forces of a Gough-Stewart platform",
                "Inverse dynamics of a parallel robot after W. Khalil, “Dynamic modeling of robots using recursive "
                        + "Newton-Euler techniques”, 2010, section 5, computed with Catena.");
        page.heading("What was computed")
                .paragraph(String.format(
                        Locale.ROOT,
                        ("Six driven legs carry a platform of %s kg twice around a horizontal circle of %s m radius,"
                                + " in %s s. It starts at rest in the center, winds out in the first second, leaning"
                                + " outward by %.0f° as it goes, and winds back in the last. It never turns about its own"
                                + " axis: it wobbles as a coin does."),
                        TextTable.number(robot.platform().mass()),
                        MOTION.radius(),
                        TextTable.number(MOTION.duration()),
                        Math.toDegrees(MOTION.tilt())))
                .paragraph("Each leg is cut off from the platform; its own inverse dynamics, with gravity, friction and"
                        + " the inertia of its drive, comes from the recursion for trees. Platform and legs"
                        + " together ask for a wrench at the platform, and the leg forces are those that supply"
                        + " it: Γ = Jᵀ (F + Σ Kᵢᵀ Γᵢ), where F is the wrench that the platform takes, Γᵢ are the"
                        + " efforts of leg i, Kᵢ gives the velocities of its joints from that of the platform, and"
                        + " J gives the latter from those of the slides.");
        addPlots(page);
        page.heading("Summary")
                .table(summary())
                .paragraph("The singular values are those of the matrix that maps velocities of the platform to"
                        + " velocities "
                        + "of the legs, rotations measured by the arc at %s m, the radius of the spherical joints. Where "
                                .formatted(CHARACTERISTIC_LENGTH)
                        + "the smallest one is zero, the legs cannot hold the platform, and no forces exist.")
                .paragraph("The same robot was computed a second time as a tree whose loops are closed at five cut"
                        + " joints. "
                        + TextTable.number(
                                "Over the whole motion its leg forces differ by at most %.1e N.", largestDifference));
        page.heading("Forces of the legs").table(forceTable());
        page.heading("Lengths of the legs").table(lengthTable());
        page.heading("The robot").paragraph(ShippedRobots.source("stewart"));
        return page;
    }

    /** Lengths of the legs and their derivatives, in motion. */
    private StudioMotion picture() {
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        StudioMotion motion =
                MotionViewer.of("circle", LEGS, MOTION.duration(), (time, length, speed, acceleration, jerk) -> {
                    Sample sample = sample(dynamics, time);
                    System.arraycopy(sample.length, 0, length, 0, LEGS);
                    System.arraycopy(sample.speed, 0, speed, 0, LEGS);
                    dynamics.kinematics().actuatorAccelerations(acceleration);
                });
        return new StudioMotion(
                motion.title(),
                motion.times(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                MotionViewer.derivatives(motion.times(), motion.qdd(), LEGS));
    }

    private void addMotion(HtmlPage page) {
        double[] times = numbers(samples, Sample::time);
        Plot path = new Plot("path of the platform from above", "x (m)", "y (m)")
                .equalScale()
                .curve(
                        "path",
                        numbers(samples, s -> s.pose.position().x()),
                        numbers(samples, s -> s.pose.position().y()));
        Plot lean = new Plot("lean of the platform's axis", "t (s)", "degrees")
                .curve(
                        "toward x",
                        times,
                        numbers(
                                samples,
                                s -> Math.toDegrees(Math.asin(s.pose.rotation().xz()))))
                .curve(
                        "toward y",
                        times,
                        numbers(
                                samples,
                                s -> Math.toDegrees(Math.asin(s.pose.rotation().yz()))));
        PlotGrid grid = new PlotGrid(2, 430, 390).add(path).add(lean);
        page.heading("The motion");
        MotionViewer.addPicture(page, closedLoops, null, picture());
        page.plots(
                grid,
                "The origin of the platform winds out onto the circle and back; its axis leans toward where it"
                        + " is.");
    }

    private void addPlots(HtmlPage page) {
        addMotion(page);
        double[] times = numbers(samples, Sample::time);
        Plot force = new Plot("force of each leg", "t (s)", "N");
        Plot length = new Plot("length of each leg", "t (s)", "m");
        for (int i = 0; i < LEGS; i++) {
            int leg = i;
            force.curve("leg " + (i + 1), times, numbers(samples, s -> s.force[leg]));
            length.curve("leg " + (i + 1), times, numbers(samples, s -> s.length[leg]));
        }
        PlotGrid legs = new PlotGrid(2, 600, 340).add(force).add(length);
        page.heading("The legs")
                .plots(
                        legs,
                        "Forces of the six legs, positive where a leg pushes, and the distances between their joints."
                                + " The legs share the weight by turns as the platform goes around.");
        Plot power = new Plot("power", "t (s)", "W")
                .curve("all legs", times, numbers(samples, Sample::power))
                .curve("lost to friction", times, numbers(samples, Sample::friction));
        Plot share = new Plot("force of leg 1", "t (s)", "N")
                .curve("whole robot", times, numbers(samples, s -> s.force[0]))
                .curve("platform alone", times, numbers(samples, s -> s.platformShare[0]));
        PlotGrid second = new PlotGrid(2, 600, 300).add(power).add(share);
        page.heading("Power, and what the legs themselves take")
                .plots(
                        second,
                        "Left: the power that the drives supply; what is not lost to friction raises, speeds up or"
                                + " slows down masses. Right: the force of one leg, and what it would be if legs had"
                                + " neither mass nor friction; steps come from dry friction where the leg turns back.");
        Plot smallest = new Plot("smallest singular value", "t (s)", "")
                .curve("σ", times, numbers(samples, s -> s.singularity.smallestSingularValue()));
        Plot condition = new Plot("condition number", "t (s)", "")
                .curve("κ", times, numbers(samples, s -> s.singularity.condition()));
        PlotGrid third = new PlotGrid(2, 600, 260).add(smallest).add(condition);
        page.heading("Distance from singular poses")
                .plots(
                        third,
                        "The smallest singular value of the inverse Jacobian stays well above zero, so the legs hold"
                                + " the platform in every direction.");
    }
}
