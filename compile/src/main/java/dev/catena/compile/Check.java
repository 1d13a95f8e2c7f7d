package dev.catena.compile;

import dev.catena.model.NumericalException;
import java.util.function.DoubleFunction;

/**
 * A number that code computes beside its results, and which must be greater than a bound.
 *
 * @param complaint what it means if it is not, in words
 * @param refusal what is thrown then, from the number
 */
public record Check(double least, String complaint, DoubleFunction<NumericalException> refusal) {}
