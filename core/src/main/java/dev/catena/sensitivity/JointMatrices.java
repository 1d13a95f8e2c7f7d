package dev.catena.sensitivity;

import dev.catena.tree.MovingTree;
import dev.catena.tree.TreeMatrix;

/** The derivatives of efforts by position, velocity and acceleration, in the coordinates of the tree. */
final class JointMatrices {
    final TreeMatrix byPosition;
    final TreeMatrix byVelocity;
    final TreeMatrix byAcceleration;

    /** @param first how many rows and columns of the base come first */
    JointMatrices(MovingTree tree, int first) {
        byPosition = TreeMatrix.square(tree, first);
        byVelocity = TreeMatrix.square(tree, first);
        byAcceleration = TreeMatrix.square(tree, first);
    }
}
