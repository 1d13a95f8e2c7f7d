package dev.catena.nlp.interior;

/**
 * How far to go along a step: backtracking until a point is acceptable to the filter and improves either the violation or
 * the barrier function, with second-order corrections where the first try makes the violation worse [WaechterBiegler 2.3, 2.4].
 */
final class LineSearch {
    private static final double DELTA = 1;
    private static final double THETA_EXPONENT = 1.1;
    private static final double PHI_EXPONENT = 2.3;
    private static final double ARMIJO = 1e-8;
    private static final double SMALLEST_STEP_FACTOR = 0.05;
    private static final int CORRECTIONS = 4;
    private static final double CORRECTION_PROGRESS = 0.99;
    private static final int HALVINGS = 60;
    private static final double LARGEST_PHI_GROWTH = 5; // powers of ten

    private final SlackForm form;
    private final BarrierTerms barrier;
    private final KktSystem kkt;
    private final Filter filter;
    private final double[] correctedStep;
    private final double[] correctedMultiplierStep;
    private final double[] correctedRight;
    private double smallTheta;
    private double alpha;

    // the search at hand
    private double mu;
    private double theta;
    private double phi;
    private double slope;

    LineSearch(SlackForm form, BarrierTerms barrier, KktSystem kkt, Filter filter) {
        this.form = form;
        this.barrier = barrier;
        this.kkt = kkt;
        this.filter = filter;
        correctedStep = new double[barrier.size()];
        correctedMultiplierStep = new double[form.rowCount()];
        correctedRight = new double[form.rowCount()];
    }

    /** θ below which the barrier function alone may decide. */
    void setSmallTheta(double value) {
        smallTheta = value;
    }

    /** Fraction of the step that was taken. */
    double alpha() {
        return alpha;
    }

    /**
     * Looks for the next point.
     *
     * @param right the upper right-hand side of the linear system, for corrections
     * @param dv the step; replaced if a corrected one is taken, dy with it
     * @param slope ∇φᵀ dv
     * @return whether one was found; it is then in {@code trial}
     */
    boolean search(
            Iterate current,
            Iterate trial,
            double[] right,
            double[] dv,
            double[] dy,
            double slope,
            double mu,
            double tau) {
        this.mu = mu;
        this.slope = slope;
        theta = current.theta;
        phi = current.objective + barrier.value(current.v, mu);
        double largest = barrier.largestStep(current.v, dv, tau);
        double smallest = smallestStep();
        alpha = largest;
        for (int trialNumber = 0; trialNumber < HALVINGS && alpha >= smallest; trialNumber++) {
            trial.setStep(current, alpha, dv);
            boolean evaluated = trial.evaluate(form);
            if (evaluated && accept(trial, alpha)) {
                return true;
            }
            if (trialNumber == 0
                    && evaluated
                    && theta > 0
                    && trial.theta >= theta
                    && correct(current, trial, right, dv, dy, tau)) {
                return true;
            }
            alpha *= 0.5;
        }
        return false;
    }

    // [WaechterBiegler 23]
    private double smallestStep() {
        double least = Filter.gammaTheta();
        if (slope < 0) {
            least = Math.min(least, Filter.gammaPhi() * theta / -slope);
            if (theta <= smallTheta) {
                least = Math.min(least, DELTA * Math.pow(theta, THETA_EXPONENT) / Math.pow(-slope, PHI_EXPONENT));
            }
        }
        return SMALLEST_STEP_FACTOR * least;
    }

    private boolean accept(Iterate trial, double length) {
        double trialPhi = trial.objective + barrier.value(trial.v, mu);
        if (Double.isNaN(trialPhi) || growsTooMuch(trialPhi)) {
            return false;
        }
        boolean decided = theta <= smallTheta && switching(length);
        boolean good = decided
                ? Filter.lessOrEqual(trialPhi - phi, ARMIJO * length * slope, phi)
                : Filter.improves(theta, phi, trial.theta, trialPhi);
        if (!good || !filter.accepts(trial.theta, trialPhi)) {
            return false;
        }
        if (!switching(length) || !Filter.lessOrEqual(trialPhi - phi, ARMIJO * length * slope, phi)) {
            filter.add(theta, phi);
        }
        return true;
    }

    // α (−∇φᵀd)^s_φ > δ θ^s_θ: progress in φ is to be expected, progress in θ is not needed
    private boolean switching(double length) {
        return slope < 0 && length * Math.pow(-slope, PHI_EXPONENT) > DELTA * Math.pow(theta, THETA_EXPONENT);
    }

    private boolean growsTooMuch(double trialPhi) {
        if (trialPhi <= phi) {
            return false;
        }
        double base = Math.abs(phi) > 10 ? Math.log10(Math.abs(phi)) : 1;
        return Math.log10(trialPhi - phi) > LARGEST_PHI_GROWTH + base;
    }

    // solves again with the violation that the step met: c_soc = α c + c(v + α d)
    private boolean correct(Iterate current, Iterate trial, double[] right, double[] dv, double[] dy, double tau) {
        int m = form.rowCount();
        double length = alpha;
        for (int r = 0; r < m; r++) {
            correctedRight[r] = -current.residual[r];
        }
        double previous = theta;
        for (int round = 0; round < CORRECTIONS; round++) {
            for (int r = 0; r < m; r++) {
                correctedRight[r] = length * correctedRight[r] - trial.residual[r];
            }
            kkt.solve(right, correctedRight, correctedStep, correctedMultiplierStep);
            length = barrier.largestStep(current.v, correctedStep, tau);
            trial.setStep(current, length, correctedStep);
            if (!trial.evaluate(form)) {
                return false;
            }
            // as in the uncorrected search, the length of the first try decides about switching
            if (accept(trial, alpha)) {
                alpha = length;
                System.arraycopy(correctedStep, 0, dv, 0, dv.length);
                System.arraycopy(correctedMultiplierStep, 0, dy, 0, dy.length);
                return true;
            }
            if (trial.theta > CORRECTION_PROGRESS * previous) {
                return false;
            }
            previous = trial.theta;
        }
        return false;
    }
}
