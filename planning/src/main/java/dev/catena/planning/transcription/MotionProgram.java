package dev.catena.planning.transcription;

import dev.catena.model.NumericalException;
import dev.catena.nlp.EvaluationException;
import dev.catena.nlp.LagrangianHessian;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.SparsityPattern;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.BasisMatrix;
import dev.catena.spline.GaussPoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The nonlinear program of a motion: control points and duration are the variables, limits at their moments the
 * constraints, w T + Σ wₖ ∫ fₖ dt the objective, integrals by Gauss-Legendre between knots or by trapezoids between given
 * moments. Exact gradient, Jacobian and Hessian, sparse.
 */
public final class MotionProgram implements NonlinearProgram, LagrangianHessian {
    /** Sizes below this, or above its inverse, say nothing. */
    private static final double NO_SIZE = 1e-100;

    /** Up to here, solvers cope with large objectives themselves. */
    private static final double LARGE = 0x1p20;

    private final ControlPoints points;
    private final SplineChain chain;
    private final double timeWeight;
    private final List<IntegralCost> costs;
    private final double[] start;
    private final double leastTime;
    private final double largestTime;
    private final double[] variableSize;
    private final double objectiveSize;

    /** A moment at which limits hold, and those limits. */
    private record Moment(List<SampledLimit> limits, int firstConstraint) {}

    private final List<Moment> moments = new ArrayList<>();
    private final BasisMatrix atMoments;
    private final LocalVariables[] localAtMoments;
    private final BasisMatrix atCosts;
    private final LocalVariables[] localAtCosts;
    private final double[] costWeights;

    /** By span, where there are no inputs. */
    private final Map<Integer, LocalVariables> localBySpan = new TreeMap<>();

    /** By moment, where there are. */
    private final Map<Double, LocalVariables> localByMoment = new TreeMap<>();

    private final int constraintCount;
    private final int inputCount;
    private final SparsityPattern jacobianPattern;
    private final SparsityPattern hessianPattern;

    // values and derivatives of one function, or of all limits of a moment together; by number of rows where it counts
    private final double[][] values;
    private final double[] jacobian;
    private final double[][] multipliers;
    private final double[] gradientByState;
    private final double[] ownCurvature;
    private final double[] curvature;
    private final double[] localGradient;
    private final double[] localHessian;

    /** @param costMoments where integrals are sampled, from 0 to 1; none for Gauss-Legendre between knots */
    public MotionProgram(
            ControlPoints points,
            double timeWeight,
            List<IntegralCost> costs,
            List<SampledLimit> limits,
            double[] costMoments,
            double leastTime,
            double largestTime,
            double[] coordinateSize,
            double[] start) {
        this.points = points;
        this.timeWeight = timeWeight;
        this.costs = List.copyOf(costs);
        this.leastTime = leastTime;
        this.largestTime = largestTime;
        this.start = start.clone();
        chain = new SplineChain(points);
        GaussPoints gauss = new GaussPoints(points.basis, points.basis.degree() + 1);
        boolean isSampled = costMoments.length > 0;
        costWeights = isSampled ? trapezoids(costMoments) : gauss.weights();
        atCosts = new BasisMatrix(points.basis, points.highestOrder, isSampled ? costMoments : gauss.points());

        Map<Double, List<SampledLimit>> byMoment = SampledLimit.byMoment(limits);
        atMoments = new BasisMatrix(
                points.basis,
                points.highestOrder,
                byMoment.keySet().stream().mapToDouble(u -> u).toArray());
        int count = 0;
        for (List<SampledLimit> here : byMoment.values()) {
            moments.add(new Moment(List.copyOf(here), count));
            count += here.stream().mapToInt(limit -> limit.rows.length).sum();
        }
        constraintCount = count;

        localAtMoments = localAt(atMoments);
        localAtCosts = localAt(atCosts);
        jacobianPattern = jacobianEntries();
        hessianPattern = hessianEntries();

        int most = Math.max(
                limits.stream().mapToInt(limit -> limit.function.rows()).max().orElse(1), 1);
        inputCount = points.inputs.inputs.count();
        int stateSize = (points.highestOrder + 1) * points.n + inputCount;
        int localSize = IntStream.concat(
                        Arrays.stream(localAtMoments).mapToInt(LocalVariables::size),
                        Arrays.stream(localAtCosts).mapToInt(LocalVariables::size))
                .max()
                .orElse(0);
        values = new double[most + 1][];
        multipliers = new double[most + 1][];
        for (int rows = 0; rows <= most; rows++) {
            values[rows] = new double[rows];
            multipliers[rows] = new double[rows];
        }
        jacobian = new double[most * stateSize];
        gradientByState = new double[stateSize];
        ownCurvature = new double[stateSize * stateSize];
        curvature = new double[stateSize * stateSize];
        localGradient = new double[localSize];
        localHessian = new double[localSize * localSize];

        variableSize = new double[points.variableCount];
        for (int i = 0; i < variableSize.length; i++) {
            int coordinate = points.coordinateOf[i];
            variableSize[i] = powerOfTwo(
                    coordinate >= 0
                            ? coordinateSize[coordinate]
                            : i == points.timeVariable
                                    ? start[i]
                                    : points.inputs.inputs.size(points.inputs.inputOf(i)));
        }
        double size = powerOfTwo(Math.abs(objectiveOrNaN(start)));
        objectiveSize = size < 1 ? size : Math.max(1, size / LARGE);
    }

