package dev.catena.formats.table;

import dev.catena.formats.file.SpillFile;
import dev.catena.formats.table.StateTable.AppliedWrench;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTable.State;
import dev.catena.formats.table.StateTable.StateBuilder;
import dev.catena.formats.table.StateTable.WrenchFrame;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** States in pages on disk, of which only those that were asked for last are in memory. */
final class StatePages extends AbstractList<State> implements RandomAccess {
    static final int PAGE = 1024;

    /** Tables with fewer pages are held. */
    static final int LEAST = 16;

    /** Neighbors of a state may be on the page before or after. */
    private static final int RECENT = 3;

    private static final Series[] SERIES = Series.values();

    private final SpillFile file;

    /** By page: where it begins, and behind the last one where that ends. */
    private final long[] places;

    private final int size;
    private final State[][] recent = new State[RECENT][];
    private final int[] numbers = new int[RECENT];
    private int oldest;

    private StatePages(SpillFile file, long[] places, int size) {
        this.file = file;
        this.places = places;
        this.size = size;
        Arrays.fill(numbers, -1);
    }

    /** Collects states one after the other. */
    static final class Builder {
        private List<State> held = new ArrayList<>();
        private @Nullable SpillFile file;
        private final StateTable.Contents contents = new StateTable.Contents();
        private long[] places = new long[LEAST + 1];
        private int pages;

        void add(State state) {
            if (held.size() == (file == null ? LEAST * PAGE : PAGE)) {
                spill();
            }
            held.add(state);
            contents.add(state);
        }

        StateTable.Contents contents() {
            return contents;
        }

        int size() {
            return pages * PAGE + held.size();
        }

        private void spill() {
            SpillFile into = file == null ? new SpillFile() : file;
            file = into;
            for (int from = 0; from < held.size(); from += PAGE) {
                byte[] page = written(held.subList(from, Math.min(held.size(), from + PAGE)));
                if (pages + 1 == places.length) {
                    places = Arrays.copyOf(places, 2 * places.length);
                }
                places[pages++] = into.append(page, page.length);
                places[pages] = into.length();
            }
            held = new ArrayList<>();
        }

        /** All states: in memory where there are few. */
        List<State> build() {
            if (file == null) {
                return List.copyOf(held);
            }
            int size = size();
            spill();
            return new StatePages(file, Arrays.copyOf(places, pages + 1), size);
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public synchronized State get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("state %s of %s".formatted(index, size));
        }
        int page = index / PAGE;
        for (int k = 0; k < RECENT; k++) {
            if (numbers[k] == page) {
                return recent[k][index % PAGE];
            }
        }
        State[] states = page(page);
        recent[oldest] = states;
        numbers[oldest] = page;
        oldest = (oldest + 1) % RECENT;
        return states[index % PAGE];
    }

    private State[] page(int page) {
        byte[] bytes = file.read(places[page], (int) (places[page + 1] - places[page]));
        State[] states = new State[Math.min(PAGE, size - page * PAGE)];
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            for (int k = 0; k < states.length; k++) {
                states[k] = read(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return states;
    }

    private static byte[] written(List<State> states) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (State state : states) {
                write(state, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(State state, DataOutputStream out) throws IOException {
        out.writeBoolean(state.time().isPresent());
        out.writeDouble(state.time().orElse(0));
        for (Series series : SERIES) {
            if (state.has(series)) {
                out.writeByte(series.ordinal());
                write(state.numbers(series), out);
            }
        }
        out.writeByte(-1);
        out.writeInt(state.wrenches().size());
        for (Map.Entry<String, AppliedWrench> wrench : state.wrenches().entrySet()) {
            out.writeUTF(wrench.getKey());
            out.writeBoolean(wrench.getValue().frame() == WrenchFrame.BODY);
            write(wrench.getValue().wrench().force().toArray(), out);
            write(wrench.getValue().wrench().moment().toArray(), out);
        }
        out.writeInt(state.contacts().size());
        for (String contact : state.contacts()) {
            out.writeUTF(contact);
        }
        BaseState base = state.base();
        out.writeBoolean(base != null);
        if (base != null) {
            write(base, out);
        }
    }

    private static void write(BaseState base, DataOutputStream out) throws IOException {
        write(base.position().toArray(), out);
        write(new double[] {base.orientationX(), base.orientationY(), base.orientationZ(), base.orientationW()}, out);
        write(base.linearVelocity().toArray(), out);
        write(base.angularVelocity().toArray(), out);
        write(base.linearAcceleration().toArray(), out);
        write(base.angularAcceleration().toArray(), out);
        write(base.linearJerk().toArray(), out);
        write(base.angularJerk().toArray(), out);
    }

    private static void write(double[] numbers, DataOutputStream out) throws IOException {
        out.writeInt(numbers.length);
        for (double number : numbers) {
            out.writeDouble(number);
        }
    }

    private static State read(DataInputStream in) throws IOException {
        StateBuilder state = new StateBuilder();
        boolean timed = in.readBoolean();
        double time = in.readDouble();
        if (timed) {
            state.time(time);
        }
        for (int series = in.readByte(); series >= 0; series = in.readByte()) {
            state.set(SERIES[series], numbers(in));
        }
        for (int left = in.readInt(); left > 0; left--) {
            String body = in.readUTF();
            WrenchFrame frame = in.readBoolean() ? WrenchFrame.BODY : WrenchFrame.WORLD;
            state.wrench(body, new AppliedWrench(frame, new Wrench(vector(in), vector(in))));
        }
        for (int left = in.readInt(); left > 0; left--) {
            state.contact(in.readUTF());
        }
        if (in.readBoolean()) {
            state.base(base(in));
        }
        return state.build();
    }

    private static BaseState base(DataInputStream in) throws IOException {
        Vector3 position = vector(in);
        double[] turn = numbers(in);
        return new BaseState(
                position,
                turn[0],
                turn[1],
                turn[2],
                turn[3],
                vector(in),
                vector(in),
                vector(in),
                vector(in),
                vector(in),
                vector(in));
    }

    private static Vector3 vector(DataInputStream in) throws IOException {
        return Vector3.of(numbers(in));
    }

    private static double[] numbers(DataInputStream in) throws IOException {
        double[] numbers = new double[in.readInt()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = in.readDouble();
        }
        return numbers;
    }
}
