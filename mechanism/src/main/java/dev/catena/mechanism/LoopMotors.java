package dev.catena.mechanism;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Spring;
import dev.catena.tree.SpringDerivatives;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The motors behind springs of a robot with closed loops: coordinates beside the independent joints, [q_a; θ]. */
final class LoopMotors {
    /** How many joints the tree has, how many of them are independent, and how many motors turn on their own. */
    final int n;

    final int count;
    final int motors;

    /** By active joint: its coordinate in the tree, and its motor among those behind springs, or −1. */
    final int[] active;

    final int[] motorOfActive;

    /** By motor: the coordinate of its joint in the tree. */
    final int[] joint;

    private final Spring[] springs;

    LoopMotors(RobotModel model, String algorithm) {
        RobotModel open = model.openTree();
        if (!model.hasLoops()) {
            throw new IllegalArgumentException(
                    "%s is for closed loops, but robot \"%s\" has none; dev.catena.drive computes elastic drives of trees"
                            .formatted(algorithm, model.name()));
        }
        ElasticCoordinates coordinates = new ElasticCoordinates(open);
        n = coordinates.jointCount();
        motors = coordinates.motorCount();
        List<String> names = model.loops().activeJoints();
        count = model.loops().independentJoints().size();
        active = names.stream().mapToInt(model::coordinate).toArray();
        motorOfActive = new int[active.length];
        Arrays.fill(motorOfActive, -1);
        joint = new int[motors];
        springs = new Spring[motors];
        for (int e = 0; e < motors; e++) {
            Joint elastic = coordinates.elasticJoints().get(e);
            int place = names.indexOf(elastic.name());
            if (place < 0) {
                throw new IllegalArgumentException(
                        "joint \"%s\" of robot \"%s\" has a spring to a motor, but is not active; name it active, or take its spring away"
                                .formatted(elastic.name(), model.name()));
            }
            motorOfActive[place] = e;
            joint[e] = coordinates.jointOfMotor(e);
            springs[e] = coordinates.spring(e);
        }
    }

    /** Where the torque of an active joint acts among independent joints and motors, where every active joint is independent. */
    int row(int activeJoint) {
        int e = motorOfActive[activeJoint];
        return e < 0 ? activeJoint : count + e;
    }

    /** Where every active joint is independent. */
    SpringDerivatives.Drives drives() {
        int[] jointOfMotor = new int[motors];
        for (int a = 0; a < count; a++) {
            if (motorOfActive[a] >= 0) {
                jointOfMotor[motorOfActive[a]] = a;
            }
        }
        return new SpringDerivatives.Drives(
                IntStream.range(0, count).map(this::row).toArray(),
                jointOfMotor,
                Arrays.stream(springs).mapToDouble(Spring::stiffness).toArray());
    }

    /** What an independent joint, or behind them a motor, is called. */
    String name(RobotModel model, int k) {
        return k < count
                ? model.loops().independentJoints().get(k)
                : model.elasticJoints().get(k - count).name() + " motor";
    }

    void requireIndependent(RobotModel model, LoopKinematics kinematics) {
        if (!Arrays.equals(active, kinematics.closure.independent)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has other active joints than independent ones: its torques do not follow from a motion alone; make every active joint independent"
                            .formatted(model.name()));
        }
    }

    /** What spring e does to its joint. */
    double effort(int e, double[] jointPositions, double[] withMotors) {
        return springs[e].effort(jointPositions[joint[e]], withMotors[count + e]);
    }

    double stiffness(int e) {
        return springs[e].stiffness();
    }

    double restOffset(int e) {
        return springs[e].restOffset();
    }
}
