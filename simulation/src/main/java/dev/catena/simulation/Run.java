package dev.catena.simulation;

import dev.catena.model.RobotModel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What became of a simulation. */
public final class Run {
    /** How a run ended. */
    public enum Status {
        /** The whole duration was simulated. */
        FINISHED,
        /** An event ended the run, as it was told to. */
        STOPPED_BY_EVENT,
        /** Whoever watches wanted no more. */
        CANCELED,
        /** The motion could not be computed any further; the message says why. */
        FAILED
    }

    private final RobotModel model;
    private final Status status;
    private final String message;
    private final @Nullable List<Sample> samples;
    private final @Nullable Sample first;
    private final @Nullable Sample last;
    private final long sampleCount;
    private final List<Event.Occurrence> events;
    private final long eventCount;
    private final long steps;
    private final long evaluations;
    private final OptionalDouble energyDrift;
    private final OptionalDouble momentumDrift;
    private final IntegratorChoice choice;
    private final String dynamics;

    Run(Recorder recorder, Status status, String message) {
        model = recorder.model();
        samples = recorder.samples == null ? null : List.copyOf(recorder.samples);
        first = recorder.first;
        last = recorder.last;
        sampleCount = recorder.sampleCount;
        events = List.copyOf(recorder.events);
        eventCount = recorder.eventCount;
        steps = recorder.steps;
        evaluations = recorder.evaluations();
        energyDrift = recorder.knowsEnergy() ? OptionalDouble.of(recorder.energyDrift) : OptionalDouble.empty();
        momentumDrift = recorder.knowsMomentum() ? OptionalDouble.of(recorder.momentumDrift) : OptionalDouble.empty();
        choice = recorder.choice();
        dynamics = recorder.dynamicsOrigin();
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
     * @throws IllegalStateException if the run failed or was canceled, {@link #partialRecording} has what there is; or if
     *     a listener took the samples
     */
    public List<Sample> recording() {
        requireComplete();
        return partialRecording();
    }

    private void requireComplete() {
        if (!isComplete()) {
            throw new IllegalStateException(
                    "the simulation of robot \"%s\" is not complete: %s".formatted(model.name(), message));
        }
    }

    /**
     * All samples until the run ended, for whatever reason; empty if it never began.
     *
     * @throws IllegalStateException if a listener took them
     */
    public List<Sample> partialRecording() {
        if (samples == null) {
            throw new IllegalStateException(
                    "the samples of robot \"%s\" went to the listener of its simulation".formatted(model.name()));
        }
        return samples;
    }

    /** How many samples were taken. */
    public long sampleCount() {
        return sampleCount;
    }

    /** The first sample; empty if the run never began. */
    public Optional<Sample> firstSample() {
        return Optional.ofNullable(first);
    }

    /** The last sample, wherever the run ended; empty if it never began. */
    public Optional<Sample> lastSample() {
        return Optional.ofNullable(last);
    }

    /**
     * The last sample.
     *
     * @throws IllegalStateException if the run failed or was canceled
     */
    public Sample end() {
        requireComplete();
        return Objects.requireNonNull(last);
    }

    /** Events in order of time, the first hundred thousand of them. */
    public List<Event.Occurrence> events() {
        return events;
    }

    /** How many events occurred. */
    public long eventCount() {
        return eventCount;
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

    /**
     * How accelerations were computed, in words: "hand-written", "compiled", from when on, or why they could not be compiled;
     * empty if the run never began.
     */
    public String dynamics() {
        return dynamics;
    }

    /** The robot as it was simulated: its joints say how Coulomb friction was smoothed. */
    public RobotModel simulatedModel() {
        return model;
    }

    /**
     * The largest error of energy in the samples, in joules: how far kinetic and potential energy are from what they
     * were at the start plus the work of drives, stops and friction. Empty if an environment acted, whose work is not
     * known.
     */
    public OptionalDouble energyDrift() {
        return energyDrift;
    }

    /**
     * The largest error of momentum in the samples, in kg·m/s and kg·m²/s: how far linear momentum is from what it was
     * at the start plus the impulse of gravity, and angular momentum about the mass center from what it was. Empty for
     * a fixed base, or if an environment acted.
     */
    public OptionalDouble momentumDrift() {
        return momentumDrift;
    }

    @Override
    public String toString() {
        return "Run of robot \"%s\": %s, %s steps, %s samples".formatted(model.name(), message, steps, sampleCount);
    }
}
