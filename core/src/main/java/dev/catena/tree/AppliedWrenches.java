package dev.catena.tree;

import dev.catena.algebra.Vector;
import dev.catena.model.RobotModel;

/** What is inside {@code ExternalWrenches}: by body, a wrench in its own axes and another in world axes, with rates. */
public final class AppliedWrenches {
    public static final Door<AppliedWrenches> DOOR = new Door<>();

    /** By body of the model. */
    public final OnBody[] onBody;

    private final RobotModel model;

    public AppliedWrenches(RobotModel model) {
        this.model = model;
        onBody = new OnBody[model.bodies().size()];
        for (int b = 0; b < onBody.length; b++) {
            onBody[b] = new OnBody();
        }
    }

    /** Of {@code ExternalWrenches}. */
    public static AppliedWrenches of(Object externalWrenches) {
        return DOOR.into(externalWrenches);
    }

    /** Takes all wrenches of others for the same robot. */
    public void set(AppliedWrenches other) {
        for (int b = 0; b < onBody.length; b++) {
            onBody[b].set(other.onBody[b]);
        }
    }

    /** Complains unless these wrenches are for the algorithm's robot. */
    public void checkFor(Guard algorithm) {
        algorithm.checkRobot("wrenches", model);
    }

    public boolean hasWorld() {
        for (OnBody body : onBody) {
            if (body.hasWorld) {
                return true;
            }
        }
        return false;
    }

    /** What is applied to one body. */
    public static final class OnBody {
        public final Vector forceInBody = new Vector();
        public final Vector momentInBody = new Vector();
        public final Vector forceRateInBody = new Vector();
        public final Vector momentRateInBody = new Vector();
        public final Vector forceInWorld = new Vector();
        public final Vector momentInWorld = new Vector();
        public final Vector forceRateInWorld = new Vector();
        public final Vector momentRateInWorld = new Vector();
        public boolean hasWorld;

        public void set(OnBody other) {
            forceInBody.set(other.forceInBody);
            momentInBody.set(other.momentInBody);
            forceRateInBody.set(other.forceRateInBody);
            momentRateInBody.set(other.momentRateInBody);
            forceInWorld.set(other.forceInWorld);
            momentInWorld.set(other.momentInWorld);
            forceRateInWorld.set(other.forceRateInWorld);
            momentRateInWorld.set(other.momentRateInWorld);
            hasWorld = other.hasWorld;
        }

        public void clear() {
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
