package dev.catena.compile.bytecode;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.catena.algebra.Fused;
import java.lang.management.ManagementFactory;

/** What the processor can do. */
final class Hardware {
    private Hardware() {}

    /** Whether a b + c is one instruction; where it is not, the library's method takes a thousand times as long. */
    static boolean fusesMultiplyAdd() {
        return Fused.isInstruction();
    }

    /** Whether HotSpot has its second compiler, without which vectors are objects for ever. */
    static boolean compilesVectors() {
        return "4".equals(option("TieredStopAtLevel")) && Boolean.parseBoolean(option("UseCompiler"));
    }

    /** An option of the virtual machine, or nothing where it is unknown. */
    private static String option(String name) {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        try {
            return machine == null ? "" : machine.getVMOption(name).getValue();
        } catch (IllegalArgumentException optionIsUnknown) {
            return "";
        }
    }

    /** How many doubles one instruction of the Vector API does; 1 where the virtual machine runs without its module. */
    static int lanes() {
        Module vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").orElse(null);
        if (vectors == null) {
            return 1;
        }
        Hardware.class.getModule().addReads(vectors);
        try {
            Object species = Class.forName("jdk.incubator.vector.DoubleVector")
                    .getField("SPECIES_PREFERRED")
                    .get(null);
            return (int) Class.forName("jdk.incubator.vector.VectorSpecies")
                    .getMethod("length")
                    .invoke(species);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the Vector API is not what was expected", e);
        }
    }
}
