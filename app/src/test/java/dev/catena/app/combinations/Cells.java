package dev.catena.app.combinations;

import static dev.catena.app.combinations.Cell.answer;
import static dev.catena.app.combinations.Cell.senseless;
import static dev.catena.app.combinations.Kinds.ELASTIC;
import static dev.catena.app.combinations.Kinds.ELASTIC_FLOATING;
import static dev.catena.app.combinations.Kinds.ELASTIC_LOOPS;
import static dev.catena.app.combinations.Kinds.FEET;
import static dev.catena.app.combinations.Kinds.FLOATING;
import static dev.catena.app.combinations.Kinds.FLOATING_LOOPS;
import static dev.catena.app.combinations.Kinds.LOOPS;
import static dev.catena.app.combinations.Kinds.PARALLEL;
import static dev.catena.app.combinations.Kinds.PLATFORM;
import static dev.catena.app.combinations.Kinds.STANDING;
import static dev.catena.app.combinations.Kinds.TREE;
import static dev.catena.app.combinations.Kinds.independent;
import static dev.catena.app.combinations.Kinds.pose;
import static dev.catena.app.combinations.Kinds.zero;

import dev.catena.compile.RobotCompiler;
import dev.catena.control.ComputedTorque;
import dev.catena.control.ContactComputedTorque;
import dev.catena.control.ElasticComputedTorque;
import dev.catena.control.ElasticTracking;
import dev.catena.control.LoopComputedTorque;
import dev.catena.control.SineTrajectory;
import dev.catena.control.SmoothTrajectory;
import dev.catena.control.Trajectory;
import dev.catena.drive.ElasticCurvature;
import dev.catena.drive.ElasticFeedForward;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.drive.ElasticInverseDynamics;
import dev.catena.drive.ElasticMatrices;
import dev.catena.drive.ElasticRegressor;
import dev.catena.drive.ElasticSensitivity;
import dev.catena.drive.FloatingElasticFeedForward;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.HarmonicBase;
import dev.catena.mechanism.ClosedLoopAccelerationSensitivity;
import dev.catena.mechanism.ClosedLoopCurvature;
import dev.catena.mechanism.ClosedLoopForceRate;
import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.mechanism.ClosedLoopRegressor;
import dev.catena.mechanism.ClosedLoopSensitivity;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ContactCurvature;
import dev.catena.mechanism.ContactForceRate;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.mechanism.ElasticLoopCurvature;
import dev.catena.mechanism.ElasticLoopFeedForward;
import dev.catena.mechanism.ElasticLoopForwardDynamics;
import dev.catena.mechanism.ElasticLoopInverseDynamics;
import dev.catena.mechanism.ElasticLoopRegressor;
import dev.catena.mechanism.ElasticLoopSensitivity;
import dev.catena.mechanism.parallel.ParallelAccelerationSensitivity;
import dev.catena.mechanism.parallel.ParallelCurvature;
import dev.catena.mechanism.parallel.ParallelForceRate;
import dev.catena.mechanism.parallel.ParallelForwardDynamics;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelRegressor;
import dev.catena.mechanism.parallel.ParallelSensitivity;
import dev.catena.model.CutJoint;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Environment;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cells that are tried. Whoever answers a question that had no answer adds, or changes, its cell here. */
final class Cells {
    static final List<String> KINDS = List.of(
            "tree, fixed base",
            "base that moves as told",
            "floating base",
            "external wrenches",
            "couplings",
            "closed loops, fixed base",
            "closed loops, floating base",
            "contacts with the world",
            "parallel robots",
            "elastic and mixed drives",
            "elastic drives, floating base",
            "elastic drives in loops",
            "elastic drives on contacts");

    static final List<String> QUESTIONS = List.of(
            "τ",
            "dτ/dt",
            "q̈",
            "M",
            "∂τ",
            "∂q̈",
            "λᵀ∂²τ",
            "regressor",
            "compiled",
            "simulate",
            "control",
            "plan",
            "eval");

    private final List<Cell> cells = new ArrayList<>();

