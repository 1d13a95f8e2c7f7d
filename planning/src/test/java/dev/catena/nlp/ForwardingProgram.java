package dev.catena.nlp;

import java.util.Optional;

/** Another program with something changed. */
public class ForwardingProgram implements NonlinearProgram {
    private final NonlinearProgram program;

    public ForwardingProgram(NonlinearProgram program) {
        this.program = program;
    }

    @Override
    public int variableCount() {
        return program.variableCount();
    }

    @Override
    public int constraintCount() {
        return program.constraintCount();
    }

    @Override
    public void variableBounds(double[] lowerOut, double[] upperOut) {
        program.variableBounds(lowerOut, upperOut);
    }

    @Override
    public void constraintBounds(double[] lowerOut, double[] upperOut) {
        program.constraintBounds(lowerOut, upperOut);
    }

    @Override
    public void start(double[] xOut) {
        program.start(xOut);
    }

    @Override
    public String constraintName(int i) {
        return program.constraintName(i);
    }

    @Override
    public double objective(double[] x) {
        return program.objective(x);
    }

    @Override
    public void gradient(double[] x, double[] gradientOut) {
        program.gradient(x, gradientOut);
    }

    @Override
    public void constraints(double[] x, double[] valuesOut) {
        program.constraints(x, valuesOut);
    }

    @Override
    public SparsityPattern jacobianPattern() {
        return program.jacobianPattern();
    }

    @Override
    public void jacobian(double[] x, double[] valuesOut) {
        program.jacobian(x, valuesOut);
    }

    @Override
    public Optional<LagrangianHessian> hessian() {
        return program.hessian();
    }
}
