package dev.catena.compile.trace;

import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** Numbers of a robot, as symbols where they are open. Those that are asked for are listed. */
final class OpenSymbols<S extends Scalar<S>> {
    private final Set<ParameterGroup> open;
    private final Function<String, S> symbol;
    private final DoubleFunction<S> constant;
    private final List<OpenParameter> parameters = new ArrayList<>();

    OpenSymbols(Set<ParameterGroup> open, Function<String, S> symbol, DoubleFunction<S> constant) {
        this.open = open;
        this.symbol = symbol;
        this.constant = constant;
    }

    List<OpenParameter> parameters() {
        return List.copyOf(parameters);
    }

    boolean opens(ParameterGroup group) {
        return open.contains(group);
    }

    boolean opensInertia() {
        return opens(ParameterGroup.INERTIA) || opens(ParameterGroup.ALL_INERTIA);
    }

    /** Zeros stay zeros. */
    S of(boolean isOpen, String name, double value, String meaning) {
        return of(isOpen, false, name, value, meaning);
    }

    S of(boolean isOpen, boolean evenZero, String name, double value, String meaning) {
        if (!isOpen || (value == 0 && !evenZero)) {
            return constant.apply(value);
        }
        parameters.add(new OpenParameter(name, value, meaning));
        return symbol.apply(name);
    }

    /** Three lengths, whose names are a letter, the axis, and what follows. */
    Vector<S> place(String letter, String number, Vector<Real> at, String meaning) {
        double[] p = at.values();
        List<S> made = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            char axis = "xyz".charAt(k);
            made.add(of(opens(ParameterGroup.LENGTHS), letter + axis + number, p[k], meaning));
        }
        return new Vector<>(made.get(0), made.get(1), made.get(2));
    }

    private S constant(Real x) {
        return constant.apply(x.value());
    }

    Vector<S> constants(Vector<Real> v) {
        return new Vector<>(constant(v.x()), constant(v.y()), constant(v.z()));
    }

    Matrix<S> constants(Matrix<Real> m) {
        return new Matrix<>(constants(m.x()), constants(m.y()), constants(m.z()));
    }

    Placement<S> constants(Placement<Real> at) {
        return new Placement<>(constants(at.rotation()), constants(at.position()));
    }

    MassMoments<S> constants(MassMoments<Real> m) {
        return m.map(this::constant);
    }
}
