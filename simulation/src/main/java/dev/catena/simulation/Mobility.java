package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import dev.catena.drive.ElasticCoordinates;
import dev.catena.drive.ElasticForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import java.util.function.Function;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;

/**
 * How easily the joints move in one posture: M⁻¹, found column by column as the response to a unit torque. Motors of
 * elastic joints follow the joints.
 */
final class Mobility {
    /** A joint whose velocity is so much less than that of the fastest, each in its unit, stands still while others move. */
    private static final double STILL = 1e-8;

    private final double[][] inverseMass;

    private final double[] units;

    /** Of joints, motors, and cut joints with friction. */
    private final double[] rates;

    private final int motors;

    Mobility(RobotModel model, Function<RobotModel, ForwardDynamics> dynamics, State posture) {
        int n = model.jointCount();
        motors = posture.motorPositions().length;
        int rows = n + motors + model.loops().cutJoints().size();
        inverseMass = new double[rows][rows];
        rates = new double[rows];
        units = JointUnits.of(model);
        System.arraycopy(posture.jointVelocities(), 0, rates, 0, n);
        System.arraycopy(posture.motorVelocities(), 0, rates, n, motors);
        RobotModel light = model.withoutFriction().toBuilder().gravity(0, 0, 0).build();
        if (model.hasLoops()) {
            fillClosed(light, model, posture);
            return;
        }
        if (motors > 0) {
            fillElastic(light, posture);
            return;
        }
        ForwardDynamics weightless = dynamics.apply(light);
        // without gravity it does not matter where the base is
        BaseMotion base = new BaseMotion();
        double[] rest = new double[n];
        double[] unit = new double[n];
        double[] baseAcceleration = new double[6];
        for (int i = 0; i < n; i++) {
            unit[i] = 1;
            if (posture.isFloating()) {
                weightless.computeFloating(
                        base, posture.jointPositions(), rest, unit, null, baseAcceleration, inverseMass[i]);
            } else {
                weightless.compute(posture.jointPositions(), rest, unit, inverseMass[i]);
            }
            unit[i] = 0;
        }
    }

    /** A unit of effort on a joint beyond its spring, or on a motor alone: the spring hands it on or holds it back. */
    private void fillElastic(RobotModel light, State posture) {
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(light);
        ElasticCoordinates coordinates = dynamics.coordinates();
        BaseMotion base = posture.isFloating() ? new BaseMotion() : null;
        int n = light.jointCount();
        double[] q = coordinates.relaxed(posture.jointPositions());
        double[] rest = new double[n + motors];
        double[] baseAcceleration = new double[6];
        for (int i = 0; i < n + motors; i++) {
            double[] unit = new double[n];
            double[] springs = new double[motors];
            unit[i < n ? i : coordinates.jointOfMotor(i - n)] = 1;
            for (int e = 0; e < motors; e++) {
                springs[e] = coordinates.jointOfMotor(e) == i ? 1 : 0;
            }
            dynamics.computeWithSpringEfforts(base, q, rest, unit, springs, null, baseAcceleration, inverseMass[i]);
        }
    }

    /** The highest frequency, in rad/s, at which motors can vibrate against joints: ω² is an eigenvalue of K½ W K½. */
    double fastestVibration(RobotModel model) {
        ElasticCoordinates coordinates = new ElasticCoordinates(model.openTree());
        int n = coordinates.jointCount();
        double[][] stiffness = new double[motors][motors];
        for (int e = 0; e < motors; e++) {
            for (int f = 0; f < motors; f++) {
                int i = coordinates.jointOfMotor(e);
                int j = coordinates.jointOfMotor(f);
                // W: how fast spring e gives way to an effort of spring f
                double w =
                        inverseMass[i][j] - inverseMass[i][n + f] - inverseMass[n + e][j] + inverseMass[n + e][n + f];
                stiffness[e][f] = w
                        * Math.sqrt(coordinates.spring(e).stiffness()
                                * coordinates.spring(f).stiffness());
            }
        }
        return motors == 0
                ? 0
                : Math.sqrt(new EigenDecompositionSymmetric(new Array2DRowRealMatrix(stiffness)).getEigenvalue(0));
    }

    /** The same with closed loops, E M⁻¹ Eᵀ: all joints, motors and cut joints with friction move as E times what moves on its own. */
    private void fillClosed(RobotModel light, RobotModel model, State posture) {
        LoopMotion loops = new LoopMotion(light);
        int n = light.jointCount();
        loops.respond(posture, null, new double[n + motors], null, new double[6], new double[n], new double[motors]);
        LoopCoordinates coordinates = new LoopCoordinates(light, loops);
        int size = coordinates.size();
        double[] mass = new double[size * size];
        loops.massMatrix(mass);
        coordinates.read();
        int unused = Cholesky.factor(mass, size);
        double[][] rows = new double[inverseMass.length][size];
        double[] moving = new double[size];
        coordinates.velocities(posture, moving);
        for (int i = 0; i < rows.length; i++) {
            if (i < n + motors
                    || !model.loops().cutJoints().get(i - n - motors).friction().isZero()) {
                coordinates.row(i, rows[i], 0);
            }
        }
        for (int i = 0; i < rows.length; i++) {
            rates[i] = 0;
            for (int c = 0; c < size; c++) {
                rates[i] += rows[i][c] * moving[c];
            }
            double[] response = rows[i].clone();
            Cholesky.solve(mass, size, response);
            for (int j = 0; j < rows.length; j++) {
                for (int c = 0; c < size; c++) {
                    inverseMass[i][j] += rows[j][c] * response[c];
                }
            }
        }
    }

    /** The inertia of a joint with all other joints free: the least that it can have in this posture. */
    double inertia(int joint) {
        return 1 / inverseMass[joint][joint];
    }

    /** Whether a joint hardly moves while others do, whatever drives them. */
    boolean isStill(int joint) {
        double most = 0;
        for (int k = 0; k < units.length; k++) {
            most = Math.max(most, inverseMass[k][k] / (units[k] * units[k]));
        }
        return !(inverseMass[joint][joint] > STILL * STILL * most * units[joint] * units[joint]);
    }

    /** How fast a joint, a motor or a cut joint with friction moves. */
    double rate(int i) {
        return rates[i];
    }

    /** M⁻¹ᵢⱼ. */
    double response(int i, int j) {
        return inverseMass[i][j];
    }

    /**
     * Σⱼ |M⁻¹ᵢⱼ| √(M⁻¹ᵢᵢ / M⁻¹ⱼⱼ): no damping d of the joints has rates above the largest dᵢ times this, in which every joint
     * counts in a unit of its own, so that turns and slides can be added.
     */
    double rowSum(int joint) {
        double own = inverseMass[joint][joint];
        double sum = 0;
        for (int j = 0; j < inverseMass.length; j++) {
            double entry = Math.abs(inverseMass[joint][j]);
            sum += entry == 0 ? 0 : entry * Math.sqrt(own / inverseMass[j][j]);
        }
        return sum;
    }
}
