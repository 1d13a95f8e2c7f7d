package dev.catena.compile.trace;

import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What contacts hold: by row the velocity of a body along, or about, an axis of a frame on it, whose power is that of a unit force or
 * moment there. Rows are in the order of the hand-written {@code Constraint}.
 */
final class ContactRows<S extends Scalar<S>> {
    /** Rows of a contact that are forces. */
    private static final int FORCES = 3;

    private final CompactRobot<S> robot;
    private final List<CompactTransform<S>> transforms;
    private final List<Frame<S>> frames = new ArrayList<>();
    private final List<List<S>> rows = new ArrayList<>();

    /** Where a contact is on its link, and how many rows it has. */
    private record Frame<S extends Scalar<S>>(int link, Placement<S> onLink, int count) {}

    /** At coordinates of the tree. */
    ContactRows(CompactRobot<S> robot, RobotModel tree, List<Contact> contacts, List<S> q) {
        this.robot = robot;
        transforms = robot.transforms(q);
        for (Contact contact : contacts) {
            CutJoint cut = contact.at(Pose.IDENTITY);
            int body = tree.bodyIndex(contact.body());
            Frame<S> frame = new Frame<>(
                    CompactRobots.linkOf(tree, body),
                    CompactRobots.linkFromFrame(tree, body, cut.secondFromJoint(), robot::constant),
                    cut.kind().constraints());
            frames.add(frame);
            for (int r = 0; r < frame.count; r++) {
                rows.add(row(frame, r));
            }
        }
    }

    private List<S> row(Frame<S> frame, int r) {
        S zero = robot.constant(0);
        Vector<S> none = Vector.zero(zero);
        S one = robot.constant(1);
        int axis = r % FORCES;
        Vector<S> e = new Vector<>(axis == 0 ? one : zero, axis == 1 ? one : zero, axis == 2 ? one : zero);
        Wrench<S> wrench = frame.onLink.apply(r < FORCES ? new Wrench<>(e, none) : new Wrench<>(none, e));
        List<S> ofJoints = new ArrayList<>(robot.zeros());
        for (int i = frame.link; i > 0; i = robot.link(i).parent()) {
            CompactLink<S> link = robot.link(i);
            ofJoints.set(link.coordinate(), (link.turns() ? wrench.moment() : wrench.force()).z());
            wrench = transforms.get(i).toParent(wrench);
        }
        List<S> row = new ArrayList<>(wrench.force().toList());
        row.addAll(wrench.moment().toList());
        row.addAll(ofJoints);
        return row;
    }

    /** By row: velocities and turns of the base, then joints of the tree. */
    List<List<S>> rows() {
        return Collections.unmodifiableList(rows);
    }

    /** By row: whether it is a force, or else a moment. */
    static boolean[] areForces(List<Contact> contacts) {
        List<Boolean> forces = new ArrayList<>();
        for (Contact contact : contacts) {
            int count = contact.at(Pose.IDENTITY).kind().constraints();
            for (int r = 0; r < count; r++) {
                forces.add(r < FORCES);
            }
        }
        boolean[] byRow = new boolean[forces.size()];
        for (int r = 0; r < byRow.length; r++) {
            byRow[r] = forces.get(r);
        }
        return byRow;
    }

    /** By row: what forces are multiplied with beside moments. */
    List<S> scales(S perLength) {
        List<S> scales = new ArrayList<>();
        for (Frame<S> frame : frames) {
            for (int r = 0; r < frame.count; r++) {
                scales.add(r < FORCES ? perLength : perLength.constant(1));
            }
        }
        return scales;
    }

    /**
     * How components of velocities change along a motion: e·a and e·γ, and e·(v × ω) where a contact slips.
     *
     * @param gravity in base axes
     * @param velocity of the base and the joints of the tree
     */
    List<S> accelerations(CompactNewtonEuler<S> motion, Vector<S> gravity, List<S> velocity) {
        List<S> changes = new ArrayList<>();
        for (Frame<S> frame : frames) {
            int first = changes.size();
            Vector<S> slip = new Vector<>(
                    product(rows.get(first), velocity),
                    product(rows.get(first + 1), velocity),
                    product(rows.get(first + 2), velocity));
            Vector<S> a = motion.field(frame.link).at(frame.onLink.position()).plus(inLink(frame.link, gravity));
            Vector<S> turning = frame.onLink.rotation().transposeTimes(motion.omega(frame.link));
            changes.addAll(frame.onLink
                    .rotation()
                    .transposeTimes(a)
                    .plus(slip.cross(turning))
                    .toList());
            changes.addAll(gamma(frame, motion).toList().subList(0, frame.count - FORCES));
        }
        return changes;
    }

    private Vector<S> gamma(Frame<S> frame, CompactNewtonEuler<S> motion) {
        return frame.onLink.rotation().transposeTimes(motion.gamma(frame.link));
    }

    /** By how much accelerations break contacts, beside 1 and their turning: the sum of the squares. */
    S broken(CompactNewtonEuler<S> motion, Vector<S> gravity, List<S> velocity) {
        List<S> changes = accelerations(motion, gravity, velocity);
        S sum = robot.constant(0);
        int first = 0;
        for (Frame<S> frame : frames) {
            List<S> own = changes.subList(first, first + frame.count);
            Vector<S> turning = gamma(frame, motion);
            sum = sum.plus(product(own, own).dividedBy(turning.dot(turning).plus(robot.constant(1))));
            first += frame.count;
        }
        return sum;
    }

    private Vector<S> inLink(int link, Vector<S> inBase) {
        return link == 0
                ? inBase
                : transforms.get(link).toChild(inLink(robot.link(link).parent(), inBase));
    }

    /** By contact force and moment in the axes of its frame, zero where nothing holds. */
    List<S> wrenches(List<S> reactions) {
        List<S> all = new ArrayList<>();
        int first = 0;
        for (Frame<S> frame : frames) {
            all.addAll(reactions.subList(first, first + frame.count));
            all.addAll(Collections.nCopies(6 - frame.count, robot.constant(0)));
            first += frame.count;
        }
        return all;
    }

    static <S extends Scalar<S>> S product(List<S> a, List<S> b) {
        S sum = a.get(0).constant(0);
        for (int i = 0; i < a.size(); i++) {
            sum = sum.plus(a.get(i).times(b.get(i)));
        }
        return sum;
    }
}
