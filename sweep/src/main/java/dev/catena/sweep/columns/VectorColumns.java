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
    public void draw(int from, int to, long[] terms, long[] steps, DrawnColumns out) {
        int end = whole(from, to);
        int c = 0;
        for (; c + 4 <= out.count(); c += 4) {
            four(from, end, terms, steps, out, c);
        }
        if (c + 2 <= out.count()) {
            two(from, end, terms, steps, out, c);
            c += 2;
        }
        if (c < out.count()) {
            one(from, end, terms, steps, out, c);
        }
        if (end < to) {
            super.draw(end, to, terms, steps, out);
        }
    }

    /** Generators are read and written once for four columns: reading what was just written nearby makes processors wait. */
    private static void four(int from, int to, long[] terms, long[] steps, DrawnColumns out, int c) {
        Span u = out.span(c);
        Span v = out.span(c + 1);
        Span w = out.span(c + 2);
        Span x = out.span(c + 3);
        double[] us = out.array(c);
        double[] vs = out.array(c + 1);
        double[] ws = out.array(c + 2);
        double[] xs = out.array(c + 3);
        int uAt = out.at(c);
        int vAt = out.at(c + 1);
        int wAt = out.at(c + 2);
        int xAt = out.at(c + 3);
        for (int k = from; k < to; k += LANES) {
            LongVector term = LongVector.fromArray(LONGS, terms, k);
            LongVector step = LongVector.fromArray(LONGS, steps, k);
            LongVector word = folded(term);
            upper(word, u).intoArray(us, uAt + k);
            lower(word, v).intoArray(vs, vAt + k);
            LongVector second = term.add(step);
            LongVector next = folded(second);
            upper(next, w).intoArray(ws, wAt + k);
            lower(next, x).intoArray(xs, xAt + k);
            second.add(step).intoArray(terms, k);
        }
    }

    private static void two(int from, int to, long[] terms, long[] steps, DrawnColumns out, int c) {
        Span u = out.span(c);
        Span v = out.span(c + 1);
        double[] us = out.array(c);
        double[] vs = out.array(c + 1);
        int uAt = out.at(c);
        int vAt = out.at(c + 1);
        for (int k = from; k < to; k += LANES) {
            LongVector term = LongVector.fromArray(LONGS, terms, k);
            LongVector word = folded(term);
            upper(word, u).intoArray(us, uAt + k);
            lower(word, v).intoArray(vs, vAt + k);
            term.add(LongVector.fromArray(LONGS, steps, k)).intoArray(terms, k);
        }
    }

    private static void one(int from, int to, long[] terms, long[] steps, DrawnColumns out, int c) {
        Span u = out.span(c);
        double[] us = out.array(c);
        int uAt = out.at(c);
        for (int k = from; k < to; k += LANES) {
            LongVector term = LongVector.fromArray(LONGS, terms, k);
            upper(folded(term), u).intoArray(us, uAt + k);
            term.add(LongVector.fromArray(LONGS, steps, k)).intoArray(terms, k);
        }
    }

    private static LongVector folded(LongVector term) {
        return xor(term, term.lanewise(VectorOperators.LSHR, 32)).mul(FACTOR);
    }

    private static DoubleVector upper(LongVector word, Span span) {
        return ((DoubleVector) word.convert(VectorOperators.L2D, 0)).fma(span.scale(), span.center());
    }

    private static DoubleVector lower(LongVector word, Span span) {
        return upper(word.lanewise(VectorOperators.LSHL, 32), span);
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
