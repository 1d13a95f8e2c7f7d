package dev.catena.planning.function;

import dev.catena.model.RobotModel;
import dev.catena.tree.Guard;

/** The checks of dynamics that have their own formulas. */
final class DynamicsGuard {
    private final Guard guard;
    private final int n;

    DynamicsGuard(Class<?> type, RobotModel model, int n) {
        guard = new Guard(type, model);
        this.n = n;
    }

    void begin() {
        guard.begin();
    }

    void checkState(double[] q, double[] qd, double[] qdd) {
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("qdd", qdd, n);
        guard.checkFinite("q", q, "qd", qd, "qdd", qdd);
    }

    void check(double[] q, double[] qd, double[] qdd, String name, double[] last) {
        guard.checkLength("q", q, n);
        guard.checkLength("qd", qd, n);
        guard.checkLength("qdd", qdd, n);
        guard.checkLength(name, last, n);
        guard.checkFinite("q", q, "qd", qd);
        guard.checkFinite("qdd", qdd, name, last);
    }

    void checkOutput(String output, double[] out, int length, double[] q, double[] qd, double[] qdd) {
        guard.checkLength(output, out, length);
        guard.checkDistinct(output, out, "q", q);
        guard.checkDistinct(output, out, "qd", qd);
        guard.checkDistinct(output, out, "qdd", qdd);
    }

    void checkOutput(
            String output,
            double[] out,
            int length,
            double[] q,
            double[] qd,
            double[] qdd,
            String name,
            double[] last) {
        checkOutput(output, out, length, q, qd, qdd);
        guard.checkDistinct(output, out, name, last);
    }

    /** Matrices that are all different. */
    void checkApart(double[] byPosition, double[] byVelocity, double[] byAcceleration) {
        guard.checkDistinct("byVelocity", byVelocity, "byPosition", byPosition);
        guard.checkDistinct("byAcceleration", byAcceleration, "byPosition", byPosition);
        guard.checkDistinct("byAcceleration", byAcceleration, "byVelocity", byVelocity);
    }

    /** What {@link MotionDynamics#torqueRateDerivatives} is given. */
    void checkRateDerivatives(
            double[] q,
            double[] qd,
            double[] qdd,
            double[] qddd,
            double[] byPosition,
            double[] byVelocity,
            double[] byAcceleration,
            double[] byJerk) {
        check(q, qd, qdd, "qddd", qddd);
        checkOutput("byPosition", byPosition, n * n, q, qd, qdd, "qddd", qddd);
        checkOutput("byVelocity", byVelocity, n * n, q, qd, qdd, "qddd", qddd);
        checkOutput("byAcceleration", byAcceleration, n * n, q, qd, qdd, "qddd", qddd);
        checkOutput("byJerk", byJerk, n * n, q, qd, qdd, "qddd", qddd);
        checkApart(byPosition, byVelocity, byAcceleration);
        guard.checkDistinct("byJerk", byJerk, "byPosition", byPosition);
        guard.checkDistinct("byJerk", byJerk, "byVelocity", byVelocity);
        guard.checkDistinct("byJerk", byJerk, "byAcceleration", byAcceleration);
    }

    /** What {@link MotionDynamics#torqueRateCurvature} is given. */
    void checkRateCurvature(
            double[] q, double[] qd, double[] qdd, double[] qddd, double[] lambda, double[] hessianOut) {
        check(q, qd, qdd, "qddd", qddd);
        check(q, qd, qdd, "lambda", lambda);
        checkOutput("hessianOut", hessianOut, 16 * n * n, q, qd, qdd, "lambda", lambda);
        guard.checkDistinct("hessianOut", hessianOut, "qddd", qddd);
    }

    void checkResult(String name, double[] out) {
        guard.checkResult(name, out);
    }
}
