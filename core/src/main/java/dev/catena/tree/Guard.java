package dev.catena.tree;

import dev.catena.algebra.Vector;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an algorithm object asks of its callers and promises to them: one thread, arguments that fit, finite numbers in
 * and out, results only after success.
 *
 * <p>A computation calls {@link #begin}, checks lengths, identities and numbers of its arguments, writes, checks what it
 * wrote, and calls {@link #succeed}; whatever reads results calls {@link #requireResults} first. Everything that makes a
 * message is out of line, so that the checks inline. Nothing is allocated unless something is wrong.
 */
public final class Guard {
    private final String algorithm;
    private final String subject;
    private final @Nullable RobotModel model;

    /** The kind of base that methods are held to; null if whoever uses the algorithm has seen to it. */
    private final @Nullable BaseKind baseKind;

    private @Nullable RobotModel accepted;
    private @Nullable RobotModel sameCoordinates;
    private @Nullable Thread owner;
    private boolean started;
    private boolean succeeded;

    /** The guard of an algorithm for one robot. */
    public Guard(Class<?> algorithm, RobotModel model) {
        this(algorithm.getSimpleName(), "robot \"" + model.name() + "\"", model, model.baseKind());
    }

    /**
     * The guard of an algorithm for something that is no robot model.
     *
     * @param subject as messages call it: {@code robot "hexapod"}
     */
    public Guard(Class<?> algorithm, String subject) {
        this(algorithm.getSimpleName(), subject, null, null);
    }

    private Guard(String algorithm, String subject, @Nullable RobotModel model, @Nullable BaseKind baseKind) {
        this.algorithm = algorithm;
        this.subject = subject;
        this.model = model;
        this.baseKind = baseKind;
    }

    /** The guard of an algorithm that serves inside another one, which has checked what the base is. */
    public static Guard inside(Class<?> algorithm, RobotModel model) {
        return new Guard(algorithm.getSimpleName(), "robot \"" + model.name() + "\"", model, null);
    }

    /** A guard of the same algorithm for another object: no thread yet, no results. */
    public Guard copy() {
        return new Guard(algorithm, subject, model, baseKind);
    }

    /** Starts a computation: only the thread that was the first may, and what was computed before is gone. */
    public void begin() {
        checkThread();
        started = true;
        succeeded = false;
    }

    /** Complains about another thread than the first, in computations that go on from results. */
    public void checkThread() {
        if (Thread.currentThread() != owner) {
            claim();
        }
    }

    private void claim() {
        if (owner != null) {
            throw new IllegalStateException(
                    "this %s of %s belongs to thread \"%s\", but was called by thread \"%s\": give each thread its own, by copy()"
                            .formatted(
                                    algorithm,
                                    subject,
                                    owner.getName(),
                                    Thread.currentThread().getName()));
        }
        owner = Thread.currentThread();
    }

    /** Ends a computation whose results may be read. */
    public void succeed() {
        succeeded = true;
    }

    public boolean hasResults() {
        return succeeded;
    }

    /** Complains unless the last computation succeeded. */
    public void requireResults() {
        if (!succeeded) {
            throw noResults();
        }
    }

    private IllegalStateException noResults() {
        return new IllegalStateException("this %s of %s has no results: %s"
                .formatted(algorithm, subject, started ? "its last computation failed" : "nothing was computed yet"));
    }

    /** Complains about an array, input or output, that is missing or of the wrong length. */
    public void checkLength(String name, double @Nullable [] array, int length) {
        if (array == null || array.length != length) {
            throw wrongLength(name, array, length);
        }
    }

    private IllegalArgumentException wrongLength(String name, double @Nullable [] given, int expected) {
        return unfit(name, given, "%s needs %s".formatted(subject, expected));
    }

    /**
     * Of an array that is missing or has the wrong length.
     *
     * @param expected as the message ends: {@code robot "panda" has 7 moving joints}
     */
    public static IllegalArgumentException unfit(String name, double @Nullable [] given, String expected) {
        return new IllegalArgumentException(
                given == null
                        ? "%s is null, but %s".formatted(name, expected)
                        : "%s has length %s, but %s".formatted(name, given.length, expected));
    }

    /** Complains about an argument that is missing. */
    public void checkGiven(String name, @Nullable Object given) {
        if (given == null) {
            throw missing(name);
        }
    }

    private IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("%s is null, but %s of %s needs one".formatted(name, algorithm, subject));
    }

    /** Complains about an output that is also an input, or another output, of the same call. */
    public void checkDistinct(String output, double[] out, String name, double @Nullable [] other) {
        if (out == other && out.length > 0) {
            throw notDistinct(output, name);
        }
    }

    private IllegalArgumentException notDistinct(String output, String name) {
        return new IllegalArgumentException("%s and %s are the same array, but %s of %s writes one and reads the other"
                .formatted(output, name, algorithm, subject));
    }

    // A sum is finite only if all its terms are; where it is not, it is looked at term by term, for it may have
    // overflowed.

    /** Complains about an input that is not finite, by its place. */
    public void checkFinite(String name, double[] input) {
        double sum = 0;
        for (double value : input) {
            sum += value;
        }
        checkSum(sum, name, input);
    }

    /** The same for two inputs of one length. */
    public void checkFinite(String firstName, double[] first, String secondName, double[] second) {
        double sum = 0;
        for (int k = 0; k < first.length; k++) {
            sum += first[k] + second[k];
        }
        checkSum(sum, firstName, first, secondName, second);
    }

    /** The same for three inputs of one length. */
    public void checkFinite(
            String firstName, double[] first, String secondName, double[] second, String thirdName, double[] third) {
        double sum = 0;
        for (int k = 0; k < first.length; k++) {
            sum += first[k] + second[k] + third[k];
        }
        checkSum(sum, firstName, first, secondName, second, thirdName, third);
    }

    /**
     * The same with a sum of all numbers that the caller gathered on the way, in a loop that had to read them anyway and
     * writes to nothing of the user's: that costs nothing.
     */
    public void checkSum(double sum, String name, double[] input) {
        if (isSuspicious(sum)) {
            refuse(name, input);
        }
    }

    /** The same for two inputs. */
    public void checkSum(double sum, String firstName, double[] first, String secondName, double[] second) {
        if (isSuspicious(sum)) {
            refuse(firstName, first);
            refuse(secondName, second);
        }
    }

    /** The same for three inputs. */
    public void checkSum(
            double sum,
            String firstName,
            double[] first,
            String secondName,
            double[] second,
            String thirdName,
            double[] third) {
        if (isSuspicious(sum)) {
            refuse(firstName, first);
            refuse(secondName, second);
            refuse(thirdName, third);
        }
    }

    /** Complains about one entry of an input that is not finite, where others are not read. */
    public void checkFinite(String name, double[] input, int k) {
        if (isSuspicious(input[k])) {
            throw notFinite(place(name, input.length, k), input[k]);
        }
    }

    /** Complains about a number that is not finite. */
    public void checkFinite(String name, double value) {
        if (isSuspicious(value)) {
            throw notFinite(name, value);
        }
    }

    @SuppressWarnings("IdentityBinaryExpression") // x − x is 0 for finite x only
    private static boolean isSuspicious(double sum) {
        return !(sum - sum == 0);
    }

    private void refuse(String name, double[] input) {
        int k = firstNotFinite(input);
        if (k < input.length) {
            throw notFinite(place(name, input.length, k), input[k]);
        }
    }

    private IllegalArgumentException notFinite(String place, double value) {
        return new IllegalArgumentException(
                "%s is %s, but %s of %s needs finite numbers".formatted(place, value, algorithm, subject));
    }

    private static int firstNotFinite(double[] array) {
        int k = 0;
        while (k < array.length && Double.isFinite(array[k])) {
            k++;
        }
        return k;
    }

    /** An entry, with its joint where the array has one entry for each. */
    private String place(String name, int length, int k) {
        String entry = "%s[%s]".formatted(name, k);
        if (model == null) {
            return entry;
        }
        int joints = model.jointCount();
        if (k < joints
                && (length == joints || length == joints + model.elasticJoints().size())) {
            return "%s (joint \"%s\")"
                    .formatted(entry, model.movingJoints().get(k).name());
        }
        List<Joint> elastic = model.elasticJoints();
        return length == joints + elastic.size()
                ? "%s (motor of joint \"%s\")"
                        .formatted(entry, elastic.get(k - joints).name())
                : entry;
    }

    /**
     * Complains about a result that is not finite.
     *
     * @throws NumericalException naming the entry
     */
    public void checkResult(String name, double[] output) {
        // eight sums, so that none waits for the others
        double s = 0;
        double t = 0;
        double u = 0;
        double v = 0;
        double w = 0;
        double x = 0;
        double y = 0;
        double z = 0;
        int k = 0;
        for (; k < output.length - 7; k += 8) {
            s += output[k];
            t += output[k + 1];
            u += output[k + 2];
            v += output[k + 3];
            w += output[k + 4];
            x += output[k + 5];
            y += output[k + 6];
            z += output[k + 7];
        }
        for (; k < output.length; k++) {
            s += output[k];
        }
        checkResultSum((s + t + (u + v)) + (w + x + (y + z)), name, output);
    }

    /** The same with a sum of all numbers that the caller gathered while it computed them. */
    public void checkResultSum(double sum, String name, double[] output) {
        if (isSuspicious(sum)) {
            overflow(name, output);
        }
    }

    private void overflow(String name, double[] output) {
        int k = firstNotFinite(output);
        if (k < output.length) {
            throw overflow(place(name, output.length, k), output[k]);
        }
    }

    /** The same for a single number. */
    public void checkResult(String name, double value) {
        if (isSuspicious(value)) {
            throw overflow(name, value);
        }
    }

    /** The same for a vector. */
    public void checkResult(String name, Vector value) {
        if (isSuspicious(value.x + value.y + value.z)) {
            checkResult(name, value.x);
            checkResult(name, value.y);
            checkResult(name, value.z);
        }
    }

    private NumericalException overflow(String place, double value) {
        return new NumericalException(
                "%s of %s is beyond the range of numbers in %s: %s".formatted(place, subject, algorithm, value));
    }

    /**
     * Complains about wrenches, loads, postures … that were made for another robot. Variants of one robot, such as its
     * open tree, are the same; so is an equal model.
     *
     * @param what as the message calls it: {@code wrenches}, {@code a posture}
     */
    @SuppressWarnings("ReferenceEquality") // the quick way; equality is looked at in accept
    public void checkRobot(String what, RobotModel given) {
        if (given != model && given != accepted) {
            accept(what, given);
        }
    }

    private void accept(String what, RobotModel given) {
        if (model == null || !given.isVariantOf(model)) {
            throw new IllegalArgumentException("%s made for robot \"%s\" cannot be used here: this %s computes %s%s"
                    .formatted(
                            what,
                            given.name(),
                            algorithm,
                            subject,
                            model != null && given.name().equals(model.name()) ? ", another one of that name" : ""));
        }
        accepted = given;
    }

    /**
     * The same for what has coordinates: of variants of one robot, those with other joints held or coupled have other
     * ones.
     */
    @SuppressWarnings("ReferenceEquality") // as above
    public void checkCoordinates(String what, RobotModel given) {
        checkRobot(what, given);
        if (given != model && given != sameCoordinates) {
            acceptCoordinates(what, given);
        }
    }

    private void acceptCoordinates(String what, RobotModel given) {
        if (model == null
                || !given.couplings().equals(model.couplings())
                || !given.heldJoints().equals(model.heldJoints())) {
            throw new IllegalArgumentException(
                    "%s made for %s with other joints held or coupled cannot be used by this %s"
                            .formatted(what, subject, algorithm));
        }
        sameCoordinates = given;
    }

    /** Complains about a floating base, in methods whose base rests. */
    public void checkFixedBase() {
        if (baseKind == BaseKind.FLOATING) {
            refuseBase();
        }
    }

    /** Complains about a fixed base, in methods whose base is free. */
    public void checkFloatingBase() {
        if (baseKind == BaseKind.FIXED) {
            refuseBase();
        }
    }

    private void refuseBase() {
        throw new IllegalArgumentException(
                baseKind == BaseKind.FLOATING
                        ? "%s has a floating base, but this method of %s holds it: tell its BaseMotion, or take withFixedBase()"
                                .formatted(subject, algorithm)
                        : "%s has a fixed base, but this method of %s lets it float: take withFloatingBase() if that is meant"
                                .formatted(subject, algorithm));
    }
}
