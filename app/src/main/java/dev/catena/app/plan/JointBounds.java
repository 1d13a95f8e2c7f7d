package dev.catena.app.plan;

import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The limits of a plan by joint, for bands in plots; infinite where there is none. The tightest counts. */
public final class JointBounds {
    private final List<Joint> joints;
    private final double[] lower;
    private final double[] upper;
    private final double[] velocity;
    private final double[] torque;
    private final double[] torqueRate;
    private final Map<String, Double> reactionForce = new HashMap<>();

    /** @param coordinates the joints that move independently */
    public JointBounds(RobotModel robot, List<String> coordinates) {
        joints = coordinates.stream()
                .map(name -> robot.movingJoints().get(robot.coordinate(name)))
                .toList();
        lower = filled(Double.NEGATIVE_INFINITY);
        upper = filled(Double.POSITIVE_INFINITY);
        velocity = filled(Double.POSITIVE_INFINITY);
        torque = filled(Double.POSITIVE_INFINITY);
        torqueRate = filled(Double.POSITIVE_INFINITY);
    }

    private double[] filled(double value) {
        double[] values = new double[joints.size()];
        Arrays.fill(values, value);
        return values;
    }

    void ofRobot() {
        position(of(JointLimits::lower), of(JointLimits::upper));
        velocity(of(JointLimits::velocity));
        torque(of(JointLimits::effort));
        torqueRate(of(JointLimits::effortRate));
    }

    private double[] of(ToDoubleFunction<JointLimits> limit) {
        return joints.stream().map(Joint::limits).mapToDouble(limit).toArray();
    }

    void position(double[] least, double[] most) {
        for (int i = 0; i < lower.length; i++) {
            lower[i] = Math.max(lower[i], least[i]);
        }
        tighten(upper, most);
    }

    void velocity(double... most) {
        tighten(velocity, most);
    }

    public void torque(double... most) {
        tighten(torque, most);
    }

    void torqueRate(double... most) {
        tighten(torqueRate, most);
    }

    void reactionForce(String joint, double most) {
        reactionForce.merge(joint, most, Math::min);
    }

    private static void tighten(double[] bounds, double[] most) {
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = Math.min(bounds[i], most[i]);
        }
    }

    double lower(int i) {
        return lower[i];
    }

    double upper(int i) {
        return upper[i];
    }

    double velocity(int i) {
        return velocity[i];
    }

    double torque(int i) {
        return torque[i];
    }

    double torqueRate(int i) {
        return torqueRate[i];
    }

    double reactionForce(int i) {
        return reactionForce.getOrDefault(joints.get(i).name(), Double.POSITIVE_INFINITY);
    }
}
