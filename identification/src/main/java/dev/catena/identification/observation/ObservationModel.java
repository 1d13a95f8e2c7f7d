package dev.catena.identification.observation;

import dev.catena.compile.parameters.BaseParameter;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.compile.parameters.Parameter;
import dev.catena.dynamics.Regressor;
import dev.catena.model.Drive;
import dev.catena.model.Extent;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * τ = W(q, q̇, q̈) β: the equations that a motion gives for the parameters of a robot, [GautierKhalil], [KhalilDombre 9].
 *
 * <p>Standard parameters are ten of each moving body in its joint frame, as in {@link Regressor}, followed by those of the
 * drives. Columns are the sums of them that efforts can tell apart, found by rule from the structure of the robot; with
 * closed loops or couplings, where there is no such rule, from exact random states. Rows are the joints whose efforts are
 * measured: all of a tree but those that follow others, the independent ones of a robot with closed loops.
 *
 * <p>One per thread: {@code model.copy()} makes another for another thread.
 */
public final class ObservationModel {
    private static final String[] SYMBOLS = {"XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"};
    private static final String[] UNITS = {
        "kg·m²", "kg·m²", "kg·m²", "kg·m²", "kg·m²", "kg·m²", "kg·m", "kg·m", "kg·m", "kg",
    };

    /** Columns a block of {@link BaseParameters#withDrives} has, and which of them the reflected inertia is. */
    private static final int BLOCK_WITH_DRIVE = 13;

    private static final int INERTIA_OF_DRIVE = 10;

    private final RobotModel robot;
    private final DriveModel drives;
    private final EffortRegressor regressor;
    private final List<StandardParameter> standard = new ArrayList<>();
    private final List<DriveColumn> driveColumns = new ArrayList<>();
    private final List<BaseColumn> columns;

    /** By column: its column of the regressor, or −1 − its drive column. */
    private final int[] source;

    private final double[] matrix;
    private final Guard guard;

    /** The coordinate of the joint whose body carries a load; −1 for none. */
    private final int loaded;

    private ObservationModel(RobotModel robot, DriveModel drives, int loaded) {
        this.robot = robot;
        this.loaded = loaded;
        guard = new Guard(ObservationModel.class, robot);
        regressor = new EffortRegressor(robot);
        this.drives = drives.withOwnSmoothing(regressor.joints().stream()
                .mapToDouble(joint -> joint.friction().smoothingVelocity())
                .toArray());
        matrix = new double[joints() * regressor.columns()];
        addBodies();
        addDrives();
        List<BaseColumn> structural = structuralColumns();
        List<BaseColumn> found =
                robot.hasLoops() || robot.hasCouplings() ? LoopColumns.independent(this, structural) : structural;
        columns = loaded < 0 ? found : withLoadColumns(found);
        source = columns.stream()
                .mapToInt(column -> source(column.terms().get(0).parameter()))
                .toArray();
    }

    /** What was found out about columns is shared. */
    private ObservationModel(ObservationModel other) {
        robot = other.robot;
        loaded = other.loaded;
        guard = other.guard.copy();
        drives = other.drives;
        regressor = new EffortRegressor(robot);
        matrix = new double[other.matrix.length];
        standard.addAll(other.standard);
        driveColumns.addAll(other.driveColumns);
        columns = other.columns;
        source = other.source;
    }

    /** The equations of a robot, its base held, for all its inertias and the terms of the drives. */
    public static ObservationModel of(RobotModel robot, DriveModel drives) {
        // columns were looked for in this thread; the copy belongs to none yet
        return new ObservationModel(robot, drives, -1).copy();
    }

    /** The same for another thread. */
    public ObservationModel copy() {
        return new ObservationModel(this);
    }

    /** The same with a load on the body that a joint moves: ten more parameters and columns, in the joint's frame, at the end. */
    public ObservationModel withLoad(int joint) {
        return new ObservationModel(robot, drives, joint).copy();
    }

