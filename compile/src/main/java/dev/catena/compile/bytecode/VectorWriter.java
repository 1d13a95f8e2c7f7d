package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Segments on vectors of the incubating Vector API: as many states as there are lanes. Methods have the parameters of
 * {@link BatchKernel#block}. The API is named, never imported, so that nothing here needs its module.
 */
final class VectorWriter extends SegmentWriter {
    static final String API = "jdk/incubator/vector/";
    static final String DOUBLES = API + "DoubleVector";
    static final String DOUBLES_TYPE = "L" + DOUBLES + ";";
    static final String SPECIES_TYPE = "L" + API + "VectorSpecies;";
    static final String VECTOR_TYPE = "L" + API + "Vector;";
    static final String KERNEL = "dev/catena/compile/bytecode/BatchKernel";

    /** Parameters: this, vectors, stride, state; then the scratch array, the sums, and one variable for each vector. */
    private static final int VECTORS = 1;

    private static final int STRIDE = 2;
    private static final int STATE = 3;
    private static final int SCRATCH = 4;
    private static final int SUMS = 5;
    private static final int FIRST_ARRAY = 6;

    private final String owner;
    private final int lanes;
    private final CheckedProgram checked;
    private final boolean isFirst;
    private final boolean fusing;

    /** By input vector and component: whether it has been added to the sums. */
    private final boolean[][] summed;

    /** By assignment: where it is in the scratch array, in slots of as many numbers as there are lanes. */
    private final int[] slot;

    VectorWriter(
            CheckedProgram checked,
            Schedule schedule,
            int number,
            MethodVisitor method,
            String owner,
            int lanes,
            int[] slot,
            boolean fusing,
            boolean[][] summed) {
        super(schedule, number, method, FIRST_ARRAY + checked.vectors());
        this.checked = checked;
        this.owner = owner;
        this.lanes = lanes;
        this.slot = slot;
        this.fusing = fusing;
        this.summed = summed;
        isFirst = number == 0;
    }

    /** Loads what all instructions use into variables. */
    void begin() {
        code.variable(Opcodes.ALOAD, 0);
        code.field(Opcodes.GETFIELD, owner, "scratch", "[D");
        code.variable(Opcodes.ASTORE, SCRATCH);
        for (int v = 0; v < checked.vectors(); v++) {
            code.variable(Opcodes.ALOAD, VECTORS);
            code.constant(v);
            code.instruction(Opcodes.AALOAD);
            code.variable(Opcodes.ASTORE, FIRST_ARRAY + v);
        }
        if (isFirst) {
            pushConstant(0);
        } else {
            pushScratch(BatchKernel.SUMS);
        }
        code.variable(Opcodes.ASTORE, SUMS);
    }

    /** Keeps the sums for later segments and for the check of them. */
    void end(boolean isLast) {
        if (isLast) {
            addUnreadInputs();
        }
        code.variable(Opcodes.ALOAD, SUMS);
        popScratch(BatchKernel.SUMS);
    }

    private void addUnreadInputs() {
        for (int v = 0; v < summed.length; v++) {
            for (int c = 0; c < summed[v].length; c++) {
                if (!summed[v][c]) {
                    pushInput(v, c);
                    code.instruction(Opcodes.POP);
                }
            }
        }
    }

    /** Stack: value → value, which is added to the sums. */
    private void addToSums() {
        code.instruction(Opcodes.DUP);
        code.variable(Opcodes.ALOAD, SUMS);
        call("add", VECTOR_TYPE);
        code.variable(Opcodes.ASTORE, SUMS);
    }

    @Override
    int variableWidth() {
        return 1;
    }

    @Override
    void pushConstant(double value) {
        pushSpecies();
        code.constant(value);
        code.call(Opcodes.INVOKESTATIC, DOUBLES, "broadcast", "(" + SPECIES_TYPE + "D)" + DOUBLES_TYPE);
    }

    private void pushSpecies() {
        code.field(Opcodes.GETSTATIC, DOUBLES, "SPECIES_PREFERRED", SPECIES_TYPE);
    }

    /** Stack: species, array, index → vector. */
    private void load() {
        code.call(Opcodes.INVOKESTATIC, DOUBLES, "fromArray", "(" + SPECIES_TYPE + "[DI)" + DOUBLES_TYPE);
    }

    /** Stack: vector, array, index →. */
    private void store() {
        code.call(Opcodes.INVOKEVIRTUAL, DOUBLES, "intoArray", "([DI)V");
    }

    /** Calls a method on the lowest of some vectors on the stack. */
    private void call(String name, String parameters) {
        code.call(Opcodes.INVOKEVIRTUAL, DOUBLES, name, "(" + parameters + ")" + DOUBLES_TYPE);
    }

    /** Stack: → component · stride + state. */
    private void pushIndex(int component) {
        if (component > 0) {
            code.variable(Opcodes.ILOAD, STRIDE);
            code.constant(component);
            code.instruction(Opcodes.IMUL);
            code.variable(Opcodes.ILOAD, STATE);
            code.instruction(Opcodes.IADD);
        } else {
            code.variable(Opcodes.ILOAD, STATE);
        }
    }

    @Override
    void pushInput(int vector, int component) {
        pushSpecies();
        code.variable(Opcodes.ALOAD, FIRST_ARRAY + vector);
        pushIndex(component);
        load();
        if (!summed[vector][component]) {
            summed[vector][component] = true;
            addToSums();
        }
    }

    @Override
    void pushKept(int k) {
        pushScratch(slot[k]);
    }

    private void pushScratch(int place) {
        pushSpecies();
        code.variable(Opcodes.ALOAD, SCRATCH);
        code.constant(place * lanes);
        load();
    }

    /** Stack: value →. */
    private void popScratch(int place) {
        code.variable(Opcodes.ALOAD, SCRATCH);
        code.constant(place * lanes);
        store();
    }

    @Override
    void keep(int k, int fromVariable) {
        pushVariable(fromVariable);
        popScratch(slot[k]);
    }

    @Override
    void pushVariable(int variable) {
        code.variable(Opcodes.ALOAD, variable);
    }

    @Override
    void popVariable(int variable) {
        code.variable(Opcodes.ASTORE, variable);
    }

    @Override
    void operate(Operation operation) {
        switch (operation) {
            case ADD -> call("add", VECTOR_TYPE);
            case SUBTRACT -> call("sub", VECTOR_TYPE);
            case MULTIPLY -> call("mul", VECTOR_TYPE);
            case DIVIDE -> call("div", VECTOR_TYPE);
            case NEGATE -> call("neg", "");
            case SQUARE_ROOT -> call("sqrt", "");
            case HYPERBOLIC_TANGENT -> laneByLane("hyperbolicTangents");
            case SIGN -> laneByLane("signs");
            case CONSTANT, INPUT, SINE, COSINE ->
                throw new IllegalArgumentException(operation + " is not an operation on the stack");
        }
    }

    /** By way of the first slot of the scratch array. */
    private void laneByLane(String function) {
        popScratch(BatchKernel.LANE_BY_LANE);
        code.variable(Opcodes.ALOAD, SCRATCH);
        code.constant(lanes);
        code.call(Opcodes.INVOKESTATIC, KERNEL, function, "([DI)V");
        pushScratch(BatchKernel.LANE_BY_LANE);
    }

    @Override
    void multiplyBy(double factor) {
        code.constant(factor);
        call("mul", "D");
    }

    @Override
    boolean canFuse() {
        return fusing;
    }

    @Override
    void fuse() {
        call("fma", VECTOR_TYPE + VECTOR_TYPE);
    }

    @Override
    void sineAndCosine(int sine, int cosine) {
        int place = slot[sine >= 0 ? sine : cosine] - (sine >= 0 ? 0 : 1);
        popScratch(place);
        code.variable(Opcodes.ALOAD, 0);
        code.constant(place * lanes);
        code.call(Opcodes.INVOKEVIRTUAL, owner, "sineCosine", "(I)V");
    }

    /** Sines and cosines stay in the scratch array. */
    @Override
    boolean isKept(int k) {
        return Schedule.isTrigonometric(program, k);
    }

    @Override
    void writeOutput(int vector, int component, int k, boolean negative) {
        push(k);
        if (negative) {
            operate(Operation.NEGATE);
        }
        if (vector >= checked.given().size()) {
            popScratch(BatchKernel.FIRST_CHECKED + component);
            return;
        }
        addToSums();
        code.variable(Opcodes.ALOAD, FIRST_ARRAY + checked.inputs() + vector);
        pushIndex(component);
        store();
    }
}
