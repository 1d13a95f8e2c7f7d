package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.testkit.RandomNumbers;
import java.util.ArrayList;
import java.util.List;

/**
 * One call and the arrays that it takes. No output may be an input or another output; with one or six joints, vectors and
 * matrices are of one length, and all of them can be mistaken for each other.
 */
public final class OwnArrays {
    /** The call, with its arrays in the order of their declaration. */
    public interface Call {
        void make(double[][] arrays);
    }

    private final List<String> names = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private int inputs;

    private OwnArrays() {}

    public static OwnArrays of() {
        return new OwnArrays();
    }

    public OwnArrays in(int length, String... added) {
        inputs += added.length;
        return out(length, added);
    }

    public OwnArrays out(int length, String... outputs) {
        for (String name : outputs) {
            names.add(name);
            lengths.add(length);
        }
        return this;
    }

    private double[][] fresh() {
        RandomNumbers random = new RandomNumbers(1);
        return lengths.stream().map(length -> random.vector(length, 1)).toArray(double[][]::new);
    }

    /** Makes the call as it should be, and with each output in the place of each other array of its length. */
    public void check(Call call) {
        double[][] good = fresh();
        call.make(good);
        for (int k = 0; k < inputs; k++) {
            assertThat(good[k]).as(names.get(k)).containsExactly(fresh()[k]);
        }
        for (int out = inputs; out < names.size(); out++) {
            for (int other = 0; other < out; other++) {
                if (lengths.get(out).equals(lengths.get(other))) {
                    double[][] arrays = fresh();
                    arrays[out] = arrays[other];
                    double[] before = arrays[other].clone();
                    assertThatThrownBy(() -> call.make(arrays))
                            .as("%s and %s", names.get(out), names.get(other))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("same array")
                            .hasMessageContaining(names.get(out))
                            .hasMessageContaining(names.get(other));
                    assertThat(arrays[other]).containsExactly(before);
                }
            }
        }
    }
}
