package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.mechanism.PlanarLinkages.Linkage;
import dev.catena.testkit.RandomNumbers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** One call of the closure, from the assembly to anywhere: the pose is that of the assembly, or the status says why not. */
class JumpsTest {
    /** How many of each kind; {@code -Dcatena.jumps=1000} for a long run. */
    private static final int LINKAGES = Integer.getInteger("catena.jumps", 25);

    private static final int JUMPS = 12;

    /** A way that comes so near to where circles touch is not judged. */
    private static final double DOUBTFUL = 1e-6;

    private int closed;
    private int refused;

    @Test
    void fourBars() {
        RandomNumbers random = new RandomNumbers(41);
        for (int k = 0; k < 3 * LINKAGES; k++) {
            double[] length = lengths(random, 4);
            double longest = Arrays.stream(length).max().orElseThrow();
            if (longest < 0.95 * (Arrays.stream(length).sum() - longest)) {
                jump(PlanarLinkages.fourBar(length[0], length[1], length[2], length[3], 1 + k % 3, random), random);
            }
        }
        assertThat(closed).isGreaterThan(4 * LINKAGES);
        assertThat(refused).isGreaterThan(LINKAGES);
    }

    @Test
    void sliderCranks() {
        RandomNumbers random = new RandomNumbers(42);
        for (int k = 0; k < 2 * LINKAGES; k++) {
            double[] length = lengths(random, 2);
            double offset = random.chance(0.3) ? 0 : random.between(-0.2, 0.2);
            jump(PlanarLinkages.sliderCrank(length[0], length[1], offset, k % 2 == 0, random), random);
        }
        assertThat(closed).isGreaterThan(2 * LINKAGES);
        assertThat(refused).isGreaterThan(LINKAGES);
    }

    @Test
    void fiveBars() {
        RandomNumbers random = new RandomNumbers(43);
        for (int k = 0; k < LINKAGES; k++) {
            double[] length = lengths(random, 5);
            double coupler = (k % 2 == 0 ? 0.6 : 0.3) + 0.3 * length[2];
            jump(
                    PlanarLinkages.fiveBar(
                            0.6 * length[0],
                            length[1],
                            coupler,
                            0.6 * length[3],
                            coupler * (0.9 + 0.2 * length[4]),
                            random),
                    random);
        }
        assertThat(closed).isGreaterThan(2 * LINKAGES);
        assertThat(refused).isGreaterThan(LINKAGES);
    }

    private static double[] lengths(RandomNumbers random, int count) {
        double[] length = new double[count];
        for (int k = 0; k < count; k++) {
            length[k] = random.between(0.1, 1);
        }
        return length;
    }

    private void jump(Linkage linkage, RandomNumbers random) {
        LoopClosure closure = new LoopClosure(linkage.robot());
        for (int j = 0; j < JUMPS; j++) {
            double size = j % 4 == 3 ? 1000 : j % 4 == 2 ? 12 : 3;
            double[] target = new double[linkage.start().length];
            for (int k = 0; k < target.length; k++) {
                target[k] = linkage.start()[k] + random.between(-1, 1) * (linkage.turns() ? size : 1.5);
            }
            closure.restart();
            check(linkage, closure, target);
        }
    }

    private void check(Linkage linkage, LoopClosure closure, double[] target) {
        String what = "%s from %s to %s".formatted(linkage, Arrays.toString(linkage.start()), Arrays.toString(target));
        double margin = margin(linkage, target);
        if (Math.abs(margin) < DOUBTFUL) {
            return;
        }
        LoopStatus status = closure.close(target);
        if (margin < 0) {
            assertThat(status)
                    .as(what)
                    .isEqualTo(
                            linkage.geometry().margin(target) < 0
                                    ? LoopStatus.NOT_CLOSABLE
                                    : LoopStatus.BEYOND_SINGULARITY);
            refused++;
            return;
        }
        assertThat(status).as("%s: %s", what, closure.describe()).isEqualTo(LoopStatus.CLOSED);
        double[] expected = linkage.geometry().pose(target, linkage.side());
        double[] q = new double[expected.length];
        closure.positions(q);
        double tolerance = 1e-11 / Math.sqrt(linkage.geometry().margin(target)) * (1 + Math.abs(target[0]) * 1e-2);
        for (int k = 0; k < q.length; k++) {
            double difference = q[k] - expected[k];
            boolean slides = linkage.robot().jointNames().get(k).equals("slider");
            assertThat(slides ? difference : Math.IEEEremainder(difference, 2 * Math.PI))
                    .as("%s, joint %d", what, k)
                    .isCloseTo(0, within(tolerance));
        }
        closed++;
    }

    /** The least margin on the way; of two ways without whole turns, the one in the sense given unless it is blocked. */
    private static double margin(Linkage linkage, double[] target) {
        double[] start = linkage.start();
        double[] sameSense = new double[start.length];
        double[] nearest = new double[start.length];
        for (int k = 0; k < start.length; k++) {
            double change = target[k] - start[k];
            nearest[k] = linkage.turns() ? Math.IEEEremainder(change, 2 * Math.PI) : change;
            sameSense[k] = Math.abs(change) <= Math.PI || !linkage.turns() ? change : change % (2 * Math.PI);
        }
        double first = leastMargin(linkage, sameSense);
        return first > -DOUBTFUL ? first : leastMargin(linkage, nearest);
    }

    private static double leastMargin(Linkage linkage, double[] change) {
        double least = Double.POSITIVE_INFINITY;
        int steps = 2000;
        double[] at = new double[change.length];
        for (int i = 0; i <= steps; i++) {
            for (int k = 0; k < at.length; k++) {
                at[k] = linkage.start()[k] + change[k] * i / steps;
            }
            least = Math.min(least, linkage.geometry().margin(at));
        }
        return least;
    }
}
