package dev.catena.dynamics;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.tree.Guard;

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
    private final RobotModel model;
    private final Load[] loads;

    /** No wrench on any body. */
    public ExternalWrenches(RobotModel model) {
        this.model = model;
        loads = new Load[model.bodies().size()];
        for (int b = 0; b < loads.length; b++) {
            loads[b] = new Load();
        }
    }

    /** Takes all wrenches and rates away. */
    @CanIgnoreReturnValue
    public ExternalWrenches clear() {
        for (Load load : loads) {
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
        Load load = loads[checked(body)];
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
        Load load = loads[checked(body)];
        checkFinite(
                body,
                "rate",
                forceRate.x(),
                forceRate.y(),
                forceRate.z(),
                momentRate.x(),
                momentRate.y(),
                momentRate.z());
        load.forceRateInBody.set(forceRate.x(), forceRate.y(), forceRate.z());
        load.momentRateInBody.set(momentRate.x(), momentRate.y(), momentRate.z());
        return this;
    }

    /** Force and moment in world axes; the moment is still about the origin of the body's frame. */
    @CanIgnoreReturnValue
    public ExternalWrenches inWorld(int body, Vector3 force, Vector3 moment) {
        return inWorld(body, force.x(), force.y(), force.z(), moment.x(), moment.y(), moment.z());
    }

    @CanIgnoreReturnValue
    public ExternalWrenches inWorld(int body, double fx, double fy, double fz, double mx, double my, double mz) {
        Load load = loads[checked(body)];
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
        Load load = loads[checked(body)];
        checkFinite(
                body,
                "rate",
                forceRate.x(),
                forceRate.y(),
                forceRate.z(),
                momentRate.x(),
                momentRate.y(),
                momentRate.z());
        load.forceRateInWorld.set(forceRate.x(), forceRate.y(), forceRate.z());
        load.momentRateInWorld.set(momentRate.x(), momentRate.y(), momentRate.z());
        load.hasWorld = true;
        return this;
    }

    private int checked(int body) {
        if (body < 0 || body >= loads.length) {
            throw new IllegalArgumentException("there is no body %s; robot \"%s\" has the bodies 0 to %s"
                    .formatted(body, model.name(), loads.length - 1));
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

    /** For the algorithms: whether a body has a wrench in world axes. */
    public boolean isInWorld(int body) {
        return loads[body].hasWorld;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector forceInBody(int body) {
        return loads[body].forceInBody;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector momentInBody(int body) {
        return loads[body].momentInBody;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector forceInWorld(int body) {
        return loads[body].forceInWorld;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector momentInWorld(int body) {
        return loads[body].momentInWorld;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector forceRateInBody(int body) {
        return loads[body].forceRateInBody;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector momentRateInBody(int body) {
        return loads[body].momentRateInBody;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector forceRateInWorld(int body) {
        return loads[body].forceRateInWorld;
    }

    /** For the algorithms. */
    @SuppressWarnings("exports")
    public Vector momentRateInWorld(int body) {
        return loads[body].momentRateInWorld;
    }

    /** For the algorithms: complains unless these wrenches are for the algorithm's robot. */
    @SuppressWarnings("exports")
    public void checkFor(Guard algorithm) {
        algorithm.checkRobot("wrenches", model);
    }

    boolean hasWorld() {
        for (Load load : loads) {
            if (load.hasWorld) {
                return true;
            }
        }
        return false;
    }

    Load load(int body) {
        return loads[body];
    }

    /** What is applied to one body. */
    static final class Load {
        final Vector forceInBody = new Vector();
        final Vector momentInBody = new Vector();
        final Vector forceRateInBody = new Vector();
        final Vector momentRateInBody = new Vector();
        final Vector forceInWorld = new Vector();
        final Vector momentInWorld = new Vector();
        final Vector forceRateInWorld = new Vector();
        final Vector momentRateInWorld = new Vector();
        boolean hasWorld;

        void clear() {
            forceInBody.setZero();
            momentInBody.setZero();
            forceRateInBody.setZero();
            momentRateInBody.setZero();
            forceInWorld.setZero();
            momentInWorld.setZero();
            forceRateInWorld.setZero();
            momentRateInWorld.setZero();
            hasWorld = false;
        }
    }
}
