package dev.catena.app.combinations;

import static dev.catena.app.combinations.Cell.answer;
import static dev.catena.app.combinations.Kinds.COUPLED;
import static dev.catena.app.combinations.Kinds.pose;
import static dev.catena.app.combinations.Kinds.zero;

import dev.catena.control.ComputedTorque;
import dev.catena.control.Trajectory;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.simulation.Controller;
import java.util.List;

/** Robots with joints that follow others. */
final class CoupledCells {
    private CoupledCells() {}

    static List<Cell> of(String kind) {
        int n = COUPLED.jointCount();
        double[] q = pose(COUPLED);
        double[][] m = Cells.matrices(n * n);
        int inTree = COUPLED.withoutCouplings().jointCount();
        return List.of(
                answer(kind, "τ", () -> new InverseDynamics(COUPLED).compute(q, q, q, zero(n))),
                answer(kind, "dτ/dt", () -> new ForceRate(COUPLED).compute(q, q, q, q, zero(n), zero(n))),
                answer(kind, "q̈", () -> ForwardDynamics.of(COUPLED).compute(q, q, q, zero(n))),
                answer(kind, "M", () -> new MassMatrix(COUPLED).compute(q, m[0])),
                answer(kind, "∂τ", () -> new TorqueSensitivity(COUPLED).compute(q, q, q, m[0], m[1], m[2])),
                answer(kind, "∂q̈", () -> new AccelerationSensitivity(COUPLED).compute(q, q, q, m[0], m[1], m[2])),
                answer(kind, "λᵀ∂²τ", () -> new TorqueCurvature(COUPLED).compute(q, q, q, q, zero(9 * n * n))),
                answer(kind, "regressor", () -> new Regressor(COUPLED).compute(q, q, q, zero(10 * n * inTree))),
                answer(kind, "simulate", () -> Cells.run(COUPLED, Controller.zero())),
                answer(
                        kind,
                        "control",
                        () -> Cells.run(
                                COUPLED,
                                new ComputedTorque(COUPLED, Cells.gains(n), Cells.gains(n), Trajectory.hold(q)))));
    }
}