    private static double[] trapezoids(double[] moments) {
        double[] weights = new double[moments.length];
        for (int k = 1; k < moments.length; k++) {
            weights[k - 1] += (moments[k] - moments[k - 1]) / 2;
            weights[k] += (moments[k] - moments[k - 1]) / 2;
        }
        return weights;
    }

    private LocalVariables[] localAt(BasisMatrix matrix) {
        LocalVariables[] local = new LocalVariables[matrix.rows()];
        for (int k = 0; k < local.length; k++) {
            int first = matrix.first(k);
            double moment = matrix.parameter(k);
            boolean hasInputs = points.inputs.variablesAt(moment).length > 0;
            local[k] = hasInputs
                    ? localByMoment.computeIfAbsent(moment, u -> new LocalVariables(points, first, u))
                    : localBySpan.computeIfAbsent(first, span -> new LocalVariables(points, span, moment));
        }
        return local;
    }

    /** A power of two near a size, so that nothing is rounded by dividing; one for none. */
    private static double powerOfTwo(double size) {
        return size > NO_SIZE && size < 1 / NO_SIZE ? Math.scalb(1.0, Math.getExponent(size)) : 1;
    }

    private SparsityPattern jacobianEntries() {
        SparsityPattern.Builder pattern = SparsityPattern.builder(constraintCount, points.variableCount);
        for (int k = 0; k < moments.size(); k++) {
            LocalVariables here = localAtMoments[k];
            int constraint = moments.get(k).firstConstraint;
            for (SampledLimit limit : moments.get(k).limits) {
                for (int row : limit.rows) {
                    for (int slot = 0; slot < here.size(); slot++) {
                        if (acts(limit.function, row, here, slot)) {
                            pattern.add(constraint, here.variables[slot]);
                        }
                    }
                    constraint++;
                }
            }
        }
        return pattern.build();
    }

    private boolean acts(StateFunction function, int row, LocalVariables here, int slot) {
        if (slot == here.timeSlot) {
            return function.order() > 0 || points.dependOnTime();
        }
        if (here.isInput(slot)) {
            return function.hasInputs();
        }
        for (int coordinate : here.coordinates(slot)) {
            if (function.dependsOn(row, coordinate)) {
                return true;
            }
        }
        return false;
    }

    private SparsityPattern hessianEntries() {
        SparsityPattern.Builder pattern = SparsityPattern.builder(points.variableCount, points.variableCount);
        Map<Long, Integer> known = new HashMap<>();
        Stream.concat(localBySpan.values().stream(), localByMoment.values().stream())
                .forEach(local -> {
                    int[] variables = local.variables;
                    int size = variables.length;
                    for (int a = 0; a < size; a++) {
                        for (int b = 0; b <= a; b++) {
                            int row = Math.max(variables[a], variables[b]);
                            int column = Math.min(variables[a], variables[b]);
                            local.hessianEntry[a * size + b] = known.computeIfAbsent(
                                    (long) row * points.variableCount + column, key -> pattern.add(row, column));
                        }
                    }
                });
        return pattern.build();
    }

