package dev.catena.dynamics;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** Brings external wrenches, given in body or world axes, into the joint frames of the bodies that carry them. */
final class ExternalLoads {
    private final MovingTree tree;
    private final JointLoads loads;
    private final Placement[] worldFromJoint;
    private final Placement worldAtRest = new Placement();
    private final Vector force = new Vector();
    private final Vector moment = new Vector();
    private boolean placed;
    private boolean ratesPlaced;

    ExternalLoads(MovingTree tree, JointLoads loads) {
        this.tree = tree;
        this.loads = loads;
        worldFromJoint = Placement.array(tree.n + 1);
    }

    /** Fills the external wrenches of the loads and takes them off what the joints must supply. */
    void apply(Posture at, @Nullable BaseMotion base, @Nullable ExternalWrenches wrenches) {
        if (wrenches == null) {
            if (placed) {
                loads.clearExternal();
                placed = false;
            }
            return;
        }
        wrenches.checkFor(tree);
        placed = true;
        boolean world = wrenches.hasWorld();
        if (world) {
            at.worldPlacements(base == null ? worldAtRest : base.worldFromBase(), worldFromJoint);
        }
        for (int b = 0; b < tree.carrier.length; b++) {
            ExternalWrenches.Load load = wrenches.load(b);
            Placement X = tree.jointFromBody[b];
            Vector f = loads.fExternal[b];
            Vector n = loads.nExternal[b];
            f.setFromChild(X, load.forceInBody);
            n.setFromChild(X, load.momentInBody);
            if (load.hasWorld) {
                Placement W = worldFromJoint[tree.carrier[b]];
                force.setFromParent(W, load.forceInWorld);
                moment.setFromParent(W, load.momentInWorld);
                f.add(force);
                n.add(moment);
            }
            n.addCross(X.p, f);
        }
        loads.subtractExternal();
    }

    /**
     * The same for the rates of components in joint frames, after {@link #apply}: body components keep their rates;
     * world components turn backwards by ω in the joint frame.
     */
    void applyRates(@Nullable ExternalWrenches wrenches, Vector[] omega, JointLoads rates) {
        if (wrenches == null) {
            if (ratesPlaced) {
                rates.clearExternal();
                ratesPlaced = false;
            }
            return;
        }
        ratesPlaced = true;
        for (int b = 0; b < tree.carrier.length; b++) {
            ExternalWrenches.Load load = wrenches.load(b);
            Placement X = tree.jointFromBody[b];
            Vector f = rates.fExternal[b];
            Vector n = rates.nExternal[b];
            f.setFromChild(X, load.forceRateInBody);
            n.setFromChild(X, load.momentRateInBody);
            if (load.hasWorld) {
                int c = tree.carrier[b];
                Placement W = worldFromJoint[c];
                force.setFromParent(W, load.forceInWorld);
                moment.setFromParent(W, load.momentInWorld);
                f.subtractCross(omega[c], force);
                n.subtractCross(omega[c], moment);
                force.setFromParent(W, load.forceRateInWorld);
                moment.setFromParent(W, load.momentRateInWorld);
                f.add(force);
                n.add(moment);
            }
            n.addCross(X.p, f);
        }
        rates.subtractExternal();
    }
}