    private List<BaseColumn> withLoadColumns(List<BaseColumn> before) {
        List<BaseColumn> all = new ArrayList<>(before);
        for (int s = 0; s < SYMBOLS.length; s++) {
            standard.add(new StandardParameter(SYMBOLS[s] + "(load)", UNITS[s], loaded, 0, false));
            all.add(column(List.of(new BaseColumn.Term(standard.size() - 1, 1))));
        }
        return List.copyOf(all);
    }

    private void addBodies() {
        double[] given = new double[regressor.columns()];
        new Regressor(robot.openTree()).parameters(given);
        List<Joint> joints = new ArrayList<>(robot.movingJoints());
        joints.addAll(robot.coupledJoints());
        for (int k = 0; k < joints.size(); k++) {
            String body = joints.get(k).child();
            for (int s = 0; s < SYMBOLS.length; s++) {
                standard.add(new StandardParameter(
                        SYMBOLS[s] + "(" + body + ")", UNITS[s], k, given[SYMBOLS.length * k + s], false));
            }
        }
    }

    private void addDrives() {
        for (int j = 0; j < joints(); j++) {
            Joint joint = regressor.joints().get(j);
            for (DriveTerm term : DriveTerm.values()) {
                if (drives.has(term, j) && term == DriveTerm.STRIBECK) {
                    for (double velocity : drives.stribeckVelocities(j)) {
                        driveColumns.add(new DriveColumn.OfStribeck(j, velocity));
                        standard.add(new StandardParameter(
                                term.symbol() + "(" + joint.name() + ")",
                                term.unit(joint.kind()),
                                regressor.coordinate(j),
                                0,
                                true));
                    }
                } else if (drives.has(term, j)) {
                    driveColumns.add(new DriveColumn.OfJoint(j, term));
                    standard.add(new StandardParameter(
                            term.symbol() + "(" + joint.name() + ")",
                            term.unit(joint.kind()),
                            regressor.coordinate(j),
                            given(joint, term),
                            term.nonNegative()));
                }
            }
        }
        for (double[] rates : drives.couplings()) {
            if (rates.length != joints()) {
                throw new IllegalArgumentException("a coupling has %s rates, but robot \"%s\" has %s joints"
                        .formatted(rates.length, robot.name(), joints()));
            }
            String names = coupledNames(rates);
            for (DriveTerm term : List.of(DriveTerm.REFLECTED_INERTIA, DriveTerm.VISCOUS, DriveTerm.COULOMB)) {
                if (drives.has(term)) {
                    driveColumns.add(new DriveColumn.OfCoupling(rates, term));
                    standard.add(new StandardParameter(
                            term.symbol() + "(" + names + ")", term.unit(JointKind.REVOLUTE), -1, 0, true));
                }
            }
        }
    }

    private String coupledNames(double[] rates) {
        List<String> names = new ArrayList<>();
        for (int j = 0; j < rates.length; j++) {
            if (rates[j] != 0) {
                names.add(regressor.joints().get(j).name());
            }
        }
        return String.join("+", names);
    }

    private static double given(Joint joint, DriveTerm term) {
        Drive drive = joint.drive();
        Friction friction = joint.friction();
        double coulomb = friction.coulomb() + drive.motorFriction().coulomb();
        return switch (term) {
            case REFLECTED_INERTIA -> drive.reflectedInertia();
            case VISCOUS -> friction.viscous() + drive.motorFriction().viscous();
            case COULOMB, COULOMB_FORWARD, COULOMB_BACKWARD -> coulomb;
            case STRIBECK, LOAD_FRICTION, OFFSET, STIFFNESS -> 0;
        };
    }

