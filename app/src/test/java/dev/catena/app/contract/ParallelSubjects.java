package dev.catena.app.contract;

import static dev.catena.app.contract.Slot.in;
import static dev.catena.app.contract.Slot.index;
import static dev.catena.app.contract.Slot.other;
import static dev.catena.app.contract.Slot.out;

import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.parallel.ParallelAccelerationSensitivity;
import dev.catena.mechanism.parallel.ParallelCurvature;
import dev.catena.mechanism.parallel.ParallelForceRate;
import dev.catena.mechanism.parallel.ParallelForwardDynamics;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelKinematics;
import dev.catena.mechanism.parallel.ParallelRegressor;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.mechanism.parallel.ParallelSensitivity;
import dev.catena.mechanism.parallel.PlatformFreedoms;
import dev.catena.model.Pose;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.util.stream.Stream;

/** Parallel robots. */
final class ParallelSubjects {
    private static final ParallelRobot DELTA =
            ParallelRobot.of(ShippedRobots.load("delta"), "platform", PlatformFreedoms.TRANSLATIONAL);
    private static final Pose POSE = Pose.translation(0.1, -0.15, -0.75);
    private static final int M = 3;
    private static final int LEG = DELTA.legs().get(1).model().jointCount();

    private ParallelSubjects() {}

    private static Slot pose() {
        return other(
                "worldFromPlatform",
                Pose.class,
                () -> POSE,
                () -> Pose.translation(0, Double.NaN, 0),
                () -> Pose.translation(0, 0, Double.NEGATIVE_INFINITY));
    }

    private static Slot wrench() {
        return other(
                "wrenchInWorld",
                Wrench.class,
                () -> new Wrench(Vector3.X, Vector3.ZERO),
                () -> new Wrench(new Vector3(0, Double.NaN, 0), Vector3.ZERO));
    }

    static Stream<Subject> all() {
        Slot velocity = in("velocityInWorld", M);
        Slot acceleration = in("accelerationInWorld", M);
        Call[] positions = {
            Call.of("actuatorPositions", out("qOut", M)),
            Call.of("legCoordinates", index(1), out("qOut", LEG)),
            Call.of("inverseJacobian", out("out", M * M)),
            Call.of("jacobian", out("out", M * M))
        };
        Call[] velocities = {
            Call.of("actuatorVelocities", out("qdOut", M)), Call.of("legVelocities", index(1), out("qdOut", LEG))
        };
        Call[] accelerations = {
            Call.of("actuatorAccelerations", out("qddOut", M)),
            Call.of("legAccelerations", index(1), out("qddOut", LEG))
        };
        Call[] wrenches = {
            Call.of("platformWrench", out("wrenchOut", 6)),
            Call.of("requiredWrench", out("wrenchOut", M)),
            Call.of("legEfforts", index(1), out("effortsOut", LEG))
        };
        Call[] equations = {Call.of("inertia", out("matrixOut", M * M)), Call.of("bias", out("wrenchOut", M))};
        Slot effortsOut = out("effortsOut", M);
        Slot accelerationOut = out("accelerationInWorldOut", M);
        return Stream.of(
                        Subject.of(
                                ParallelKinematics.class,
                                DELTA.name(),
                                () -> new ParallelKinematics(DELTA),
                                Call.of("compute", pose()).then(positions),
                                Call.of("compute", pose(), velocity).then(velocities),
                                Call.of("compute", pose(), velocity, acceleration)
                                        .then(accelerations)),
                        Subject.of(
                                ParallelInverseDynamics.class,
                                DELTA.name(),
                                () -> new ParallelInverseDynamics(DELTA),
                                Call.of("compute", pose(), velocity, acceleration, effortsOut)
                                        .then(wrenches),
                                Call.of("compute", pose(), velocity, acceleration, wrench(), effortsOut)
                                        .then(wrenches)),
                        Subject.of(
                                ParallelForceRate.class,
                                DELTA.name(),
                                () -> new ParallelForceRate(DELTA),
                                Call.of(
                                                "compute",
                                                pose(),
                                                velocity,
                                                acceleration,
                                                in("jerkInWorld", M),
                                                wrench(),
                                                effortsOut,
                                                out("effortRatesOut", M))
                                        .then(Call.of("legJerks", index(1), out("qdddOut", LEG)))),
                        Subject.of(
                                ParallelForwardDynamics.class,
                                DELTA.name(),
                                () -> new ParallelForwardDynamics(DELTA),
                                Call.of("compute", pose(), velocity, in("efforts", M), accelerationOut)
                                        .then(equations),
                                Call.of("compute", pose(), velocity, in("efforts", M), wrench(), accelerationOut)
                                        .then(equations)),
                        Subject.of(
                                ParallelSensitivity.class,
                                DELTA.name(),
                                () -> new ParallelSensitivity(DELTA),
                                Call.of(
                                        "compute",
                                        pose(),
                                        velocity,
                                        acceleration,
                                        wrench(),
                                        out("byPoseOut", M * M),
                                        out("byVelocityOut", M * M),
                                        out("byAccelerationOut", M * M))),
                        Subject.of(
                                ParallelAccelerationSensitivity.class,
                                DELTA.name(),
                                () -> new ParallelAccelerationSensitivity(DELTA),
                                Call.of(
                                        "compute",
                                        pose(),
                                        velocity,
                                        in("efforts", M),
                                        wrench(),
                                        out("byPoseOut", M * M),
                                        out("byVelocityOut", M * M),
                                        out("byEffortOut", M * M))),
                        Subject.of(
                                ParallelRegressor.class,
                                DELTA.name(),
                                () -> new ParallelRegressor(DELTA),
                                Call.of(
                                        "compute",
                                        pose(),
                                        velocity,
                                        acceleration,
                                        out("matrixOut", M * new ParallelRegressor(DELTA).columns())),
                                Call.of("parameters", out("parametersOut", new ParallelRegressor(DELTA).columns()))
                                        .shared()),
                        Subject.of(
                                ParallelCurvature.class,
                                DELTA.name(),
                                () -> new ParallelCurvature(DELTA),
                                Call.of(
                                        "compute",
                                        pose(),
                                        velocity,
                                        acceleration,
                                        wrench(),
                                        in("mu", M),
                                        out("hessianOut", 9 * M * M))))
                .map(subject -> subject.within(1e-9));
    }
}
