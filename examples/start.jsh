// Catena in JShell, in a folder that has its jars in lib:
//   jshell --class-path 'lib/*' --startup DEFAULT --startup examples/start.jsh
import dev.catena.Catena;
import dev.catena.control.*;
import dev.catena.dynamics.*;
import dev.catena.formats.*;
import dev.catena.kinematics.*;
import dev.catena.mechanism.*;
import dev.catena.model.*;
import dev.catena.planning.*;
import dev.catena.quantity.Quantity;
import dev.catena.simulation.*;
import java.nio.file.Path;
import java.util.Arrays;

/** Numbers in a row, short enough to read. */
void show(double... values) {
    System.out.println(Arrays.stream(values).mapToObj("%10.4f"::formatted).collect(java.util.stream.Collectors.joining()));
}

/** A matrix by rows. */
void showRows(double[][] rows) {
    for (double[] row : rows) {
        show(row);
    }
}

Catena robot = Catena.load("panda");
double[] q = {0, -0.3, 0, -2.0, 0, 1.8, 0.2};
