package dev.catena.identification;

import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.RowSource;
import java.util.ArrayList;
import java.util.List;

/** How well parameters explain a log, joint by joint. */
public record LogFit(String log, List<JointFit> joints, RowSource rows) {
    public LogFit {
        joints = List.copyOf(joints);
    }

    static LogFit of(String log, ObservationModel model, RowSource rows, double[] beta) {
        JointFactors factors = JointFactors.of(rows);
        double[] prior = model.prior();
        List<JointFit> fits = new ArrayList<>();
        for (int j = 0; j < model.joints(); j++) {
            fits.add(JointFit.of(model.jointNames().get(j), factors, j, beta, prior));
        }
        return new LogFit(log, fits, rows);
    }
}
