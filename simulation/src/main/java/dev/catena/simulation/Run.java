package dev.catena.simulation;

import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.List;
import java.util.OptionalDouble;

/** What became of a simulation. */
public final class Run {
    /** How a run ended. */
    public enum Status {
        /** The whole duration was simulated. */
        FINISHED,
        /** An event ended the run, as it was told to. */
        STOPPED_BY_EVENT,
        /** Whoever watches wanted no more. */
        CANCELLED,
        /** The motion could not be computed any further; the message says why. */
        FAILED
    }

    private final RobotModel model;
    private final Status status;
    private final String message;
    private final List<Sample> samples;
    private final List<Event.Occurrence> events;
    private final long steps;
    private final long evaluations;
    private final boolean undisturbed;
    private final IntegratorChoice choice;

    Run(Recorder recorder, Status status, String message) {
        model = recorder.model();
        samples = List.copyOf(recorder.samples);
        events = List.copyOf(recorder.events);
        steps = recorder.steps;
        evaluations = recorder.evaluations();
        undisturbed = recorder.undisturbed();
        choice = recorder.choice();
        this.status = status;
        this.message = message;
    }

    public Status status() {
        return status;
    }

    /** In words, how the run ended. */
    public String message() {
        return message;
    }

    /** Whether the run got to its end, or to an event that ends it. */
    public boolean isComplete() {
        return status == Status.FINISHED || status == Status.STOPPED_BY_EVENT;
    }

    /**
     * All samples in order of time, from the start to the end of the run.
     *
     * @throws IllegalStateException if the run failed or was cancelled; {@link #partialRecording} has what there is
     */
    public List<Sample> recording() {
        if (!isComplete()) {
            throw new IllegalStateException(
                    "the simulation of robot \"%s\" is not complete: %s".formatted(model.name(), message));
        }
        return samples;
    }

    /** All samples until the run ended, for whatever reason; empty if it never began. */
    public List<Sample> partialRecording() {
        return samples;
    }

    /**
     * The last sample.
     *
     * @throws IllegalStateException if the run failed or was cancelled
     */
    public Sample end() {
        return recording().get(samples.size() - 1);
    }

    /** Events in order of time. */
    public List<Event.Occurrence> events() {
        return events;
    }

    /** How the run was integrated: what was asked for, or what {@link Integrator.Automatic} came to. */
    public Integrator integrator() {
        return choice.integrator();
    }

    /** Why that integrator was chosen, in words; empty where there was nothing to choose. */
    public String integratorReason() {
        return choice.reason();
    }

    /** Steps that the integrator took. */
    public long steps() {
        return steps;
    }

    /** How often the dynamics were computed. */
    public long evaluations() {
        return evaluations;
    }

    /** The robot as it was simulated: its joints say how Coulomb friction was smoothed. */
    public RobotModel simulatedModel() {
        return model;
    }

    /**
     * The largest error of energy in the recording, in joules: how far kinetic and potential energy are from what they
     * were at the start plus the work of drives, stops and friction. Empty if an environment acted, whose work is not
     * known.
     */
    public OptionalDouble energyDrift() {
        if (!undisturbed || samples.isEmpty()) {
            return OptionalDouble.empty();
        }
        double start = samples.get(0).energy() - samples.get(0).state().work();
        double most = 0;
        for (Sample sample : samples) {
            most = larger(most, sample.energy() - sample.state().work() - start);
        }
        return OptionalDouble.of(most);
    }

    /**
     * The largest error of momentum in the recording, in kg·m/s and kg·m²/s: how far linear momentum is from what it was
     * at the start plus the impulse of gravity, and angular momentum about the mass center from what it was. Empty for
     * a fixed base, or if an environment acted.
     */
    public OptionalDouble momentumDrift() {
        if (!undisturbed || samples.isEmpty() || model.baseKind() != BaseKind.FLOATING) {
            return OptionalDouble.empty();
        }
        Vector3 weight = model.gravity().times(model.totalMass());
        double[] force = {weight.x(), weight.y(), weight.z(), 0, 0, 0};
        double[] start = samples.get(0).momentumInWorld();
        double most = 0;
        for (Sample sample : samples) {
            double elapsed = sample.time() - samples.get(0).time();
            for (int k = 0; k < 6; k++) {
                most = larger(most, sample.momentumInWorld()[k] - start[k] - elapsed * force[k]);
            }
        }
        return OptionalDouble.of(most);
    }

    private static double larger(double most, double difference) {
        return Math.max(most, Math.abs(difference));
    }

    @Override
    public String toString() {
        return "Run of robot \"%s\": %s, %s steps, %s samples".formatted(model.name(), message, steps, samples.size());
    }
}
