package dev.catena.compile.trace;

import dev.catena.model.Contact;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Real;
import java.util.ArrayList;
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
    static List<Integer> of(RobotModel tree, List<Contact> contacts, boolean floats) {
        List<Integer> most = List.of();
        for (int pose = 0; pose < POSES; pose++) {
            List<double[]> rows = rows(tree, contacts, pose).stream()
                    .map(row -> numbers(row.subList(floats ? 0 : 6, row.size())))
                    .toList();
            List<Integer> found = independent(rows);
            most = found.size() > most.size() ? found : most;
        }
        return most;
    }

    /** How many forces and moments on the base contacts can exert. */
    static int onBase(RobotModel tree, List<Contact> contacts) {
        return IntStream.range(0, POSES)
                .map(pose -> independent(rows(tree, contacts, pose).stream()
                                .map(row -> numbers(row.subList(0, 6)))
                                .toList())
                        .size())
                .max()
                .orElse(0);
    }

    /** Which of some coordinates contacts can fill whatever is needed there: those that do not depend on those before them. */
    static List<Integer> filled(RobotModel tree, List<Contact> contacts, boolean floats, List<Integer> coordinates) {
        List<Integer> most = List.of();
        for (int pose = 0; pose < POSES; pose++) {
            List<Integer> found = independent(columns(tree, contacts, floats, coordinates, pose)).stream()
                    .map(coordinates::get)
                    .toList();
            most = found.size() > most.size() ? found : most;
        }
        return most;
    }

    /** Which of some coordinates contacts act on. */
    static List<Integer> reached(RobotModel tree, List<Contact> contacts, boolean floats, List<Integer> coordinates) {
        List<double[]> columns = columns(tree, contacts, floats, coordinates, 0);
        return IntStream.range(0, columns.size())
                .filter(k -> product(columns.get(k), columns.get(k)) > 0)
                .mapToObj(coordinates::get)
                .toList();
    }

    /** By coordinate: what rows do there. */
    private static List<double[]> columns(
            RobotModel tree, List<Contact> contacts, boolean floats, List<Integer> coordinates, int pose) {
        List<List<Real>> rows = rows(tree, contacts, pose);
        return coordinates.stream()
                .map(k -> numbers(
                        rows.stream().map(row -> row.get(floats ? k : 6 + k)).toList()))
                .toList();
    }

    private static List<List<Real>> rows(RobotModel tree, List<Contact> contacts, int pose) {
        SymbolicCouplings<Real> couplings = new SymbolicCouplings<>(tree, Real::new);
        // no two joints alike, and none in a pose where something is aligned
        List<Real> q = IntStream.range(0, tree.jointCount())
                .mapToObj(k -> new Real(Math.sin(1 + 0.7 * pose + 2.399963229728653 * k)))
                .toList();
        return new ContactRows<>(
                        CompactRobots.of(tree, Real::new, Map.of(), Map.of()), tree, contacts, couplings.expand(q))
                .rows().stream().map(row -> couplings.gather(row, 6)).toList();
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
