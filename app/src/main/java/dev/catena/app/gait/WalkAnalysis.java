package dev.catena.app.gait;

import dev.catena.app.trajectory.MotionViewer;
import dev.catena.ground.Footing;
import dev.catena.ground.GroundReaction;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Support;
import dev.catena.studio.StudioMotion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a planned step says about walking: the force of the ground on one foot over its stance, angles and moments of the
 * right leg over a stride, how well contacts hold between samples. One step is half a stride; the other half is its mirror
 * image.
 */
public final class WalkAnalysis {
    private static final int FEET = 4;

    private final WalkProblem problem;
    private final RobotModel robot;
    private final PlannedMotion motion;
    private final Support support;
    private final double duration;
    private final double weight;
    private final GroundReaction ground;

    /** Times of the samples, s. */
    public final double[] times;

    /** By sample: (F, M) of each foot, N and Nm. */
    public final double[][] loads;

    /** By sample: torques of all joints. */
    public final double[][] torques;

    /** By sample: positions of all joints. */
    public final double[][] positions;

    public WalkAnalysis(WalkProblem problem, PlannedMotion motion) {
        this.problem = problem;
        this.motion = motion;
        robot = problem.robot();
        support = problem.support();
        duration = motion.duration();
        weight = support.weight();
        ground = new GroundReaction(robot, support.feet());
        double[] moments = problem.moments();
        times = new double[moments.length];
        loads = new double[moments.length][6 * FEET];
        torques = new double[moments.length][robot.jointCount()];
        positions = new double[moments.length][robot.jointCount()];
        double[] rows = new double[ground.rowCount()];
        for (int k = 0; k < moments.length; k++) {
            times[k] = moments[k] * duration;
            MotionState state = motion.at(times[k]);
            ground.compute(
                    state.position(),
                    state.velocity(),
                    state.acceleration(),
                    support.footing(moments[k]),
                    given(state, moments[k]));
            ground.rows(rows);
            System.arraycopy(rows, 0, torques[k], 0, torques[k].length);
            System.arraycopy(rows, torques[k].length, loads[k], 0, loads[k].length);
            System.arraycopy(state.position(), 0, positions[k], 0, positions[k].length);
        }
    }

    private double[] given(MotionState state, double moment) {
        double[] given = new double[6 * FEET];
        for (int e = 0; e < support.countAt(moment); e++) {
            given[support.column(e, moment)] = state.inputs()[e];
        }
        return given;
    }

    /**
     * A point of a curve over the stance of one foot.
     *
     * @param time s since its heel struck
     * @param force of the ground in weights: to the outside, up, forward
     */
    public record StancePoint(double time, double[] force) {}

    /** The force on the right foot from heel strike until it leaves; of a step, the end is that of the left foot, mirrored. */
    public List<StancePoint> stance() {
        List<StancePoint> points = new ArrayList<>();
        double end = stanceTime() + 1e-9;
        for (int k = 0; k < times.length && times[k] <= end; k++) {
            points.add(new StancePoint(times[k], force(k, 0, 1)));
        }
        for (int k = 1; k < times.length && duration + times[k] <= end; k++) {
            double[] left = force(k, 2, 3);
            left[0] = -left[0];
            points.add(new StancePoint(duration + times[k], left));
        }
        return points;
    }

    /** From the strike of a heel until the toe leaves, s. */
    public double stanceTime() {
        return problem.options().duration() + problem.options().doubleSupport();
    }

    private double[] force(int sample, int foot, int toe) {
        double[] force = new double[3];
        for (int c = 0; c < 3; c++) {
            force[c] = (loads[sample][6 * foot + c] + loads[sample][6 * toe + c]) / weight;
        }
        // x is to the left: outside of the right foot is −x
        force[0] = -force[0];
        return force;
    }

    /** A number of a joint of the right leg over a stride: of a step, its own, then that of its partner on the left. */
    public double[] stride(double[][] bySample, String joint) {
        String right = joint + "_r";
        double[] own = column(bySample, right);
        return isStride() ? own : joined(own, column(bySample, joint + "_l"));
    }

    private double[] column(double[][] bySample, String joint) {
        double[] values = new double[times.length];
        for (int k = 0; k < times.length && robot.hasCoordinate(joint); k++) {
            values[k] = bySample[k][robot.coordinate(joint)];
        }
        return values;
    }

    /** One step behind the other, whose first sample is the last of the one before. */
    double[] joined(double[] first, double[] second) {
        double[] both = Arrays.copyOf(first, 2 * times.length - 1);
        System.arraycopy(second, 1, both, times.length, times.length - 1);
        return both;
    }

    /** How far the body gets, m. */
    double travel() {
        return problem.options().stepLength() * (isStride() ? 2 : 1);
    }

    boolean isStride() {
        return problem.options().isStride();
    }

    /** Times of {@link #stride}. */
    public double[] strideTimes() {
        double[] later = Arrays.stream(times).map(t -> duration + t).toArray();
        return isStride() ? times.clone() : joined(times, later);
    }

