package dev.catena.mechanism;

import dev.catena.model.BaseKind;
import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;

/** About how much effort an acceleration of 1 rad/s², or of a length of the robot, takes: by mass and that length alone. */
final class RowInertias {
    private RowInertias() {}

    /** By row: six of a base that floats, and moving joints. */
    static double[] of(RobotModel model, double length) {
        int ofBase = model.baseKind() == BaseKind.FLOATING ? 6 : 0;
        double[] inertias = new double[ofBase + model.jointCount()];
        double[] beyond = new double[model.bodies().size()];
        for (int b = beyond.length - 1; b >= 0; b--) {
            beyond[b] += model.bodies().get(b).inertia().mass();
            if (b > 0) {
                beyond[model.parent(b)] += beyond[b];
            }
        }
        for (int r = 0; r < ofBase; r++) {
            inertias[r] = beyond[0] * (r < 3 ? length : length * length);
        }
        for (int b = 1; b < beyond.length; b++) {
            Joint joint = model.jointOf(b).orElseThrow();
            if (joint.kind().moves()) {
                boolean slides = joint.kind() == JointKind.PRISMATIC;
                double reflected = joint.drive().reflectedInertia();
                double inertia = slides ? (beyond[b] + reflected) * length : beyond[b] * length * length + reflected;
                Coupling coupling = model.couplingOf(joint.name()).orElse(null);
                String leader = coupling == null ? joint.name() : coupling.leader();
                double factor = coupling == null ? 1 : Math.abs(coupling.factor());
                inertias[ofBase + model.coordinate(leader)] += factor * inertia;
            }
        }
        return inertias;
    }
}
