package dev.catena.examples;

import dev.catena.compile.parameters.BaseParameter;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.dynamics.Regressor;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.Map;

/** The base inertial parameters of a robot in an OpenSYMORO file: the few numbers that its torques depend on. */
public final class CraneParameters {
    public static void main(String[] args) {
        RobotModel crane = crane(Path.of(args[0]), 500);
        BaseParameters parameters = BaseParameters.withDrives(crane);
        System.out.println(parameters.count() + " of " + parameters.parameters().size());
        for (BaseParameter group : parameters.base()) {
            System.out.println(group.parameter().name() + " = " + group.value() + " "
                    + group.parameter().unit());
        }
    }

    /** Symbols of the file get their values here. */
    static RobotModel crane(Path file, double load) {
        return RobotFiles.read(file, ReadOptions.DEFAULT.withSymbols(Map.of("H", 1.6, "L", 3.2, "LOAD", load)));
    }

    /** τ = W χ, linear in the parameters. */
    static double[] torques(RobotModel robot, double[] parameters, double[] q, double[] qd, double[] qdd) {
        Regressor regressor = Regressor.withDrives(robot);
        double[] matrix = new double[regressor.rows() * regressor.columns()];
        regressor.compute(q, qd, qdd, matrix);
        double[] tau = new double[regressor.rows()];
        for (int i = 0; i < tau.length; i++) {
            for (int k = 0; k < parameters.length; k++) {
                tau[i] += matrix[i * parameters.length + k] * parameters[k];
            }
        }
        return tau;
    }
}
