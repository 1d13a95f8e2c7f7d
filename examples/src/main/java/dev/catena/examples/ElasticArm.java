package dev.catena.examples;

import dev.catena.control.ElasticFeedForwardTorque;
import dev.catena.control.SmoothMove;
import dev.catena.formats.RobotFiles;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Springs in shoulder and elbow: the motor torques that swing the arm as if there were none, without any feedback. */
public final class ElasticArm {
    static final double[] FROM = {0, -0.4, 1.2, 0, 0.5, 0};
    static final double[] TO = {0.8, 0.3, 0.8, 0, 0.5, 0};

    public static void main(String[] args) {
        RobotModel arm = elastic(RobotFiles.read(Path.of(args[0])).withoutFriction(), 4000);
        Run run = simulate(arm);
        double deflection = 0;
        for (Sample sample : run.recording()) {
            double joint = sample.state().jointPositions()[arm.coordinate("shoulder")];
            deflection = Math.max(deflection, Math.abs(joint - sample.state().motorPositions()[0]));
        }
        double[] end = run.end().state().jointPositions();
        System.out.printf(Locale.ROOT, "the shoulder's spring gives by up to %.5f rad%n", deflection);
        System.out.printf(Locale.ROOT, "and the arm arrives within %.1e rad%n", distance(end, TO));
    }

    static RobotModel elastic(RobotModel robot, double stiffness) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            if (List.of("shoulder", "elbow").contains(joint.name())) {
                builder.replace(joint.with(Drive.reflected(0.6).with(Spring.of(stiffness))));
            }
        }
        return builder.build();
    }

    static Run simulate(RobotModel arm) {
        // zero up to the fourth derivative at both ends, so that motor torques do not jump
        SmoothMove move = new SmoothMove(FROM, TO, 0, 0.8, 4);
        ElasticFeedForwardTorque feedForward = new ElasticFeedForwardTorque(arm, move);
        return Simulation.builder(arm)
                .start(feedForward.start(0))
                .controller(feedForward)
                .duration(0.8)
                .build()
                .run();
    }

    static double distance(double[] a, double[] b) {
        double largest = 0;
        for (int j = 0; j < a.length; j++) {
            largest = Math.max(largest, Math.abs(a[j] - b[j]));
        }
        return largest;
    }
}
