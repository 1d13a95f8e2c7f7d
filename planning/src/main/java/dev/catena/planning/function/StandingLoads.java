package dev.catena.planning.function;

import dev.catena.ground.Foot;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * How feet that stay where they are all the time share what the ground must exert, as smoothly as the robot moves: with the wrench w that the
 * whole robot needs, about {@link #about},
 *
 * <pre>
 *   L = P w + N f,
 * </pre>
 *
 * where P is the share of least norm, moments counted in forces at an arm, and f, what feet exert against each other, are curves that are
 * planned like coordinates. P and N are constant, because places of feet are. Springs feel the second derivative of loads, which inputs of
 * single moments, as those of {@link Support}, do not have. Immutable; every method returns a changed copy.
 *
 * <pre>{@code
 * StandingLoads loads = new StandingLoads(robot).with(Foot.sole("left"), placeOfLeft, 0.1).with(Foot.sole("right"), placeOfRight, 0.1);
 * }</pre>
 */
public final class StandingLoads {
    /** Singular values below this share of the largest are those of wrenches that feet cannot exert. */
    private static final double NOTHING = 1e-6;

    private final RobotModel robot;
    private final List<Place> places;
    private final Surroundings around;

    /** A foot, where it is, and the length at which a force counts as much as a moment. */
    private record Place(Foot foot, Vector3 inWorld, double arm) {
        int parts() {
            return foot.isSole() ? 6 : 3;
        }
    }

    /** P and N by foot: 6 × 6 and 6 × {@link #count}, row-major, force first. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Shares(double[][] ofRobot, double[][] againstEachOther) {}

    /** No feet so far. */
    public StandingLoads(RobotModel robot) {
        this(robot, List.of(), Surroundings.NONE);
    }

    private StandingLoads(RobotModel robot, List<Place> places, Surroundings around) {
        robot.requireTree("a robot that stands");
        robot.requireFixedBase("a robot that stands, placed in the world by joints,");
        this.robot = robot;
        this.places = places;
        this.around = around;
    }

    /**
     * Another foot stands.
     *
     * @param placeInWorld where its point is, or the middle of its sole
     * @param arm of a sole, m: about half its size
     */
    public StandingLoads with(Foot foot, Vector3 placeInWorld, double arm) {
        if (!robot.hasBody(foot.body()) || !(arm > 0) || Double.isInfinite(arm)) {
            throw new IllegalArgumentException(
                    "foot \"%s\" of body \"%s\" with an arm of %s m cannot stand: robot \"%s\" must have the body, and the arm be positive"
                            .formatted(foot.name(), foot.body(), arm, robot.name()));
        }
        List<Place> longer = new ArrayList<>(places);
        longer.add(new Place(foot, placeInWorld, arm));
        return new StandingLoads(robot, List.copyOf(longer), around);
    }

    /**
     * Wrenches act on the robot besides the ground.
     *
     * @throws IllegalArgumentException if the base moves as told: who stands moves as feet and joints do
     */
    public StandingLoads under(Surroundings surroundings) {
        return new StandingLoads(robot, places, surroundings.withoutBase("a robot that stands"));
    }

    /** What acts besides the ground. */
    public Surroundings around() {
        return around;
    }

    /** About which moments of w and of loads are: the middle of the feet, in the world. */
    public Vector3 about() {
        Vector3 middle = Vector3.ZERO;
        for (Place place : places) {
            middle = middle.plus(place.inWorld.times(1.0 / places.size()));
        }
        return middle;
    }

    public RobotModel robot() {
        return robot;
    }

    public List<Foot> feet() {
        return places.stream().map(Place::foot).toList();
    }

    /** How many numbers f has. */
    public int count() {
        return places.stream().mapToInt(Place::parts).sum() - 6;
    }

    /** The robot's weight: f is in units of it. */
    public double weight() {
        return robot.totalMass() * robot.gravity().norm();
    }

    /**
     * The matrices of all feet.
     *
     * @throws IllegalArgumentException if the feet cannot exert every wrench
     */
    public Shares shares() {
        int columns = places.stream().mapToInt(Place::parts).sum();
        Vector3 middle = about();
        double size = size(middle);
        // what feet exert about their middle, forces at the arm as moments: B y, least norm of y, and its null space
        DMatrixRMaj B = new DMatrixRMaj(6, Math.max(columns, 6));
        int column = 0;
        for (Place place : places) {
            for (int part = 0; part < place.parts(); part++) {
                fill(B, column++, place, part, middle, 1 / size);
            }
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(6, B.numCols, true, true, false);
        if (columns < 6 || !svd.decompose(B.copy()) || rank(svd.getSingularValues()) < 6) {
            throw new IllegalArgumentException(
                    "the feet %s of robot \"%s\" cannot exert every force and moment, so that its balance ties its motion, and with springs it would have to be tied twice more: stand on a flat contact or on three points that are not on a line, or take withoutSprings(), on the command line --rigid"
                            .formatted(feet().stream().map(Foot::name).toList(), robot.name()));
        }
        return shares(B, svd, columns, middle, size);
    }

    private double size(Vector3 middle) {
        double largest = 0;
        for (Place place : places) {
            double arm = place.foot.isSole() ? place.arm : 0;
            largest =
                    Math.max(largest, Math.max(arm, place.inWorld.minus(middle).norm()));
        }
        return largest > 0 ? largest : 1;
    }

    private static int rank(double[] singular) {
        double largest = 0;
        for (double value : singular) {
            largest = Math.max(largest, value);
        }
        int rank = 0;
        for (double value : singular) {
            rank += value > NOTHING * largest ? 1 : 0;
        }
        return rank;
    }

    /** A unit of a part of a foot's load as a wrench about a point, moments divided by a length. */
    private static void fill(DMatrixRMaj out, int column, Place place, int part, Vector3 about, double scale) {
        Vector3 axis = List.of(Vector3.X, Vector3.Y, Vector3.Z).get(part % 3);
        double[] force = part < 3 ? axis.toArray() : new double[3];
        double[] moment = part < 3
                ? place.inWorld.minus(about).cross(axis).toArray()
                : axis.times(place.arm).toArray();
        for (int k = 0; k < 3; k++) {
            out.set(k, column, force[k]);
            out.set(3 + k, column, scale * moment[k]);
        }
    }

    private Shares shares(
            DMatrixRMaj B, SingularValueDecomposition_F64<DMatrixRMaj> svd, int columns, Vector3 middle, double size) {
        DMatrixRMaj inverse = new DMatrixRMaj(columns, 6);
        CommonOps_DDRM.pinv(B, inverse);
        // moments divided by the size
        DMatrixRMaj scale = CommonOps_DDRM.diag(1, 1, 1, 1 / size, 1 / size, 1 / size);
        DMatrixRMaj byWrench = new DMatrixRMaj(columns, 6);
        CommonOps_DDRM.mult(inverse, scale, byWrench);
        DMatrixRMaj V = svd.getV(null, false);
        int free = columns - 6;
        double[][] ofRobot = new double[places.size()][36];
        double[][] against = new double[places.size()][6 * free];
        int column = 0;
        for (int foot = 0; foot < places.size(); foot++) {
            Place place = places.get(foot);
            DMatrixRMaj own = new DMatrixRMaj(6, place.parts());
            for (int part = 0; part < place.parts(); part++) {
                fill(own, part, place, part, middle, 1);
                for (int row = 0; row < 6; row++) {
                    double entry = own.get(row, part);
                    for (int c = 0; c < 6; c++) {
                        ofRobot[foot][6 * row + c] += entry * byWrench.get(column, c);
                    }
                    for (int j = 0; j < free; j++) {
                        against[foot][free * row + j] += weight() * entry * V.get(column, nullColumn(svd, j));
                    }
                }
                column++;
            }
        }
        return new Shares(ofRobot, against);
    }

    /** Singular values are in no order: the columns of V that have none are those behind the sixth. */
    private static int nullColumn(SingularValueDecomposition_F64<DMatrixRMaj> svd, int j) {
        return svd.numberOfSingularValues() + j;
    }
}
