package dev.catena.app.trajectory;

import dev.catena.app.report.HtmlPage;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.motion.SampleDerivatives;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.simulation.Sample;
import dev.catena.simulation.State;
import dev.catena.studio.StudioMotion;
import dev.catena.studio.StudioPage;
import dev.catena.studio.StudioRobot;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The robot in motion, as a part of a report: a picture that plays, with plots that follow it. */
public final class MotionViewer {
    private static final int MOST_SAMPLES = 1000;

    /** Rotation, position and velocity of a base. */
    private static final int BASE = 18;

    private MotionViewer() {}

    /**
     * Adds a viewer to a report, unless nothing moves.
     *
     * @param robotFile beside which meshes are, or null
     */
    public static void add(HtmlPage page, RobotModel robot, @Nullable Path robotFile, StudioMotion motion) {
        if (robot.jointCount() > 0 && motion.times().length > 1) {
            page.heading("In motion");
            addPicture(page, robot, robotFile, motion);
        }
    }

    /** The same below a heading that is there already. */
    public static void addPicture(HtmlPage page, RobotModel robot, @Nullable Path robotFile, StudioMotion motion) {
        String frame;
        try {
            frame = StudioPage.frame(new StudioRobot(robot, robotFile), motion.thinned(MOST_SAMPLES));
        } catch (IllegalArgumentException e) {
            page.paragraph("No moving picture: " + e.getMessage());
            return;
        }
        page.viewer(
                frame,
                StudioPage.scripts(),
                motion.more().containsKey("tau")
                        ? "Space plays and pauses, a drag turns the view; torques are those of this report."
                        : "Space plays and pauses, a drag turns the view; torques are those that the motion needs.");
    }

    /** A motion as a function of time. */
    public interface MotionAt {
        void at(double time, double[] q, double[] qd, double[] qdd, double[] qddd);
    }

    /** Samples of a motion that is known at all times. */
    public static StudioMotion of(String title, int joints, double duration, MotionAt motion) {
        int count = MOST_SAMPLES / 2;
        double[] times = new double[count];
        double[][] series = new double[4][joints * count];
        double[][] now = new double[4][joints];
        for (int k = 0; k < count; k++) {
            times[k] = duration * k / (count - 1);
            motion.at(times[k], now[0], now[1], now[2], now[3]);
            for (int order = 0; order < now.length; order++) {
                System.arraycopy(now[order], 0, series[order], k * joints, joints);
            }
        }
        return new StudioMotion(title, times, series[0], series[1], series[2], series[3]);
    }

    /** A motion that was planned. */
    public static StudioMotion of(PlannedMotion planned) {
        int joints = planned.at(0).position().length;
        return of("plan", joints, planned.duration(), (time, q, qd, qdd, qddd) -> {
            MotionState state = planned.at(time);
            double[][] to = {q, qd, qdd, qddd};
            for (int order = 0; order < to.length; order++) {
                System.arraycopy(state.derivative(order), 0, to[order], 0, joints);
            }
        });
    }

    /** A motion that was simulated; jerks are derivatives of the accelerations. */
    public static StudioMotion of(List<Sample> samples, int joints) {
        double[] times = samples.stream().mapToDouble(Sample::time).toArray();
        double[] qdd = series(samples, Sample::jointAccelerations);
        StudioMotion motion = new StudioMotion(
                "simulation",
                times,
                series(samples, sample -> sample.state().jointPositions()),
                series(samples, sample -> sample.state().jointVelocities()),
                qdd,
                derivatives(times, qdd, joints));
        State first = samples.get(0).state();
        if (first.isFloating()) {
            motion = motion.withBase(series(samples, sample -> base(sample.state())));
        }
        if (first.motorPositions().length > 0) {
            double[] tau = series(samples, Sample::torques);
            motion = motion.withMotors(series(samples, sample -> sample.state().motorPositions()))
                    .underLoads(tau, derivatives(times, tau, joints));
        }
        return motion;
    }

    /** Derivatives of numbers by joint, or zeros of too few samples. */
    public static double[] derivatives(double[] times, double[] series, int joints) {
        double[] rates = new double[series.length];
        if (times.length > SampleDerivatives.WINDOW) {
            SampleDerivatives derivatives = new SampleDerivatives(times);
            double[] one = new double[times.length];
            for (int j = 0; j < joints; j++) {
                for (int k = 0; k < times.length; k++) {
                    one[k] = series[k * joints + j];
                }
                double[] rate = derivatives.derivative(one, 1);
                for (int k = 0; k < times.length; k++) {
                    rates[k * joints + j] = rate[k];
                }
            }
        }
        return rates;
    }

    /** Vectors of samples, one after the other. */
    private interface Numbers {
        double[] of(Sample sample);
    }

    private static double[] series(List<Sample> samples, Numbers numbers) {
        int width = numbers.of(samples.get(0)).length;
        double[] all = new double[width * samples.size()];
        for (int k = 0; k < samples.size(); k++) {
            System.arraycopy(numbers.of(samples.get(k)), 0, all, k * width, width);
        }
        return all;
    }

    private static double[] base(State state) {
        double[] all = new double[BASE];
        double[] o = state.baseOrientation();
        System.arraycopy(Rotation.fromQuaternion(o[0], o[1], o[2], o[3]).toArray(), 0, all, 0, 9);
        System.arraycopy(state.basePositionInWorld(), 0, all, 9, 3);
        System.arraycopy(state.baseVelocityInBase(), 0, all, 12, 6);
        return all;
    }
}
