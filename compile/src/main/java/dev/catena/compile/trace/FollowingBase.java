package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.ElasticFeed.Change;
import dev.catena.compile.trace.StandingRobot.Following;
import java.util.ArrayList;
import java.util.List;

/** The base of a robot whose contacts say how it moves while its joints do: A_bᵀV = −A_qᵀq̇ at all times. */
final class FollowingBase {
    private final Change along;
    private final BaseSymbols moving;
    private final List<Symbol> acceleration;
    private final List<Symbol> velocity;
    private final List<Symbol> left;

    /**
     * From where the base is.
     *
     * @param motion of the joints of the tree
     * @param joints how it changes
     */
    FollowingBase(ElasticRobot robot, List<List<Symbol>> motion, Change joints) {
        StandingRobot still = ElasticStanding.standing(robot, robot.base, motion);
        Following following = still.following(still.velocities());
        velocity = following.ofBase();
        left = following.left();
        List<Symbol> numbers = new ArrayList<>(robot.base.inputs());
        numbers.addAll(velocity);
        BaseSymbols turning = new BaseSymbols(robot.graph, numbers);
        List<Symbol> nodes = new ArrayList<>(joints.nodes());
        nodes.addAll(robot.base.inputs());
        List<Symbol> rates = new ArrayList<>(joints.rates());
        rates.addAll(turning.rates(List.of()));
        along = new Change(nodes, rates);
        acceleration = turning.inertialRate(velocity, along.of(velocity));
        numbers.addAll(acceleration);
        moving = new BaseSymbols(robot.graph, numbers);
    }

    /** With velocity and acceleration. */
    BaseSymbols moving() {
        return moving;
    }

    List<Symbol> acceleration() {
        return acceleration;
    }

    /** How base and joints change. */
    Change along() {
        return along;
    }

    /** The square of by how much derivatives of the motion up to some order break contacts, beside 1 and those of the base's velocity. */
    Symbol broken(int order) {
        Symbol sum = velocity.get(0).constant(0);
        List<Symbol> rest = left;
        List<Symbol> change = velocity;
        for (int k = 0; k <= order; k++) {
            Symbol size = ContactRows.product(change, change).plus(sum.constant(1));
            sum = sum.plus(ContactRows.product(rest, rest).dividedBy(size));
            if (k < order) {
                rest = along.of(rest);
                change = along.of(change);
            }
        }
        return sum;
    }
}
