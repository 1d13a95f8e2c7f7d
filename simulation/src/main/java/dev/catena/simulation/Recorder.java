package dev.catena.simulation;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.BaseKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the samples of a run, hands them on, and keeps what a {@link Run} says of them all. */
final class Recorder {
    /** Events beyond these are counted only. */
    static final int MOST_EVENTS = 100_000;

    /** Null if a listener has them. */
    final @Nullable List<Sample> samples;

    final List<Event.Occurrence> events = new ArrayList<>();
    long eventCount;
    long steps;
    long sampleCount;
    double energyDrift;
    double momentumDrift;

    @Nullable
    Sample first;

    @Nullable
    Sample last;

    private final Simulation.Builder setup;
    private final @Nullable Consumer<? super Sample> listener;
    private final Kinematics kinematics;
    private final SystemMotion whole;
    private final Spring[] springs;
    private final int[] jointOfMotor;
    private final BaseMotion base = new BaseMotion();
    private final double[] weight = new double[6];
    private final double startTime;
    private final double endTime;
    private final long lastIndex;
    private @Nullable Plant plant;
    private IntegratorChoice choice;
    private String lastEvent = "";
    private long next;

    /** @param listener what takes the samples one by one; null to keep them */
    Recorder(Simulation.Builder setup, @Nullable Consumer<? super Sample> listener) {
        this.setup = setup;
        this.listener = listener;
        samples = listener == null ? new ArrayList<>() : null;
        choice = new IntegratorChoice(setup.integrator, "");
        kinematics = new Kinematics(setup.model.openTree());
        whole = SystemMotion.withFreeMotors(setup.model.openTree());
        springs = setup.model.elasticJoints().stream()
                .map(joint -> joint.drive().spring())
                .toArray(Spring[]::new);
        jointOfMotor = setup.model.elasticJoints().stream()
                .mapToInt(joint -> setup.model.coordinate(joint.name()))
                .toArray();
        Vector3 force = setup.model.gravity().times(setup.model.totalMass());
        weight[0] = force.x();
        weight[1] = force.y();
        weight[2] = force.z();
        startTime = setup.start.time();
        endTime = startTime + setup.duration;
        lastIndex = (long) Math.floor(setup.duration * setup.recordingRate * (1 + 1e-12));
    }

    void use(IntegratorChoice newChoice) {
        choice = newChoice;
    }

    IntegratorChoice choice() {
        return choice;
    }

    void use(Plant newPlant) {
        plant = newPlant;
    }

    RobotModel model() {
        return plant == null ? setup.model : plant.model;
    }

    String dynamicsOrigin() {
        return plant == null ? "" : plant.dynamicsOrigin();
    }

    long evaluations() {
        return plant == null ? 0 : plant.evaluations;
    }

    /** When the next sample is due; infinity after the last. */
    double dueTime() {
        return next > lastIndex ? Double.POSITIVE_INFINITY : Math.min(startTime + next / setup.recordingRate, endTime);
    }

    /** Takes the sample that is due. */
    void recordDue(State state) {
        next++;
        record(state);
    }

    /** Takes a sample of the run's end, unless that was the last one already. */
    void recordEnd(State state) {
        if (last == null || last.time() < state.time()) {
            record(state);
        }
    }

    /** The same where a run ends early: of the last state that it came to, if that can still be computed. */
    void recordLast(State state) {
        try {
            if (plant != null && last != null && state.isFinite()) {
                recordEnd(state);
            }
        } catch (NumericalException e) {
            // then the sample before is the last
            return;
        }
    }

    private void record(State state) {
        Plant used = plant;
        if (used == null) {
            throw new IllegalStateException("there is nothing to record from");
        }
        used.accelerate(state);
        if (State.zeroIfFinite(used.jointAcceleration) != 0) {
            throw used.notFinite(state);
        }
        if (setup.base != null) {
            setup.base.at(state.time(), base);
        } else {
            state.copyBaseTo(base);
        }
        kinematics.compute(base, state.jointPositions(), state.jointVelocities(), null, null);
        whole.compute(kinematics, state.motorVelocities());
        double[] momentum = new double[6];
        whole.momentumInWorldAboutCenterOfMass(momentum);
        double potential = whole.potentialEnergy() + springEnergy(state);
        Sample sample = new Sample(state.copy(), used, whole.kineticEnergy(), potential, momentum);
        if (first == null) {
            first = sample;
        }
        last = sample;
        sampleCount++;
        addDrifts(first, sample);
        if (samples != null) {
            samples.add(sample);
        }
        if (listener != null) {
            listener.accept(sample);
        }
        setup.progress.accept(state.time());
    }

    private void addDrifts(Sample start, Sample sample) {
        double energy = sample.energy() - sample.state().work();
        energyDrift = Math.max(
                energyDrift, Math.abs(energy - (start.energy() - start.state().work())));
        double elapsed = sample.time() - start.time();
        for (int k = 0; k < 6; k++) {
            double change = sample.momentumInWorld()[k] - start.momentumInWorld()[k];
            momentumDrift = Math.max(momentumDrift, Math.abs(change - elapsed * weight[k]));
        }
    }

    boolean knowsEnergy() {
        return first != null && setup.environment == null && setup.base == null;
    }

    boolean knowsMomentum() {
        return knowsEnergy() && setup.contacts.isEmpty() && setup.model.baseKind() == BaseKind.FLOATING;
    }

    private double springEnergy(State state) {
        double sum = 0;
        for (int e = 0; e < springs.length; e++) {
            sum += springs[e].energy(state.jointPositions()[jointOfMotor[e]], state.motorPositions()[e]);
        }
        return sum;
    }

    void occurred(Event event, double time, boolean rising) {
        eventCount++;
        lastEvent = event.name();
        if (events.size() < MOST_EVENTS) {
            events.add(new Event.Occurrence(event.name(), time, rising));
        }
    }

    Run finish(Run.Status status, String message) {
        return new Run(this, status, message);
    }

    Run finished(State end) {
        recordEnd(end);
        return finish(Run.Status.FINISHED, String.format(Locale.ROOT, "finished at %.9g s", end.time()));
    }

    Run stopped(State end) {
        recordEnd(end);
        return finish(
                Run.Status.STOPPED_BY_EVENT,
                String.format(Locale.ROOT, "stopped at %.9g s by \"%s\"", end.time(), lastEvent));
    }

    Run canceled(State end) {
        recordLast(end);
        return finish(Run.Status.CANCELED, String.format(Locale.ROOT, "canceled at %.9g s", end.time()));
    }

    Run failed(State end, NumericalException failure) {
        recordLast(end);
        String message = String.valueOf(failure.getMessage());
        // what the simulation itself complains about has its time
        boolean timed = failure instanceof SimulationFailure;
        return finish(
                Run.Status.FAILED,
                timed ? message : String.format(Locale.ROOT, "after %.9g s %s", end.time(), message));
    }
}
