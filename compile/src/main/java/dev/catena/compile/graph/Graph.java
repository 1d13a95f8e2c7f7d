package dev.catena.compile.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Expressions in which equal ones are the same node, folded while they are built: constants, ×0, ×1, +0, signs,
 * sin² + cos², multiples of one expression, quarter turns within sine and cosine.
 *
 * <p>A reference is a node and a sign: {@code 2 · node + (1 if negative)}. Nodes are numbered operands first. The same
 * operations in the same order give the same graph. Not for several threads at once.
 */
public final class Graph {
    private static final Operation[] OPERATIONS = Operation.values();

    /** An angle this near to a quarter turn is meant to be one. */
    private static final double ANGLE_ROUNDING = 1e-15;

    /** A hundred megabytes. */
    private static final int MOST_NODES = 4_000_000;

    private static final double QUARTER_TURN = Math.PI / 2;

    /** The input vector of symbols that are no inputs. */
    private static final int UNKNOWN = -1;

    private int size;
    private byte[] operation = new byte[1024];
    private int[] left = new int[1024];
    private int[] right = new int[1024];
    private double[] value = new double[1024];
    private int[] table = new int[4096];
    private final List<InputVector> inputs = new ArrayList<>();
    private int unknowns;

    /** By node of an angle that is known by them: sine and cosine. */
    private final Map<Integer, int[]> angles = new HashMap<>();

    private final int zero;
    private final int one;

    public Graph() {
        zero = constantReference(0);
        one = constantReference(1);
    }

    /** A new input vector. */
    public List<Symbol> input(String name, int length) {
        int vector = inputs.size();
        inputs.add(new InputVector(name, length));
        List<Symbol> symbols = new ArrayList<>();
        for (int k = 0; k < length; k++) {
            symbols.add(new Symbol(this, inputReference(vector, k)));
        }
        return List.copyOf(symbols);
    }

