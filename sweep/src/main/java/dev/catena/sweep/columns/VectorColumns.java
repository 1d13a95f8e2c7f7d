package dev.catena.sweep.columns;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The same by vectors of eight numbers, which need AVX-512: narrower ones have neither products of long numbers nor their
 * conversion. Compiled by itself, since its module is one that javac warns of; made by reflection.
 */
final class VectorColumns extends Columns {
    private static final int LANES = FastestColumns.LANES;
    private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
    private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_512;
    private static final LongVector PLACES = LongVector.fromArray(LONGS, new long[] {0, 1, 2, 3, 4, 5, 6, 7}, 0);

    /** The end of the last whole vector. */
    private static int whole(int from, int to) {
        return from + (to - from) / LANES * LANES;
    }

    @Override
    public void mix(long term, long step, int from, int to, long[] out) {
        int end = whole(from, to);
        LongVector steps = PLACES.mul(step);
        for (int k = from; k < end; k += LANES) {
            LongVector z = steps.add(term + k * step);
            z = xor(z, z.lanewise(VectorOperators.LSHR, 30)).mul(0xBF58476D1CE4E5B9L);
            z = xor(z, z.lanewise(VectorOperators.LSHR, 27)).mul(0x94D049BB133111EBL);
            xor(z, z.lanewise(VectorOperators.LSHR, 31)).intoArray(out, k);
        }
        super.mix(term, step, end, to, out);
    }

    @Override
    public void draw(int from, int to, long[] a, long[] b, DrawnColumns out) {
        int end = whole(from, to);
        int c = 0;
        for (; c + 2 <= out.count(); c += 2) {
            int d = c + 1;
            two(from, end, a, b, out.span(c), out.array(c), out.at(c), out.span(d), out.array(d), out.at(d));
        }
        if (c < out.count()) {
            one(from, end, a, b, out.span(c), out.array(c), out.at(c));
        }
        if (end < to) {
            super.draw(end, to, a, b, out);
        }
    }

    private static void two(
            int from, int to, long[] a, long[] b, Span x, double[] xs, int xAt, Span y, double[] ys, int yAt) {
        for (int k = from; k < to; k += LANES) {
            LongVector sum = step(a, b, k);
            place(sum, x).intoArray(xs, xAt + k);
            place(sum.lanewise(VectorOperators.ROL, 32), y).intoArray(ys, yAt + k);
        }
    }

    private static void one(int from, int to, long[] a, long[] b, Span x, double[] xs, int xAt) {
        for (int k = from; k < to; k += LANES) {
            place(step(a, b, k), x).intoArray(xs, xAt + k);
        }
    }

    private static LongVector step(long[] a, long[] b, int k) {
        LongVector x = LongVector.fromArray(LONGS, a, k);
        LongVector y = LongVector.fromArray(LONGS, b, k);
        LongVector sum = x.add(y);
        LongVector both = xor(x, y);
        xor(xor(x.lanewise(VectorOperators.ROL, 24), both), both.lanewise(VectorOperators.LSHL, 16))
                .intoArray(a, k);
        both.lanewise(VectorOperators.ROL, 37).intoArray(b, k);
        return sum;
    }

    private static DoubleVector place(LongVector z, Span span) {
        return ((DoubleVector) z.convert(VectorOperators.L2D, 0))
                .mul(span.scale())
                .add(span.center());
    }

    private static LongVector xor(LongVector x, LongVector y) {
        return x.lanewise(VectorOperators.XOR, y);
    }

    @Override
    public void largestScaled(int from, int to, double[] x, int stride, double[] factors, double[] out) {
        int end = whole(from, to);
        for (int s = from; s < end; s += LANES) {
            LongVector most = LongVector.zero(LONGS);
            for (int j = 0; j < factors.length; j++) {
                DoubleVector scaled =
                        DoubleVector.fromArray(DOUBLES, x, j * stride + s).abs().mul(factors[j]);
                most = most.max(scaled.reinterpretAsLongs());
            }
            most.reinterpretAsDoubles().intoArray(out, s);
        }
        super.largestScaled(end, to, x, stride, factors, out);
    }

    @Override
    public double largest(int from, int to, double[] x, int at) {
        int end = whole(from, to);
        if (end == from) {
            return super.largest(from, to, x, at);
        }
        DoubleVector most = DoubleVector.fromArray(DOUBLES, x, at + from);
        DoubleVector other = most;
        int k = from + LANES;
        for (; k + LANES < end; k += 2 * LANES) {
            most = most.max(DoubleVector.fromArray(DOUBLES, x, at + k));
            other = other.max(DoubleVector.fromArray(DOUBLES, x, at + k + LANES));
        }
        if (k < end) {
            most = most.max(DoubleVector.fromArray(DOUBLES, x, at + k));
        }
        most = most.max(other);
        double found = most.reduceLanes(VectorOperators.MAX);
        return end < to ? Math.max(found, super.largest(end, to, x, at)) : found;
    }

    @Override
    public double smallest(int from, int to, double[] x, int at) {
        int end = whole(from, to);
        if (end == from) {
            return super.smallest(from, to, x, at);
        }
        DoubleVector least = DoubleVector.fromArray(DOUBLES, x, at + from);
        for (int k = from + LANES; k < end; k += LANES) {
            least = least.min(DoubleVector.fromArray(DOUBLES, x, at + k));
        }
        double found = least.reduceLanes(VectorOperators.MIN);
        return end < to ? Math.min(found, super.smallest(end, to, x, at)) : found;
    }
}
