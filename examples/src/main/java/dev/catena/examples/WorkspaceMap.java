package dev.catena.examples;

import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFunction;
import dev.catena.sweep.SweepTable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where in its workspace, with up to three kilograms at the flange, a robot's motors are nearest to their limits. */
public final class WorkspaceMap {
    public static void main(String[] args) {
        long states = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        RobotModel panda = ShippedRobots.load("panda");
        SweepFunction torque = SweepFunction.of(panda, Quantity.TORQUE).withPayload("flange", new Vector3(0, 0, 0.1));
        List<Variable> varied = new ArrayList<>(torque.withinLimits());
        varied.add(Variable.of("payload", 0, 3));
        SweepTable map = Sweep.states(new RandomStates(varied, states, 1))
                .evaluate(torque)
                .by(torque.voxels("flange", 0.25))
                .reduce(Reducer.max("load"))
                .run(Runtime.getRuntime().availableProcessors());

        int worst = 0;
        int load = map.columns().size() - 1;
        for (int row = 1; row < map.rows(); row++) {
            worst = map.number(row, load) > map.number(worst, load) ? row : worst;
        }
        System.out.printf(
                Locale.ROOT,
                "%d voxels reached, load %.2f near (%.2f, %.2f, %.2f)%n",
                map.rows(),
                map.number(worst, load),
                map.number(worst, 0),
                map.number(worst, 1),
                map.number(worst, 2));
    }
}
