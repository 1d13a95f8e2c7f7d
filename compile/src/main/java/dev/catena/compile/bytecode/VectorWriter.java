package dev.catena.compile.bytecode;

import dev.catena.compile.bytecode.FusedProgram.Kind;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A method on vectors of the incubating Vector API: as many states as there are lanes. Methods have the parameters of
 * {@link VectorKernel#block}. The API is named, never imported, so that nothing here needs its module.
 */
final class VectorWriter {
    static final String API = "jdk/incubator/vector/";
    static final String DOUBLES = API + "DoubleVector";
    static final String DOUBLES_TYPE = "L" + DOUBLES + ";";
    static final String SPECIES_TYPE = "L" + API + "VectorSpecies;";
    static final String VECTOR_TYPE = "L" + API + "Vector;";
    static final String LONGS = API + "LongVector";
    static final String LONGS_TYPE = "L" + LONGS + ";";
    static final String OPERATORS = API + "VectorOperators";
    static final String MASK = API + "VectorMask";
    static final String KERNEL = "dev/catena/compile/bytecode/VectorKernel";

    /** Calls that one instruction may need, its loads and stores and the end of the method included. */
    static final int MOST_CALLS_OF_ONE = 16;

    /** Parameters: this, vectors, stride, state; then variables, one for each vector, and the registers. */
    private static final int VECTORS = 1;

    private static final int STRIDE = 2;
    private static final int STATE = 3;
    private static final int LOADS = 4;
    private static final int SCRATCH = 5;
    private static final int SUMS = 6;
    private static final int STORES = 7;
    private static final int FIRST_ARRAY = 8;

    private final CodeWriter code;
    private final int lanes;

    /** The last place of the scratch array. */
    private final int highest;

    private final CheckedProgram checked;
    private final int firstRegister;

    /** By input vector and component: whether it has been added to the sums. */
    private final boolean[][] summed;

    private final MethodVisitor method;

    VectorWriter(CheckedProgram checked, MethodVisitor method, int lanes, boolean[][] summed, int highest) {
        this.highest = highest;
        this.checked = checked;
        this.method = method;
        code = new CodeWriter(method);
        this.lanes = lanes;
        this.summed = summed;
        firstRegister = FIRST_ARRAY + checked.vectors();
    }

    int calls() {
        return code.calls();
    }

    /** Loads what all instructions use into variables. */
    void begin() {
        field("scratch", "[D");
        code.variable(Opcodes.ASTORE, SCRATCH);
        field("apart", "I");
        code.variable(Opcodes.ILOAD, LOADS);
        code.instruction(Opcodes.IADD);
        code.variable(Opcodes.ISTORE, STORES);
        for (int v = 0; v < checked.vectors(); v++) {
            code.variable(Opcodes.ALOAD, VECTORS);
            code.constant(v);
            code.instruction(Opcodes.AALOAD);
            code.variable(Opcodes.ASTORE, FIRST_ARRAY + v);
        }
        checkRange(LOADS);
        checkRange(STORES);
        load(VectorKernel.SUMS);
        code.variable(Opcodes.ASTORE, SUMS);
    }

    /**
     * Loads the first and the last place for nothing: HotSpot sees that what lies between is within the array and checks no other
     * access, which is a tenth of all instructions (torques of the Panda 20.0 → 18.7 ns a state).
     */
    private void checkRange(int base) {
        vectorAt(base, 0);
        drop();
        vectorAt(base, highest);
        drop();
    }

    private int firstConstant() {
        return VectorKernel.FIRST_CHECKED + checked.bounds().length;
    }

    private void field(String name, String type) {
        code.variable(Opcodes.ALOAD, 0);
        code.field(Opcodes.GETFIELD, VectorCode.NAME, name, type);
    }

    /** Keeps the sums and ends the method. */
    void end() {
        code.variable(Opcodes.ALOAD, SUMS);
        store(VectorKernel.SUMS);
        code.instruction(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** Stack: value → value, which is added to the sums. */
    private void addToSums() {
        code.instruction(Opcodes.DUP);
        code.variable(Opcodes.ALOAD, SUMS);
        call("add", VECTOR_TYPE);
        code.variable(Opcodes.ASTORE, SUMS);
    }

    private void pushSpecies() {
        code.field(Opcodes.GETSTATIC, DOUBLES, "SPECIES_PREFERRED", SPECIES_TYPE);
    }

    /** Stack: species, array, index → vector. */
    private void fromArray() {
        code.call(Opcodes.INVOKESTATIC, DOUBLES, "fromArray", "(" + SPECIES_TYPE + "[DI)" + DOUBLES_TYPE);
    }

    /** Stack: vector, array, index →. */
    private void intoArray() {
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

    /** Stack: → the input. */
    void input(int vector, int component) {
        pushSpecies();
        code.variable(Opcodes.ALOAD, FIRST_ARRAY + vector);
        pushIndex(component);
        fromArray();
        if (!summed[vector][component]) {
            summed[vector][component] = true;
            addToSums();
        }
    }

    /** Stack: → the input, an angle, which {@link #angle} will add to the sums in its own way. */
    void angleOf(int vector, int component) {
        summed[vector][component] = true;
        input(vector, component);
    }

    /** Adds an input to the sums that nothing reads. */
    void addInput(int vector, int component) {
        input(vector, component);
        drop();
    }

    /** Stack: → what is at a place of the scratch array. */
    void load(int place) {
        vectorAt(LOADS, place);
    }

    private void vectorAt(int base, int place) {
        pushSpecies();
        code.variable(Opcodes.ALOAD, SCRATCH);
        code.variable(Opcodes.ILOAD, base);
        code.constant(place * lanes);
        code.instruction(Opcodes.IADD);
        fromArray();
    }

    /** Stack: value →. */
    void store(int place) {
        code.variable(Opcodes.ALOAD, SCRATCH);
        code.variable(Opcodes.ILOAD, STORES);
        code.constant(place * lanes);
        code.instruction(Opcodes.IADD);
        intoArray();
    }

    /** Stack: → the value in a register. */
    void get(int register) {
        code.variable(Opcodes.ALOAD, firstRegister + register);
    }

    /** Stack: value →. */
    void put(int register) {
        code.variable(Opcodes.ASTORE, firstRegister + register);
    }

    void duplicate() {
        code.instruction(Opcodes.DUP);
    }

    void drop() {
        code.instruction(Opcodes.POP);
    }

    /** Stack: operands → result. */
    void operate(Kind kind) {
        switch (kind) {
            case ADD -> call("add", VECTOR_TYPE);
            case SUBTRACT -> call("sub", VECTOR_TYPE);
            case MULTIPLY -> call("mul", VECTOR_TYPE);
            case DIVIDE -> call("div", VECTOR_TYPE);
            case MULTIPLY_ADD -> call("fma", VECTOR_TYPE + VECTOR_TYPE);
            case NEGATE -> negate();
            case SQUARE_ROOT -> call("sqrt", "");
            case HYPERBOLIC_TANGENT -> hyperbolicTangent();
            case SIGN -> sign();
            case CONSTANT, INPUT, SINE, COSINE ->
                throw new IllegalArgumentException(kind + " is not an operation on the stack");
        }
    }

    /** By −1: in four of six runs HotSpot compiled the API's own method so that it made objects for ever. */
    private void negate() {
        load(firstConstant() + VectorSineCosine.MINUS_ONE);
        operate(Kind.MULTIPLY);
    }

    /** By way of the first place of the scratch array. */
    private void hyperbolicTangent() {
        store(VectorKernel.LANE_BY_LANE);
        code.variable(Opcodes.ALOAD, SCRATCH);
        code.variable(Opcodes.ILOAD, STORES);
        code.constant(lanes);
        code.call(Opcodes.INVOKESTATIC, KERNEL, "hyperbolicTangents", "([DII)V");
        load(VectorKernel.LANE_BY_LANE);
    }

    /** Stack: x → x where it is 0 or not a number, else 1 with the sign of x. */
    private void sign() {
        code.instruction(Opcodes.DUP);
        code.instruction(Opcodes.DUP);
        call("reinterpretAsLongs", "", LONGS_TYPE);
        code.constant(Long.MIN_VALUE);
        code.call(Opcodes.INVOKEVIRTUAL, LONGS, "and", "(J)" + LONGS_TYPE);
        code.constant(Double.doubleToRawLongBits(1));
        code.call(Opcodes.INVOKEVIRTUAL, LONGS, "or", "(J)" + LONGS_TYPE);
        code.call(Opcodes.INVOKEVIRTUAL, LONGS, "reinterpretAsDoubles", "()" + DOUBLES_TYPE);
        code.instruction(Opcodes.SWAP);
        call("abs", "");
        code.field(Opcodes.GETSTATIC, OPERATORS, "GT", "L" + OPERATORS + "$Comparison;");
        code.constant(0.0);
        call("compare", "L" + OPERATORS + "$Comparison;D", "L" + MASK + ";");
        call("blend", VECTOR_TYPE + "L" + MASK + ";");
    }

    private void call(String name, String parameters, String result) {
        code.call(Opcodes.INVOKEVIRTUAL, DOUBLES, name, "(" + parameters + ")" + result);
    }

    /** Stack: angle →, which goes to a place. To the sums goes 0, or what is not a number where the angle is too large. */
    void angle(int place) {
        code.instruction(Opcodes.DUP);
        load(firstConstant() + VectorSineCosine.OVERFLOWING);
        call("mul", VECTOR_TYPE);
        load(firstConstant() + VectorSineCosine.ZERO);
        code.variable(Opcodes.ALOAD, SUMS);
        call("fma", VECTOR_TYPE + VECTOR_TYPE);
        code.variable(Opcodes.ASTORE, SUMS);
        store(place);
    }

    /** Replaces so many angles, every second place from one on, by sines, and what follows them by the cosines. */
    void sineCosines(int place, int count) {
        code.variable(Opcodes.ALOAD, 0);
        code.variable(Opcodes.ILOAD, LOADS);
        code.constant(place * lanes);
        code.instruction(Opcodes.IADD);
        code.variable(Opcodes.ILOAD, LOADS);
        code.constant(count);
        code.call(Opcodes.INVOKEVIRTUAL, VectorCode.NAME, "sineCosines", "(III)V");
    }

    /** Stack: value →. */
    void writeOutput(int vector, int component, boolean negative) {
        if (negative) {
            operate(Kind.NEGATE);
        }
        if (vector >= checked.given().size()) {
            load(VectorKernel.FIRST_CHECKED + component);
            call("min", VECTOR_TYPE);
            store(VectorKernel.FIRST_CHECKED + component);
            return;
        }
        addToSums();
        code.variable(Opcodes.ALOAD, FIRST_ARRAY + checked.inputs() + vector);
        pushIndex(component);
        intoArray();
    }
}
