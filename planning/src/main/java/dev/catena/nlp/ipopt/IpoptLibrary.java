package dev.catena.nlp.ipopt;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.DoubleByReference;
import dev.catena.nlp.SolverUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ipopt's C interface, as far as it is needed. Booleans are ints: only the lowest byte counts in newer versions. */
public interface IpoptLibrary extends Library {
    /** Names under which systems have the library: Debian without its development package, the others. */
    List<String> NAMES = List.of("ipopt", "libipopt.so.1", "libipopt.so.3", "ipopt-3");

    /** Loads the library by the first name that is there, or says how to install it. */
    static IpoptLibrary load(List<String> names) {
        UnsatisfiedLinkError cause = new UnsatisfiedLinkError("none of " + String.join(", ", names) + " was found");
        for (String name : names) {
            try {
                return Native.load(name, IpoptLibrary.class);
            } catch (UnsatisfiedLinkError e) {
                cause.addSuppressed(e);
            }
        }
        throw new SolverUnavailableException(
                "Ipopt is not installed; on Debian or Ubuntu: apt-get install coinor-libipopt1v5; "
                        + "elsewhere put libipopt on java.library.path or jna.library.path; "
                        + "the embedded solver needs no installation",
                cause);
    }

    /** f(x). */
    interface Objective extends Callback {
        int evaluate(int n, Pointer x, int newX, Pointer objective, @Nullable Pointer user);
    }

    /** ∂f/∂x. */
    interface Gradient extends Callback {
        int evaluate(int n, Pointer x, int newX, Pointer gradient, @Nullable Pointer user);
    }

    /** c(x). */
    interface Constraints extends Callback {
        int evaluate(int n, Pointer x, int newX, int m, Pointer values, @Nullable Pointer user);
    }

    /** Pattern of ∂c/∂x if values is null, else its values. */
    interface Jacobian extends Callback {
        int evaluate(
                int n,
                @Nullable Pointer x,
                int newX,
                int m,
                int entries,
                @Nullable Pointer rows,
                @Nullable Pointer columns,
                @Nullable Pointer values,
                @Nullable Pointer user);
    }

    /** Pattern of the Hessian if values is null, else its values. */
    interface Hessian extends Callback {
        int evaluate(
                int n,
                @Nullable Pointer x,
                int newX,
                double objectiveFactor,
                int m,
                @Nullable Pointer multipliers,
                int newMultipliers,
                int entries,
                @Nullable Pointer rows,
                @Nullable Pointer columns,
                @Nullable Pointer values,
                @Nullable Pointer user);
    }

    /** After each iteration; zero stops the run. */
    interface Intermediate extends Callback {
        int iteration(
                int mode,
                int number,
                double objective,
                double primalInfeasibility,
                double dualInfeasibility,
                double barrier,
                double stepNorm,
                double regularization,
                double dualStepLength,
                double primalStepLength,
                int trials,
                @Nullable Pointer user);
    }

    @Nullable
    Pointer CreateIpoptProblem(
            int n,
            double[] variableLower,
            double[] variableUpper,
            int m,
            double[] constraintLower,
            double[] constraintUpper,
            int jacobianEntries,
            int hessianEntries,
            int indexStyle,
            Objective objective,
            Constraints constraints,
            Gradient gradient,
            Jacobian jacobian,
            Hessian hessian);

    void FreeIpoptProblem(Pointer problem);

    int AddIpoptStrOption(Pointer problem, String keyword, String value);

    int AddIpoptNumOption(Pointer problem, String keyword, double value);

    int AddIpoptIntOption(Pointer problem, String keyword, int value);

    int SetIntermediateCallback(Pointer problem, Intermediate callback);

    int IpoptSolve(
            Pointer problem,
            double[] x,
            double[] constraints,
            DoubleByReference objective,
            double[] multipliers,
            double[] lowerMultipliers,
            double[] upperMultipliers,
            @Nullable Pointer user);
}
