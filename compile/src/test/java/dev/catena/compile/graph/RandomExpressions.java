package dev.catena.compile.graph;

import dev.catena.testkit.RandomNumbers;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.List;

/** Random operations, written down once and run on any kind of number; their values stay of moderate size. */
final class RandomExpressions {
    private static final double[] CONSTANTS = {0, 1, -1, 2, 0.5, -3, Math.PI / 2, -Math.PI, 1.5 * Math.PI};
    private static final int KINDS = 10;

    private final List<Step> steps = new ArrayList<>();
    private final int inputs;

    private record Step(int kind, int left, int right) {}

    RandomExpressions(long seed, int count, double[] at) {
        RandomNumbers random = new RandomNumbers(seed);
        inputs = at.length;
        List<Real> values = start(Real.list(at));
        while (steps.size() < count) {
            Step step = new Step(random.index(KINDS), random.index(values.size()), random.index(values.size()));
            if (isTame(step, values)) {
                steps.add(step);
                values.add(run(step, values));
            }
        }
    }

    private static boolean isTame(Step step, List<Real> values) {
        double right = values.get(step.right).value();
        double left = values.get(step.left).value();
        boolean isDefined = switch (step.kind) {
            case 3 -> Math.abs(right) > 0.1;
            case 7, 8 -> Math.abs(left) < 8;
            case 9 -> Math.abs(left) > 0.01;
            default -> true;
        };
        return isDefined && Math.abs(run(step, values).value()) < 20;
    }

    /** All results, one a step, on numbers of any kind. */
    <S extends Scalar<S>> List<S> run(List<S> x) {
        List<S> values = start(x);
        steps.forEach(step -> values.add(run(step, values)));
        return values.subList(inputs + CONSTANTS.length, values.size());
    }

    private static <S extends Scalar<S>> List<S> start(List<S> x) {
        List<S> values = new ArrayList<>(x);
        for (double constant : CONSTANTS) {
            values.add(x.get(0).constant(constant));
        }
        return values;
    }

    private static <S extends Scalar<S>> S run(Step step, List<S> values) {
        S a = values.get(step.left);
        S b = values.get(step.right);
        return switch (step.kind) {
            case 0 -> a.plus(b);
            case 1 -> a.minus(b);
            case 2 -> a.times(b);
            case 3 -> a.dividedBy(b);
            case 4 -> a.negate();
            case 5 -> a.sine();
            case 6 -> a.cosine();
            // of a difference, the square root of either order of operands
            case 7 -> a.constant(9).minus(a).squareRoot();
            case 8 -> a.negate().hyperbolicTangent();
            default -> a.sign();
        };
    }
}