    static List<Cell> all() {
        Cells all = new Cells();
        all.tree(KINDS.get(0), TREE, null);
        all.tree(KINDS.get(1), TREE, new BaseMotion().velocityInBase(0.1, 0.2, 0.3, 0.4, 0.5, 0.6));
        all.floating(KINDS.get(2));
        all.wrenches(KINDS.get(3));
        all.loops(KINDS.get(5));
        all.floatingLoops(KINDS.get(6));
        all.contacts(KINDS.get(7));
        all.parallel(KINDS.get(8));
        all.elastic(KINDS.get(9));
        all.elasticFloating(KINDS.get(10));
        all.elasticLoops(KINDS.get(11));
        all.cells.addAll(CoupledCells.of(KINDS.get(4)));
        all.cells.addAll(ElasticContactCells.of(KINDS.get(12)));
        all.cells.addAll(EvalCells.all(KINDS));
        all.cells.addAll(CodeCells.all());
        all.cells.addAll(PlanCells.all());
        return List.copyOf(all.cells);
    }

    private void add(Cell cell) {
        cells.add(cell);
    }

    static double[][] matrices(int length) {
        return new double[][] {new double[length], new double[length], new double[length]};
    }

    private void tree(String kind, RobotModel robot, @Nullable BaseMotion base) {
        int n = robot.jointCount();
        double[] q = pose(robot);
        double[] v = pose(robot);
        double[][] m = matrices(n * n);
        boolean rests = base == null;
        add(answer(kind, "τ", () -> new InverseDynamics(robot).compute(base, q, v, v, null, zero(n))));
        add(answer(kind, "dτ/dt", () -> new ForceRate(robot).compute(base, q, v, v, v, null, zero(n), zero(n))));
        add(answer(kind, "q̈", () -> ForwardDynamics.of(robot).compute(base, q, v, v, null, zero(n))));
        add(answer(kind, "M", () -> new MassMatrix(robot).compute(q, m[0])));
        add(answer(
                kind,
                "∂τ",
                () -> new TorqueSensitivity(robot).compute(base, q, v, v, null, List.of(), m[0], m[1], m[2])));
        add(answer(
                kind, "∂q̈", () -> new AccelerationSensitivity(robot).compute(base, q, v, v, null, m[0], m[1], m[2])));
        add(answer(kind, "regressor", () -> new Regressor(robot).compute(base, q, v, v, new double[10 * n * n])));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new TorqueCurvature(robot).compute(base, q, v, v, null, v, new double[9 * n * n])));
        if (!rests) {
            HarmonicBase deck = new HarmonicBase(List.of(new HarmonicBase.Part(true, Vector3.X, 0, 0.3, 0.2, 0.5, 0)));
            add(answer(
                    kind,
                    "simulate",
                    () -> finished(Simulation.builder(robot)
                            .base(deck)
                            .integrator(Integrator.dormandPrince(1e-8))
                            .duration(0.01)
                            .build()
                            .run())));
            add(answer(
                    kind,
                    "control",
                    () -> finished(Simulation.builder(robot)
                            .base(deck)
                            .controller(new ComputedTorque(robot, gains(n), gains(n), Trajectory.hold(q)).on(deck))
                            .integrator(Integrator.dormandPrince(1e-8))
                            .duration(0.01)
                            .build()
                            .run())));
        } else {
            add(answer(kind, "simulate", () -> run(robot, Controller.zero())));
            add(answer(
                    kind,
                    "control",
                    () -> run(robot, new ComputedTorque(robot, gains(n), gains(n), Trajectory.hold(q)))));
        }
    }

    private void floating(String kind) {
        int n = FLOATING.jointCount();
        double[] q = pose(FLOATING);
        double[][] m = matrices((6 + n) * (6 + n));
        BaseMotion base = new BaseMotion();
        add(answer(
                kind, "τ", () -> new FloatingInverseDynamics(FLOATING).compute(base, q, q, q, null, zero(6), zero(n))));
        add(answer(
                kind,
                "dτ/dt",
                () -> new FloatingForceRate(FLOATING)
                        .compute(base, q, q, q, q, null, zero(6), zero(6), zero(n), zero(n))));
        add(answer(
                kind, "q̈", () -> ForwardDynamics.of(FLOATING).computeFloating(base, q, q, q, null, zero(6), zero(n))));
        add(answer(kind, "M", () -> new MassMatrix(FLOATING).computeFloating(q, m[0])));
        add(answer(
                kind,
                "∂τ",
                () -> new TorqueSensitivity(FLOATING)
                        .computeFloating(base, q, q, q, null, List.of(), m[0], m[1], m[2])));
        add(answer(
                kind,
                "∂q̈",
                () -> new AccelerationSensitivity(FLOATING)
                        .computeFloating(base, q, q, q, null, m[0], m[1], new double[(6 + n) * n])));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new TorqueCurvature(FLOATING)
                        .computeFloating(base, q, q, q, null, zero(6 + n), zero(9 * (6 + n) * (6 + n)))));
        add(answer(kind, "regressor", () -> CodeCells.evaluate(RobotCompiler.compile(FLOATING, Quantity.REGRESSOR))));
        add(answer(kind, "simulate", () -> run(FLOATING, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> run(FLOATING, new ComputedTorque(FLOATING, gains(n), gains(n), Trajectory.hold(q)))));
    }

    private void wrenches(String kind) {
        int n = TREE.jointCount();
        double[] q = pose(TREE);
        double[][] m = matrices(n * n);
        var w = Kinds.wrenches(TREE);
        add(answer(kind, "τ", () -> new InverseDynamics(TREE).compute(null, q, q, q, w, zero(n))));
        add(answer(kind, "dτ/dt", () -> new ForceRate(TREE).compute(null, q, q, q, q, w, zero(n), zero(n))));
        add(answer(kind, "q̈", () -> ForwardDynamics.of(TREE).compute(null, q, q, q, w, zero(n))));
        add(senseless(kind, "M", "wrenches have no inertia"));
        add(senseless(kind, "regressor", "wrenches are no parameters of the robot"));
        add(answer(
                kind, "∂τ", () -> new TorqueSensitivity(TREE).compute(null, q, q, q, w, List.of(), m[0], m[1], m[2])));
        add(answer(kind, "∂q̈", () -> new AccelerationSensitivity(TREE).compute(null, q, q, q, w, m[0], m[1], m[2])));
        add(answer(kind, "λᵀ∂²τ", () -> new TorqueCurvature(TREE).compute(null, q, q, q, w, q, zero(9 * n * n))));
        Environment push =
                (time, state, wrenchesOut) -> wrenchesOut.inWorld(TREE.bodies().size() - 1, 1, 0, 0, 0, 0, 1);
        add(answer(kind, "simulate", () -> pushed(push, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> pushed(push, new ComputedTorque(TREE, gains(n), gains(n), Trajectory.hold(q)).in(push))));
    }

    private static void pushed(Environment push, Controller controller) {
        finished(Simulation.builder(TREE)
                .environment(push)
                .controller(controller)
                .integrator(Integrator.rungeKutta(1e-3))
                .duration(0.01)
                .build()
                .run());
    }

    private void loops(String kind) {
        int k = LOOPS.independentJoints().size();
        double[] q = independent(LOOPS);
        double[] v = zero(k);
        double[][] m = matrices(k * k);
        add(answer(kind, "τ", () -> new ClosedLoopInverseDynamics(LOOPS).compute(q, v, v, zero(k))));
        add(answer(kind, "dτ/dt", () -> new ClosedLoopForceRate(LOOPS).compute(q, v, v, v, zero(k), zero(k))));
        add(answer(kind, "q̈", () -> new ClosedLoopForwardDynamics(LOOPS).compute(q, v, v, zero(k))));
        add(answer(kind, "M", () -> {
            ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(LOOPS);
            dynamics.compute(q, v, v, zero(k));
            dynamics.massMatrix(m[0]);
        }));
        add(answer(kind, "∂τ", () -> new ClosedLoopSensitivity(LOOPS).compute(q, v, v, m[0], m[1], m[2])));
        add(answer(kind, "∂q̈", () -> new ClosedLoopAccelerationSensitivity(LOOPS).compute(q, v, v, m[0], m[1], m[2])));
        add(answer(kind, "λᵀ∂²τ", () -> new ClosedLoopCurvature(LOOPS).compute(q, v, v, v, new double[9 * k * k])));
        add(answer(kind, "regressor", () -> {
            ClosedLoopRegressor regressor = new ClosedLoopRegressor(LOOPS);
            regressor.compute(q, v, v, zero(k * regressor.columns()));
        }));
        add(answer(kind, "simulate", () -> run(LOOPS, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> run(LOOPS, new LoopComputedTorque(LOOPS, gains(k), gains(k), Trajectory.hold(q)))));
    }

    private void floatingLoops(String kind) {
        RobotModel robot = FLOATING_LOOPS;
        int k = robot.independentJoints().size();
        double[] q = independent(robot);
        double[] v = zero(k);
        BaseMotion base = new BaseMotion();
        add(answer(
                kind,
                "τ",
                () -> new ClosedLoopInverseDynamics(robot).computeFloating(base, q, v, v, null, zero(6), zero(k))));
        add(answer(
                kind,
                "dτ/dt",
                () -> new ClosedLoopForceRate(robot)
                        .computeFloating(base, q, v, v, v, null, zero(6), zero(6), zero(k), zero(k))));
        add(answer(
                kind,
                "q̈",
                () -> new ClosedLoopForwardDynamics(robot).computeFloating(base, q, v, v, null, zero(6), zero(k))));
        add(answer(kind, "M", () -> {
            ClosedLoopForwardDynamics dynamics = new ClosedLoopForwardDynamics(robot);
            dynamics.computeFloating(base, q, v, v, null, zero(6), zero(k));
            dynamics.massMatrix(new double[(6 + k) * (6 + k)]);
        }));
        double[][] m = matrices((6 + k) * (6 + k));
        add(answer(
                kind,
                "∂τ",
                () -> new ClosedLoopSensitivity(robot).computeFloating(base, q, v, v, null, m[0], m[1], m[2])));
        add(answer(
                kind,
                "∂q̈",
                () -> new ClosedLoopAccelerationSensitivity(robot)
                        .computeFloating(base, q, v, v, null, m[0], m[1], new double[(6 + k) * k])));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new ClosedLoopCurvature(robot)
                        .computeFloating(base, q, v, v, null, zero(6 + k), zero(9 * (6 + k) * (6 + k)))));
        add(answer(kind, "regressor", () -> {
            ClosedLoopRegressor regressor = new ClosedLoopRegressor(robot);
            regressor.compute(base, q, v, v, zero(regressor.rows() * regressor.columns()));
        }));
        add(answer(kind, "simulate", () -> run(robot, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> run(robot, new LoopComputedTorque(robot, gains(k), gains(k), Trajectory.hold(q)))));
    }

    private void contacts(String kind) {
        int n = STANDING.jointCount();
        double[] q = Kinds.standing();
        double[] v = zero(n);
        BaseMotion base = Kinds.standingBase();
        add(answer(
                kind,
                "τ",
                () -> new ConstrainedInverseDynamics(STANDING, FEET).compute(base, q, v, v, null, null, zero(n))));
        add(answer(
                kind,
                "q̈",
                () -> new ConstrainedForwardDynamics(STANDING, FEET)
                        .computeFloating(base, q, v, v, null, zero(6), zero(n))));
        int w = 6 + n;
        add(answer(
                kind,
                "dτ/dt",
                () -> new ContactForceRate(STANDING, FEET).compute(base, q, v, v, v, null, null, zero(n), zero(n))));
        add(answer(
                kind,
                "∂τ",
                () -> new ContactSensitivity(STANDING, FEET)
                        .torque(base, q, v, v, null, null, zero(n * w), zero(n * w), zero(n * w))));
        add(answer(
                kind,
                "∂q̈",
                () -> new ContactSensitivity(STANDING, FEET)
                        .acceleration(base, q, v, v, null, zero(w * w), zero(w * w), zero(w * n))));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new ContactCurvature(STANDING, FEET)
                        .compute(base, q, v, v, null, null, v, null, zero(9 * w * w))));
        add(senseless(kind, "M", "that of the robot without its contacts"));
        add(senseless(kind, "regressor", "that of the robot without its contacts, and the reactions are unknowns"));
        add(answer(kind, "simulate", () -> {
            State state = new State(STANDING).jointPositions(q);
            state.basePositionInWorld(base.pose().position().toArray());
            state.baseOrientation(base.pose().rotation().toQuaternion());
            finished(Simulation.builder(STANDING)
                    .start(state)
                    .contacts(FEET.toArray(CutJoint[]::new))
                    .integrator(Integrator.rungeKutta(1e-3))
                    .duration(0.01)
                    .build()
                    .run());
        }));
        add(answer(kind, "control", () -> {
            State start = new State(STANDING).jointPositions(q);
            double[] at = base.pose().position().toArray();
            start.basePositionInWorld(at).baseOrientation(base.pose().rotation().toQuaternion());
            new ContactComputedTorque(STANDING, FEET, gains(n), gains(n), Trajectory.hold(q)).torque(0, start, zero(n));
        }));
    }

    private void parallel(String kind) {
        double[] v = {0.1, 0.2, 0.3};
        double[][] m = matrices(9);
        add(answer(kind, "τ", () -> new ParallelInverseDynamics(PARALLEL).compute(PLATFORM, v, v, zero(3))));
        add(answer(
                kind,
                "dτ/dt",
                () -> new ParallelForceRate(PARALLEL).compute(PLATFORM, v, v, v, null, zero(3), zero(3))));
        add(answer(kind, "q̈", () -> new ParallelForwardDynamics(PARALLEL).compute(PLATFORM, v, v, zero(3))));
        add(answer(kind, "M", () -> {
            ParallelForwardDynamics dynamics = new ParallelForwardDynamics(PARALLEL);
            dynamics.compute(PLATFORM, v, v, zero(3));
            dynamics.inertia(m[0]);
        }));
        add(answer(
                kind, "∂τ", () -> new ParallelSensitivity(PARALLEL).compute(PLATFORM, v, v, null, m[0], m[1], m[2])));
        add(answer(
                kind,
                "∂q̈",
                () -> new ParallelAccelerationSensitivity(PARALLEL)
                        .compute(PLATFORM, v, v, null, zero(9), zero(9), zero(9))));
        add(answer(kind, "λᵀ∂²τ", () -> new ParallelCurvature(PARALLEL).compute(PLATFORM, v, v, null, v, zero(81))));
        add(answer(kind, "regressor", () -> {
            ParallelRegressor regressor = new ParallelRegressor(PARALLEL);
            regressor.compute(PLATFORM, v, v, zero(3 * regressor.columns()));
        }));
        RobotModel loops = ShippedRobots.load("delta");
        int k = loops.independentJoints().size();
        add(answer(kind, "simulate", () -> run(loops, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> run(
                        loops,
                        new LoopComputedTorque(loops, gains(k), gains(k), Trajectory.hold(independent(loops))))));
    }

    private void elastic(String kind) {
        int n = ELASTIC.jointCount();
        int size = new ElasticSensitivity(ELASTIC).coordinates().size();
        double[] x = new double[size];
        Arrays.setAll(x, i -> 0.3 + 0.1 * i);
        double[] tau = zero(n);
        add(answer(kind, "τ", () -> new ElasticInverseDynamics(ELASTIC).compute(x, x, x, zero(n))));
        add(answer(kind, "dτ/dt", () -> {
            ElasticFeedForward rates = ElasticFeedForward.withRates(ELASTIC);
            double[][] joints = new double[rates.order() + 1][n];
            rates.compute(joints, zero(size), zero(size), zero(size), zero(n));
            rates.torqueRates(zero(n));
        }));
        add(answer(kind, "q̈", () -> new ElasticForwardDynamics(ELASTIC).compute(x, x, tau, zero(size))));
        add(answer(kind, "M", () -> {
            ElasticMatrices matrices = new ElasticMatrices(ELASTIC);
            matrices.compute(x, x);
            matrices.inertia(zero(size * size));
        }));
        double[][] m = matrices(size * size);
        add(answer(
                kind,
                "∂τ",
                () -> new ElasticSensitivity(ELASTIC)
                        .torque(null, x, x, x, null, zero(n * size), zero(n * size), zero(n * size))));
        add(answer(
                kind,
                "∂q̈",
                () -> new ElasticSensitivity(ELASTIC).acceleration(null, x, x, tau, null, m[0], m[1], zero(n * size))));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new ElasticCurvature(ELASTIC).compute(null, x, x, x, null, tau, new double[9 * size * size])));
        add(answer(kind, "regressor", () -> {
            ElasticRegressor regressor = new ElasticRegressor(ELASTIC);
            regressor.compute(null, x, x, x, zero(regressor.rows() * regressor.columns()));
        }));
        add(answer(kind, "simulate", () -> run(ELASTIC, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> run(
                        ELASTIC,
                        new ElasticTracking(
                                ELASTIC,
                                gains(n),
                                gains(n),
                                gains(size - n),
                                gains(size - n),
                                new SineTrajectory(zero(n), gains(n), gains(n), zero(n))))));
    }

    private void elasticFloating(String kind) {
        RobotModel robot = ELASTIC_FLOATING;
        int n = robot.jointCount();
        int size = new ElasticInverseDynamics(robot).coordinates().size();
        double[] x = zero(size);
        int rows = 6 + n;
        int w = 6 + size;
        BaseMotion base = new BaseMotion();
        add(answer(kind, "τ", () -> new ElasticInverseDynamics(robot).compute(base, x, x, x, null, zero(n))));
        add(answer(kind, "dτ/dt", () -> {
            FloatingElasticFeedForward rates = FloatingElasticFeedForward.withRates(Kinds.REFLECTED_FLOATING);
            int joints = Kinds.REFLECTED_FLOATING.jointCount();
            int s = rates.coordinates().size();
            double[][] motion = new double[rates.order() + 1][joints];
            rates.compute(base, motion, null, zero(6), zero(s), zero(s), zero(s), zero(joints));
            rates.torqueRates(zero(joints));
        }));
        add(answer(kind, "regressor", () -> {
            ElasticRegressor regressor = new ElasticRegressor(robot);
            regressor.compute(base, x, x, x, zero(regressor.rows() * regressor.columns()));
        }));
        add(answer(
                kind,
                "q̈",
                () -> new ElasticForwardDynamics(robot)
                        .computeFloating(base, x, x, zero(n), null, zero(6), zero(size))));
        add(answer(
                kind,
                "∂τ",
                () -> new ElasticSensitivity(robot)
                        .torqueFloating(base, x, x, x, null, zero(rows * w), zero(rows * w), zero(rows * w))));
        add(answer(
                kind,
                "∂q̈",
                () -> new ElasticSensitivity(robot)
                        .accelerationFloating(base, x, x, zero(n), null, zero(w * w), zero(w * w), zero(w * n))));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new ElasticCurvature(robot).computeFloating(base, x, x, x, null, zero(rows), zero(9 * w * w))));
        add(answer(kind, "M", () -> {
            ElasticMatrices matrices = new ElasticMatrices(robot);
            matrices.computeFloating(base, x, x, null);
            matrices.inertia(zero(w * w));
        }));
        add(answer(kind, "simulate", () -> run(robot, Controller.zero())));
        RobotModel springy = Kinds.SPRINGY_FLOATING;
        add(answer(
                kind,
                "control",
                () -> run(
                        springy,
                        new ElasticComputedTorque(
                                springy, gains(springy.jointCount()), SmoothTrajectory.hold(pose(springy))))));
    }

    private void elasticLoops(String kind) {
        RobotModel robot = ELASTIC_LOOPS;
        int k = robot.independentJoints().size();
        int s = k + robot.elasticJoints().size();
        double[] q = Arrays.copyOf(independent(robot), s);
        double[] v = zero(s);
        add(answer(kind, "τ", () -> new ElasticLoopInverseDynamics(robot).compute(q, v, v, zero(k))));
        add(answer(kind, "dτ/dt", () -> {
            ElasticLoopFeedForward feedForward = ElasticLoopFeedForward.withRates(robot);
            double[][] motion = new double[6][k];
            motion[0] = independent(robot);
            feedForward.compute(motion, null, zero(s), zero(s), zero(s), zero(k));
            feedForward.torqueRates(zero(k));
        }));
        add(answer(kind, "q̈", () -> new ElasticLoopForwardDynamics(robot).compute(q, v, zero(k), zero(s))));
        add(answer(kind, "M", () -> {
            ElasticLoopForwardDynamics dynamics = new ElasticLoopForwardDynamics(robot);
            dynamics.compute(q, v, zero(k), zero(s));
            dynamics.massMatrix(zero(s * s));
        }));
        add(answer(
                kind,
                "λᵀ∂²τ",
                () -> new ElasticLoopCurvature(robot).compute(null, q, v, v, null, zero(k), zero(9 * s * s))));
        add(answer(kind, "regressor", () -> {
            ElasticLoopRegressor regressor = new ElasticLoopRegressor(robot);
            regressor.compute(null, q, v, v, zero(s * regressor.columns()));
        }));
        add(answer(
                kind,
                "∂τ",
                () -> new ElasticLoopSensitivity(robot)
                        .torque(null, q, v, v, null, zero(k * s), zero(k * s), zero(k * s))));
        add(answer(
                kind,
                "∂q̈",
                () -> new ElasticLoopSensitivity(robot)
                        .acceleration(null, q, v, zero(k), null, zero(s * s), zero(s * s), zero(s * k))));
        add(answer(kind, "simulate", () -> run(robot, Controller.zero())));
        add(answer(
                kind,
                "control",
                () -> run(
                        robot, new ElasticComputedTorque(robot, gains(k), SmoothTrajectory.hold(independent(robot))))));
    }

    static double[] gains(int count) {
        double[] gains = new double[count];
        Arrays.fill(gains, 10);
        return gains;
    }

    static void run(RobotModel robot, Controller controller) {
        finished(Simulation.builder(robot)
                .start(Kinds.state(robot))
                .controller(controller)
                .integrator(Integrator.dormandPrince(1e-8))
                .duration(0.01)
                .build()
                .run());
    }

    private static void finished(Run run) {
        if (run.status() != Run.Status.FINISHED) {
            throw new IllegalStateException(run.message());
        }
    }
}
