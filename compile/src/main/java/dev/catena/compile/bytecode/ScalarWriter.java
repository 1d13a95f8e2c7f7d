package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Segments on doubles: one state. Values that cross a cut are fields. */
final class ScalarWriter extends SegmentWriter {
    private static final String MATH = "java/lang/Math";
    private static final String KERNEL = "dev/catena/compile/bytecode/Kernel";

    private final String owner;
    private final CheckedProgram checked;
    private final Fusion fusion;
    private final Magnitudes magnitudes;

    /** Where {@link #endBlock} jumps to. */
    final Label exit = new Label();

    ScalarWriter(
            CheckedProgram checked,
            Fusion fusion,
            Magnitudes magnitudes,
            Schedule schedule,
            int number,
            MethodVisitor method,
            String owner) {
        super(schedule, number, method, 1 + checked.vectors());
        this.owner = owner;
        this.checked = checked;
        this.fusion = fusion;
        this.magnitudes = magnitudes;
    }

    static String fieldName(int k) {
        return "x" + k;
    }

    @Override
    int variableWidth() {
        return 2;
    }

    @Override
    void pushConstant(double value) {
        code.constant(value);
    }

    @Override
    void pushInput(int vector, int component) {
        code.variable(Opcodes.ALOAD, 1 + vector);
        code.constant(component);
        code.instruction(Opcodes.DALOAD);
    }

    @Override
    void pushKept(int k) {
        code.variable(Opcodes.ALOAD, 0);
        code.field(Opcodes.GETFIELD, owner, fieldName(k), "D");
    }

    @Override
    void keep(int k, int fromVariable) {
        code.variable(Opcodes.ALOAD, 0);
        pushVariable(fromVariable);
        code.field(Opcodes.PUTFIELD, owner, fieldName(k), "D");
    }

    @Override
    void pushVariable(int slot) {
        code.variable(Opcodes.DLOAD, slot);
    }

    @Override
    void popVariable(int slot) {
        code.variable(Opcodes.DSTORE, slot);
    }

    @Override
    void operate(Operation operation) {
        switch (operation) {
            case ADD -> code.instruction(Opcodes.DADD);
            case SUBTRACT -> code.instruction(Opcodes.DSUB);
            case MULTIPLY -> code.instruction(Opcodes.DMUL);
            case DIVIDE -> code.instruction(Opcodes.DDIV);
            case NEGATE -> code.instruction(Opcodes.DNEG);
            case SQUARE_ROOT -> code.call(Opcodes.INVOKESTATIC, MATH, "sqrt", "(D)D");
            case HYPERBOLIC_TANGENT -> code.call(Opcodes.INVOKESTATIC, MATH, "tanh", "(D)D");
            case SIGN -> code.call(Opcodes.INVOKESTATIC, MATH, "signum", "(D)D");
            case CONSTANT, INPUT, SINE, COSINE ->
                throw new IllegalArgumentException(operation + " is not an operation on the stack");
        }
    }

    @Override
    void multiplyBy(double factor) {
        if (factor == 2) {
            code.instruction(Opcodes.DUP2);
            code.instruction(Opcodes.DADD);
        } else {
            code.constant(factor);
            code.instruction(Opcodes.DMUL);
        }
    }

    @Override
    boolean canFuse(int product) {
        return fusion == Fusion.ALL || (fusion == Fusion.WITHOUT_CONSTANTS && !program.hasConstant(product));
    }

    @Override
    void fuse() {
        code.fuse();
    }

    @Override
    void sineAndCosine(int sine, int cosine) {
        int sineVariable = newVariable();
        int cosineVariable = newVariable();
        if (!magnitudes.isAngleOfInput(program.left(sine >= 0 ? sine : cosine))) {
            code.call(Opcodes.INVOKESTATIC, KERNEL, "reduced", "(D)D");
        }
        if (fusion == Fusion.NONE) {
            new ScalarSineCosine(this).write(sineVariable, cosineVariable);
        } else {
            int either = sine >= 0 ? sine : cosine;
            new TabulatedSineCosine(this, program.quarterTurns(either), program.value(either))
                    .write(sineVariable, cosineVariable);
        }
        settle(sine, sineVariable);
        settle(cosine, cosineVariable);
    }

    /** By a jump that is never taken, to where the method leaves: one instruction, since HotSpot does not know that. */
    @Override
    void endBlock(int count) {
        code.variable(Opcodes.ALOAD, 0);
        code.field(Opcodes.GETFIELD, KERNEL, "never", "I");
        code.constant(count);
        code.jump(Opcodes.IF_ICMPEQ, exit);
    }

    @Override
    boolean isKept(int k) {
        return false;
    }

    @Override
    void writeOutput(int vector, int component, int k, boolean negative) {
        if (vector < checked.given().size()) {
            code.variable(Opcodes.ALOAD, 1 + checked.inputs() + vector);
        } else {
            code.variable(Opcodes.ALOAD, 0);
            code.field(Opcodes.GETFIELD, KERNEL, "checked", "[D");
        }
        code.constant(component);
        push(k);
        if (negative) {
            code.instruction(Opcodes.DNEG);
        }
        code.instruction(Opcodes.DASTORE);
    }
}
