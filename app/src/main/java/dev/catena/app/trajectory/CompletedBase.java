package dev.catena.app.trajectory;

import dev.catena.app.console.UserError;
import dev.catena.formats.table.BaseState;
import dev.catena.formats.table.StateTable;
import dev.catena.model.Vector3;
import dev.catena.motion.SampleDerivatives;
import java.util.List;

/**
 * What a trajectory does not give of the motion of its base, computed from its samples: accelerations from velocities, and jerks
 * from accelerations.
 *
 * @param ofAcceleration whether accelerations are computed
 * @param ofJerk whether jerks are
 */
record CompletedBase(boolean ofAcceleration, boolean ofJerk) {
    /** What is missing; nothing where the base rests, or where some samples have none. */
    static CompletedBase of(StateTable table) {
        BaseState first = table.size() == 0 ? null : table.states().get(0).base();
        boolean moved = false;
        boolean velocity = false;
        boolean changing = false;
        boolean acceleration = false;
        boolean jerk = false;
        for (int k = 0; k < table.size(); k++) {
            BaseState base = table.states().get(k).base();
            if (base == null || first == null) {
                return new CompletedBase(false, false);
            }
            moved |= !isSamePose(base, first);
            velocity |= isAny(base.linearVelocity(), base.angularVelocity());
            changing |= !base.linearVelocity().equals(first.linearVelocity())
                    || !base.angularVelocity().equals(first.angularVelocity());
            acceleration |= isAny(base.linearAcceleration(), base.angularAcceleration());
            jerk |= isAny(base.linearJerk(), base.angularJerk());
        }
        if (moved && !velocity) {
            throw new UserError(
                    "the base moves, but the trajectory gives no velocity of it: give linearVelocity and angularVelocity, in CSV base_vx, …, base_wz");
        }
        boolean accelerated = changing && !acceleration;
        // a base that circles steadily has a jerk too
        return new CompletedBase(accelerated, !jerk && (velocity || acceleration));
    }

    private static boolean isSamePose(BaseState a, BaseState b) {
        return a.position().equals(b.position())
                && a.orientationX() == b.orientationX()
                && a.orientationY() == b.orientationY()
                && a.orientationZ() == b.orientationZ()
                && a.orientationW() == b.orientationW();
    }

    private static boolean isAny(Vector3 a, Vector3 b) {
        return !a.equals(Vector3.ZERO) || !b.equals(Vector3.ZERO);
    }

    boolean isEmpty() {
        return !ofAcceleration && !ofJerk;
    }

    /** What is computed, in words. */
    List<String> words() {
        return ofAcceleration
                ? List.of("accelerations of the base", "its jerks")
                : ofJerk ? List.of("jerks of the base") : List.of();
    }

    /** The base of a sample with what is computed from those around it. */
    BaseState at(StateTable table, int from, int count, SampleDerivatives around, int k) {
        BaseState base = base(table, from + k);
        double[][] twist = new double[count][];
        for (int i = 0; i < count; i++) {
            BaseState other = base(table, from + i);
            twist[i] = ofAcceleration
                    ? join(other.linearVelocity(), other.angularVelocity())
                    : join(classical(other, other.linearAcceleration()), other.angularAcceleration());
        }
        // spatial accelerations are the derivatives of the components of velocities in the axes of the base
        double[] rate = around.derivatives(twist, k, 1);
        Vector3 linear = ofAcceleration ? first(rate) : base.linearAcceleration();
        Vector3 angular = ofAcceleration ? second(rate) : base.angularAcceleration();
        Vector3 omega = base.angularVelocity();
        Vector3 classical = classical(base, linear);
        Vector3 classicalRate;
        Vector3 angularRate;
        if (ofAcceleration) {
            // d/dt (a + ω × v) of the components
            double[] second = around.derivatives(twist, k, 2);
            classicalRate =
                    first(second).plus(angular.cross(base.linearVelocity())).plus(omega.cross(linear));
            angularRate = second(second);
        } else {
            classicalRate = first(rate);
            angularRate = second(rate);
        }
        // ẋ of a vector is that of its components and ω × x
        return new BaseState(
                base.position(),
                base.orientationX(),
                base.orientationY(),
                base.orientationZ(),
                base.orientationW(),
                base.linearVelocity(),
                omega,
                linear,
                angular,
                classicalRate.plus(omega.cross(classical)),
                angularRate.plus(omega.cross(angular)));
    }

    private static BaseState base(StateTable table, int k) {
        BaseState base = table.states().get(k).base();
        if (base == null) {
            throw new IllegalStateException("sample %s has no base".formatted(k));
        }
        return base;
    }

    /** The acceleration of the base's origin. */
    private static Vector3 classical(BaseState base, Vector3 spatial) {
        return spatial.plus(base.angularVelocity().cross(base.linearVelocity()));
    }

    private static double[] join(Vector3 a, Vector3 b) {
        return new double[] {a.x(), a.y(), a.z(), b.x(), b.y(), b.z()};
    }

    private static Vector3 first(double[] six) {
        return new Vector3(six[0], six[1], six[2]);
    }

    private static Vector3 second(double[] six) {
        return new Vector3(six[3], six[4], six[5]);
    }
}
