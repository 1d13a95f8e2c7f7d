package dev.catena.simulation;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.function.RobotFunctions;
import dev.catena.function.SharedFunctions;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.BaseKind;
import dev.catena.model.CutJoint;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A motion to be computed: the robot, where it starts, what drives it, and how far to go.
 *
 * <pre>{@code
 * Run run = Simulation.builder(arm)
 *         .start(new State(arm).jointPositions(0.3, -0.5))
 *         .controller(new GravityCompensatedPd(arm, stiffness, damping, Trajectory.hold(target)))
 *         .duration(5)
 *         .build()
 *         .run();
 * for (Sample sample : run.recording()) { … }
 * }</pre>
 *
 * <p>{@link #run(Consumer)} hands samples on instead of keeping them, for long runs.
 *
 * <p>Joints whose drive has a spring are elastic: their motors have angles of their own in the {@link State}, and torques
 * act on the motors. {@link RobotModel#withoutSprings} is the same robot with rigid drives.
 *
 * <p>A robot with closed loops starts where its independent joints are told to, in the assembly of its model; the numbers
 * of the other joints in the initial state are not read. Their positions and velocities are projected onto the loops
 * wherever a state is used, so that the loops stay closed to rounding. Controllers may drive active joints only. Motors of
 * elastic joints start where the state has them, which for a joint that is not independent is where its spring would be relaxed in the
 * state as given.
 *
 * <p>A simulation may be run any number of times, with the same result to the last bit, and by any number of threads, as long
 * as controller, environment and events are such ({@link Controller#copy}).
 */
public final class Simulation {
    /** More samples than this are not kept. */
    private static final double MOST_KEPT = 1e7;

    /** More steps, or samples, than this are taken for a mistake: a microsecond each, they would take hours. */
    private static final double MOST_STEPS = 1e10;

    private final Builder setup;
    private @Nullable IntegratorChoice choice;
    private @Nullable SharedFunctions functions;

    private Simulation(Builder setup) {
        this.setup = setup;
    }

    public static Builder builder(RobotModel model) {
        return new Builder(model);
    }

    Builder setup() {
        return setup;
    }

    /**
     * Computes the motion and keeps its samples. What went wrong on the way is the run's status.
     *
     * @throws IllegalArgumentException if there would be more samples than {@value #MOST_KEPT}, or more steps than anybody
     *     would wait for
     */
    public Run run() {
        if (setup.duration * setup.recordingRate > MOST_KEPT) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%g s at %g samples per second are %.3g samples, about %.2g GB, and at most %.0e are kept: lower"
                            + " the recording rate, or let run(listener) take them one by one",
                    setup.duration,
                    setup.recordingRate,
                    setup.duration * setup.recordingRate,
                    setup.duration * setup.recordingRate * sampleBytes() * 1e-9,
                    MOST_KEPT));
        }
        return run(new Recorder(setup, null));
    }

    /** About what a sample takes. */
    private double sampleBytes() {
        return 500
                + 8
                        * (5 * setup.model.jointCount()
                                + 4 * setup.model.elasticJoints().size());
    }

    /**
     * Computes the motion and hands on its samples one by one, in order of time, so that a run may be as long as one likes.
     *
     * @param listener called from the thread that runs; what it throws ends the run and reaches the caller
     */
    public Run run(Consumer<? super Sample> listener) {
        return run(new Recorder(setup, listener));
    }

    private Run run(Recorder recorder) {
        try {
            recorder.use(choice());
            Plant plant = new Plant(this);
            recorder.use(plant);
            Integrator method = integrator();
            if (method instanceof Integrator.DormandPrince adaptive) {
                return new AdaptiveRun(setup, adaptive, plant, recorder).run();
            }
            return new FixedStepRun(setup, method, stepper(plant), plant, recorder).run();
        } catch (NumericalException failure) {
            return recorder.finish(Run.Status.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    /** A stepper with all that this simulation holds, for loops of the caller's own; fixed-step integrators only. */
    public Stepper stepper() {
        Integrator method = integrator();
        if (method.fixedStep() == 0) {
            throw new IllegalStateException(
                    "an adaptive integrator chooses its steps itself; choose one of fixed step");
        }
        String problem = new StepLimit(setup, method).problem(setup.start);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        Plant plant = new Plant(this);
        return new GuardedStepper(this, stepper(plant), plant, new StopStepLimit(setup, method, plant));
    }

    /** The robot as it is simulated: its joints say how Coulomb friction was smoothed, if it was. */
    public RobotModel simulatedModel() {
        return Plant.modelOf(this);
    }

    /** Functions for all runs and steppers, whose robots are equal; so they are compiled once. */
    synchronized SharedFunctions functions(RobotModel moving) {
        if (functions == null) {
            functions = new SharedFunctions(moving, setup.functions);
        }
        return functions;
    }

    /** The integrator that was chosen, or that {@link Integrator.Automatic} comes to. */
    public Integrator integrator() {
        return choice().integrator();
    }

    private IntegratorChoice choice() {
        IntegratorChoice made = choice;
        if (made == null) {
            made = IntegratorChoice.of(setup);
            checkSteps(made.integrator(), setup.duration);
            choice = made;
        }
        return made;
    }

    /** Complains about more steps than anybody would wait for. */
    private static void checkSteps(Integrator integrator, double duration) {
        if (integrator.fixedStep() > 0) {
            checkCount("steps of %s s".formatted(integrator.fixedStep()), duration, duration / integrator.fixedStep());
        } else if (integrator instanceof Integrator.DormandPrince adaptive) {
            checkCount(
                    "steps of at most %s s".formatted(adaptive.maximumStep()),
                    duration,
                    duration / adaptive.maximumStep());
        }
    }

    private static void checkCount(String what, double duration, double count) {
        if (count > MOST_STEPS) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s s take %.3g %s; a microsecond each, that is about %s, and more than %.0e are taken for a"
                            + " mistake",
                    duration,
                    count,
                    what,
                    inWords(count * 1e-6),
                    MOST_STEPS));
        }
    }

    private static String inWords(double seconds) {
        double days = seconds / 86_400;
        return days < 2
                ? String.format(Locale.ROOT, "%.3g hours", seconds / 3600)
                : days < 1000
                        ? String.format(Locale.ROOT, "%.3g days", days)
                        : String.format(Locale.ROOT, "%.3g years", days / 365.25);
    }

    private Stepping stepper(Plant plant) {
        StopSearch stops = new StopSearch(plant, setup.model, setup.stops, setup.start);
        return new Stepping(stops, mover(plant));
    }

    private StopSearch.Mover mover(Plant plant) {
        Integrator method = integrator();
        if (method instanceof Integrator.StickSlip) {
            LoopFriction ofLoops = plant.loopFriction;
            return ofLoops == null
                    ? new StickSlipStepper(plant, Objects.requireNonNull(plant.held), setup.start)
                    : new LoopStickSlipStepper(plant, ofLoops, setup.start);
        }
        if (method instanceof Integrator.ImplicitMidpoint) {
            return new ImplicitMidpointStepper(plant, setup.start);
        }
        return method instanceof Integrator.RungeKutta
                ? new RungeKuttaStepper(plant, setup.start)
                : new SemiImplicitStepper(plant, setup.start);
    }

    /** Collects what a simulation needs. */
    public static final class Builder {
        /** Numbers may be this far apart at the start, rad or lengths of the robot. */
        private static final double COARSEST = 1e-6;

        /** Below this joint velocity, rad/s or lengths of the robot a second, Coulomb friction is smoothed unless told otherwise. */
        public static final double DEFAULT_SMOOTHING_VELOCITY = 0.01;

        final RobotModel model;
        State start;
        Controller controller = Controller.zero();

        @Nullable
        Environment environment;

        @Nullable
        BaseTrajectory base;

        Integrator integrator = Integrator.automatic();
        double duration = Double.NaN;
        double recordingRate = 100;
        List<Event> events = new ArrayList<>();
        List<CutJoint> contacts = List.of();
        boolean limitsTorques;

        @Nullable
        JointStops stops;

        /** NaN for what suits the integrator. */
        private double smoothingVelocity = Double.NaN;

        boolean choosesDynamics;
        Function<RobotModel, ForwardDynamics> dynamics = ForwardDynamics::of;
        boolean choosesFunctions;
        RobotFunctions functions = RobotFunctions.automatic();
        DoubleConsumer progress = time -> {};
        BooleanSupplier canceled = () -> false;

        private Builder(RobotModel model) {
            this.model = model;
            start = new State(model);
        }

        private Builder(Builder other) {
            model = other.model;
            start = other.start.copy();
            controller = other.controller;
            environment = other.environment;
            base = other.base;
            integrator = other.integrator;
            duration = other.duration;
            recordingRate = other.recordingRate;
            events = List.copyOf(other.events);
            contacts = other.contacts;
            limitsTorques = other.limitsTorques;
            stops = other.stops;
            smoothingVelocity = other.smoothingVelocity;
            choosesDynamics = other.choosesDynamics;
            dynamics = other.dynamics;
            choosesFunctions = other.choosesFunctions;
            functions = other.functions;
            progress = other.progress;
            canceled = other.canceled;
        }

        double smoothingVelocity() {
            return smoothingVelocity;
        }

        /** Where the robot starts; all zero and at rest unless told otherwise. The state is copied. */
        @CanIgnoreReturnValue
        public Builder start(State state) {
            start = new State(model).set(state);
            start.forgetLastStep();
            start.work(0);
            return this;
        }

        /**
         * What holds the robot to the world, as feet on the ground, in the whole run; nothing unless told otherwise. The
         * start has to be where the contacts hold; a velocity that breaks them is projected. They pull as well as push.
         */
        @CanIgnoreReturnValue
        public Builder contacts(CutJoint... newContacts) {
            contacts = List.of(newContacts);
            return this;
        }

        /** What drives the joints; nothing unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder controller(Controller newController) {
            controller = newController;
            return this;
        }

        /** What acts on the robot from outside besides gravity; nothing unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder environment(Environment newEnvironment) {
            environment = newEnvironment;
            return this;
        }

        /** A base that moves as told, by the clock of the simulation; it rests unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder base(BaseTrajectory trajectory) {
            base = trajectory;
            return this;
        }

        /** {@link Integrator#automatic()} unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder integrator(Integrator newIntegrator) {
            integrator = newIntegrator;
            return this;
        }

        /** How long to simulate, in seconds. */
        @CanIgnoreReturnValue
        public Builder duration(double seconds) {
            duration = seconds;
            return this;
        }

        /** Samples per simulated second; 100 unless told otherwise. Start and end are always recorded. */
        @CanIgnoreReturnValue
        public Builder recordingRate(double samplesPerSecond) {
            recordingRate = samplesPerSecond;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder event(Event event) {
            events.add(event);
            return this;
        }

        @CanIgnoreReturnValue
        public Builder events(List<Event> more) {
            events.addAll(more);
            return this;
        }

        /** Cuts the controller's torques off at the joints' effort limits. */
        @CanIgnoreReturnValue
        public Builder limitTorques() {
            limitsTorques = true;
            return this;
        }

        /** Puts stops at the joints' position limits; joints move freely beyond them unless told so. */
        @CanIgnoreReturnValue
        public Builder stops(JointStops newStops) {
            stops = newStops;
            return this;
        }

        /**
         * Where the model has Coulomb friction with the sign of the velocity, sign(q̇) is replaced by tanh(q̇ / w): a
         * joint that sticks creeps with less than w. With fixed steps h, w is made larger where the friction would be
         * too steep to be followed: w ≥ 2 h F_s Σⱼ|M⁻¹ᵢⱼ| at the start; {@link Simulation#simulatedModel} says what
         * was taken. The stick-slip integrator needs no smoothing: it smooths only if told to, and any w will do.
         *
         * @param velocity w in rad/s or m/s; unless told otherwise {@value #DEFAULT_SMOOTHING_VELOCITY} rad/s, and for sliding
         *     joints {@value #DEFAULT_SMOOTHING_VELOCITY} times the robot's length ({@code Extent}) a second
         */
        @CanIgnoreReturnValue
        public Builder frictionSmoothing(double velocity) {
            if (!(velocity > 0) || Double.isInfinite(velocity)) {
                throw new IllegalArgumentException(
                        "the smoothing velocity of friction must be positive, but is " + velocity);
            }
            smoothingVelocity = velocity;
            return this;
        }

        /**
         * Leaves the sign function in friction: joints that should stick chatter, and adaptive steps become tiny. All but
         * the stick-slip integrator, which takes friction as it is anyway, smooth it otherwise.
         */
        @CanIgnoreReturnValue
        public Builder frictionAsGiven() {
            smoothingVelocity = 0;
            return this;
        }

        /** Which forward dynamics to use; {@link ForwardDynamics#of} unless told otherwise. For robots without springs. */
        @CanIgnoreReturnValue
        public Builder dynamics(Function<RobotModel, ForwardDynamics> factory) {
            choosesDynamics = true;
            dynamics = factory;
            return this;
        }

        /**
         * Where accelerations and mass matrices come from; {@link RobotFunctions#automatic} unless told otherwise, which
         * takes code in long runs if there is a compiler on the path. Floating bases, environments, elastic joints and
         * closed loops are computed by hand in any case; {@link Run#dynamics} says what was done.
         */
        @CanIgnoreReturnValue
        public Builder functions(RobotFunctions source) {
            choosesFunctions = true;
            functions = source;
            return this;
        }

        /** Takes code that is compiled for the robot first: {@code functions(RobotFunctions.compiled())}. */
        @CanIgnoreReturnValue
        public Builder compiled() {
            return functions(RobotFunctions.compiled());
        }

        /** Is told the simulated time now and then, from the thread that runs. */
        @CanIgnoreReturnValue
        public Builder progress(DoubleConsumer listener) {
            progress = listener;
            return this;
        }

        /** Asked at every step; true ends the run. */
        @CanIgnoreReturnValue
        public Builder cancelWhen(BooleanSupplier condition) {
            canceled = condition;
            return this;
        }

        /**
         * Checks everything and makes the simulation.
         *
         * @throws IllegalArgumentException if something is missing or out of range
         */
        public Simulation build() {
            if (!(duration > 0) || Double.isInfinite(duration)) {
                throw new IllegalArgumentException(
                        "a simulation needs a positive duration in seconds, but it is " + duration);
            }
            if (!(recordingRate > 0) || Double.isInfinite(recordingRate)) {
                throw new IllegalArgumentException(
                        "the recording rate must be positive, in samples per second, but is " + recordingRate);
            }
            checkCount("samples at %s per second".formatted(recordingRate), duration, duration * recordingRate);
            checkSteps(integrator, duration);
            if (choosesDynamics && !model.elasticJoints().isEmpty()) {
                throw new IllegalArgumentException(
                        "robot \"%s\" has elastic joints, for which there is one forward dynamics only; simulate it withoutSprings() or choose none"
                                .formatted(model.name()));
            }
            if (choosesDynamics && choosesFunctions) {
                throw new IllegalArgumentException(
                        "dynamics and functions were both chosen for robot \"%s\"; choose one of them"
                                .formatted(model.name()));
            }
            checkStops();
            checkContacts();
            if (base != null && (model.baseKind() == BaseKind.FLOATING || !contacts.isEmpty())) {
                throw new IllegalArgumentException(
                        "the base of robot \"%s\" floats or is held by contacts, so that nobody can tell it how to move; withFixedBase() is for that"
                                .formatted(model.name()));
            }
            if (model.hasLoops()) {
                // complains about what closed loops cannot have
                var unused = new LoopMotion(model);
            }
            if (!start.isFinite()) {
                throw new IllegalArgumentException("the initial state has a number that is not finite");
            }
            checkPositions();
            if (!Quaternions.normalize(start.baseOrientation())) {
                throw new IllegalArgumentException("the base's quaternion in the initial state names no rotation");
            }
            return new Simulation(new Builder(this));
        }

        /** A joint that is so far away that its motion would be lost in the rounding of its position stays where it is. */
        private void checkPositions() {
            double[] q = start.jointPositions();
            for (int j = 0; j < q.length; j++) {
                boolean turns = model.movingJoints().get(j).kind() == JointKind.REVOLUTE;
                if (Math.ulp(q[j]) > COARSEST * (turns ? 1 : Extent.of(model).length())) {
                    throw new IllegalArgumentException(
                            "joint \"%s\" of robot \"%s\" starts at %s, where numbers are %s apart and its motion is lost in rounding%s"
                                    .formatted(
                                            model.jointNames().get(j),
                                            model.name(),
                                            q[j],
                                            (float) Math.ulp(q[j]),
                                            turns ? "; take full turns off" : ""));
                }
            }
        }

        private void checkContacts() {
            if (contacts.isEmpty()) {
                return;
            }
            // complains about what constraints cannot have
            var unused = new ContactMotion(model, contacts);
        }

        /** The start with all joints of closed loops where the independent ones want them. */
        private State closedStart() {
            if (!model.hasLoops() || !start.isFinite()) {
                return start;
            }
            State closed = start.copy();
            try {
                new LoopMotion(model).project(closed);
            } catch (SimulationFailure e) {
                // the run says that the loops do not close
                return start;
            }
            return closed;
        }

        /** Rigid stops have no answer to a joint beyond them. */
        private void checkStops() {
            if (!(stops instanceof JointStops.Rigid)) {
                return;
            }
            if ((model.hasLoops() || !contacts.isEmpty())
                    && !(integrator instanceof Integrator.StickSlip || integrator instanceof Integrator.Automatic)) {
                throw new IllegalArgumentException(
                        "robot \"%s\" has closed loops or contacts, whose rigid stops only the stick-slip integrator holds; choose it, or take compliant stops"
                                .formatted(model.name()));
            }
            State closed = closedStart();
            double[] units = JointUnits.of(model);
            for (Joint joint : model.movingJoints()) {
                int k = model.coordinate(joint.name());
                double q = closed.jointPositions()[k];
                double least = EventWatch.ON_ZERO * units[k];
                JointLimits limits = joint.limits();
                boolean below = q < limits.lower() - least;
                if (below || q > limits.upper() + least) {
                    throw new IllegalArgumentException(
                            "joint \"%s\" of robot \"%s\" starts at %s, beyond its %s limit %s, where its stop is; start it within, or leave stops out"
                                    .formatted(
                                            joint.name(),
                                            model.name(),
                                            q,
                                            below ? "lower" : "upper",
                                            below ? limits.lower() : limits.upper()));
                }
            }
        }
    }
}
