package org.example.consumer;

import dev.catena.Catena;
import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import dev.catena.identification.log.DriveTrain;
import dev.catena.mechanism.LoopClosure;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import dev.catena.quantity.Quantity;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.spline.SplineFit;
import dev.catena.studio.StudioPage;
import dev.catena.studio.StudioRobot;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFunction;
import dev.catena.sweep.SweepTable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.GridStates;
import dev.catena.sweep.source.Variable;
import dev.catena.testkit.PhysicalLaws;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Asks every published module for a number that is known otherwise. */
public final class Consumer {
    private static final double MASS = 2;
    private static final double LENGTH = 0.5;
    private static final double MOMENT = 0.1;
    private static final double[] Q = {1.2, 0.6, 0.3, 1.5, 1.4, 1.1};
    private static final double[] QD = {-0.4, 0.5, 0.6, -0.2, 0.1, -0.3};
    private static final double[] QDD = {0.3, -0.2, 0.9, 0.4, -0.6, 0.2};

    private final RobotModel pendulum = RobotModel.builder("pendulum")
            .gravity(0, -9.81, 0)
            .link(
                    Joint.revolute("hinge", "base", "arm"),
                    SpatialInertia.aboutCenterOfMass(
                            MASS, new Vector3(LENGTH, 0, 0), InertiaTensor.diagonal(MOMENT, MOMENT, MOMENT)))
            .build();

    private Consumer() {}

    /** Runs all of it; {@code modular} if it is to be a module. */
    public static void main(String[] arguments) throws IOException {
        boolean modular = arguments.length > 0 && arguments[0].equals("modular");
        require("this is a module", Consumer.class.getModule().isNamed() == modular);
        require("Catena is modules", InverseDynamics.class.getModule().isNamed() == modular);
        Consumer consumer = new Consumer();
        consumer.core();
        consumer.facade();
        consumer.formats();
        consumer.textbook();
        consumer.mechanism();
        consumer.simulation();
        consumer.compile();
        consumer.planning();
        consumer.identification();
        consumer.sweep();
        consumer.parquet();
        consumer.studio();
        consumer.testkit();
    }

    /** τ = (J + m l²) q̈ + m g l cos q. */
    private void core() {
        double[] tau = new double[1];
        new InverseDynamics(pendulum).compute(new double[] {0.3}, new double[] {2}, new double[] {0.7}, tau);
        double expected = (MOMENT + MASS * LENGTH * LENGTH) * 0.7 + MASS * 9.81 * LENGTH * Math.cos(0.3);
        requireNear("core", expected, tau[0], 1e-12);
    }

    /** Torques of a motion drive that motion, of a tree and of closed loops. */
    private void facade() {
        Catena robot = Catena.load("stanford");
        double[] qdd = robot.acceleration(Q, QD, robot.torque(Q, QD, QDD));
        for (int j = 0; j < qdd.length; j++) {
            requireNear("all, " + robot.coordinates().get(j), QDD[j], qdd[j], 1e-10);
        }
        Catena linkage = Catena.load("four-bar");
        double[] q = {0.8};
        double[] qd = {1.5};
        double[] torque = linkage.torque(q, qd, new double[] {-2});
        requireNear("all, closed loop", -2, linkage.acceleration(q, qd, torque)[0], 1e-9);
    }

    /** What is written and read again weighs the same. */
    private void formats() throws IOException {
        Path folder = Files.createTempDirectory("catena-consumer");
        for (String name : new String[] {"pendulum.yaml", "pendulum.urdf"}) {
            Path file = folder.resolve(name);
            RobotFiles.write(pendulum, file);
            double[] gravity = Catena.of(RobotFiles.read(file)).gravity(new double[] {0.3});
            requireNear("formats, " + name, MASS * 9.81 * LENGTH * Math.cos(0.3), gravity[0], 1e-12);
            Files.delete(file);
        }
        Files.delete(folder);
    }

    /** The recursion as printed gives what the fast one gives. */
    private void textbook() {
        RobotModel robot = ShippedRobots.load("stanford");
        TextbookRobot<Real> printed = TextbookRobot.of(robot);
        NewtonEuler<Real> recursion =
                new NewtonEuler<>(printed, Motion.of(printed, Real.list(Q), Real.list(QD), Real.list(QDD)));
        double[] tau = Catena.of(robot).torque(Q, QD, QDD);
        for (int j = 0; j < tau.length; j++) {
            requireNear("textbook", recursion.torques().get(j).value(), tau[j], 1e-10);
        }
    }