    @Override
    public int variableCount() {
        return points.variableCount;
    }

    @Override
    public int constraintCount() {
        return constraintCount;
    }

    @Override
    public void variableBounds(double[] lowerOut, double[] upperOut) {
        Arrays.fill(lowerOut, Double.NEGATIVE_INFINITY);
        Arrays.fill(upperOut, Double.POSITIVE_INFINITY);
        if (points.timeVariable >= 0) {
            lowerOut[points.timeVariable] = leastTime;
            upperOut[points.timeVariable] = largestTime;
        }
    }

    @Override
    public void constraintBounds(double[] lowerOut, double[] upperOut) {
        int constraint = 0;
        for (Moment moment : moments) {
            for (SampledLimit limit : moment.limits) {
                for (int row : limit.rows) {
                    lowerOut[constraint] = limit.lower[row] / limit.scale[row];
                    upperOut[constraint] = limit.upper[row] / limit.scale[row];
                    constraint++;
                }
            }
        }
    }

    @Override
    public void start(double[] xOut) {
        System.arraycopy(start, 0, xOut, 0, start.length);
    }

    @Override
    public double variableSize(int i) {
        return variableSize[i];
    }

    @Override
    public double objectiveSize() {
        return objectiveSize;
    }

    @Override
    public String variableName(int i) {
        if (points.coordinateOf[i] < 0 && i != points.timeVariable) {
            return points.inputs.name(i);
        }
        return i == points.timeVariable ? "duration" : "control point variable " + i;
    }

    @Override
    public String constraintName(int i) {
        LimitRow limit = limitRow(i);
        return String.format(
                Locale.ROOT,
                "%s at %.4g %% of the time, as a fraction of its limit",
                limit.limit().function.name(limit.row()),
                100 * limit.moment());
    }

    /** What a constraint is. */
    record LimitRow(SampledLimit limit, int row, double moment) {}

    LimitRow limitRow(int constraint) {
        for (int k = 0; k < moments.size(); k++) {
            int at = moments.get(k).firstConstraint;
            for (SampledLimit limit : moments.get(k).limits) {
                if (constraint < at + limit.rows.length) {
                    return new LimitRow(limit, limit.rows[constraint - at], atMoments.parameter(k));
                }
                at += limit.rows.length;
            }
        }
        throw new IllegalArgumentException("there is no constraint " + constraint);
    }

    @Override
    public double objective(double[] x) {
        points.set(x);
        double sum = timeWeight * points.time;
        for (IntegralCost cost : costs) {
            sum += cost.weight() * integral(cost);
        }
        return sum;
    }

    /** ∫ f dt over the motion that was set. */
    private double integral(IntegralCost cost) {
        double sum = 0;
        for (int k = 0; k < costWeights.length; k++) {
            value(cost.function(), chain.evaluate(atCosts, k), values[1]);
            sum += costWeights[k] * values[1][0];
        }
        double integral = points.time * sum;
        if (!Double.isFinite(integral)) {
            throw new EvaluationException("the integral of %s is %s".formatted(cost.name(), integral));
        }
        return integral;
    }

    /** What the integral of a term is called. */
    public String costName(int k) {
        return costs.get(k).name();
    }

    /** The integrals of the objective, without their weights. */
    public double[] integrals(double[] x) {
        points.set(x);
        return costs.stream().mapToDouble(this::integral).toArray();
    }

    /** The objective; NaN where it has no value. */
    public double objectiveOrNaN(double[] x) {
        try {
            return objective(x);
        } catch (EvaluationException e) {
            return Double.NaN;
        }
    }

