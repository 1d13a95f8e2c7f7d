package dev.catena.mechanism.parallel;

import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * How far a pose is from one where the actuators lose hold of the platform: singular values of J_p⁻¹ with rotations
 * measured by the arc at a characteristic length, so that all columns have the same unit.
 *
 * @param smallestSingularValue zero where some motion of the platform moves no actuator
 * @param largestSingularValue the same for the motion that moves them most
 * @param characteristicLength that rotations were multiplied by, m
 * @param weakestMotion the platform's motion that the actuators feel least, velocity of the origin in m/s and angular
 *     velocity in rad/s, world axes
 */
public record SingularityMeasure(
        double smallestSingularValue, double largestSingularValue, double characteristicLength, Twist weakestMotion) {

    /** Largest over smallest singular value; infinite at a singular pose. */
    public double condition() {
        return largestSingularValue / smallestSingularValue;
    }

    static SingularityMeasure of(double[] inverseJacobian, int actuators, PlatformFreedoms freedoms, double length) {
        int m = freedoms.count();
        DMatrixRMaj scaled = new DMatrixRMaj(actuators, m);
        for (int i = 0; i < actuators; i++) {
            for (int k = 0; k < m; k++) {
                double unit = freedoms.coordinate(k) < 3 ? 1 : 1 / length;
                scaled.set(i, k, inverseJacobian[i * m + k] * unit);
            }
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(actuators, m, false, true, true);
        if (!svd.decompose(scaled)) {
            throw new ArithmeticException("the singular values of the Jacobian did not converge");
        }
        double[] values = svd.getSingularValues();
        int least = 0;
        double most = 0;
        for (int k = 0; k < m; k++) {
            least = values[k] < values[least] ? k : least;
            most = Math.max(most, values[k]);
        }
        DMatrixRMaj v = svd.getV(null, false);
        double[] twist = new double[6];
        for (int k = 0; k < m; k++) {
            int c = freedoms.coordinate(k);
            twist[c] = v.get(k, least) * (c < 3 ? 1 : 1 / length);
        }
        return new SingularityMeasure(
                values[least],
                most,
                length,
                new Twist(new Vector3(twist[0], twist[1], twist[2]), new Vector3(twist[3], twist[4], twist[5])));
    }
}
