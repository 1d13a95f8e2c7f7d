package dev.catena.compile.source;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes of a WebAssembly module: instructions and the numbers between them, [WebAssembly]. */
final class WasmBytes {
    static final int END = 0x0b;
    static final int IF = 0x04;
    static final int RETURN = 0x0f;
    static final int CALL = 0x10;
    static final int DROP = 0x1a;
    static final int SELECT = 0x1b;
    static final int LOCAL_GET = 0x20;
    static final int LOCAL_SET = 0x21;
    static final int LOCAL_TEE = 0x22;
    static final int F64_LOAD = 0x2b;
    static final int F64_STORE = 0x39;
    static final int I32_CONST = 0x41;
    static final int I64_CONST = 0x42;
    static final int F64_CONST = 0x44;
    static final int I32_EQZ = 0x45;
    static final int F64_EQ = 0x61;
    static final int F64_GT = 0x64;
    static final int F64_LE = 0x65;
    static final int I64_ADD = 0x7c;
    static final int I64_SUB = 0x7d;
    static final int I64_AND = 0x83;
    static final int I64_XOR = 0x85;
    static final int I64_SHL = 0x86;
    static final int F64_ABS = 0x99;
    static final int F64_NEG = 0x9a;
    static final int F64_SQRT = 0x9f;
    static final int F64_ADD = 0xa0;
    static final int F64_SUB = 0xa1;
    static final int F64_MUL = 0xa2;
    static final int F64_DIV = 0xa3;
    static final int F64_COPYSIGN = 0xa6;
    static final int I64_REINTERPRET_F64 = 0xbd;
    static final int F64_REINTERPRET_I64 = 0xbf;

    static final int I32 = 0x7f;
    static final int I64 = 0x7e;
    static final int F64 = 0x7c;
    static final int NOTHING = 0x40;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    int size() {
        return bytes.size();
    }

    byte[] toArray() {
        return bytes.toByteArray();
    }

    @CanIgnoreReturnValue
    WasmBytes put(int... opcodes) {
        for (int opcode : opcodes) {
            bytes.write(opcode);
        }
        return this;
    }

    @CanIgnoreReturnValue
    WasmBytes put(WasmBytes other) {
        bytes.writeBytes(other.toArray());
        return this;
    }

    /** An integer without sign, seven bits a byte. */
    @CanIgnoreReturnValue
    WasmBytes number(int value) {
        int rest = value;
        while (rest > 0x7f) {
            bytes.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        bytes.write(rest);
        return this;
    }

    /** An integer with its sign, seven bits a byte. */
    @CanIgnoreReturnValue
    WasmBytes signed(long value) {
        long rest = value;
        while (rest < -0x40 || rest > 0x3f) {
            bytes.write((int) ((rest & 0x7f) | 0x80));
            rest >>= 7;
        }
        bytes.write((int) (rest & 0x7f));
        return this;
    }

    @CanIgnoreReturnValue
    WasmBytes text(String name) {
        byte[] letters = name.getBytes(StandardCharsets.UTF_8);
        number(letters.length);
        bytes.writeBytes(letters);
        return this;
    }

    /** Something with its length before it: a section, or the body of a function. */
    @CanIgnoreReturnValue
    WasmBytes sized(WasmBytes content) {
        return number(content.size()).put(content);
    }

    // instructions with an argument

    @CanIgnoreReturnValue
    WasmBytes constant(double value) {
        put(F64_CONST);
        long bits = Double.doubleToRawLongBits(value);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes.write((int) (bits >>> shift));
        }
        return this;
    }

    @CanIgnoreReturnValue
    WasmBytes get(int local) {
        return put(LOCAL_GET).number(local);
    }

    @CanIgnoreReturnValue
    WasmBytes set(int local) {
        return put(LOCAL_SET).number(local);
    }

    @CanIgnoreReturnValue
    WasmBytes tee(int local) {
        return put(LOCAL_TEE).number(local);
    }

    @CanIgnoreReturnValue
    WasmBytes call(int function) {
        return put(CALL).number(function);
    }

    @CanIgnoreReturnValue
    WasmBytes integer(int value) {
        return put(I32_CONST).signed(value);
    }

    @CanIgnoreReturnValue
    WasmBytes longInteger(long value) {
        return put(I64_CONST).signed(value);
    }

    /** Stack: → the number at an address. */
    @CanIgnoreReturnValue
    WasmBytes load(int address) {
        return integer(0).put(F64_LOAD).number(3).number(address);
    }

    /** Stack: 0, number →; what is stored goes to an address. */
    @CanIgnoreReturnValue
    WasmBytes store(int address) {
        return put(F64_STORE).number(3).number(address);
    }
}
