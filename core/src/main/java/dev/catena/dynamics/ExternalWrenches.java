package dev.catena.dynamics;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.AppliedWrenches;

/**
 * Wrenches applied by the environment on bodies, each with the frame that its numbers are in. Every moment is about the
 * origin of the body's frame. A body can have one wrench in its own axes and another in world axes; they add up.
 *
 * <p>Rates are the derivatives of the numbers given: of the components in body axes for {@code InBody}, in world axes
 * for {@code InWorld}. They matter for force rates only.
 *
 * <p>Changed in place so that a loop need not allocate; not for several threads at once.
 */
public final class ExternalWrenches {
    static {
        AppliedWrenches.DOOR.open(wrenches -> ((ExternalWrenches) wrenches).inside);
    }

    private final RobotModel model;
    private final AppliedWrenches inside;

    /** No wrench on any body. */
    public ExternalWrenches(RobotModel model) {
        this.model = model;
        inside = new AppliedWrenches(model);
    }

    /** Takes all wrenches and rates away. */
    @CanIgnoreReturnValue
    public ExternalWrenches clear() {
        for (AppliedWrenches.OnBody load : inside.onBody) {
            load.clear();
        }
        return this;
    }

    /** Force and moment in the body's axes. */
    @CanIgnoreReturnValue
    public ExternalWrenches inBody(int body, Vector3 force, Vector3 moment) {
        return inBody(body, force.x(), force.y(), force.z(), moment.x(), moment.y(), moment.z());
    }

    @CanIgnoreReturnValue
    public ExternalWrenches inBody(int body, double fx, double fy, double fz, double mx, double my, double mz) {
        AppliedWrenches.OnBody load = inside.onBody[checked(body)];
        checkFinite(body, "wrench", fx, fy, fz, mx, my, mz);
        load.forceInBody.set(fx, fy, fz);
        load.momentInBody.set(mx, my, mz);
        return this;
    }

    @CanIgnoreReturnValue
    public ExternalWrenches inBody(String body, Wrench wrenchInBody) {
        return inBody(model.bodyIndex(body), wrenchInBody.force(), wrenchInBody.moment());
    }

    @CanIgnoreReturnValue
    public ExternalWrenches rateInBody(int body, Vector3 forceRate, Vector3 momentRate) {
        AppliedWrenches.OnBody load = inside.onBody[checked(body)];
        setRate(body, forceRate, momentRate, load.forceRateInBody, load.momentRateInBody);
        return this;
    }

    /** Force and moment in world axes; the moment is still about the origin of the body's frame. */
    @CanIgnoreReturnValue
    public ExternalWrenches inWorld(int body, Vector3 force, Vector3 moment) {
        return inWorld(body, force.x(), force.y(), force.z(), moment.x(), moment.y(), moment.z());
    }

    @CanIgnoreReturnValue
    public ExternalWrenches inWorld(int body, double fx, double fy, double fz, double mx, double my, double mz) {
        AppliedWrenches.OnBody load = inside.onBody[checked(body)];
        checkFinite(body, "wrench", fx, fy, fz, mx, my, mz);
        load.forceInWorld.set(fx, fy, fz);
        load.momentInWorld.set(mx, my, mz);
        load.hasWorld = true;
        return this;
    }

    @CanIgnoreReturnValue
    public ExternalWrenches inWorld(String body, Wrench wrenchInWorld) {
        return inWorld(model.bodyIndex(body), wrenchInWorld.force(), wrenchInWorld.moment());
    }

    @CanIgnoreReturnValue
    public ExternalWrenches rateInWorld(int body, Vector3 forceRate, Vector3 momentRate) {
        AppliedWrenches.OnBody load = inside.onBody[checked(body)];
        setRate(body, forceRate, momentRate, load.forceRateInWorld, load.momentRateInWorld);
        load.hasWorld = true;
        return this;
    }

    private void setRate(int body, Vector3 forceRate, Vector3 momentRate, Vector forceOut, Vector momentOut) {
        double fx = forceRate.x();
        double fy = forceRate.y();
        double fz = forceRate.z();
        double mx = momentRate.x();
        double my = momentRate.y();
        double mz = momentRate.z();
        checkFinite(body, "rate", fx, fy, fz, mx, my, mz);
        forceOut.set(fx, fy, fz);
        momentOut.set(mx, my, mz);
    }

    /** What was given in the body's axes. */
    public Wrench inBody(int body) {
        AppliedWrenches.OnBody load = inside.onBody[checked(body)];
        return wrench(load.forceInBody, load.momentInBody);
    }

    /** What was given in world axes. */
    public Wrench inWorld(int body) {
        AppliedWrenches.OnBody load = inside.onBody[checked(body)];
        return wrench(load.forceInWorld, load.momentInWorld);
    }

    private static Wrench wrench(Vector force, Vector moment) {
        return new Wrench(new Vector3(force.x, force.y, force.z), new Vector3(moment.x, moment.y, moment.z));
    }

    private int checked(int body) {
        if (body < 0 || body >= inside.onBody.length) {
            throw new IllegalArgumentException("there is no body %s; robot \"%s\" has the bodies 0 to %s"
                    .formatted(body, model.name(), inside.onBody.length - 1));
        }
        return body;
    }

    private void checkFinite(int body, String what, double fx, double fy, double fz, double mx, double my, double mz) {
        if (!(Double.isFinite(fx)
                && Double.isFinite(fy)
                && Double.isFinite(fz)
                && Double.isFinite(mx)
                && Double.isFinite(my)
                && Double.isFinite(mz))) {
            throw new IllegalArgumentException(
                    "the %s on body \"%s\" of robot \"%s\" is (%s, %s, %s), (%s, %s, %s), but must be finite"
                            .formatted(what, model.bodies().get(body).name(), model.name(), fx, fy, fz, mx, my, mz));
        }
    }
}