    /** First peak, trough and second peak of the vertical force: (value in weights, fraction of stance) each. */
    public double[][] peaks() {
        List<StancePoint> stance = stance();
        double end = stanceTime();
        int trough = -1;
        for (int k = 0; k < stance.size(); k++) {
            double share = stance.get(k).time / end;
            if (share > 0.3 && share < 0.7 && (trough < 0 || up(stance, k) < up(stance, trough))) {
                trough = k;
            }
        }
        int first = 0;
        int second = trough;
        for (int k = 0; k < stance.size(); k++) {
            first = k <= trough && up(stance, k) > up(stance, first) ? k : first;
            second = k >= trough && up(stance, k) > up(stance, second) ? k : second;
        }
        double[][] peaks = new double[3][];
        int[] at = {first, trough, second};
        for (int k = 0; k < 3; k++) {
            peaks[k] = new double[] {up(stance, at[k]), stance.get(at[k]).time / end};
        }
        return peaks;
    }

    private static double up(List<StancePoint> stance, int k) {
        return stance.get(k).force[1];
    }

    /** The fraction of stance at which the fore-aft force turns from braking to driving. */
    public double signChange() {
        List<StancePoint> stance = stance();
        double end = stanceTime();
        int least = 0;
        for (int k = 0; k < stance.size(); k++) {
            least = stance.get(k).force[2] < stance.get(least).force[2] ? k : least;
        }
        for (int k = least + 1; k < stance.size(); k++) {
            double before = stance.get(k - 1).force[2];
            double after = stance.get(k).force[2];
            if (before < 0 && after >= 0) {
                double from = stance.get(k - 1).time;
                return (from + (stance.get(k).time - from) * before / (before - after)) / end;
            }
        }
        return Double.NaN;
    }

    /** The least and the largest of a component of the force: 0 outside, 1 up, 2 forward. */
    public double[] range(int component) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (StancePoint point : stance()) {
            low = Math.min(low, point.force[component]);
            high = Math.max(high, point.force[component]);
        }
        return new double[] {low, high};
    }

    /**
     * The worst between samples, in steps of a millisecond.
     *
     * @param height of a point in contact, m
     * @param speed of a point in contact, m/s
     * @param pressure by how far it is outside in single support, m
     */
    public record Between(double height, double speed, double pressure) {}

    /** Looks between the samples. */
    public Between between() {
        Kinematics kinematics = new Kinematics(robot);
        double height = 0;
        double speed = 0;
        double pressure = 0;
        int steps = (int) Math.round(duration * 1000);
        for (int k = 0; k <= steps; k++) {
            double t = duration * k / steps;
            MotionState state = motion.at(t);
            kinematics.compute(state.position(), state.velocity());
            for (WalkProblem.Contact contact : problem.contacts(t)) {
                int body = robot.bodyIndex(contact.body());
                var pose = kinematics.worldFromBody(body);
                Vector3 arm = pose.rotation().apply(contact.point());
                var twist = kinematics.velocityInWorld(body);
                Vector3 velocity = twist.linear().plus(twist.angular().cross(arm));
                height = Math.max(height, Math.abs(pose.position().plus(arm).y()));
                speed = Math.max(speed, velocity.norm());
            }
            pressure = Math.max(pressure, outside(state, t));
        }
        return new Between(height, speed, pressure);
    }

    private double outside(MotionState state, double t) {
        double[] area = problem.area(t);
        if (area.length == 0) {
            return 0;
        }
        ground.compute(
                state.position(), state.velocity(), state.acceleration(), Footing.on(FEET, 0), new double[6 * FEET]);
        Vector3 p = ground.zeroMomentPoint(0);
        return Math.max(Math.max(area[0] - p.x(), p.x() - area[1]), Math.max(area[2] - p.z(), p.z() - area[3]));
    }

    /** The largest torque or force that is left over for the six joints that place the pelvis. */
    public double leftOver() {
        double worst = 0;
        for (double[] torque : torques) {
            for (int i = 0; i < 6; i++) {
                worst = Math.max(worst, Math.abs(torque[i]));
            }
        }
        return worst;
    }

    public RobotModel robot() {
        return robot;
    }

    public PlannedMotion motion() {
        return motion;
    }

    public WalkProblem problem() {
        return problem;
    }

    /** The step as a motion to be looked at, with its torques: the page knows nothing of the ground. */
    public StudioMotion picture() {
        int n = robot.jointCount();
        double[][] series = new double[4][n * times.length];
        double[] tau = new double[n * times.length];
        for (int k = 0; k < times.length; k++) {
            MotionState state = motion.at(times[k]);
            for (int order = 0; order < series.length; order++) {
                System.arraycopy(state.derivative(order), 0, series[order], k * n, n);
            }
            System.arraycopy(torques[k], 0, tau, k * n, n);
        }
        return new StudioMotion("step", times, series[0], series[1], series[2], series[3])
                .underLoads(tau, MotionViewer.derivatives(times, tau, n));
    }
}
