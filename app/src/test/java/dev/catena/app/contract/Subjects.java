package dev.catena.app.contract;

import dev.catena.Catena;
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
import dev.catena.identification.Identification;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.TriangularFactor;
import dev.catena.identification.excitation.ExcitationLimits;
import dev.catena.identification.excitation.FourierTrajectory;
import dev.catena.identification.log.DriveTrain;
import dev.catena.identification.log.LogSampling;
import dev.catena.identification.observation.DriveColumn;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.JointMotion;
import dev.catena.identification.signal.StreamedDecimation;
import dev.catena.identification.signal.ZeroPhaseFilter;
import dev.catena.mechanism.ClosedLoopAccelerationSensitivity;
import dev.catena.mechanism.ElasticLoopSensitivity;
import dev.catena.mechanism.parallel.DeltaLegGeometry;
import dev.catena.mechanism.parallel.Leg;
import dev.catena.mechanism.parallel.NumericalLegGeometry;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.UniversalPrismaticGeometry;
import dev.catena.model.RobotModel;
import dev.catena.motion.LimitWatch;
import dev.catena.motion.SampleClock;
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
import dev.catena.studio.StudioMotion;
import dev.catena.sweep.ColumnFunction;
import dev.catena.testkit.ConstrainedTree;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.Golden;
import dev.catena.testkit.WorstErrors;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Motion;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Every public algorithm class of the published modules; and what takes arrays of numbers without being one. */
final class Subjects {
    private static final String OF_TIME = "an immutable function of time, which reads no array";
    private static final String COLUMN = "a column of ObservationModel, which checks what it is filled from";
    private static final String SIGNALS = "of samples, not of a robot: IdentificationRefusalTest";
    private static final String OF_SCALARS =
            "of lists of any kind of number, all new and immutable: TextbookContractTest";
    private static final String OF_TESTS = "for tests, where it fails loudly or is compared";
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
            Map.entry(Identification.class, DESCRIPTION),
            Map.entry(ExcitationLimits.class, DESCRIPTION),
            Map.entry(DriveModel.class, DESCRIPTION),
            Map.entry(DriveColumn.OfJoint.class, COLUMN),
            Map.entry(DriveColumn.OfCoupling.class, COLUMN),
            Map.entry(DriveColumn.OfStribeck.class, COLUMN),
            Map.entry(DriveTrain.class, "a constant linear map; what is not known stays so: DriveTrainTest"),
            Map.entry(LogSampling.class, "takes rows that lack numbers, and says how many"),
            Map.entry(FourierTrajectory.class, OF_TIME),
            Map.entry(JointMotion.class, "holds what was computed"),
            Map.entry(ZeroPhaseFilter.class, SIGNALS),
            Map.entry(Decimation.class, SIGNALS),
            Map.entry(StreamedDecimation.class, SIGNALS),
            Map.entry(TriangularFactor.class, "of rows, whoever made them: IdentificationRefusalTest"),
            Map.entry(JointFactors.class, "of rows, whoever made them: IdentificationRefusalTest"),
            Map.entry(ColumnFunction.class, "columns of a table, by name"),
            Map.entry(State.class, DESCRIPTION),
            Map.entry(GroundFunctions.class, DESCRIPTION),
            Map.entry(MotionLimits.class, DESCRIPTION),
            Map.entry(StandingPoints.class, DESCRIPTION),
            Map.entry(MotionObjective.class, DESCRIPTION),
            Map.entry(MotionProblem.Builder.class, DESCRIPTION),
            Map.entry(StateTable.StateBuilder.class, "holds what was read"),
            Map.entry(TorqueTable.class, OF_TIME),
            Map.entry(SampleDerivatives.class, "of samples, not of a robot"),
            Map.entry(SampleClock.class, "of samples, not of a robot"),
            Map.entry(TrajectoryTorques.class, "holds what was computed"),
            Map.entry(LimitWatch.class, "looks at what was computed"),
            Map.entry(QuinticTrajectory.class, OF_TIME),
            Map.entry(SineTrajectory.class, OF_TIME),
            Map.entry(SmoothMove.class, OF_TIME),
            Map.entry(MassMatrixByInverseDynamics.class, OF_SCALARS),
            Map.entry(Motion.class, OF_SCALARS),
            Map.entry(StudioMotion.class, "holds what was computed"),
            Map.entry(ExplicitMotors.class, OF_TESTS),
            Map.entry(ConstrainedTree.class, OF_TESTS),
            Map.entry(Golden.class, OF_TESTS),
            Map.entry(WorstErrors.class, OF_TESTS));

    /** Methods of algorithms that only repeat others, or are no computations of a state. */
    static final Map<Class<?>, Set<String>> NOT_CALLED = Map.of(
            ParallelInverseDynamics.class,
            Set.of("along"),
            CompiledFunction.class,
            Set.of("evaluateAll"),
            ClosedLoopAccelerationSensitivity.class,
            Set.of("restart"),
            ElasticLoopSensitivity.class,
            Set.of("restart"),
            ObservationModel.class,
            Set.of("base"),
            Catena.class,
            Set.of("simulate", "plan"));

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
                        PlanningSubjects.all(),
                        FacadeSubjects.all(),
                        IdentificationSubjects.all())
                .flatMap(subjects -> subjects);
    }
}