    /** The most by which a limit is exceeded at a sample, as a fraction; zero if all are kept, infinite without values. */
    public double largestExcess(double[] x) {
        points.set(x);
        double largest = 0;
        try {
            for (int k = 0; k < moments.size(); k++) {
                MotionState state = chain.evaluate(atMoments, k);
                for (SampledLimit limit : moments.get(k).limits) {
                    double[] here = values[limit.function.rows()];
                    limit.function.value(state, here);
                    for (int row : limit.rows) {
                        largest = Math.max(largest, limit.excess(row, here[row]));
                    }
                }
            }
        } catch (NumericalException | EvaluationException e) {
            return Double.POSITIVE_INFINITY;
        }
        return largest;
    }

    // what dynamics cannot compute is a point without a value: the solver takes a shorter step

    private static void value(StateFunction f, MotionState state, double[] out) {
        try {
            f.value(state, out);
        } catch (NumericalException e) {
            throw noValue(f, e);
        }
    }

    private static void derivatives(StateFunction f, MotionState state, double[] out) {
        try {
            f.jacobian(state, out);
        } catch (NumericalException e) {
            throw noValue(f, e);
        }
    }

    private static EvaluationException noValue(StateFunction f, NumericalException e) {
        return new EvaluationException("%s has no value: %s".formatted(f.name(0), e.getMessage()));
    }

    @Override
    public void gradient(double[] x, double[] gradientOut) {
        points.set(x);
        Arrays.fill(gradientOut, 0);
        if (points.timeVariable >= 0) {
            gradientOut[points.timeVariable] = timeWeight;
        }
        for (int k = 0; k < costWeights.length && !costs.isEmpty(); k++) {
            MotionState state = chain.evaluate(atCosts, k);
            LocalVariables here = localAtCosts[k];
            for (IntegralCost cost : costs) {
                double weight = cost.weight() * costWeights[k];
                StateFunction f = cost.function();
                derivatives(f, state, jacobian);
                chain.gradient(here, f.order(), f.hasInputs(), jacobian, 0, localGradient);
                for (int slot = 0; slot < here.size(); slot++) {
                    gradientOut[here.variables[slot]] += weight * points.time * localGradient[slot];
                }
                if (points.timeVariable >= 0) {
                    value(f, state, values[1]);
                    gradientOut[points.timeVariable] += weight * values[1][0];
                }
            }
        }
    }

    @Override
    public void constraints(double[] x, double[] valuesOut) {
        points.set(x);
        int constraint = 0;
        for (int k = 0; k < moments.size(); k++) {
            MotionState state = chain.evaluate(atMoments, k);
            for (SampledLimit limit : moments.get(k).limits) {
                double[] here = values[limit.function.rows()];
                value(limit.function, state, here);
                for (int row : limit.rows) {
                    valuesOut[constraint++] = here[row] / limit.scale[row];
                }
            }
        }
    }

    @Override
    public SparsityPattern jacobianPattern() {
        return jacobianPattern;
    }

    @Override
    public void jacobian(double[] x, double[] valuesOut) {
        points.set(x);
        int entry = 0;
        for (int k = 0; k < moments.size(); k++) {
            MotionState state = chain.evaluate(atMoments, k);
            LocalVariables here = localAtMoments[k];
            for (SampledLimit limit : moments.get(k).limits) {
                StateFunction f = limit.function;
                int width = width(f, f.order());
                derivatives(f, state, jacobian);
                for (int row : limit.rows) {
                    chain.gradient(here, f.order(), f.hasInputs(), jacobian, row * width, localGradient);
                    for (int slot = 0; slot < here.size(); slot++) {
                        if (acts(f, row, here, slot)) {
                            valuesOut[entry++] = localGradient[slot] / limit.scale[row];
                        }
                    }
                }
            }
        }
    }

    @Override
    public Optional<LagrangianHessian> hessian() {
        return Optional.of(this);
    }

    @Override
    public SparsityPattern pattern() {
        return hessianPattern;
    }

    @Override
    public void values(double[] x, double objectiveFactor, double[] lambda, double[] valuesOut) {
        points.set(x);
        Arrays.fill(valuesOut, 0);
        for (int k = 0; k < moments.size(); k++) {
            addLimits(k, lambda, valuesOut);
        }
        for (int k = 0; k < costWeights.length && !costs.isEmpty() && objectiveFactor != 0; k++) {
            addCosts(k, objectiveFactor, valuesOut);
        }
    }