    /** Crank and rocker meet at the pin: the sides of the quadrangle are as long as the file says. */
    private void mechanism() {
        RobotModel robot = ShippedRobots.load("four-bar");
        LoopClosure closure = new LoopClosure(robot);
        require(
                "mechanism: " + closure.close(new double[] {0.8}),
                closure.status().isClosed());
        double[] q = new double[robot.jointCount()];
        closure.positions(q);
        double crank = q[0];
        double coupler = q[0] + q[1];
        double rocker = q[2];
        double x = 0.12 * Math.cos(crank) + 0.35 * Math.cos(coupler) - 0.4 - 0.25 * Math.cos(rocker);
        double y = 0.12 * Math.sin(crank) + 0.35 * Math.sin(coupler) - 0.25 * Math.sin(rocker);
        requireNear("mechanism", 0, Math.hypot(x, y), 1e-11);
    }

    /** Nothing brakes a pendulum, and the compiler is found by simulation. */
    private void simulation() {
        Run run = Simulation.builder(pendulum)
                .start(new State(pendulum).jointPositions(0.3))
                .integrator(new Integrator.DormandPrince(1e-10, 1e-10, 0.1))
                .compiled()
                .duration(3)
                .build()
                .run();
        require("simulation: " + run.message(), run.isComplete());
        require("simulation: " + run.dynamics(), run.dynamics().equals("compiled"));
        requireNear("simulation", 0, run.energyDrift().orElseThrow(), 1e-7);
    }

    /** Code made for one robot gives what the recursion gives. */
    private void compile() {
        RobotModel robot = ShippedRobots.load("stanford");
        double[] tau = new double[robot.jointCount()];
        RobotCompiler.torque(robot).compute(Q, QD, QDD, tau);
        double[] expected = Catena.of(robot).torque(Q, QD, QDD);
        for (int j = 0; j < tau.length; j++) {
            requireNear("compile", expected[j], tau[j], 1e-10);
        }
    }

    /** A gear of two halves angles. */
    private void identification() {
        double[] joint = new double[1];
        DriveTrain.ofRatios(2).positions(new double[] {1}, joint);
        requireNear("identification", 0.5, joint[0], 1e-12);
    }

    /** From rest to rest over d with at most a takes 2 √(d/a), and a spline a little more. */
    private void planning() {
        MotionLimits limits = new MotionLimits(pendulum).acceleration(4);
        MotionPlan plan = new MotionPlanner(new InteriorPointSolver())
                .plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .start(EndState.atRest(0))
                        .goal(EndState.atRest(1))
                        .build());
        require("planning: " + plan.message(), plan.isSolved());
        requireNear("planning", 1.05, plan.motion().duration(), 0.05);
        double[] point = new double[1];
        SplineFit.through(3, 1, new double[] {0, 1, 4, 9, 16, 25}).evaluate(0.36, 0, point);
        requireNear("splines", 9, point[0], 1e-9);
    }

    /** What is written to a Parquet file, which the module on the path brings, is read again. */
    private void parquet() throws IOException {
        Path file = Files.createTempFile("consumer", ".parquet");
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x"), TableColumn.text("name")))) {
            for (int k = 0; k < 3; k++) {
                sink.number(0.1 * k);
                sink.text("row " + k);
                sink.end();
            }
            sink.finish();
        }
        try (TableReader reader = NumberTables.open(file)) {
            double[][] rows = {new double[3], null};
            require("a table has its rows", reader.read(rows, 3) == 3 && rows[0][2] == 0.2);
        }
        Files.delete(file);
    }

    /** What holds a pendulum up is most where it lies flat. */
    private void sweep() {
        SweepFunction torque = SweepFunction.of(pendulum, Quantity.TORQUE);
        SweepTable table = Sweep.states(new GridStates(List.of(new Variable("q_hinge", -1, 1, 2001))))
                .evaluate(torque)
                .reduce(Reducer.max("torque_hinge"))
                .run(2);
        require("sweep: " + table.states() + " states", table.states() == 2001);
        int column = table.columns().size() - 1;
        requireNear("sweep", MASS * 9.81 * LENGTH, table.number(0, column), 1e-12);
    }

    /** A page that needs no other file names the joint. */
    private void studio() {
        String page = StudioPage.of(new StudioRobot(pendulum), null, "");
        require("studio: no page", page.startsWith("<!doctype html>") && page.contains("catena-data"));
        require("studio: the page asks a network", !page.contains("src=\"http"));
        System.out.println("studio: a page of " + page.length() / 1000 + " kB");
    }

    /** Robots that nobody has seen obey the laws of physics. */
    private void testkit() {
        RobotModel robot = RandomRobots.tree(11, 8).build();
        PhysicalLaws laws = new PhysicalLaws(RandomMotion.of(robot, 12), 1e-9);
        laws.checkPowerBalance();
        laws.checkMomentumOfEveryBody();
        System.out.println("testkit: laws of physics hold");
    }

    private static void require(String what, boolean condition) {
        if (!condition) {
            throw new IllegalStateException(what);
        }
    }

    private static void requireNear(String what, double expected, double actual, double tolerance) {
        require(what + ": " + actual + " instead of " + expected, Math.abs(actual - expected) <= tolerance);
        System.out.println(what + ": " + actual);
    }
}
