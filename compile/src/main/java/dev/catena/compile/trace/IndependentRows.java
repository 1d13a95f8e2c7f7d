package dev.catena.compile.trace;

import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.Contact;
import dev.catena.model.Extent;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which rows of contacts do not depend on those before them, in poses like any other. What code is made of them is checked while it runs:
 * in singular poses fewer are independent.
 */
final class IndependentRows {
    /** The square of the sine of the angle to the rows before. */
    private static final double DEPENDENT = 1e-12;

    private static final int POSES = 3;

    private IndependentRows() {}

    /** @param floats whether the base is free too */
    static List<Integer> of(RobotModel robot, List<Contact> contacts, boolean floats) {
        List<Integer> most = List.of();
        for (int pose = 0; pose < POSES; pose++) {
            List<double[]> rows = rows(robot, contacts, pose, floats).stream()
                    .map(row -> numbers(row.subList(floats ? 0 : 6, row.size())))
                    .toList();
            List<Integer> found = independent(rows);
            most = found.size() > most.size() ? found : most;
        }
        return most;
    }

    /** How many forces and moments on the base contacts can exert. */
    static int onBase(RobotModel robot, List<Contact> contacts) {
        return IntStream.range(0, POSES)
                .map(pose -> independent(rows(robot, contacts, pose, true).stream()
                                .map(row -> numbers(row.subList(0, 6)))
                                .toList())
                        .size())
                .max()
                .orElse(0);
    }

    /** Which of some coordinates contacts can fill whatever is needed there: those that do not depend on those before them. */
    static List<Integer> filled(RobotModel robot, List<Contact> contacts, boolean floats, List<Integer> coordinates) {
        List<Integer> most = List.of();
        for (int pose = 0; pose < POSES; pose++) {
            List<Integer> found = independent(columns(robot, contacts, floats, coordinates, pose)).stream()
                    .map(coordinates::get)
                    .toList();
            most = found.size() > most.size() ? found : most;
        }
        return most;
    }

    /** Which of some coordinates contacts act on. */
    static List<Integer> reached(RobotModel robot, List<Contact> contacts, boolean floats, List<Integer> coordinates) {
        List<double[]> columns = columns(robot, contacts, floats, coordinates, 0);
        return IntStream.range(0, columns.size())
                .filter(k -> product(columns.get(k), columns.get(k)) > 0)
                .mapToObj(coordinates::get)
                .toList();
    }

    /** By coordinate: what rows do there. */
    private static List<double[]> columns(
            RobotModel robot, List<Contact> contacts, boolean floats, List<Integer> coordinates, int pose) {
        List<List<Real>> rows = rows(robot, contacts, pose, floats);
        return coordinates.stream()
                .map(k -> numbers(
                        rows.stream().map(row -> row.get(floats ? k : 6 + k)).toList()))
                .toList();
    }

    /** How many rows contacts have that act on anything, whatever loops may let move. */
    static int acting(RobotModel robot, List<Contact> contacts, boolean floats) {
        return (int) rowsOfTree(robot.openTree(), contacts, positions(robot, 0)).stream()
                .map(row -> numbers(row.subList(floats ? 0 : 6, row.size())))
                .filter(row -> product(row, row) > 0)
                .count();
    }

    /** By row: of the base, and of independent joints, all in units of the largest lever arm. */
    private static List<List<Real>> rows(RobotModel robot, List<Contact> contacts, int pose, boolean floats) {
        List<Joint> joints = robot.independentJoints();
        List<List<Real>> rows;
        if (robot.hasLoops()) {
            LoopKinematics loops = closed(robot, pose);
            double[] q = new double[robot.jointCount()];
            loops.positions(q);
            double[] rates = new double[q.length * joints.size()];
            loops.rates(rates);
            rows = rowsOfTree(robot.openTree(), contacts, q).stream()
                    .map(row -> projected(row, rates, joints.size()))
                    .toList();
        } else {
            rows = rowsOfTree(robot, contacts, positions(robot, pose));
        }
        boolean[] turns = new boolean[6 + joints.size()];
        Arrays.fill(turns, 3, 6, true);
        for (int k = 0; k < joints.size(); k++) {
            turns[6 + k] = joints.get(k).kind() != JointKind.PRISMATIC;
        }
        return withoutUnit(rows, ContactRows.areForces(contacts), turns, floats ? 0 : 6);
    }

