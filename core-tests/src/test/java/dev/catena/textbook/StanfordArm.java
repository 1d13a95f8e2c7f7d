package dev.catena.textbook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotor;
import dev.catena.model.Vector3;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;

/** The experiment of Guarino Lo Bianco with the golden numbers that belong to it. */
public final class StanfordArm {
    public static final int JOINTS = 6;

    private final Golden golden = Golden.dynamics();
    private final JsonNode stanford = golden.at("guarino/stanford");
    private final RobotModel plain = GoldenRobots.guarino("stanford", stanford.get("model"));

    public Golden golden() {
        return golden;
    }

    /** Without drives and friction. */
    public RobotModel plain() {
        return plain;
    }

    public RobotModel withReflectedInertia() {
        double[] ia = Golden.array(stanford.get("Ia_Paul"));
        RobotModelBuilder builder = plain.toBuilder();
        for (int k = 0; k < JOINTS; k++) {
            builder.replace(plain.joints().get(k).with(Drive.reflected(ia[k])));
        }
        return builder.build();
    }

    /** With reflected inertia and friction, smoothed or not. */
    public RobotModel withFriction(boolean smoothed) {
        JsonNode data = golden.at("guarino/friction_and_simple_rotor");
        RobotModelBuilder builder = withReflectedInertia().toBuilder();
        for (int k = 0; k < JOINTS; k++) {
            Friction friction = Friction.of(
                    data.get("Fs").get(k).doubleValue(), data.get("Fv").get(k).doubleValue());
            builder.replace(withReflectedInertia()
                    .joints()
                    .get(k)
                    .with(smoothed ? friction.smoothed(data.get("eps").get(k).doubleValue()) : friction));
        }
        return builder.build();
    }

    /** With gyroscopic rotors, each on the link before its joint. */
    public RobotModel withRotors() {
        JsonNode data = golden.at("guarino/full_rotor_model");
        RobotModelBuilder builder = plain.toBuilder();
        for (int k = 0; k < JOINTS; k++) {
            Rotor rotor = new Rotor(
                    data.get("Im").get(k).doubleValue(),
                    data.get("kr").get(k).doubleValue(),
                    plain.joints().get(k).parent(),
                    Vector3.of(Golden.array(data.get("zm").get(k))));
            builder.replace(plain.joints().get(k).with(Drive.of(rotor)));
        }
        return builder.build();
    }

    /** The quintic from the first to the last posture: the derivative of some order at a time, for all joints. */
    public double[] quintic(double time, int order) {
        double[] first = Golden.array(stanford.get("q_initial"));
        double[] last = Golden.array(stanford.get("q_final"));
        double tf = stanford.get("t_final").doubleValue();
        double s = time / tf;
        double shape = switch (order) {
            case 0 -> s * s * s * (10 + s * (-15 + s * 6));
            case 1 -> s * s * (30 + s * (-60 + s * 30)) / tf;
            case 2 -> s * (60 + s * (-180 + s * 120)) / (tf * tf);
            case 3 -> (60 + s * (-360 + s * 360)) / (tf * tf * tf);
            default -> throw new IllegalArgumentException("order " + order);
        };
        double[] q = new double[JOINTS];
        for (int k = 0; k < JOINTS; k++) {
            q[k] = (last[k] - first[k]) * shape + (order == 0 ? first[k] : 0);
        }
        return q;
    }

    /** Torques and their rates along the quintic. */
    public interface TorqueAndRate {
        void at(double time, double[] torqueOut, double[] rateOut);
    }

    /** By joint: the largest distance between a rate and the backward difference of the torques. */
    public static double[] largestDistanceFromDifference(double period, TorqueAndRate function) {
        int steps = (int) Math.rint(2.0 / period);
        double[] before = new double[JOINTS];
        double[] torque = new double[JOINTS];
        double[] rate = new double[JOINTS];
        double[] largest = new double[JOINTS];
        function.at(0, before, rate);
        for (int k = 1; k <= steps; k++) {
            function.at(k * period, torque, rate);
            for (int i = 0; i < JOINTS; i++) {
                largest[i] = Math.max(largest[i], Math.abs(rate[i] - (torque[i] - before[i]) / period));
            }
            System.arraycopy(torque, 0, before, 0, JOINTS);
        }
        return largest;
    }
}
