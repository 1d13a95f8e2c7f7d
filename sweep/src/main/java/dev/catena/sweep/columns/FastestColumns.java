package dev.catena.sweep.columns;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which columns are the fastest: plain ones until HotSpot has compiled those by vectors, which are objects until then.
 * A thread of its own calls them until they allocate nothing any more; nobody waits for it.
 */
final class FastestColumns {
    static final int LANES = 8;

    private static final int MILLISECONDS_BETWEEN_LOOKS = 2;
    private static final ColumnsSwitch SWITCH = new ColumnsSwitch(
            new Columns(),
            () -> compilesVectors() ? vectors() : null,
            vectors -> new Calls(vectors)::isCompiled,
            FastestColumns::start);

    private FastestColumns() {}

    static Columns get() {
        return SWITCH.get();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "catena-columns");
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether HotSpot has its second compiler, without which vectors are objects for ever. */
    private static boolean compilesVectors() {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        try {
            return machine != null
                    && machine.getVMOption("TieredStopAtLevel").getValue().equals("4")
                    && machine.getVMOption("UseCompiler").getValue().equals("true");
        } catch (IllegalArgumentException optionIsUnknown) {
            return false;
        }
    }

    /** Columns by vectors, or nothing where there are none of eight numbers. */
    static @Nullable Columns vectors() {
        Module module = ModuleLayer.boot().findModule("jdk.incubator.vector").orElse(null);
        if (module == null) {
            return null;
        }
        FastestColumns.class.getModule().addReads(module);
        try {
            Object species = Class.forName("jdk.incubator.vector.DoubleVector")
                    .getField("SPECIES_PREFERRED")
                    .get(null);
            Object lanes = Class.forName("jdk.incubator.vector.VectorSpecies")
                    .getMethod("length")
                    .invoke(species);
            return lanes.equals(LANES)
                    ? Class.forName("dev.catena.sweep.columns.VectorColumns")
                            .asSubclass(Columns.class)
                            .getDeclaredConstructor()
                            .newInstance()
                    : null;
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    /** Calls of all methods. */
    private static final class Calls {
        private static final int REPEATED = 16;

        private final Columns vectors;
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final long[] terms = new long[Columns.ROOM];
        private final long[] steps = new long[Columns.ROOM];
        private final double[] x = new double[7 * Columns.ROOM];
        private final double[] y = new double[Columns.ROOM];
        private final double[] factors = {1, 2};
        private final DrawnColumns drawn = new DrawnColumns(Collections.nCopies(7, Span.of(-1, 1)));

        /** What comes out, so that nothing is left out. */
        private double found;

        Calls(Columns vectors) {
            this.vectors = vectors;
            for (int c = 0; c < drawn.count(); c++) {
                drawn.set(c, x, c * Columns.ROOM);
            }
        }

        /** Calls all methods and looks whether they allocated nothing; where they did, HotSpot is given a moment. */
        boolean isCompiled() {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int k = 0; k < REPEATED; k++) {
                vectors.mix(k, 1, 0, Columns.ROOM, terms);
                vectors.mix(k, 3, 0, Columns.ROOM, steps);
                vectors.draw(0, Columns.ROOM, terms, steps, drawn);
                vectors.largestScaled(0, Columns.ROOM, x, Columns.ROOM, factors, y);
                found += vectors.largest(0, Columns.ROOM, x, 0) + vectors.smallest(0, Columns.ROOM, x, 0);
            }
            if (threads.getCurrentThreadAllocatedBytes() == before && !Double.isNaN(found)) {
                return true;
            }
            LockSupport.parkNanos(MILLISECONDS_BETWEEN_LOOKS * 1_000_000L);
            return false;
        }
    }
}