    /** Inertias regrouped by rule, then what belongs to drives alone. */
    private List<BaseColumn> structuralColumns() {
        // drives of joints that follow others are no parameters, and nothing may be counted with them
        boolean reflected = drives.has(DriveTerm.REFLECTED_INERTIA) && !robot.hasCouplings();
        BaseParameters base = BaseParameters.jointByJoint(robot.openTree(), reflected);
        List<BaseColumn> found = new ArrayList<>();
        boolean[] done = new boolean[standard.size()];
        for (BaseParameter group : base.base()) {
            List<BaseColumn.Term> terms = new ArrayList<>();
            for (BaseParameter.Term term : group.terms()) {
                int index = standardIndex(term.parameter(), reflected);
                if (index >= 0) {
                    terms.add(new BaseColumn.Term(index, term.coefficient()));
                }
            }
            boolean leads = !terms.isEmpty() && terms.get(0).parameter() == standardIndex(group.parameter(), reflected);
            if (leads) {
                found.add(column(terms));
                terms.forEach(term -> done[term.parameter()] = true);
            }
        }
        for (int d = firstDrive(); d < standard.size(); d++) {
            boolean regrouped = reflected
                    && driveColumns.get(d - firstDrive()) instanceof DriveColumn.OfJoint drive
                    && drive.term() == DriveTerm.REFLECTED_INERTIA;
            if (!done[d] && !regrouped) {
                found.add(column(List.of(new BaseColumn.Term(d, 1))));
            }
        }
        return List.copyOf(found);
    }

    /** Where a parameter of the structural rules is among the standard ones; −1 if it is not looked for. */
    private int standardIndex(Parameter parameter, boolean withDrives) {
        int block = withDrives ? BLOCK_WITH_DRIVE : SYMBOLS.length;
        int k = parameter.index() / block;
        int s = parameter.index() % block;
        if (s < SYMBOLS.length) {
            return SYMBOLS.length * k + s;
        }
        if (s == INERTIA_OF_DRIVE) {
            for (int d = 0; d < driveColumns.size(); d++) {
                if (driveColumns.get(d) instanceof DriveColumn.OfJoint drive
                        && drive.term() == DriveTerm.REFLECTED_INERTIA
                        && regressor.coordinate(drive.joint()) == k) {
                    return firstDrive() + d;
                }
            }
        }
        return -1;
    }

    BaseColumn column(List<BaseColumn.Term> terms) {
        StandardParameter leader = standard.get(terms.get(0).parameter());
        double prior = 0;
        for (BaseColumn.Term term : terms) {
            prior += term.coefficient() * standard.get(term.parameter()).prior();
        }
        return new BaseColumn(leader.name() + (terms.size() > 1 ? "*" : ""), leader.unit(), terms, prior);
    }

    private int firstDrive() {
        return regressor.columns();
    }

    private int source(int parameter) {
        int firstOfLoad = firstDrive() + driveColumns.size();
        if (parameter >= firstOfLoad) {
            return SYMBOLS.length * loaded + parameter - firstOfLoad;
        }
        return parameter < firstDrive() ? parameter : -1 - (parameter - firstDrive());
    }

    public RobotModel robot() {
        return robot;
    }

    public DriveModel drives() {
        return drives;
    }

    /** How many efforts are measured. */
    public int joints() {
        return regressor.joints().size();
    }

