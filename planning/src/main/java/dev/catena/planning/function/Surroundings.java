package dev.catena.planning.function;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.kinematics.BaseTrajectory;
import dev.catena.model.RobotModel;
import dev.catena.model.Wrench;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What acts on a robot while it moves: wrenches of the environment, with constant numbers, and a base that moves as told.
 * Immutable.
 */
public final class Surroundings {
    /** Nothing, and a base at rest. */
    public static final Surroundings NONE = new Surroundings(List.of(), null);

    private record Applied(String body, Wrench wrench, boolean inWorld) {}

    private final List<Applied> wrenches;
    private final @Nullable BaseTrajectory base;

    private Surroundings(List<Applied> wrenches, @Nullable BaseTrajectory base) {
        this.wrenches = List.copyOf(wrenches);
        this.base = base;
    }

    /** A wrench on a body about its origin, constant in the axes of the body. */
    public Surroundings wrenchInBody(String body, Wrench wrench) {
        return with(new Applied(body, wrench, false));
    }

    /** A wrench on a body about its origin, constant in the axes of the world. */
    public Surroundings wrenchInWorld(String body, Wrench wrench) {
        return with(new Applied(body, wrench, true));
    }

    private Surroundings with(Applied applied) {
        List<Applied> all = new ArrayList<>(wrenches);
        all.add(applied);
        return new Surroundings(all, base);
    }

    /** A base that moves as told. */
    public Surroundings base(BaseTrajectory trajectory) {
        return new Surroundings(wrenches, trajectory);
    }

    /** The same on a base at rest. */
    public Surroundings withBaseAtRest() {
        return new Surroundings(wrenches, null);
    }

    /** How the base moves, unless it rests. */
    public Optional<BaseTrajectory> base() {
        return Optional.ofNullable(base);
    }

    /**
     * These, which must have no base that moves as told.
     *
     * @param who has a base that moves otherwise
     */
    Surroundings withoutBase(String who) {
        if (base != null) {
            throw new IllegalArgumentException(
                    "the base of %s moves as its feet and joints do, not as told: leave base out; a deck that moves is none to stand on here"
                            .formatted(who));
        }
        return this;
    }

    /** Whether nothing acts and the base rests. */
    public boolean isEmpty() {
        return wrenches.isEmpty() && base == null;
    }

    /**
     * The wrenches on the bodies of a model; null for none.
     *
     * @throws IllegalArgumentException if it has no such body
     */
    public @Nullable ExternalWrenches wrenches(RobotModel model) {
        if (wrenches.isEmpty()) {
            return null;
        }
        ExternalWrenches all = new ExternalWrenches(model);
        for (Applied applied : wrenches) {
            if (!model.hasBody(applied.body)) {
                throw new IllegalArgumentException("robot \"%s\" has no body \"%s\" that a wrench could act on"
                        .formatted(model.name(), applied.body));
            }
            add(applied, model, all);
        }
        return all;
    }

    /**
     * Adds the wrenches to others.
     *
     * @param model whose bodies they act on
     */
    public void addTo(RobotModel model, ExternalWrenches others) {
        wrenches.forEach(applied -> add(applied, model, others));
    }

    private static void add(Applied applied, RobotModel model, ExternalWrenches all) {
        int body = model.bodyIndex(applied.body);
        Wrench before = applied.inWorld ? all.inWorld(body) : all.inBody(body);
        Wrench sum = new Wrench(
                before.force().plus(applied.wrench.force()), before.moment().plus(applied.wrench.moment()));
        if (applied.inWorld) {
            all.inWorld(applied.body, sum);
        } else {
            all.inBody(applied.body, sum);
        }
    }
}