    /** Symbols to differentiate by, which no output may depend on in the end. */
    public List<Symbol> unknowns(int count) {
        List<Symbol> symbols = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            symbols.add(new Symbol(this, inputReference(UNKNOWN, unknowns++)));
        }
        return List.copyOf(symbols);
    }

    /** An angle of which only cosine and sine are known; nothing else can be done with it. */
    public Symbol angle(Symbol cosine, Symbol sine) {
        Symbol angle = unknowns(1).get(0);
        angles.put(angle.node(), new int[] {sine.reference(), cosine.reference()});
        return angle;
    }

    int inputReference(int vector, int component) {
        return reference(intern(Operation.INPUT, vector, component, 0));
    }

    public Symbol constant(double number) {
        return new Symbol(this, constantReference(number));
    }

    /** The input vectors in the order of their making. */
    public List<InputVector> inputs() {
        return List.copyOf(inputs);
    }

    /** How many nodes there are, dead ones included. */
    public int size() {
        return size;
    }

    Operation operation(int node) {
        return OPERATIONS[operation[node]];
    }

    /** First operand's node; of an input, the number of its vector. */
    int left(int node) {
        return left[node];
    }

    /** Second operand's node; of an input, the index in its vector. */
    int right(int node) {
        return right[node];
    }

    double constantOf(int node) {
        return value[node];
    }

    static int node(int reference) {
        return reference >> 1;
    }

    static boolean isNegative(int reference) {
        return (reference & 1) != 0;
    }

    static int reference(int node) {
        return node << 1;
    }

    static int negated(int reference) {
        return reference ^ 1;
    }

    boolean isConstant(int reference) {
        return operation[node(reference)] == 0;
    }

    /** Of either sign. */
    private boolean isZero(int reference) {
        return node(reference) == node(zero);
    }

    double value(int reference) {
        if (!isConstant(reference)) {
            throw new IllegalStateException("the value of an expression is not known while it is recorded");
        }
        double magnitude = value[node(reference)];
        return isNegative(reference) ? -magnitude : magnitude;
    }

    int constantReference(double number) {
        if (Double.isNaN(number)) {
            throw new ArithmeticException("an expression of constants alone is not a number");
        }
        int node = intern(Operation.CONSTANT, 0, 0, Math.abs(number));
        return number < 0 ? negated(reference(node)) : reference(node);
    }

    int negate(int a) {
        return isZero(a) ? zero : negated(a);
    }

    int add(int a, int b) {
        if (isConstant(a) && isConstant(b)) {
            return constantReference(value(a) + value(b));
        }
        if (isZero(a)) {
            return b;
        }
        if (isZero(b)) {
            return a;
        }
        int folded = addMultiples(a, b);
        if (folded >= 0) {
            return folded;
        }
        folded = addToConstantTerm(a, b);
        return folded >= 0 ? folded : internSum(a, b);
    }

    /** k x + l x = (k + l) x and k sin² + k cos² = k; −1 if it is neither. */
    private int addMultiples(int a, int b) {
        double k = factor(a);
        double l = factor(b);
        int x = withoutFactor(a);
        int y = withoutFactor(b);
        if (x == y) {
            return multiply(constantReference(k + l), reference(x));
        }
        return k == l && areSquaresOfOneAngle(x, y) ? constantReference(k) : -1;
    }

    /** The constant factor of a term, with its sign. */
    private double factor(int reference) {
        int node = node(reference);
        double k = operation(node) == Operation.MULTIPLY && isConstant(reference(left[node])) ? value[left[node]] : 1;
        return isNegative(reference) ? -k : k;
    }

    private int withoutFactor(int reference) {
        int node = node(reference);
        return operation(node) == Operation.MULTIPLY && isConstant(reference(left[node])) ? right[node] : node;
    }

    private boolean areSquaresOfOneAngle(int x, int y) {
        if (operation(x) != Operation.MULTIPLY
                || operation(y) != Operation.MULTIPLY
                || left[x] != right[x]
                || left[y] != right[y]) {
            return false;
        }
        int s = left[x];
        int c = left[y];
        boolean areSineAndCosine = (operation(s) == Operation.SINE && operation(c) == Operation.COSINE)
                || (operation(s) == Operation.COSINE && operation(c) == Operation.SINE);
        return areSineAndCosine && left[s] == left[c];
    }

    /** (x ± k) ± l = x + m; −1 if it is not that. */
    private int addToConstantTerm(int a, int b) {
        int number = isConstant(a) ? a : b;
        int sum = isConstant(a) ? b : a;
        int node = node(sum);
        if (!isConstant(number) || (operation(node) != Operation.ADD && operation(node) != Operation.SUBTRACT)) {
            return -1;
        }
        int l = reference(left[node]);
        int r = operation(node) == Operation.ADD ? reference(right[node]) : negated(reference(right[node]));
        if (!isConstant(l) && !isConstant(r)) {
            return -1;
        }
        if (isNegative(sum)) {
            l = negated(l);
            r = negated(r);
        }
        return isConstant(l) ? add(r, add(l, number)) : add(l, add(r, number));
    }

    /** The lower node comes first and is positive; the rest of the signs goes outside. */
    private int internSum(int a, int b) {
        int first = node(a) < node(b) ? a : b;
        int second = first == a ? b : a;
        Operation kind = isNegative(first) == isNegative(second) ? Operation.ADD : Operation.SUBTRACT;
        int sum = reference(intern(kind, node(first), node(second), 0));
        return isNegative(first) ? negated(sum) : sum;
    }

    int multiply(int a, int b) {
        if (isConstant(a) && isConstant(b)) {
            return constantReference(value(a) * value(b));
        }
        if (isZero(a) || isZero(b)) {
            return zero;
        }
        int sign = (a ^ b) & 1;
        int x = node(isConstant(b) ? b : a);
        int y = node(isConstant(b) ? a : b);
        if (x == node(one)) {
            return reference(y) ^ sign;
        }
        if (operation[x] == 0) {
            if (operation(y) == Operation.MULTIPLY && operation[left[y]] == 0) {
                return multiply(constantReference(value[x] * value[left[y]]) ^ sign, reference(right[y]));
            }
            return reference(intern(Operation.MULTIPLY, x, y, 0)) ^ sign;
        }
        return reference(intern(Operation.MULTIPLY, Math.min(x, y), Math.max(x, y), 0)) ^ sign;
    }

    int divide(int a, int b) {
        if (isConstant(b)) {
            if (isZero(b)) {
                throw new ArithmeticException("an expression is divided by zero");
            }
            return isConstant(a)
                    ? constantReference(value(a) / value(b))
                    : multiply(constantReference(1 / value(b)), a);
        }
        if (isZero(a)) {
            return zero;
        }
        int sign = (a ^ b) & 1;
        if (node(a) == node(b)) {
            return one ^ sign;
        }
        return reference(intern(Operation.DIVIDE, node(a), node(b), 0)) ^ sign;
    }

    int squareRoot(int a) {
        if (isConstant(a)) {
            return constantReference(Math.sqrt(value(a)));
        }
        int operand = isNegative(a) ? intern(Operation.NEGATE, node(a), 0, 0) : node(a);
        return reference(intern(Operation.SQUARE_ROOT, operand, 0, 0));
    }

    /** A hyperbolic tangent or a sign: f(−x) = −f(x). */
    int odd(Operation function, int a) {
        if (isConstant(a)) {
            return constantReference(function == Operation.SIGN ? Math.signum(value(a)) : Math.tanh(value(a)));
        }
        return reference(intern(function, node(a), 0, 0)) ^ (a & 1);
    }

    int sine(int a) {
        return turned(a, 0);
    }

    int cosine(int a) {
        return turned(a, 1);
    }

    /** sin(a + k π/2), where a may have quarter turns of its own. */
    private int turned(int a, int quarters) {
        if (isConstant(a)) {
            double angle = value(a);
            return constantReference((quarters & 1) == 0 ? Math.sin(angle) : Math.cos(angle));
        }
        int total = quarters;
        int angle = a;
        double constant = constantTerm(a);
        double own = Math.rint(constant / QUARTER_TURN);
        if (own != 0 && Math.abs(constant - own * QUARTER_TURN) <= ANGLE_ROUNDING * Math.abs(constant)) {
            angle = add(a, constantReference(-constant));
            total += (int) own;
        }
        // sin(−x) = −sin x, cos(−x) = cos x
        boolean isSine = (total & 1) == 0;
        boolean flipped = ((total >> 1) & 1) != (isSine && isNegative(angle) ? 1 : 0);
        int[] known = angles.get(node(angle));
        int result = known != null
                ? known[isSine ? 0 : 1]
                : reference(intern(isSine ? Operation.SINE : Operation.COSINE, node(angle), 0, 0));
        return flipped ? negate(result) : result;
    }

    private double constantTerm(int a) {
        int node = node(a);
        if (operation(node) != Operation.ADD && operation(node) != Operation.SUBTRACT) {
            return 0;
        }
        double term = 0;
        if (operation[left[node]] == 0) {
            term = value[left[node]];
        } else if (operation[right[node]] == 0) {
            term = operation(node) == Operation.ADD ? value[right[node]] : -value[right[node]];
        }
        return isNegative(a) ? -term : term;
    }

    private int intern(Operation kind, int a, int b, double number) {
        int mask = table.length - 1;
        int slot = hash(kind.ordinal(), a, b, number) & mask;
        while (table[slot] != 0) {
            int node = table[slot] - 1;
            if (operation[node] == kind.ordinal() && left[node] == a && right[node] == b && value[node] == number) {
                return node;
            }
            slot = (slot + 1) & mask;
        }
        if (size == MOST_NODES) {
            throw new GraphTooLargeException(MOST_NODES);
        }
        if (size == operation.length) {
            grow();
        }
        operation[size] = (byte) kind.ordinal();
        left[size] = a;
        right[size] = b;
        value[size] = number;
        table[slot] = ++size;
        if (2 * size > table.length) {
            rehash();
        }
        return size - 1;
    }

    private static int hash(int kind, int a, int b, double number) {
        int h = ((kind * 31 + a) * 0x9E3779B1 + b) * 0x85EBCA6B + Double.hashCode(number);
        h ^= h >>> 15;
        h *= 0xC2B2AE35;
        return h ^ (h >>> 13);
    }

    private void grow() {
        operation = Arrays.copyOf(operation, 2 * size);
        left = Arrays.copyOf(left, 2 * size);
        right = Arrays.copyOf(right, 2 * size);
        value = Arrays.copyOf(value, 2 * size);
    }

    private void rehash() {
        table = new int[2 * table.length];
        int mask = table.length - 1;
        for (int node = 0; node < size; node++) {
            int slot = hash(operation[node], left[node], right[node], value[node]) & mask;
            while (table[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            table[slot] = node + 1;
        }
    }
}
