package dev.catena.identification.observation;

/** A column of the equations that belongs to drives. */
public sealed interface DriveColumn {
    /** Writes the entries of a state that are not zero. */
    void fill(
            DriveModel drives,
            double[] q,
            double[] qd,
            double[] qdd,
            double[] effort,
            double[] rowsOut,
            int columns,
            int column);

    /** A term of one joint. */
    record OfJoint(int joint, DriveTerm term) implements DriveColumn {
        @Override
        public void fill(
                DriveModel drives,
                double[] q,
                double[] qd,
                double[] qdd,
                double[] effort,
                double[] rowsOut,
                int columns,
                int column) {
            double v = qd[joint];
            double direction = drives.direction(joint, v);
            rowsOut[joint * columns + column] = switch (term) {
                case REFLECTED_INERTIA -> qdd[joint];
                case VISCOUS -> v;
                case COULOMB -> direction;
                case COULOMB_FORWARD -> Math.max(0, direction);
                case COULOMB_BACKWARD -> Math.min(0, direction);
                case STRIBECK -> throw new IllegalStateException("Stribeck's term has a velocity of its own");
                case LOAD_FRICTION -> Math.abs(effort[joint]) * direction;
                case OFFSET -> 1;
                case STIFFNESS -> q[joint];
            };
        }
    }

    /** FS exp(−(q̇/v)²) sign q̇ of one joint. */
    record OfStribeck(int joint, double velocity) implements DriveColumn {
        @Override
        public void fill(
                DriveModel drives,
                double[] q,
                double[] qd,
                double[] qdd,
                double[] effort,
                double[] rowsOut,
                int columns,
                int column) {
            double ratio = qd[joint] / velocity;
            rowsOut[joint * columns + column] = Math.exp(-ratio * ratio) * drives.direction(joint, qd[joint]);
        }
    }

    /** A term of a motor that turns with several joints, at Σ c_j q̇_j. */
    @SuppressWarnings("ArrayRecordComponent")
    record OfCoupling(double[] rates, DriveTerm term) implements DriveColumn {
        @Override
        public void fill(
                DriveModel drives,
                double[] q,
                double[] qd,
                double[] qdd,
                double[] effort,
                double[] rowsOut,
                int columns,
                int column) {
            double speed = dot(qd);
            double acceleration = dot(qdd);
            for (int i = 0; i < rates.length; i++) {
                double c = rates[i];
                rowsOut[i * columns + column] = c
                        * switch (term) {
                            case REFLECTED_INERTIA -> acceleration - c * qdd[i];
                            case VISCOUS -> speed - c * qd[i];
                            default ->
                                (drives.smoothing() > 0 ? Math.tanh(speed / drives.smoothing()) : Math.signum(speed));
                        };
            }
        }

        private double dot(double[] x) {
            double sum = 0;
            for (int i = 0; i < rates.length; i++) {
                sum += rates[i] * x[i];
            }
            return sum;
        }
    }
}
