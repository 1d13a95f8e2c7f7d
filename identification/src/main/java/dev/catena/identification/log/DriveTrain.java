package dev.catena.identification.log;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * How motors drive joints: motor angles are G (q − q₀) with a gear matrix G, and the efforts of the joints are Gᵀ K i with
 * motor constants K and currents i, or motor torques with K = 1. A diagonal G are gear ratios; other entries are couplings.
 */
public final class DriveTrain {
    private final double[][] gears;
    private final double[][] inverse;
    private final double[] offsets;
    private final double[] constants;

    private DriveTrain(double[][] gears, double[] offsets, double[] constants) {
        this.gears = gears;
        this.offsets = offsets;
        this.constants = constants;
        int n = gears.length;
        DMatrixRMaj matrix = new DMatrixRMaj(gears);
        DMatrixRMaj inverted = new DMatrixRMaj(n, n);
        if (!CommonOps_DDRM.invert(matrix, inverted) || !Double.isFinite(CommonOps_DDRM.elementMaxAbs(inverted))) {
            throw new IllegalArgumentException(
                    "the gear matrix %s cannot be inverted".formatted(Arrays.deepToString(gears)));
        }
        inverse = new double[n][n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(inverted.data, i * n, inverse[i], 0, n);
        }
    }

    /** One motor for each joint, at these ratios. */
    public static DriveTrain ofRatios(double... ratios) {
        double[][] gears = new double[ratios.length][ratios.length];
        for (int i = 0; i < ratios.length; i++) {
            gears[i][i] = ratios[i];
        }
        return ofMatrix(gears);
    }

    /**
     * Motors that may turn with several joints.
     *
     * @param gears by motor, then by joint: turns of the motor for one of the joint
     */
    public static DriveTrain ofMatrix(double[][] gears) {
        int n = gears.length;
        double[][] copy = new double[n][];
        for (int i = 0; i < n; i++) {
            if (gears[i].length != n) {
                throw new IllegalArgumentException("row %s of the gear matrix has %s entries, but there are %s motors"
                        .formatted(i + 1, gears[i].length, n));
            }
            copy[i] = gears[i].clone();
            checkFinite("gears of motor " + (i + 1), copy[i]);
        }
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return new DriveTrain(copy, new double[n], ones);
    }

    /** The joint coordinates at motor angles zero. */
    public DriveTrain withOffsets(double... jointOffsets) {
        check("offsets", jointOffsets);
        return new DriveTrain(gears, jointOffsets.clone(), constants);
    }

    /** Motor torques for each unit of what was measured, Nm/A for currents. */
    public DriveTrain withMotorConstants(double... motorConstants) {
        check("motor constants", motorConstants);
        return new DriveTrain(gears, offsets, motorConstants.clone());
    }

    private void check(String what, double[] values) {
        if (values.length != gears.length) {
            throw new IllegalArgumentException(
                    "%s %s were given, but there are %s motors".formatted(values.length, what, gears.length));
        }
        checkFinite(what, values);
    }

    private static void checkFinite(String what, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        "number %s of the %s is %s, but must be finite".formatted(i + 1, what, values[i]));
            }
        }
    }

    private void check(double[] motor, double[] jointOut) {
        if (motor.length != gears.length) {
            throw new IllegalArgumentException(
                    "motor has length %s, but there are %s motors".formatted(motor.length, gears.length));
        }
        if (jointOut.length != gears.length) {
            throw new IllegalArgumentException(
                    "jointOut has length %s, but there are %s motors".formatted(jointOut.length, gears.length));
        }
        if (jointOut == motor && motor.length > 0) {
            throw new IllegalArgumentException(
                    "jointOut and motor are the same array, but one is read while the other is written");
        }
    }

    public int motors() {
        return gears.length;
    }

    /** Motor angles become joint coordinates; what depends on one that is NaN is NaN. */
    public void positions(double[] motor, double[] jointOut) {
        rates(motor, jointOut);
        for (int i = 0; i < jointOut.length; i++) {
            jointOut[i] += offsets[i];
        }
    }

    /** Rates of motor angles become rates of joint coordinates. */
    public void rates(double[] motor, double[] jointOut) {
        check(motor, jointOut);
        int n = gears.length;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int m = 0; m < n; m++) {
                sum += inverse[i][m] * motor[m];
            }
            jointOut[i] = sum;
        }
    }

    /** Currents or motor torques become efforts of joints. */
    public void efforts(double[] motor, double[] jointOut) {
        check(motor, jointOut);
        int n = gears.length;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int m = 0; m < n; m++) {
                sum += gears[m][i] * constants[m] * motor[m];
            }
            jointOut[i] = sum;
        }
    }
}
