package dev.catena.app.trajectory;

import dev.catena.app.report.HtmlPage;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.motion.SampleDerivatives;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.simulation.Sample;
import dev.catena.studio.StudioMotion;
import dev.catena.studio.StudioPage;
import dev.catena.studio.StudioRobot;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The robot in motion, as a part of a report: a picture that plays, with plots that follow it. */
public final class MotionViewer {
    private static final int MOST_SAMPLES = 1000;

    private MotionViewer() {}

    /**
     * Adds a viewer to a report; nothing where the page would not show what happens: a base that floats, or springs.
     *
     * @param robotFile beside which meshes are, or null
     */
    public static void add(HtmlPage page, RobotModel robot, @Nullable Path robotFile, StudioMotion motion) {
        boolean isShown = robot.baseKind() == BaseKind.FIXED
                && robot.elasticJoints().isEmpty()
                && robot.jointCount() > 0
                && motion.times().length > 1;
        if (isShown) {
            page.heading("In motion")
                    .viewer(
                            StudioPage.viewer(new StudioRobot(robot, robotFile), motion.thinned(MOST_SAMPLES)),
                            "Space plays and pauses, a drag turns the view; torques are those that the motion needs.");
        }
    }

    /** A motion that was planned, of a tree. */
    public static StudioMotion of(PlannedMotion planned, int joints) {
        int count = MOST_SAMPLES;
        double[] times = new double[count];
        double[][] series = new double[4][joints * count];
        for (int k = 0; k < count; k++) {
            times[k] = planned.duration() * k / (count - 1);
            MotionState state = planned.at(times[k]);
            for (int order = 0; order < series.length; order++) {
                System.arraycopy(state.derivative(order), 0, series[order], k * joints, joints);
            }
        }
        return new StudioMotion("plan", times, series[0], series[1], series[2], series[3]);
    }

    /** A motion that was simulated; jerks are derivatives of the accelerations. */
    public static StudioMotion of(List<Sample> samples, int joints) {
        int count = samples.size();
        double[] times = samples.stream().mapToDouble(Sample::time).toArray();
        double[][] series = new double[4][joints * count];
        for (int k = 0; k < count; k++) {
            Sample sample = samples.get(k);
            System.arraycopy(sample.state().jointPositions(), 0, series[0], k * joints, joints);
            System.arraycopy(sample.state().jointVelocities(), 0, series[1], k * joints, joints);
            System.arraycopy(sample.jointAccelerations(), 0, series[2], k * joints, joints);
        }
        if (count > SampleDerivatives.WINDOW) {
            SampleDerivatives derivatives = new SampleDerivatives(times);
            double[] one = new double[count];
            for (int j = 0; j < joints; j++) {
                for (int k = 0; k < count; k++) {
                    one[k] = series[2][k * joints + j];
                }
                double[] jerk = derivatives.derivative(one, 1);
                for (int k = 0; k < count; k++) {
                    series[3][k * joints + j] = jerk[k];
                }
            }
        }
        return new StudioMotion("simulation", times, series[0], series[1], series[2], series[3]);
    }
}
