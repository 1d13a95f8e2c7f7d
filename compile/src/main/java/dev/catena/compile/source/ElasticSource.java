package dev.catena.compile.source;

import dev.catena.compile.CompiledFunction;
import dev.catena.compile.ElasticCompiler;
import dev.catena.compile.ElasticQuantity;
import dev.catena.compile.graph.Program;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.quantity.StateVariable;
import dev.catena.quantity.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Source text of robots with elastic drives, of what {@link ElasticCompiler} computes. */
public final class ElasticSource {
    private ElasticSource() {}

    /** A Java class such as {@code ArmMotorTorque}; no package for the empty name. */
    public static SourceFile java(RobotModel model, ElasticQuantity quantity, Program program, String packageName) {
        String className = RobotSource.camelCase(model.name()) + RobotSource.capitalized(quantity.key());
        return JavaSource.of(program, packageName, className, notes(model, quantity));
    }

    /** A C function such as {@code arm_motor_torque} and its header. */
    public static List<SourceFile> c(RobotModel model, ElasticQuantity quantity, Program program) {
        String function = RobotSource.lowerCase(model.name())
                + "_"
                + quantity.quantity().name().toLowerCase(Locale.ROOT);
        return CSource.of(program, function, notes(model, quantity));
    }

    /** A module of WebAssembly for one of them, such as {@code arm.wasm}, and a class {@code Arm} around it. */
    public static WasmFiles wasm(RobotModel model, ElasticQuantity quantity) {
        CompiledFunction function = ElasticCompiler.compile(model, quantity);
        List<String> lines = new ArrayList<>();
        lines.add(quantity.key() + ":");
        lines.addAll(notes(model, quantity).lines(function.program()));
        return RobotSource.wasm(model, WasmModule.of(Map.of(quantity.key(), function)), lines);
    }

    private static SourceNotes notes(RobotModel model, ElasticQuantity quantity) {
        Map<String, String> vectors = new HashMap<>();
        boolean ofJoints = quantity == ElasticQuantity.FEED_FORWARD;
        List<StateVariable> motion =
                List.of(StateVariable.POSITION, StateVariable.VELOCITY, StateVariable.ACCELERATION, StateVariable.JERK);
        for (StateVariable variable : motion) {
            vectors.put(
                    variable.key(),
                    variable.title()
                            + RobotSource.units(model.independentJoints(), variable.unit())
                            + (ofJoints ? "" : "; then of motors behind springs" + motors(model, variable.unit())));
        }
        for (int order = 4; order < 20; order++) {
            vectors.put("q" + order, "derivative of order %s of the joint coordinates".formatted(order));
        }
        vectors.put(
                StateVariable.EFFORT.key(),
                "torques and forces of the drives"
                        + RobotSource.units(model.activeJoints(), StateVariable.EFFORT.unit()));
        vectors.put("motors", "coordinates of motors behind springs" + motors(model, StateVariable.POSITION.unit()));
        vectors.put("motorVelocities", "their velocities" + motors(model, StateVariable.VELOCITY.unit()));
        vectors.put("motorAccelerations", "their accelerations" + motors(model, StateVariable.ACCELERATION.unit()));
        RobotSource.describeSurroundings(model, vectors);
        return new SourceNotes(
                "%s of robot \"%s\", in SI units, for this robot alone: all its constants are folded in."
                        .formatted(quantity.quantity().title(), RobotSource.ascii(model.name())),
                vectors);
    }

    /** Motors count in the coordinates of the joints that they drive. */
    private static String motors(RobotModel model, Unit unit) {
        List<Joint> elastic = model.elasticJoints();
        return RobotSource.units(elastic, unit);
    }
}
