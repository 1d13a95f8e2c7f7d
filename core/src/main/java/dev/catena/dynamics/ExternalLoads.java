package dev.catena.dynamics;

import dev.catena.algebra.BodyMotion;
import dev.catena.algebra.Force;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingBase;
import dev.catena.tree.MovingTree;
import dev.catena.tree.PlacedJoints;
import org.jspecify.annotations.Nullable;

/** Brings external wrenches, given in body or world axes, into the joint frames of the bodies that carry them. */
final class ExternalLoads {
    private final MovingTree tree;
    private final Placement[] worldFromJoint;
    private final Placement worldAtRest = new Placement();
    private final Vector force = new Vector();
    private final Vector moment = new Vector();
    private final Vector spin = new Vector();
    private final Force inBody = new Force();
    private boolean applied;
    private boolean ratesApplied;

    ExternalLoads(MovingTree tree) {
        this.tree = tree;
        worldFromJoint = Placement.array(tree.n + 1);
    }

    /** Fills the external wrenches of the loads and takes them off what the joints must supply. */
    void apply(PlacedJoints at, @Nullable BaseMotion base, @Nullable ExternalWrenches wrenches, JointLoads loads) {
        if (place(at, base, wrenches, loads)) {
            loads.subtractExternal();
        }
    }

    /** Fills the external wrenches of the loads; false where there are none. */
    boolean place(PlacedJoints at, @Nullable BaseMotion base, @Nullable ExternalWrenches wrenches, JointLoads loads) {
        if (wrenches == null) {
            if (applied) {
                loads.clearExternal();
                applied = false;
            }
            return false;
        }
        applied = true;
        AppliedWrenches all = AppliedWrenches.of(wrenches);
        if (all.hasWorld()) {
            at.worldPlacements(base == null ? worldAtRest : MovingBase.of(base).worldFromBase, worldFromJoint);
        }
        for (int b = 0; b < tree.carrier.length; b++) {
            AppliedWrenches.OnBody load = all.onBody[b];
            inBody.set(load.forceInBody, load.momentInBody);
            if (load.hasWorld) {
                addTurned(b, load.forceInWorld, load.momentInWorld);
            }
            loads.external[b].setZero();
            loads.external[b].addFromChild(tree.jointFromBody[b], inBody);
        }
        return true;
    }

    /**
     * The same for the rates of components, after {@link #apply}: body components keep their rates; world components
     * turn backwards by ω of the body.
     */
    void applyRates(@Nullable ExternalWrenches wrenches, BodyMotion[] motion, JointLoads rates) {
        if (wrenches == null) {
            if (ratesApplied) {
                rates.clearExternal();
                ratesApplied = false;
            }
            return;
        }
        ratesApplied = true;
        AppliedWrenches all = AppliedWrenches.of(wrenches);
        for (int b = 0; b < tree.carrier.length; b++) {
            AppliedWrenches.OnBody load = all.onBody[b];
            inBody.set(load.forceRateInBody, load.momentRateInBody);
            if (load.hasWorld) {
                addTurned(b, load.forceRateInWorld, load.momentRateInWorld);
                subtractSpin(b, motion[tree.carrier[b]], load);
            }
            rates.external[b].setZero();
            rates.external[b].addFromChild(tree.jointFromBody[b], inBody);
        }
        rates.subtractExternal();
    }

    /** Adds a wrench in world axes, about the body's origin, to the one in body axes. */
    private void addTurned(int b, Vector forceInWorld, Vector momentInWorld) {
        toBody(b, forceInWorld, force);
        toBody(b, momentInWorld, moment);
        inBody.fx += force.x;
        inBody.fy += force.y;
        inBody.fz += force.z;
        inBody.addMoment(moment);
    }

    /** Subtracts ω × of a wrench that is given in world axes. */
    private void subtractSpin(int b, BodyMotion motion, AppliedWrenches.OnBody load) {
        spin.set(motion.wx, motion.wy, motion.wz);
        spin.setFromParent(tree.jointFromBody[b], spin);
        toBody(b, load.forceInWorld, force);
        toBody(b, load.momentInWorld, moment);
        force.setCross(spin, force);
        moment.setCross(spin, moment);
        inBody.fx -= force.x;
        inBody.fy -= force.y;
        inBody.fz -= force.z;
        moment.setScaled(-1, moment);
        inBody.addMoment(moment);
    }

    private void toBody(int b, Vector inWorld, Vector out) {
        out.setFromParent(worldFromJoint[tree.carrier[b]], inWorld);
        out.setFromParent(tree.jointFromBody[b], out);
    }
}
