package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.Inertia;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Vector;
import dev.catena.tree.MovingTree;
import dev.catena.tree.SpinningRotor;
import org.jspecify.annotations.Nullable;

/**
 * Motors that turn on their own, as those of elastic joints do. A motor touches the robot at its carrier alone, whatever
 * joint it drives, so that its acceleration can be eliminated there and trees stay trees:
 *
 * <p>(k² Iₘ + Iₐ) θ̈ = u − k Iₘ zₘ·ω̇ leaves the carrier the inertia J − (k Iₘ)²/(k² Iₘ + Iₐ) zₘ zₘᵀ and takes the moment
 * k Iₘ (zₘ u/(k² Iₘ + Iₐ) + θ̇ ω × zₘ) from it, with u what is left of the motor's effort after spring and friction.
 */
final class FreeMotors {
    /** By moving body: its inertia when the rotors that it carries give way. */
    final Inertia[] inertia;

    private final MovingTree tree;
    private final int count;

    /** By motor: 1/(k² Iₘ + Iₐ). */
    private final double[] inverse;

    private final @Nullable SpinningRotor[] rotor;

    /** By motor: u, less what the motion of the carrier takes of it. */
    private final double[] effort;

    FreeMotors(MovingTree tree) {
        this.tree = tree;
        count = tree.size - tree.n;
        inverse = new double[count];
        rotor = new SpinningRotor[count];
        effort = new double[count];
        inertia = count == 0 ? tree.inertia : Inertia.array(tree.n + 1);
        if (count > 0) {
            release();
        }
    }

    private void release() {
        for (int i = 0; i <= tree.n; i++) {
            inertia[i].set(tree.inertia[i]);
        }
        for (SpinningRotor r : tree.rotors) {
            if (r.coordinate >= tree.n) {
                rotor[r.coordinate - tree.n] = r;
            }
        }
        for (int e = 0; e < count; e++) {
            SpinningRotor r = rotor[e];
            double own = tree.reflectedInertia[tree.n + e] + (r == null ? 0 : r.gearedInertia * r.gearRatio);
            if (!(own > 0)) {
                throw SingularInertiaException.ofMotor(
                        tree.model.name(), tree.jointOf(tree.n + e).name());
            }
            inverse[e] = 1 / own;
            if (r != null) {
                inertia[r.carrier].subtractTurning(r.gearedInertia * r.gearedInertia * inverse[e], r.axis);
            }
        }
    }

    /** Adds the moments that the motors take from their carriers while these move as given. */
    void drive(BodyMotion[] motion, double[] qd, double[] tau, Force[] bias) {
        for (int e = 0; e < count; e++) {
            int k = tree.n + e;
            effort[e] = tree.hasFriction ? tau[k] - tree.friction[k].effort(qd[k]) : tau[k];
            SpinningRotor r = rotor[e];
            if (r != null) {
                BodyMotion m = motion[r.carrier];
                Vector z = r.axis;
                effort[e] -= r.gearedInertia * m.turningAbout(z);
                double direct = r.gearedInertia * inverse[e] * effort[e];
                double turned = r.gearedInertia * qd[k];
                Force b = bias[r.carrier];
                b.nx += direct * z.x + turned * (m.wy * z.z - m.wz * z.y);
                b.ny += direct * z.y + turned * (m.wz * z.x - m.wx * z.z);
                b.nz += direct * z.z + turned * (m.wx * z.y - m.wy * z.x);
            }
        }
    }

    /** θ̈ = (u − k Iₘ zₘ·ω̇)/(k² Iₘ + Iₐ), once it is known what the carriers accelerate more. */
    void accelerate(MotionVector[] acceleration, double[] qddOut) {
        for (int e = 0; e < count; e++) {
            SpinningRotor r = rotor[e];
            double taken = r == null ? 0 : r.gearedInertia * acceleration[r.carrier].dotMoment(r.axis);
            qddOut[tree.n + e] = (effort[e] - taken) * inverse[e];
        }
    }
}
