package dev.catena.nlp.ipopt;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.DoubleByReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Stands for the native library: keeps what it is given, and calls back as a test tells it to. */
final class FakeIpopt implements IpoptLibrary {
    final Map<String, Object> options = new HashMap<>();
    int n;
    int m;
    double[] variableLower = {};
    double[] variableUpper = {};
    double[] constraintLower = {};
    double[] constraintUpper = {};
    int jacobianEntries;
    int hessianEntries;
    int freed;
    boolean refuses;
    String unknownOption = "";

    @Nullable
    Objective objective;

    @Nullable
    Constraints constraints;

    @Nullable
    Gradient gradient;

    @Nullable
    Jacobian jacobian;

    @Nullable
    Hessian hessian;

    @Nullable
    Intermediate intermediate;

    /** What a run does; returns Ipopt's code. */
    ToIntFunction<Solve> script = solve -> 0;

    /** The arrays of one run, to be written. */
    record Solve(
            double[] x,
            double[] constraints,
            double[] multipliers,
            double[] lowerMultipliers,
            double[] upperMultipliers) {}

    private final Pointer problem = new Memory(8);

    @Override
    public @Nullable Pointer CreateIpoptProblem(
            int variables,
            double[] lower,
            double[] upper,
            int rows,
            double[] rowLower,
            double[] rowUpper,
            int entries,
            int secondEntries,
            int indexStyle,
            Objective f,
            Constraints c,
            Gradient g,
            Jacobian j,
            Hessian h) {
        if (refuses) {
            return null;
        }
        n = variables;
        m = rows;
        variableLower = lower;
        variableUpper = upper;
        constraintLower = rowLower;
        constraintUpper = rowUpper;
        jacobianEntries = entries;
        hessianEntries = secondEntries;
        options.put("index style", indexStyle);
        objective = f;
        constraints = c;
        gradient = g;
        jacobian = j;
        hessian = h;
        return problem;
    }

    @Override
    public void FreeIpoptProblem(Pointer given) {
        freed += given.equals(problem) ? 1 : 0;
    }

    private int option(String keyword, Object value) {
        options.put(keyword, value);
        return keyword.equals(unknownOption) ? 0 : 1;
    }

    @Override
    public int AddIpoptStrOption(Pointer given, String keyword, String value) {
        return option(keyword, value);
    }

    @Override
    public int AddIpoptNumOption(Pointer given, String keyword, double value) {
        return option(keyword, value);
    }

    @Override
    public int AddIpoptIntOption(Pointer given, String keyword, int value) {
        return option(keyword, value);
    }

    @Override
    public int SetIntermediateCallback(Pointer given, Intermediate callback) {
        intermediate = callback;
        return option("callback", "set");
    }

    @Override
    public int IpoptSolve(
            Pointer given,
            double[] x,
            double[] rowsOut,
            DoubleByReference objectiveOut,
            double[] multipliersOut,
            double[] lowerOut,
            double[] upperOut,
            @Nullable Pointer user) {
        return script.applyAsInt(new Solve(x, rowsOut, multipliersOut, lowerOut, upperOut));
    }

    // ---------------------------------------------------------------- what scripts call; NaN where a callback fails

    private static Memory memory(double... values) {
        Memory memory = new Memory(8L * Math.max(1, values.length));
        memory.write(0, values, 0, values.length);
        return memory;
    }

    double objective(double... x) {
        Memory out = memory(0);
        int done = Objects.requireNonNull(objective).evaluate(n, memory(x), 1, out, null);
        return done == 1 ? out.getDouble(0) : Double.NaN;
    }

    double @Nullable [] gradient(double... x) {
        Memory out = memory(new double[n]);
        int done = Objects.requireNonNull(gradient).evaluate(n, memory(x), 1, out, null);
        return done == 1 ? out.getDoubleArray(0, n) : null;
    }

    double @Nullable [] constraints(double... x) {
        Memory out = memory(new double[m]);
        int done = Objects.requireNonNull(constraints).evaluate(n, memory(x), 1, m, out, null);
        return done == 1 ? out.getDoubleArray(0, m) : null;
    }

    int @Nullable [][] jacobianPattern() {
        Memory rows = new Memory(4L * jacobianEntries);
        Memory columns = new Memory(4L * jacobianEntries);
        int done = Objects.requireNonNull(jacobian).evaluate(n, null, 1, m, jacobianEntries, rows, columns, null, null);
        return done == 1
                ? new int[][] {rows.getIntArray(0, jacobianEntries), columns.getIntArray(0, jacobianEntries)}
                : null;
    }

    double @Nullable [] jacobian(double... x) {
        Memory out = memory(new double[jacobianEntries]);
        int done =
                Objects.requireNonNull(jacobian).evaluate(n, memory(x), 1, m, jacobianEntries, null, null, out, null);
        return done == 1 ? out.getDoubleArray(0, jacobianEntries) : null;
    }

    int @Nullable [][] hessianPattern() {
        Memory rows = new Memory(4L * Math.max(1, hessianEntries));
        Memory columns = new Memory(4L * Math.max(1, hessianEntries));
        int done = Objects.requireNonNull(hessian)
                .evaluate(n, null, 1, 0, m, null, 1, hessianEntries, rows, columns, null, null);
        return done == 1
                ? new int[][] {rows.getIntArray(0, hessianEntries), columns.getIntArray(0, hessianEntries)}
                : null;
    }

    double @Nullable [] hessian(double[] x, double factor, double[] lambda) {
        Memory out = memory(new double[hessianEntries]);
        int done = Objects.requireNonNull(hessian)
                .evaluate(n, memory(x), 1, factor, m, memory(lambda), 1, hessianEntries, null, null, out, null);
        return done == 1 ? out.getDoubleArray(0, hessianEntries) : null;
    }

    boolean iteration(int mode, int number, double f, double violation) {
        return Objects.requireNonNull(intermediate)
                        .iteration(mode, number, f, violation, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 2, null)
                == 1;
    }
}
