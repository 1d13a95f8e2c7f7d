package dev.catena.simulation;

import com.google.errorprone.annotations.FormatMethod;
import dev.catena.model.NumericalException;
import java.util.Locale;

/** Why a motion goes no further. {@link Simulation#run} makes it the run's status; a {@link Stepper} throws it. */
final class SimulationFailure extends NumericalException {
    private static final long serialVersionUID = 1;

    @FormatMethod
    SimulationFailure(String format, Object... arguments) {
        super(String.format(Locale.ROOT, format, arguments));
    }
}
