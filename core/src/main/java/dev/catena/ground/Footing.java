package dev.catena.ground;

import java.util.Arrays;
import java.util.List;

/**
 * Who carries what at one moment: feet whose loads are given, and feet that share the rest of what the ground must supply.
 * Immutable.
 */
public final class Footing {
    private static final double ROUNDING = 1e-12;

    private final double[] shares;
    private final boolean[] own;
    private final boolean isShared;

    private Footing(double[] shares, boolean[] own) {
        this.shares = shares;
        this.own = own;
        isShared = Arrays.stream(shares).anyMatch(share -> share != 0);
    }

    /** Nobody on the ground, of so many feet. */
    public static Footing none(int feet) {
        return new Footing(new double[feet], new boolean[feet]);
    }

    /** One of so many feet carries all. */
    public static Footing on(int feet, int foot) {
        return none(feet).sharing(foot, 1);
    }

    /** The same with a foot that carries a share of the rest; a share of 1 is all of it. */
    public Footing sharing(int foot, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "a foot carries the share %s, but it must be from 0 to 1".formatted(share));
        }
        double[] newShares = shares.clone();
        newShares[foot] = share;
        boolean[] newOwn = own.clone();
        newOwn[foot] = false;
        return new Footing(newShares, newOwn);
    }

    /** The same with a foot whose load is given with each state. */
    public Footing given(int foot) {
        boolean[] newOwn = own.clone();
        newOwn[foot] = true;
        double[] newShares = shares.clone();
        newShares[foot] = 0;
        return new Footing(newShares, newOwn);
    }

    public int feet() {
        return shares.length;
    }

    public double share(int foot) {
        return shares[foot];
    }

    /** Whether the load of a foot is given. */
    public boolean isGiven(int foot) {
        return own[foot];
    }

    /** Whether some foot takes what is left, so that nothing is left over. */
    public boolean isShared() {
        return isShared;
    }

    /** Whether a foot carries anything. */
    public boolean isLoaded(int foot) {
        return own[foot] || shares[foot] != 0;
    }

    /** Complains about shares that do not add up to one, and about what feet without soles cannot do. */
    void check(List<Foot> feet) {
        if (feet.size() != shares.length) {
            throw new IllegalArgumentException(
                    "the footing is of %s feet, but there are %s".formatted(shares.length, feet.size()));
        }
        if (!isShared) {
            return;
        }
        double sum = Arrays.stream(shares).sum();
        if (Math.abs(sum - 1) > ROUNDING) {
            throw new IllegalArgumentException("the shares of the feet add up to %s, but must to 1".formatted(sum));
        }
        for (int foot = 0; foot < shares.length; foot++) {
            if (isLoaded(foot) && !feet.get(foot).isSole()) {
                throw new IllegalArgumentException(
                        ("foot \"%s\" has no sole and cannot take part where a rest is shared: give the loads of all"
                                        + " feet instead")
                                .formatted(feet.get(foot).name()));
            }
        }
    }
}
