package dev.catena.compile.parameters;

import dev.catena.model.Friction;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;

/** The transform of one joint of a {@link LeanRobot} at a coordinate, and what a body's motion takes. */
final class LeanJoint<S extends Scalar<S>> {
    private final LeanRobot.Body body;
    private final S zero;
    private final Turn<S> gamma;
    private final Turn<S> alpha;
    private final Turn<S> theta;
    private final S r;
    private final Vector<S> s;

    LeanJoint(LeanRobot.Body body, S q) {
        this.body = body;
        zero = q.constant(0);
        gamma = Turn.by(body.gamma(), zero);
        alpha = Turn.by(body.alpha(), zero);
        theta = body.turns() ? Turn.by(body.theta(), q) : Turn.by(body.theta(), zero);
        r = body.turns() ? q.constant(body.r()) : plus(q, body.r());
        s = Vector.of(body.s(), zero::constant);
    }

    private static <S extends Scalar<S>> S plus(S q, double offset) {
        return offset == 0 ? q : q.plus(q.constant(offset));
    }

    /** Cosine and sine of an angle; exact for multiples of a right angle. */
    private record Turn<S extends Scalar<S>>(S cosine, S sine) {

        /** By a constant plus q. */
        static <S extends Scalar<S>> Turn<S> by(double constant, S q) {
            double quarters = constant / (Math.PI / 2);
            if (quarters != Math.rint(quarters)) {
                S angle = q.plus(q.constant(constant));
                return new Turn<>(angle.cosine(), angle.sine());
            }
            S c = q.cosine();
            S s = q.sine();
            return switch (Math.floorMod(Math.round(quarters), 4)) {
                case 0 -> new Turn<>(c, s);
                case 1 -> new Turn<>(s.negate(), c);
                case 2 -> new Turn<>(c.negate(), s.negate());
                default -> new Turn<>(s, c.negate());
            };
        }

        /** The first of two components, turned. */
        S first(S x, S y) {
            return cosine.times(x).minus(sine.times(y));
        }

        S second(S x, S y) {
            return sine.times(x).plus(cosine.times(y));
        }

        S firstBack(S x, S y) {
            return cosine.times(x).plus(sine.times(y));
        }

        S secondBack(S x, S y) {
            return cosine.times(y).minus(sine.times(x));
        }
    }

    /** The offset in parent axes. */
    Vector<S> s() {
        return s;
    }

    /** The offset along the joint axis. */
    S r() {
        return r;
    }

    /** R v. */
    Vector<S> toParent(Vector<S> v) {
        S x = theta.first(v.x(), v.y());
        S y = theta.second(v.x(), v.y());
        S tilted = alpha.first(y, v.z());
        S z = alpha.second(y, v.z());
        return new Vector<>(gamma.first(x, tilted), gamma.second(x, tilted), z);
    }

    /** Rᵀ v. */
    Vector<S> toChild(Vector<S> v) {
        S x = gamma.firstBack(v.x(), v.y());
        S y = gamma.secondBack(v.x(), v.y());
        S upright = alpha.firstBack(y, v.z());
        S z = alpha.secondBack(y, v.z());
        return new Vector<>(theta.firstBack(x, upright), theta.secondBack(x, upright), z);
    }

    /** Coulomb and viscous friction at a joint velocity. */
    S friction(S velocity) {
        Friction friction = body.friction();
        if (friction.isZero()) {
            return zero;
        }
        S direction = friction.smoothingVelocity() > 0
                ? velocity.times(zero.constant(1 / friction.smoothingVelocity())).hyperbolicTangent()
                : velocity.sign();
        return direction.times(zero.constant(friction.coulomb()))
                .plus(velocity.times(zero.constant(friction.viscous())));
    }

