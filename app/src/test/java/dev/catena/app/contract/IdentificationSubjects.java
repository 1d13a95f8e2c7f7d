package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.out;

import dev.catena.dynamics.Regressor;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import java.util.stream.Stream;

/** The equations of measured motions. */
final class IdentificationSubjects {
    private IdentificationSubjects() {}

    static Stream<Subject> all() {
        ObservationModel tree = ObservationModel.of(Robots.TREE, DriveModel.standard());
        ObservationModel loops = ObservationModel.of(MechanismSubjects.LOOPS, DriveModel.standard());
        return Stream.of(
                Subject.of(
                                ObservationModel.class,
                                Robots.TREE.name(),
                                tree::copy,
                                calls(tree, in("q", Robots.TREE.jointCount())))
                        .refuses(
                                "withFixedBase()",
                                () -> ObservationModel.of(Robots.TREE.withFloatingBase(), DriveModel.standard())),
                Subject.of(
                                ObservationModel.class,
                                MechanismSubjects.LOOPS.name(),
                                loops::copy,
                                calls(loops, MechanismSubjects.positions("q")))
                        .within(1e-6));
    }

    private static Call[] calls(ObservationModel model, Slot q) {
        int n = model.joints();
        return new Call[] {
            Call.of(
                    "compute",
                    q,
                    in("qd", n),
                    in("qdd", n),
                    in("effort", n),
                    out("rowsOut", n * model.columns().size())),
            Call.of(
                    "computeBodies",
                    q,
                    in("qd", n),
                    in("qdd", n),
                    out("rowsOut", n * new Regressor(model.robot().openTree()).columns())),
            Call.of("knownEfforts", q, in("qd", n), in("qdd", n), out("effortsOut", n))
        };
    }
}
