package dev.catena.testkit;

import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Robots of which some joints follow others: in chains, across branches, up and down the tree, of either kind. */
public final class CoupledRobots {
    private CoupledRobots() {}

    /** A tree with everything that a robot can have, and couplings. */
    public static RobotModel everything(long seed, int bodies) {
        return couple(RandomRobots.everything(seed, bodies), seed, 0.5);
    }

    /** Lets some of a robot's joints follow others; at least one where there are two. */
    public static RobotModel couple(RobotModel tree, long seed, double share) {
        RandomNumbers random = new RandomNumbers(RandomNumbers.scattered(seed));
        List<String> joints = new ArrayList<>(tree.jointNames());
        Collections.shuffle(joints, new Random(seed + 3));
        RobotModelBuilder builder = tree.toBuilder();
        for (int k = 1; k < joints.size(); k++) {
            if (k == 1 || random.chance(share)) {
                double size = random.between(0.3, 2);
                builder.coupling(
                        joints.get(k),
                        joints.get(random.index(k)),
                        random.chance(0.5) ? size : -size,
                        random.chance(0.3) ? 0 : random.between(-1, 1));
            }
        }
        return builder.build();
    }
}