    /** Forces times meters per arm, and moments times radians; where nothing turns there is nothing to compare. */
    private static List<List<Real>> withoutUnit(
            List<List<Real>> rows, boolean[] areForces, boolean[] turns, int first) {
        double longest = 0;
        for (int i = 0; i < rows.size(); i++) {
            for (int k = first; areForces[i] && k < turns.length; k++) {
                longest =
                        turns[k] ? Math.max(longest, Math.abs(rows.get(i).get(k).value())) : longest;
            }
        }
        double arm = longest > 0 ? longest : 1;
        List<List<Real>> scaled = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            List<Real> row = rows.get(i);
            double ofRow = areForces[i] ? 1 / arm : 1;
            scaled.add(IntStream.range(0, turns.length)
                    .mapToObj(k -> new Real(row.get(k).value() * ofRow * (turns[k] ? 1 : arm)))
                    .toList());
        }
        return scaled;
    }

    private static List<Real> projected(List<Real> row, double[] rates, int count) {
        List<Real> all = new ArrayList<>(row.subList(0, 6));
        for (int k = 0; k < count; k++) {
            double sum = 0;
            for (int i = 0; 6 + i < row.size(); i++) {
                sum += rates[i * count + k] * row.get(6 + i).value();
            }
            all.add(new Real(sum));
        }
        return all;
    }

    private static List<List<Real>> rowsOfTree(RobotModel tree, List<Contact> contacts, double[] positions) {
        SymbolicCouplings<Real> couplings = new SymbolicCouplings<>(tree, Real::new);
        List<Real> q = Arrays.stream(positions).mapToObj(Real::new).toList();
        return new ContactRows<>(
                        CompactRobots.of(tree, Real::new, Map.of(), Map.of()), tree, contacts, couplings.expand(q))
                .rows().stream().map(row -> couplings.gather(row, 6)).toList();
    }

    /** No two joints alike, and none in a pose where something is aligned; of loops one that is closed. */
    private static double[] positions(RobotModel robot, int pose) {
        int n = robot.jointCount();
        if (robot.hasLoops()) {
            double[] q = new double[n];
            closed(robot, pose).positions(q);
            return q;
        }
        double[] units = units(robot, robot.movingJoints());
        return IntStream.range(0, n)
                .mapToDouble(k -> units[k] * scattered(pose, k))
                .toArray();
    }

    /** A radian, or the robot's length where a joint slides. */
    private static double[] units(RobotModel robot, List<Joint> joints) {
        double length = Extent.of(robot).length();
        return joints.stream()
                .mapToDouble(joint -> joint.kind() == JointKind.PRISMATIC ? length : 1)
                .toArray();
    }

    private static double scattered(int pose, int k) {
        return Math.sin(1 + 0.7 * pose + 2.399963229728653 * k);
    }

    /** Near the assembly, as near as it takes to close the loops. */
    private static LoopKinematics closed(RobotModel robot, int pose) {
        LoopKinematics loops = new LoopKinematics(robot);
        List<Joint> joints = robot.independentJoints();
        double[] units = units(robot, joints);
        for (double around = 0.3; around > 1e-3; around /= 3) {
            double size = around;
            double[] given = IntStream.range(0, joints.size())
                    .mapToDouble(k ->
                            robot.loops().assembly().getOrDefault(joints.get(k).name(), 0.0)
                                    + size * units[k] * scattered(pose, k))
                    .toArray();
            if (loops.close(given).isClosed()) {
                return loops;
            }
        }
        throw new IllegalArgumentException(
                "the loops of robot \"%s\" close at the assembly, but in no pose beside it".formatted(robot.name()));
    }

    private static double[] numbers(List<Real> row) {
        return row.stream().mapToDouble(Real::value).toArray();
    }

    private static List<Integer> independent(List<double[]> rows) {
        List<Integer> chosen = new ArrayList<>();
        List<double[]> directions = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            double[] rest = rows.get(i).clone();
            double size = product(rest, rest);
            // twice, since once leaves rounding of what was large
            for (int round = 0; round < 2; round++) {
                for (double[] direction : directions) {
                    double along = product(rest, direction);
                    for (int k = 0; k < rest.length; k++) {
                        rest[k] -= along * direction[k];
                    }
                }
            }
            double left = product(rest, rest);
            if (left > DEPENDENT * size) {
                double length = Math.sqrt(left);
                for (int k = 0; k < rest.length; k++) {
                    rest[k] /= length;
                }
                directions.add(rest);
                chosen.add(i);
            }
        }
        return chosen;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }
}
