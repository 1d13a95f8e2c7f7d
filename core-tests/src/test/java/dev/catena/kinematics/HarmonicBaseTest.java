package dev.catena.kinematics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import java.util.List;
import org.junit.jupiter.api.Test;

class HarmonicBaseTest {
    private static final double TIME = 0.7;

    /** s = 0.2 + 0.3 t + 0.4 sin(2π 0.5 t + 0.6) and its derivatives, on paper. */
    private static double[] onPaper() {
        double w = Math.PI;
        double angle = w * TIME + 0.6;
        return new double[] {
            0.2 + 0.3 * TIME + 0.4 * Math.sin(angle),
            0.3 + 0.4 * w * Math.cos(angle),
            -0.4 * Math.pow(w, 2) * Math.sin(angle),
            -0.4 * Math.pow(w, 3) * Math.cos(angle)
        };
    }

    private static BaseMotion motion(boolean turns) {
        BaseMotion motion = new BaseMotion();
        new HarmonicBase(List.of(new HarmonicBase.Part(turns, new Vector3(0, 0, 5), 0.2, 0.3, 0.4, 0.5, 0.6)))
                .at(TIME, motion);
        return motion;
    }

    private static void assertClose(double found, double expected) {
        assertThat(found).isCloseTo(expected, within(1e-13));
    }

    @Test
    void slidesAreThoseOnPaper() {
        BaseMotion motion = motion(false);
        double[] s = onPaper();
        assertClose(motion.pose().position().z(), s[0]);
        assertClose(motion.velocityInBase().linear().z(), s[1]);
        assertClose(motion.accelerationInBase().linear().z(), s[2]);
        assertClose(motion.jerkInBase().linear().z(), s[3]);
        assertThat(motion.velocityInBase().angular()).isEqualTo(Vector3.ZERO);
    }

    @Test
    void turnsAreThoseOnPaper() {
        BaseMotion motion = motion(true);
        double[] s = onPaper();
        Vector3 x = motion.pose().rotation().apply(Vector3.X);
        assertClose(x.x(), Math.cos(s[0]));
        assertClose(x.y(), Math.sin(s[0]));
        List<Twist> twists = List.of(motion.velocityInBase(), motion.accelerationInBase(), motion.jerkInBase());
        for (int k = 0; k < 3; k++) {
            assertClose(twists.get(k).angular().z(), s[k + 1]);
            assertClose(twists.get(k).linear().norm(), 0);
        }
    }
}
