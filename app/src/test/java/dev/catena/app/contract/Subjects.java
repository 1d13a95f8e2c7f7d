package dev.catena.app.contract;

import dev.catena.compile.Batch;
import dev.catena.compile.ClosedLoopCode;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.graph.Program;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.control.QuinticTrajectory;
import dev.catena.control.SineTrajectory;
import dev.catena.control.SmoothMove;
import dev.catena.control.TorqueTable;
import dev.catena.formats.table.StateTable;
import dev.catena.mechanism.ClosedLoopAccelerationSensitivity;
import dev.catena.mechanism.ElasticLoopSensitivity;
import dev.catena.mechanism.parallel.DeltaLegGeometry;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.NumericalLegGeometry;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.UniversalPrismaticGeometry;
import dev.catena.model.RobotModel;
import dev.catena.motion.LimitWatch;
import dev.catena.motion.SampleDerivatives;
import dev.catena.motion.TrajectoryTorques;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.StandingPoints;
import dev.catena.sensitivity.AppliedLoad;
import dev.catena.simulation.State;
import dev.catena.spline.BasisMatrix;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Every public algorithm class of the published modules; and what takes arrays of numbers without being one. */
final class Subjects {
    private static final String OF_TIME = "an immutable function of time, which reads no array";
    private static final String DESCRIPTION = "describes what is to be computed, and checks what it is told";

    static final Map<Class<?>, String> NOT_ALGORITHMS = Map.ofEntries(
            Map.entry(AppliedLoad.class, "a load; algorithms check its derivatives, as tests of theirs show here"),
            Map.entry(Batch.class, "inputs and outputs are one list: a test of its own below"),
            Map.entry(ClosedLoopCode.class, "inputs and outputs are one list: ClosedLoopCodeTest"),
            Map.entry(Program.class, "interprets expressions for any numbers, also those that are not finite"),
            Map.entry(BaseParameters.class, "regroups any parameters, a constant linear map"),
            Map.entry(BasisMatrix.class, "a constant linear map of any numbers"),
            Map.entry(Leg.class, DESCRIPTION),
            Map.entry(NumericalLegGeometry.class, "a callback of parallel robots: coordinates are start and result"),
            Map.entry(UniversalPrismaticGeometry.class, "a callback of parallel robots, immutable"),
            Map.entry(DeltaLegGeometry.class, "a callback of parallel robots, immutable"),
            Map.entry(RobotModel.class, DESCRIPTION),
            Map.entry(State.class, DESCRIPTION),
            Map.entry(GroundFunctions.class, DESCRIPTION),
            Map.entry(MotionLimits.class, DESCRIPTION),
            Map.entry(StandingPoints.class, DESCRIPTION),
            Map.entry(MotionObjective.class, DESCRIPTION),
            Map.entry(MotionProblem.Builder.class, DESCRIPTION),
            Map.entry(StateTable.StateBuilder.class, "holds what was read"),
            Map.entry(TorqueTable.class, OF_TIME),
            Map.entry(SampleDerivatives.class, "of samples, not of a robot"),
            Map.entry(TrajectoryTorques.class, "holds what was computed"),
            Map.entry(LimitWatch.class, "looks at what was computed"),
            Map.entry(QuinticTrajectory.class, OF_TIME),
            Map.entry(SineTrajectory.class, OF_TIME),
            Map.entry(SmoothMove.class, OF_TIME));

    /** Methods of algorithms that only repeat others. */
    static final Map<Class<?>, String> NOT_CALLED = Map.of(
            ParallelInverseDynamics.class,
            "along",
            CompiledFunction.class,
            "evaluateAll",
            ClosedLoopAccelerationSensitivity.class,
            "restart",
            ElasticLoopSensitivity.class,
            "restart");

    private static final Set<String> PACKAGES_OF_CORE =
            Set.of("dev.catena.dynamics", "dev.catena.kinematics", "dev.catena.sensitivity", "dev.catena.drive");

    private Subjects() {}

    /** Those of packages whose names start so; those of core need none of the others, which take longer to make. */
    static Stream<Subject> of(String start) {
        Stream<Subject> made =
                PACKAGES_OF_CORE.contains(start) ? Stream.concat(CoreSubjects.all(), CoupledSubjects.all()) : all();
        return made.filter(subject -> subject.type().getPackageName().startsWith(start));
    }

    private static Stream<Subject> all() {
        return Stream.of(
                        CoreSubjects.all(),
                        CoupledSubjects.all(),
                        MechanismSubjects.all(),
                        ParallelSubjects.all(),
                        CompileSubjects.all(),
                        ControlSubjects.all(),
                        PlanningSubjects.all())
                .flatMap(subjects -> subjects);
    }
}
