package dev.catena.simulation;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the samples and events of a run. */
final class Recorder {
    final List<Sample> samples = new ArrayList<>();
    final List<Event.Occurrence> events = new ArrayList<>();
    long steps;

    private final Simulation.Builder setup;
    private final Kinematics kinematics;
    private final SystemMotion whole;
    private final Spring[] springs;
    private final int[] jointOfMotor;
    private final BaseMotion base = new BaseMotion();
    private final double startTime;
    private final double endTime;
    private final long lastIndex;
    private @Nullable Plant plant;
    private IntegratorChoice choice;
    private long next;

    Recorder(Simulation.Builder setup) {
        this.setup = setup;
        choice = new IntegratorChoice(setup.integrator, "");
        kinematics = new Kinematics(setup.model.openTree());
        whole = SystemMotion.withFreeMotors(setup.model.openTree());
        springs = setup.model.elasticJoints().stream()
                .map(joint -> joint.drive().spring())
                .toArray(Spring[]::new);
        jointOfMotor = setup.model.elasticJoints().stream()
                .mapToInt(joint -> setup.model.coordinate(joint.name()))
                .toArray();
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

    long evaluations() {
        return plant == null ? 0 : plant.evaluations;
    }

    boolean undisturbed() {
        return setup.environment == null;
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
        if (samples.isEmpty() || samples.get(samples.size() - 1).time() < state.time()) {
            record(state);
        }
    }

    private void record(State state) {
        Plant used = plant;
        if (used == null) {
            throw new IllegalStateException("there is nothing to record from");
        }
        used.accelerate(state);
        state.copyBaseTo(base);
        kinematics.compute(base, state.jointPositions(), state.jointVelocities(), null, null);
        whole.compute(kinematics, state.motorVelocities());
        double[] momentum = new double[6];
        whole.momentumInWorldAboutCenterOfMass(momentum);
        double potential = whole.potentialEnergy() + springEnergy(state);
        samples.add(new Sample(state.copy(), used, whole.kineticEnergy(), potential, momentum));
        setup.progress.accept(state.time());
    }

    private double springEnergy(State state) {
        double sum = 0;
        for (int e = 0; e < springs.length; e++) {
            sum += springs[e].energy(state.jointPositions()[jointOfMotor[e]], state.motorPositions()[e]);
        }
        return sum;
    }

    void occurred(Event event, double time, boolean rising) {
        events.add(new Event.Occurrence(event.name(), time, rising));
    }

    Run finish(Run.Status status, String message) {
        return new Run(this, status, message);
    }

    Run finished(State end) {
        return finish(Run.Status.FINISHED, String.format(Locale.ROOT, "finished at %.9g s", end.time()));
    }

    Run stopped(State end) {
        return finish(
                Run.Status.STOPPED_BY_EVENT,
                String.format(
                        Locale.ROOT,
                        "stopped at %.9g s by \"%s\"",
                        end.time(),
                        events.get(events.size() - 1).name()));
    }

    Run cancelled(double time) {
        return finish(Run.Status.CANCELLED, String.format(Locale.ROOT, "cancelled at %.9g s", time));
    }
}
