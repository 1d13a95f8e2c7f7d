package dev.catena.compile.equations;

import dev.catena.compile.trace.CompactLink;
import dev.catena.compile.trace.CompactRobot;
import dev.catena.compile.trace.Turn;
import dev.catena.model.JointKind;
import dev.catena.textbook.Real;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a link frame is in its parent's at q = 0: Rz(γ) Rx(α) Rz(θ), and (x, y, z) in the parent's axes.
 *
 * @param joint number of the joint
 * @param parent number of the joint that moves the parent, 0 for the base
 */
@SuppressWarnings("ArrayRecordComponent")
record LinkFrame(int joint, int parent, boolean turns, double gamma, double alpha, double theta, double[] position) {

    static List<LinkFrame> of(CompactRobot<Real> robot) {
        List<LinkFrame> frames = new ArrayList<>();
        for (int i = 1; i < robot.size(); i++) {
            CompactLink<Real> link = robot.link(i);
            frames.add(new LinkFrame(
                    link.coordinate() + 1,
                    robot.link(link.parent()).coordinate() + 1,
                    link.kind() == JointKind.REVOLUTE,
                    angle(link.across()),
                    angle(link.tilt()),
                    angle(link.offset()),
                    link.position().values()));
        }
        return frames;
    }

    private static double angle(Turn<Real> turn) {
        return Math.atan2(turn.sine().value(), turn.cosine().value());
    }
}