    /** Its derivative by time. */
    S frictionRate(S velocity, S acceleration) {
        Friction friction = body.friction();
        S slope = zero.constant(friction.viscous());
        if (friction.smoothingVelocity() > 0) {
            S t = velocity.times(zero.constant(1 / friction.smoothingVelocity())).hyperbolicTangent();
            S steepness = zero.constant(friction.coulomb() / friction.smoothingVelocity());
            slope = slope.plus(steepness.times(zero.constant(1).minus(t.times(t))));
        }
        return slope.times(acceleration);
    }

    /** s z × v. */
    static <S extends Scalar<S>> Vector<S> alongZ(S s, Vector<S> v) {
        return new Vector<>(s.times(v.y()).negate(), s.times(v.x()), s.constant(0));
    }

    /** A force and a moment about the body's origin. */
    record Wrench<S extends Scalar<S>>(Vector<S> force, Vector<S> moment) {}

    /** U = hat(γ) + hat(ω)². */
    static <S extends Scalar<S>> Matrix<S> field(Vector<S> omega, Vector<S> gamma) {
        return Matrix.hatSquared(omega).plus(Matrix.hat(gamma));
    }

    /** U′ = hat(γ′) + hat(γ) hat(ω) + hat(ω) hat(γ), as γ is the rate of ω. */
    static <S extends Scalar<S>> Matrix<S> fieldRate(Vector<S> omega, Vector<S> gamma, Vector<S> gammaRate) {
        S xx = omega.x().plus(omega.x()).times(gamma.x());
        S yy = omega.y().plus(omega.y()).times(gamma.y());
        S zz = omega.z().plus(omega.z()).times(gamma.z());
        S xy = omega.x().times(gamma.y()).plus(omega.y().times(gamma.x()));
        S xz = omega.x().times(gamma.z()).plus(omega.z().times(gamma.x()));
        S yz = omega.y().times(gamma.z()).plus(omega.z().times(gamma.y()));
        Matrix<S> products = new Matrix<>(
                new Vector<>(yy.plus(zz).negate(), xy, xz),
                new Vector<>(xy, xx.plus(zz).negate(), yz),
                new Vector<>(xz, yz, xx.plus(yy).negate()));
        return products.plus(Matrix.hat(gammaRate));
    }

    /**
     * F = M a + U MS and N = ∫ r × U r dm + MS × a, [Khalil 22–23], linear in (a, U), so that rates map to rates; the
     * integral is written with the second moments Σ, of which most are zero.
     */
    static <S extends Scalar<S>> Wrench<S> wrench(double[] inertia, Vector<S> a, Matrix<S> u) {
        S like = a.x();
        S sxx = like.constant(inertia[TenParameters.XX]);
        S syy = like.constant(inertia[TenParameters.YY]);
        S szz = like.constant(inertia[TenParameters.ZZ]);
        S jxy = like.constant(inertia[TenParameters.XY]);
        S jxz = like.constant(inertia[TenParameters.XZ]);
        S jyz = like.constant(inertia[TenParameters.YZ]);
        S mass = like.constant(inertia[TenParameters.M]);
        Vector<S> ms = new Vector<>(
                like.constant(inertia[TenParameters.MX]),
                like.constant(inertia[TenParameters.MY]),
                like.constant(inertia[TenParameters.MZ]));
        Vector<S> force = a.times(mass).plus(u.times(ms));
        S x = u.z().y().times(syy).minus(u.y().z().times(szz));
        S y = u.x().z().times(szz).minus(u.z().x().times(sxx));
        S z = u.y().x().times(sxx).minus(u.x().y().times(syy));
        x = x.plus(u.y().x().times(jxz).minus(u.z().x().times(jxy)));
        y = y.plus(u.z().y().times(jxy).minus(u.x().y().times(jyz)));
        z = z.plus(u.x().z().times(jyz).minus(u.y().z().times(jxz)));
        x = x.plus(u.y().y().minus(u.z().z()).times(jyz));
        y = y.plus(u.z().z().minus(u.x().x()).times(jxz));
        z = z.plus(u.x().x().minus(u.y().y()).times(jxy));
        return new Wrench<>(force, new Vector<>(x, y, z).plus(ms.cross(a)));
    }
}
