package dev.catena.tree;

import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;

/**
 * The matrix E with q = E y: y are the coordinates of joint vectors, q those of the tree, in which joints that follow
 * others have one too. Offsets of couplings are in the placements of the tree, so that positions, rates and virtual
 * motions all go through E, and efforts through Eᵀ.
 *
 * <p>Coordinates of the tree are those of the joint vectors, then those of the followers, then those of motors that turn
 * on their own.
 */
public final class Couplings {
    /** By follower: the coordinate that it follows, the same in the tree and in joint vectors. */
    private final int[] leader;

    private final double[] factor;

    /** How many joints have a coordinate of their own. */
    private final int independent;

    private final int motors;

    Couplings(RobotModel model, int motors) {
        independent = model.jointCount();
        this.motors = motors;
        int followers = model.coupledJoints().size();
        leader = new int[followers];
        factor = new double[followers];
        for (int f = 0; f < followers; f++) {
            Joint joint = model.coupledJoints().get(f);
            Coupling coupling = model.couplingOf(joint.name()).orElseThrow();
            leader[f] = model.coordinate(coupling.leader());
            factor[f] = coupling.factor();
        }
    }

    int leaderOf(int treeCoordinate) {
        if (treeCoordinate < independent) {
            return treeCoordinate;
        }
        return isFollower(treeCoordinate) ? leader[treeCoordinate - independent] : treeCoordinate - leader.length;
    }

    double factorOf(int treeCoordinate) {
        return isFollower(treeCoordinate) ? factor[treeCoordinate - independent] : 1;
    }

    private boolean isFollower(int treeCoordinate) {
        return treeCoordinate >= independent && treeCoordinate < independent + leader.length;
    }

    /** q = E y. */
    void expand(double[] given, double[] inTree) {
        System.arraycopy(given, 0, inTree, 0, independent);
        for (int f = 0; f < leader.length; f++) {
            inTree[independent + f] = factor[f] * given[leader[f]];
        }
        System.arraycopy(given, independent, inTree, independent + leader.length, motors);
    }

    /** τ_y = Eᵀ τ; the tree's are changed. */
    void gather(double[] inTree, double[] out) {
        for (int f = 0; f < leader.length; f++) {
            inTree[leader[f]] += factor[f] * inTree[independent + f];
        }
        System.arraycopy(inTree, 0, out, 0, independent);
        System.arraycopy(inTree, independent + leader.length, out, independent, motors);
    }

    /** Adds columns of followers to those of their leaders; rows keep their length. */
    void gatherColumns(double[] inTree, int rows, int columns, int first) {
        for (int f = 0; f < leader.length; f++) {
            int from = first + independent + f;
            int to = first + leader[f];
            for (int row = 0; row < rows; row++) {
                inTree[row * columns + to] += factor[f] * inTree[row * columns + from];
            }
        }
    }

    /** Adds rows of followers to those of their leaders. */
    public void gatherRows(double[] inTree, int columns, int first) {
        for (int f = 0; f < leader.length; f++) {
            int from = (first + independent + f) * columns;
            int to = (first + leader[f]) * columns;
            for (int column = 0; column < columns; column++) {
                inTree[to + column] += factor[f] * inTree[from + column];
            }
        }
    }

    /** Where a coordinate of joint vectors, or a motor's, is in the tree. */
    int inTree(int coordinate) {
        return coordinate < independent ? coordinate : coordinate + leader.length;
    }
}