    /** What positions of these joints count in: a rad, of slides the robot's length. */
    public double[] units() {
        double length = Extent.of(robot).length();
        return regressor.joints().stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? length : 1)
                .toArray();
    }

    /** The names of the joints whose efforts are measured. */
    public List<String> jointNames() {
        return regressor.joints().stream().map(Joint::name).toList();
    }

    /** The parameters that describe the robot completely. */
    public List<StandardParameter> standard() {
        return List.copyOf(standard);
    }

    /** How many of the standard parameters are inertial, ten of each body; those of drives follow. */
    public int inertialCount() {
        return firstDrive();
    }

    /** The term and joint of a standard parameter of a drive, if it is of one joint. */
    public DriveColumn drive(int parameter) {
        return driveColumns.get(parameter - firstDrive());
    }

    public List<BaseColumn> columns() {
        return columns;
    }

    /** The base parameters of the given model. */
    public double[] prior() {
        return columns.stream().mapToDouble(BaseColumn::prior).toArray();
    }

    /** The base parameters that standard parameters have. */
    public double[] base(double[] standardValues) {
        if (standardValues.length != standard.size()) {
            throw new IllegalArgumentException("%s standard parameters were given, but robot \"%s\" has %s"
                    .formatted(standardValues.length, robot.name(), standard.size()));
        }
        return columns.stream()
                .mapToDouble(column -> column.terms().stream()
                        .mapToDouble(term -> term.coefficient() * standardValues[term.parameter()])
                        .sum())
                .toArray();
    }

    /**
     * The rows of a state, one for each joint, row by row.
     *
     * @param effort as measured; only friction that grows with the load reads it
     */
    public void compute(double[] q, double[] qd, double[] qdd, double[] effort, double[] rowsOut) {
        fill(q, qd, qdd, effort, columns, source, rowsOut);
    }

    /** As {@link #compute}, with other columns: for whoever looks for the independent ones. */
    void computeStructural(
            List<BaseColumn> structural, double[] q, double[] qd, double[] qdd, double[] effort, double[] rowsOut) {
        int[] sources = structural.stream()
                .mapToInt(column -> source(column.terms().get(0).parameter()))
                .toArray();
        fill(q, qd, qdd, effort, structural, sources, rowsOut);
    }

    private void fill(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] effort,
            List<BaseColumn> wanted,
            int[] sources,
            double[] rowsOut) {
        int p = wanted.size();
        int n = joints();
        checkMotion(q, qd, qdd, "rowsOut", rowsOut, n * p);
        guard.checkLength("effort", effort, n);
        guard.checkDistinct("rowsOut", rowsOut, "effort", effort);
        guard.checkFinite("effort", effort);
        regressor.compute(q, qd, qdd, matrix);
        Arrays.fill(rowsOut, 0);
        int width = regressor.columns();
        for (int c = 0; c < p; c++) {
            int from = sources[c];
            if (from >= 0) {
                for (int j = 0; j < n; j++) {
                    rowsOut[j * p + c] = matrix[j * width + from];
                }
            } else {
                driveColumns.get(-1 - from).fill(drives, q, qd, qdd, effort, rowsOut, p, c);
            }
        }
    }

    private void checkMotion(double[] q, double[] qd, double[] qdd, String output, double[] out, int length) {
        guard.checkThread();
        guard.checkLength("q", q, joints());
        guard.checkLength("qd", qd, joints());
        guard.checkLength("qdd", qdd, joints());
        guard.checkLength(output, out, length);
        guard.checkDistinct(output, out, "q", q);
        guard.checkDistinct(output, out, "qd", qd);
        guard.checkDistinct(output, out, "qdd", qdd);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
    }

    /** The rows of a state for every column of a body, ten for each, without drives: what a load at a body adds. */
    public void computeBodies(double[] q, double[] qd, double[] qdd, double[] rowsOut) {
        checkMotion(q, qd, qdd, "rowsOut", rowsOut, joints() * regressor.columns());
        regressor.compute(q, qd, qdd, rowsOut);
    }

    /** Whether some efforts are known beforehand: those of gyroscopic rotors, and friction of joints that are not driven. */
    public boolean hasKnownEfforts() {
        return regressor.hasKnownEfforts();
    }

    /** What is to be taken off the measured efforts of a state; at no cost for loops that {@link #compute} has closed there. */
    public void knownEfforts(double[] q, double[] qd, double[] qdd, double[] effortsOut) {
        checkMotion(q, qd, qdd, "effortsOut", effortsOut, joints());
        regressor.knownEfforts(q, qd, qdd, effortsOut);
    }

    /** Whether the joints can be there: always in a tree. */
    boolean isReachable(double[] position) {
        return regressor.isReachable(position);
    }

    double[] middle() {
        return regressor.middle();
    }

    /** By joint: how far it goes to tell parameters apart. */
    double[] scales() {
        return SampleScales.of(robot(), regressor.joints());
    }
}
