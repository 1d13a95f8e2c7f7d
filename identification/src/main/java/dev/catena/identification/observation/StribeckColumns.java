package dev.catena.identification.observation;

import java.util.ArrayList;
import java.util.List;

/** Equations with several candidates for Stribeck's velocity of each joint, of which a search keeps one. */
public final class StribeckColumns {
    private final ObservationModel model;
    private final List<List<Integer>> candidates = new ArrayList<>();

    private StribeckColumns(ObservationModel model) {
        this.model = model;
        for (int j = 0; j < model.joints(); j++) {
            candidates.add(new ArrayList<>());
        }
        for (int c = 0; c < model.columns().size(); c++) {
            int parameter = model.columns().get(c).terms().get(0).parameter();
            if (parameter >= model.inertialCount()
                    && model.drive(parameter) instanceof DriveColumn.OfStribeck stribeck) {
                candidates.get(stribeck.joint()).add(c);
            }
        }
    }

    /**
     * The equations of a model with candidates.
     *
     * @param velocities by joint: the candidates, rad/s or m/s
     */
    public static StribeckColumns of(ObservationModel model, double[][] velocities) {
        return new StribeckColumns(
                ObservationModel.of(model.robot(), model.drives().withStribeckCandidates(velocities)));
    }

    public ObservationModel model() {
        return model;
    }

    /** The columns of the candidates of a joint, in their order. */
    public List<Integer> columns(int joint) {
        return List.copyOf(candidates.get(joint));
    }
}