    private void addLimits(int k, double[] lambda, double[] valuesOut) {
        MotionState state = chain.evaluate(atMoments, k);
        int order = 0;
        for (SampledLimit limit : moments.get(k).limits) {
            order = Math.max(order, limit.function.order());
        }
        clear(order);
        int constraint = moments.get(k).firstConstraint;
        for (SampledLimit limit : moments.get(k).limits) {
            double[] own = multipliers[limit.function.rows()];
            Arrays.fill(own, 0);
            for (int row : limit.rows) {
                own[row] = lambda[constraint++] / limit.scale[row];
            }
            addFunction(limit.function, state, order, own);
        }
        addToHessian(localAtMoments[k], order, valuesOut);
    }

    private void clear(int order) {
        int size = (order + 1) * points.n + inputCount;
        Arrays.fill(gradientByState, 0, size, 0);
        Arrays.fill(curvature, 0, size * size, 0);
    }

    /** Columns of a function of an order. */
    private int width(StateFunction f, int order) {
        return (order + 1) * points.n + (f.hasInputs() ? inputCount : 0);
    }

    /** Adds λᵀ∂f and λᵀ∂²f of a function to those of the moment. */
    private void addFunction(StateFunction f, MotionState state, int order, double[] lambda) {
        int states = (f.order() + 1) * points.n;
        int own = width(f, f.order());
        int shift = (order - f.order()) * points.n;
        int size = (order + 1) * points.n + inputCount;
        derivatives(f, state, jacobian);
        for (int row = 0; row < f.rows(); row++) {
            for (int c = 0; c < own && lambda[row] != 0; c++) {
                gradientByState[c < states ? c : c + shift] += lambda[row] * jacobian[row * own + c];
            }
        }
        boolean isWhole = own == size;
        Arrays.fill(ownCurvature, 0, isWhole ? 0 : own * own, 0);
        try {
            f.addCurvature(state, lambda, isWhole ? curvature : ownCurvature);
        } catch (NumericalException e) {
            throw noValue(f, e);
        }
        for (int a = 0; a < own && !isWhole; a++) {
            int to = (a < states ? a : a + shift) * size;
            for (int b = 0; b < states; b++) {
                curvature[to + b] += ownCurvature[a * own + b];
            }
            for (int b = states; b < own; b++) {
                curvature[to + b + shift] += ownCurvature[a * own + b];
            }
        }
    }

    private void addToHessian(LocalVariables here, int order, double[] valuesOut) {
        int size = here.size();
        Arrays.fill(localHessian, 0, size * size, 0);
        chain.addHessian(here, order, gradientByState, curvature, localHessian);
        for (int a = 0; a < size; a++) {
            for (int b = 0; b <= a; b++) {
                valuesOut[here.hessianEntry[a * size + b]] += localHessian[a * size + b];
            }
        }
    }

    /** Of T f: T ∂²f, and ∂f once more beside T. */
    private void addCosts(int k, double objectiveFactor, double[] valuesOut) {
        MotionState state = chain.evaluate(atCosts, k);
        LocalVariables here = localAtCosts[k];
        int order = 0;
        for (IntegralCost cost : costs) {
            order = Math.max(order, cost.function().order());
        }
        clear(order);
        for (IntegralCost cost : costs) {
            multipliers[1][0] = objectiveFactor * cost.weight() * costWeights[k] * points.time;
            addFunction(cost.function(), state, order, multipliers[1]);
        }
        addToHessian(here, order, valuesOut);
        if (here.timeSlot < 0) {
            return;
        }
        chain.gradient(here, order, true, gradientByState, 0, localGradient);
        int size = here.size();
        for (int slot = 0; slot < size; slot++) {
            int later = Math.max(slot, here.timeSlot);
            int earlier = Math.min(slot, here.timeSlot);
            double entry = localGradient[slot] / points.time;
            valuesOut[here.hessianEntry[later * size + earlier]] += slot == here.timeSlot ? 2 * entry : entry;
        }
    }
}
