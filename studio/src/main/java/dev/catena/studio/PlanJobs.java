package dev.catena.studio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.nlp.Cancellation;
import dev.catena.nlp.Iteration;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans that pages ask for, one at a time: a new one ends the one before. */
final class PlanJobs {
    private static final int SAMPLES = 401;

    private final StudioRobot studio;
    private final RobotModel robot;
    private @Nullable Job current;
    private int count;

    PlanJobs(StudioRobot studio) {
        this.studio = studio;
        this.robot = studio.model();
    }

    /** What a page wants; limits are parts of the robot's own. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Wish(
            double[] start, double[] goal, String objective, double duration, double ofVelocity, double ofEffort) {}

    /** One plan: what happened so far, and whether it should end. */
    private static final class Job {
        final int id;
        final List<String> events = new ArrayList<>();
        final Cancellation cancellation = new Cancellation();
        boolean done;
        byte[] motion = new byte[0];
        String layout = "";
        volatile boolean replaced;

        Job(int id) {
            this.id = id;
        }

        synchronized void add(String event, String data) {
            events.add("event: %s\ndata: %s\n\n".formatted(event, data));
            notifyAll();
        }

        synchronized void finish(String data) {
            add("done", data);
            done = true;
            notifyAll();
        }

        /** The event of a number, waited for; null after the last one. */
        synchronized @Nullable String await(int number) throws InterruptedException {
            while (events.size() <= number && !done) {
                wait();
            }
            return number < events.size() ? events.get(number) : null;
        }
    }

    /**
     * Begins a plan.
     *
     * @return its number
     * @throws IllegalArgumentException for a wish that makes no sense
     */
    synchronized int start(byte[] json) {
        Wish wish = parse(json);
        MotionProblem problem = problem(wish);
        if (current != null) {
            current.replaced = true;
        }
        cancel();
        Job job = new Job(++count);
        current = job;
        Thread thread = new Thread(() -> run(job, problem), "catena-plan");
        thread.setDaemon(true);
        thread.start();
        return job.id;
    }

    synchronized void cancel() {
        if (current != null) {
            current.cancellation.cancel();
        }
    }

    private synchronized @Nullable Job job(int id) {
        return current != null && current.id == id ? current : null;
    }

    /** The samples of a plan that is done; empty if there is none. */
    byte[] motion(int id) {
        Job job = job(id);
        return job == null ? new byte[0] : job.motion.clone();
    }

