package dev.catena.identification;

import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.observation.RowSource;
import java.util.ArrayList;
import java.util.List;

/** How well parameters explain a log, joint by joint. */
public record LogFit(String log, List<JointFit> joints, RowSource rows) {
    public LogFit {
        joints = List.copyOf(joints);
    }

    static LogFit of(String log, List<String> names, RowSource rows, double[] beta) {
        JointFactors factors = JointFactors.of(rows);
        List<JointFit> fits = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            fits.add(JointFit.of(names.get(j), factors, j, beta));
        }
        return new LogFit(log, fits, rows);
    }
}
