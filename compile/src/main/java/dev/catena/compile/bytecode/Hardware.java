package dev.catena.compile.bytecode;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the processor can do. */
final class Hardware {
    private Hardware() {}

    /** Whether a b + c is one instruction; where it is not, the library's method takes a thousand times as long. */
    static boolean fusesMultiplyAdd() {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        try {
            return machine != null && Boolean.parseBoolean(machine.getVMOption("UseFMA").getValue());
        } catch (IllegalArgumentException optionIsUnknown) {
            return false;
        }
    }
}
