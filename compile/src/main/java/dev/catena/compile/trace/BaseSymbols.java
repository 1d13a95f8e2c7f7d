package dev.catena.compile.trace;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;

/** The motion of the base, as symbols: the numbers of core's {@code BaseMotion}, in base axes; zero where not given. */
final class BaseSymbols {
    /** Rotation and position; velocity; acceleration; jerk. */
    static final int POSE = 12;

    static final int VELOCITY = POSE + 6;
    static final int ACCELERATION = VELOCITY + 6;
    static final int JERK = ACCELERATION + 6;

    private final Graph graph;
    private final List<Symbol> given;

    /** @param given the first numbers of (pose, velocity, acceleration, jerk); none for a base at rest in the world's origin */
    BaseSymbols(Graph graph, List<Symbol> given) {
        this.graph = graph;
        this.given = given;
    }

    private Vector<Symbol> vector(int at) {
        return new Vector<>(number(at), number(at + 1), number(at + 2));
    }

    private Symbol number(int at) {
        return at < given.size() ? given.get(at) : graph.constant(0);
    }

    /** The base in the world. */
    Placement<Symbol> pose() {
        return given.isEmpty()
                ? Placement.identity(graph.constant(0))
                : new Placement<>(new Matrix<>(vector(0), vector(3), vector(6)), vector(9));
    }

    Vector<Symbol> inBase(Vector<Symbol> inWorld) {
        return pose().rotation().transposeTimes(inWorld);
    }

    Vector<Symbol> velocity() {
        return vector(POSE);
    }

    Vector<Symbol> omega() {
        return vector(POSE + 3);
    }

    /** All numbers that are given. */
    List<Symbol> inputs() {
        return given;
    }

    /** How all of them change with inertial derivatives of the last six. */
    List<Symbol> ratesWith(List<Symbol> highest) {
        List<Symbol> rates = new ArrayList<>(rates(List.of()));
        for (int at = 0; at < 6; at += 3) {
            rates.addAll(vector(highest, at)
                    .minus(omega().cross(vector(given.size() - 6 + at)))
                    .toList());
        }
        return rates;
    }

    /** Linear and angular. */
    List<Symbol> velocityInputs() {
        return given.subList(POSE, VELOCITY);
    }

    List<Symbol> omegaInputs() {
        return given.subList(POSE + 3, POSE + 6);
    }

    Vector<Symbol> acceleration() {
        return vector(VELOCITY);
    }

    Vector<Symbol> gamma() {
        return vector(VELOCITY + 3);
    }

    /** Linear and angular. */
    List<Symbol> accelerationInputs() {
        return given.subList(VELOCITY, ACCELERATION);
    }

    Vector<Symbol> jerk() {
        return vector(ACCELERATION);
    }

    Vector<Symbol> angularJerk() {
        return vector(ACCELERATION + 3);
    }

    /** The numbers whose rates are known: of a base that moves as told all but the highest derivatives that are given. */
    List<Symbol> movingInputs(boolean floats) {
        return given.subList(0, Math.max(0, floats ? VELOCITY : given.size() - 6));
    }

    /**
     * How they change along the motion: Ṙ = R hat(ω), ṗ = R v, and components of a vector by its inertial derivative less ω ×
     * itself.
     *
     * @param floating the acceleration of a base that floats; empty if it is given
     */
    List<Symbol> rates(List<Symbol> floating) {
        if (given.isEmpty()) {
            return List.of();
        }
        List<Symbol> numbers = floating.isEmpty() ? given : new ArrayList<>(given.subList(0, VELOCITY));
        if (!floating.isEmpty()) {
            numbers.addAll(floating);
        }
        Matrix<Symbol> turn = pose().rotation().times(Matrix.hat(omega()));
        List<Symbol> rates = new ArrayList<>();
        List.of(turn.x(), turn.y(), turn.z(), pose().rotation().times(velocity()))
                .forEach(vector -> rates.addAll(vector.toList()));
        for (int at = POSE; at + 6 < numbers.size(); at += 3) {
            rates.addAll(vector(numbers, at + 6)
                    .minus(omega().cross(vector(numbers, at)))
                    .toList());
        }
        return rates;
    }

    private static Vector<Symbol> vector(List<Symbol> numbers, int at) {
        return new Vector<>(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
    }

    /** Inertial derivatives of two vectors from their components and the rates of those. */
    List<Symbol> inertialRate(List<Symbol> two, List<Symbol> componentRates) {
        List<Symbol> rates = new ArrayList<>();
        for (int at = 0; at < 6; at += 3) {
            rates.addAll(vector(componentRates, at)
                    .plus(omega().cross(vector(two, at)))
                    .toList());
        }
        return rates;
    }

    /** The nine numbers of the rotation. */
    List<Symbol> rotationInputs() {
        return given.subList(0, 9);
    }

    /** How they change while the base turns about one of its own axes: R hat(e). */
    List<Symbol> turnAbout(int axis) {
        Symbol o = graph.constant(0);
        Symbol one = graph.constant(1);
        Vector<Symbol> e = new Vector<>(axis == 0 ? one : o, axis == 1 ? one : o, axis == 2 ? one : o);
        Matrix<Symbol> change = pose().rotation().times(Matrix.hat(e));
        List<Symbol> direction = new ArrayList<>(change.x().toList());
        direction.addAll(change.y().toList());
        direction.addAll(change.z().toList());
        return direction;
    }

    /** Where the recursions start. */
    BaseField<Symbol> field(Vector<Symbol> gravityInWorld) {
        return new BaseField<>(omega(), gamma(), acceleration().minus(inBase(gravityInWorld)));
    }
}