    /** Tells a page what happens, until all has happened. */
    void follow(int id, OutputStream page) throws IOException {
        Job job = job(id);
        if (job == null) {
            return;
        }
        try {
            int number = 0;
            for (String event = job.await(number); event != null; event = job.await(++number)) {
                page.write(event.getBytes(StandardCharsets.UTF_8));
                page.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private MotionProblem problem(Wish wish) {
        robot.requireFixedBase("a plan of the studio");
        MotionLimits limits = limits(wish);
        MotionObjective objective = new MotionObjective(limits);
        boolean freeTime = wish.objective.equals("time");
        switch (wish.objective) {
            case "time" -> objective.time(1);
            case "effort" -> objective.effort(1);
            case "jerk" -> objective.jerk(1);
            default ->
                throw new IllegalArgumentException(
                        "there is no objective \"%s\"; there are time, effort and jerk".formatted(wish.objective));
        }
        MotionProblem.Builder builder = MotionProblem.builder(limits, objective)
                .start(EndState.atRest(wish.start))
                .goal(EndState.atRest(wish.goal))
                .controlPoints(10);
        return (freeTime
                        ? builder.durationBetween(wish.duration / 50, 50 * wish.duration)
                                .durationGuess(wish.duration)
                        : builder.duration(wish.duration))
                .build();
    }

    private MotionLimits limits(Wish wish) {
        MotionLimits limits = new MotionLimits(robot).ofRobot();
        for (Joint joint : robot.hasLoops() ? robot.independentJoints() : robot.movingJoints()) {
            if (wish.ofVelocity < 1 && Double.isFinite(joint.limits().velocity())) {
                limits.velocity(joint.name(), wish.ofVelocity * joint.limits().velocity());
            }
        }
        for (Joint joint : robot.activeJoints()) {
            if (wish.ofEffort < 1 && Double.isFinite(joint.limits().effort())) {
                limits.torque(joint.name(), wish.ofEffort * joint.limits().effort());
            }
        }
        return limits;
    }

    private void run(Job job, MotionProblem problem) {
        try {
            SolverOptions options =
                    SolverOptions.defaults().cancellation(job.cancellation).listener(iteration -> tell(job, iteration));
            MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                    .options(options)
                    .plan(problem);
            PlannedMotion motion = plan.bestFeasibleMotion().orElse(null);
            if (motion != null) {
                StudioMotion samples = studio.whole(samples(motion));
                job.layout = samples.layout();
                job.motion = samples.bytes();
            }
            String message = plan.isSolved()
                    ? String.format(
                            Locale.ROOT,
                            "Solved in %s iterations, %.2f s: the motion takes %.4g s.",
                            plan.iterations(),
                            plan.seconds(),
                            plan.motion().duration())
                    : job.replaced ? "Stopped: another page asked for a plan." : "Not solved: " + plan.message();
            job.finish("{\"message\":%s,\"solved\":%s,\"samples\":%s,\"layout\":%s}"
                    .formatted(quoted(message), plan.isSolved(), motion == null ? 0 : SAMPLES, quoted(job.layout)));
        } catch (IllegalArgumentException | NumericalException e) {
            job.finish(
                    "{\"message\":%s,\"solved\":false,\"samples\":0}".formatted(quoted("No plan: " + e.getMessage())));
        }
    }

    private static void tell(Job job, Iteration iteration) {
        job.add(
                "iteration",
                "{\"number\":%s,\"objective\":%s,\"violation\":%s}"
                        .formatted(iteration.number(), number(iteration.objective()), number(iteration.violation())));
    }

    private static String number(double x) {
        return Double.isFinite(x) ? Double.toString(x) : "1e300";
    }

    private static String quoted(String text) {
        return '"'
                + String.valueOf(com.fasterxml.jackson.core.io.JsonStringEncoder.getInstance()
                        .quoteAsString(text))
                + '"';
    }

    private StudioMotion samples(PlannedMotion motion) {
        int n = motion.at(0).position().length;
        double[] times = new double[SAMPLES];
        double[][] series = new double[4][n * SAMPLES];
        for (int k = 0; k < SAMPLES; k++) {
            times[k] = motion.duration() * k / (SAMPLES - 1);
            MotionState state = motion.at(times[k]);
            for (int order = 0; order < series.length; order++) {
                System.arraycopy(state.derivative(order), 0, series[order], k * n, n);
            }
        }
        return new StudioMotion("plan", times, series[0], series[1], series[2], series[3]);
    }

    private Wish parse(byte[] json) {
        Map<String, double[]> vectors = new HashMap<>();
        String objective = "time";
        double duration = Double.NaN;
        double ofVelocity = 1;
        double ofEffort = 1;
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            require(parser.nextToken() == JsonToken.START_OBJECT, "no object");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = String.valueOf(parser.currentName());
                parser.nextToken();
                switch (name) {
                    case "start", "goal" -> vectors.put(name, vector(parser));
                    case "objective" -> objective = String.valueOf(parser.getText());
                    case "duration" -> duration = number(parser);
                    case "ofVelocity" -> ofVelocity = number(parser);
                    case "ofEffort" -> ofEffort = number(parser);
                    default -> throw new IllegalArgumentException("\"%s\" is not understood".formatted(name));
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the wish is no JSON: " + e.getMessage(), e);
        }
        require(duration > 0 && duration < 1e6, "the duration must be a positive number of seconds");
        double[] start = vectors.getOrDefault("start", new double[0]);
        double[] goal = vectors.getOrDefault("goal", new double[0]);
        int n = studio.tree().jointCount();
        require(start.length == n && goal.length == n, "start and goal must have %s numbers".formatted(n));
        require(ofVelocity > 0 && ofEffort > 0, "parts of limits must be positive");
        return new Wish(chosen(start), chosen(goal), objective, duration, ofVelocity, ofEffort);
    }

    /** The coordinates that can be chosen, from those of all joints. */
    private double[] chosen(double[] ofTree) {
        List<String> names = robot.hasLoops() ? robot.loops().independentJoints() : robot.jointNames();
        return names.stream()
                .mapToDouble(name -> ofTree[studio.tree().coordinate(name)])
                .toArray();
    }

    private static double[] vector(JsonParser parser) throws IOException {
        require(parser.currentToken() == JsonToken.START_ARRAY, "a posture is a list");
        List<Double> numbers = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            numbers.add(number(parser));
        }
        return numbers.stream().mapToDouble(x -> x).toArray();
    }

    private static double number(JsonParser parser) throws IOException {
        double value = parser.getDoubleValue();
        require(Double.isFinite(value), "\"%s\" is no finite number".formatted(parser.getText()));
        return value;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
