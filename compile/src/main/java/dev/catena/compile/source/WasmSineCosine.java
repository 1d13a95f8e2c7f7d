package dev.catena.compile.source;

import dev.catena.algebra.SineCosine;

/**
 * Core's {@link SineCosine} as a function of WebAssembly: the same steps, so that results are those of compiled code on
 * the JVM bit by bit.
 */
final class WasmSineCosine {
    private static final int ANGLE = 0;
    private static final int SHIFTED = 1;
    private static final int QUADRANT = 2;
    private static final int NEAR = 3;
    private static final int R = 4;
    private static final int Z = 5;
    private static final int ZZ = 6;
    private static final int S = 7;
    private static final int C = 8;
    private static final int N = 9;
    private static final int MASK = 10;

    private final WasmBytes code = new WasmBytes();

    private WasmSineCosine() {}

    /**
     * The body of a function from an angle to its sine and cosine.
     *
     * @param reduced number of the function that takes full turns off large angles
     */
    static WasmBytes body(int reduced) {
        WasmSineCosine function = new WasmSineCosine();
        // locals: 8 numbers, 2 integers
        function.code.number(2).number(8).put(WasmBytes.F64).number(2).put(WasmBytes.I64);
        function.reduce(reduced);
        function.polynomials();
        function.exchange();
        return function.code.put(WasmBytes.END);
    }

    /** r = angle − quadrant π/2, with π/2 in three parts. */
    private void reduce(int reduced) {
        code.get(ANGLE).put(WasmBytes.F64_ABS).constant(SineCosine.REDUCIBLE).put(WasmBytes.F64_LE, WasmBytes.I32_EQZ);
        code.put(WasmBytes.IF, WasmBytes.NOTHING);
        code.get(ANGLE).call(reduced).set(ANGLE);
        code.put(WasmBytes.END);
        code.get(ANGLE);
        times(SineCosine.TWO_OVER_PI);
        plus(SineCosine.ROUNDER);
        code.tee(SHIFTED);
        plus(-SineCosine.ROUNDER);
        code.set(QUADRANT);
        code.get(ANGLE).get(QUADRANT);
        times(SineCosine.HALF_PI_1);
        code.put(WasmBytes.F64_SUB).tee(NEAR).get(QUADRANT);
        times(SineCosine.HALF_PI_2);
        code.put(WasmBytes.F64_SUB).tee(R);
        // r − ((r − near + quadrant h₂) + quadrant h₃)
        code.get(R).get(NEAR).put(WasmBytes.F64_SUB).get(QUADRANT);
        times(SineCosine.HALF_PI_2);
        code.put(WasmBytes.F64_ADD).get(QUADRANT);
        times(SineCosine.HALF_PI_3);
        code.put(WasmBytes.F64_ADD, WasmBytes.F64_SUB).tee(R);
        code.get(R).put(WasmBytes.F64_MUL).tee(Z).get(Z).put(WasmBytes.F64_MUL).set(ZZ);
    }

    private void polynomials() {
        // s = r + r (z p0 + z² ((p1 + p2 z) + z² ((p3 + p4 z) + z² p5)))
        code.get(R).get(R).get(Z);
        times(SineCosine.S0);
        code.get(ZZ);
        linear(SineCosine.S1, SineCosine.S2);
        code.get(ZZ);
        linear(SineCosine.S3, SineCosine.S4);
        code.get(ZZ);
        times(SineCosine.S5);
        code.put(WasmBytes.F64_ADD, WasmBytes.F64_MUL, WasmBytes.F64_ADD);
        code.put(WasmBytes.F64_MUL, WasmBytes.F64_ADD, WasmBytes.F64_MUL, WasmBytes.F64_ADD);
        code.set(S);
        // c = 1 − (½ z − z² ((p0 + p1 z) + z² ((p2 + p3 z) + z² (p4 + p5 z))))
        code.constant(1).get(Z);
        times(0.5);
        code.get(ZZ);
        linear(SineCosine.C0, SineCosine.C1);
        code.get(ZZ);
        linear(SineCosine.C2, SineCosine.C3);
        code.get(ZZ);
        linear(SineCosine.C4, SineCosine.C5);
        code.put(WasmBytes.F64_MUL, WasmBytes.F64_ADD, WasmBytes.F64_MUL, WasmBytes.F64_ADD);
        code.put(WasmBytes.F64_MUL, WasmBytes.F64_SUB, WasmBytes.F64_SUB);
        code.set(C);
    }

    /** Odd quadrants exchange sine and cosine, then signs follow; done on the bits. */
    private void exchange() {
        code.get(SHIFTED).put(WasmBytes.I64_REINTERPRET_F64).set(N);
        // (s ^ c) & −(n & 1)
        bits(S);
        bits(C);
        code.put(WasmBytes.I64_XOR).longInteger(0).get(N).longInteger(1);
        code.put(WasmBytes.I64_AND, WasmBytes.I64_SUB, WasmBytes.I64_AND).set(MASK);
        bits(S);
        code.get(MASK).put(WasmBytes.I64_XOR).get(N);
        sign();
        bits(C);
        code.get(MASK).put(WasmBytes.I64_XOR).get(N).longInteger(1).put(WasmBytes.I64_ADD);
        sign();
    }

    /** Stack: bits, n → the number with the sign of bit 1 of n. */
    private void sign() {
        code.longInteger(2).put(WasmBytes.I64_AND).longInteger(62);
        code.put(WasmBytes.I64_SHL, WasmBytes.I64_XOR, WasmBytes.F64_REINTERPRET_I64);
    }

    private void bits(int local) {
        code.get(local).put(WasmBytes.I64_REINTERPRET_F64);
    }

    private void linear(double p0, double p1) {
        code.get(Z);
        times(p1);
        plus(p0);
    }

    private void times(double factor) {
        code.constant(factor).put(WasmBytes.F64_MUL);
    }

    private void plus(double term) {
        code.constant(term).put(WasmBytes.F64_ADD);
    }
}
