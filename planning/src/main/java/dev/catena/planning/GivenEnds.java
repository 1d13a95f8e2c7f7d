package dev.catena.planning;

import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.spline.Spline;
import org.jspecify.annotations.Nullable;

/** What a builder was told of where a motion begins, ends and passes, checked, as what is planned has it. */
final class GivenEnds {
    private final MotionProblem.Builder given;
    private final MotionLimits limits;

    GivenEnds(MotionProblem.Builder given) {
        this.given = given;
        limits = given.limits;
    }

    /** @throws IllegalArgumentException if something is missing, or contradicts itself or the limits */
    PlannedEnds planned(int highestOrder) {
        if (given.path != null) {
            checkPath();
            return PlannedEnds.along(given.path, given.standing, given.stations, limits, highestOrder);
        }
        if (!given.startGiven || (!given.goalGiven && given.cycle == null)) {
            throw new IllegalArgumentException("a motion needs a start and a goal, or a path");
        }
        int n = limits.size();
        int stateOrder = limits.driveFunctions().stateOrder();
        CyclicEnd cycle = given.cycle == null ? null : checked(given.cycle).repeatingUpTo(stateOrder);
        EndState first = given.start.restingUpTo(stateOrder);
        EndState last = cycle != null ? EndState.free() : given.goal.restingUpTo(stateOrder);
        first.check("the start", n);
        last.check("the goal", n);
        given.vias.forEach((moment, via) -> EndState.at(via).check("the via point at " + moment, n));
        if (given.goalGuess != null) {
            EndState.at(given.goalGuess).check("the guess of the goal", n);
        }
        EndCheck check = new EndCheck(limits);
        check.check(first, last, given.vias);
        check.checkHeld(given.held, first, last, given.vias, cycle);
        PlannedEnds ends = PlannedEnds.of(limits.coordinates(), first, last, given.vias, given.goalGuess, cycle);
        if (given.standing == null) {
            return ends.withoutLoads(limits);
        }
        if (given.held.length > 0) {
            throw new IllegalArgumentException(
                    "on contacts, which coordinates are planned is found: hold a joint of the robot itself instead, by RobotModelBuilder.hold, in a plan file by held");
        }
        return cycle == null
                ? ends.on(given.standing, limits.driveFunctions().loads())
                : ends.cyclicOn(given.standing, limits.driveFunctions().loads(), guessed(given.guess));
    }

    private CyclicEnd checked(CyclicEnd end) {
        if (given.goalGiven || !given.start.isFree()) {
            throw new IllegalArgumentException(
                    "a motion that goes on as it began has neither a goal, nor a given start, nor a path");
        }
        if (end.size() != limits.size()) {
            throw new IllegalArgumentException(
                    "the end is of %s coordinates, but the motion has %s".formatted(end.size(), limits.size()));
        }
        return end;
    }

    /** The posture in which a guess begins. */
    private double[] guessed(@Nullable Spline guess) {
        if (guess == null || guess.dimension() != limits.size()) {
            throw new IllegalArgumentException(
                    "a motion on contacts that goes on as it began needs a guess of all coordinates, whose first posture has the contacts in their places");
        }
        double[] posture = new double[limits.size()];
        guess.copy().evaluate(guess.basis().start(), 0, posture);
        return posture;
    }

    private void checkPath() {
        if (given.startGiven || given.goalGiven || !given.vias.isEmpty() || given.held.length > 0) {
            throw new IllegalArgumentException(
                    "along a path, start, goal and via points are given already, and nothing can be held");
        }
        if (given.standing == null
                && (given.inputs.count() > 0 || limits.driveFunctions().loads() > 0)) {
            throw new IllegalArgumentException(
                    "a given path prescribes all coordinates, between its points too, where feet would not stay in their places;"
                            + " take contacts, which stand all the time, by standing(…), or give start, goal and via points");
        }
    }
}
