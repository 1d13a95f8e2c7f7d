package dev.catena.simulation;

import dev.catena.model.CutJoint;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.jspecify.annotations.Nullable;

/**
 * Notices steps that are too long for friction that the robot's description smooths, or that is viscous: near rest it decays with λ, an
 * eigenvalue of √D M⁻¹ √D with D = F/w + d, and where h λ exceeds what an explicit method takes, joints that should creep, or stand still,
 * shake instead, as far as friction throws them in a step. Friction that the run smooths itself has a width that suits the step.
 */
final class FrictionStepLimit {
    /** h λ of Runge and Kutta's method, and of semi-implicit Euler with velocities half a step ahead. */
    private static final double RUNGE_KUTTA = 2.7;

    private static final double SEMI_IMPLICIT = 1;

    /** Beyond so many w friction hardly changes. */
    private static final double FLAT = 3;

    /** In a run: what is looked at is computed column by column. */
    private static final int LOOKS = 50;

    private final double step;
    private final double limit;
    private final Simulation.Builder setup;

    /** By coordinate, motor and cut joint. */
    private final List<List<Friction>> smooth = new ArrayList<>();

    private final List<String> names = new ArrayList<>();
    private final boolean none;
    private double nextLook = Double.NEGATIVE_INFINITY;

    FrictionStepLimit(Simulation.Builder setup, Integrator method) {
        this.setup = setup;
        step = method.fixedStep();
        limit = method instanceof Integrator.RungeKutta ? RUNGE_KUTTA : SEMI_IMPLICIT;
        RobotModel model = setup.model;
        List<CutJoint> cuts = model.loops().cutJoints();
        Stream.concat(model.movingJoints().stream(), model.elasticJoints().stream())
                .map(Joint::name)
                .forEach(names::add);
        cuts.forEach(cut -> names.add(cut.name()));
        names.forEach(name -> smooth.add(new ArrayList<>()));
        CoordinateFriction.of(model).forEach(each -> add(each.place(), each.friction()));
        for (int c = 0; c < cuts.size(); c++) {
            add(names.size() - cuts.size() + c, cuts.get(c).friction());
        }
        boolean explicit = method instanceof Integrator.RungeKutta || method instanceof Integrator.SemiImplicit;
        none = !explicit || !setup.contacts.isEmpty() || smooth.stream().allMatch(List::isEmpty);
    }

    private void add(int place, Friction friction) {
        if (friction.viscous() > 0 || (friction.coulomb() > 0 && friction.smoothingVelocity() > 0)) {
            smooth.get(place).add(friction);
        }
    }

    /** What is wrong with the step in the posture of a state, of closed loops in that of the start; null if nothing is, or it is too soon to look. */
    @Nullable
    String problem(State state) {
        if (none || state.time() < nextLook) {
            return null;
        }
        nextLook = setup.model.hasLoops() ? Double.POSITIVE_INFINITY : state.time() + setup.duration / LOOKS;
        Mobility mobility = new Mobility(setup.model, setup.dynamics, state);
        int n = names.size();
        double[] root = new double[n];
        int steepest = 0;
        for (int i = 0; i < n; i++) {
            double rate = mobility.rate(i);
            for (Friction friction : smooth.get(i)) {
                root[i] += slope(friction, rate, mobility.response(i, i));
            }
            root[i] = Math.sqrt(root[i]);
            if (root[i] * root[i] * mobility.response(i, i)
                    > root[steepest] * root[steepest] * mobility.response(steepest, steepest)) {
                steepest = i;
            }
        }
        double[][] decay = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                // M⁻¹ is symmetric to rounding only
                decay[i][j] = 0.5 * root[i] * root[j] * (mobility.response(i, j) + mobility.response(j, i));
            }
        }
        double fastest = new EigenDecompositionSymmetric(new Array2DRowRealMatrix(decay)).getEigenvalue(0);
        return step * fastest <= limit
                ? null
                : String.format(
                        Locale.ROOT,
                        "at %.9g s the friction of joint \"%s\" decays with up to %.4g/s, for which steps of %g s are too"
                                + " long: take at most %.2g s, the stick-slip integrator or adaptive steps",
                        state.time(),
                        names.get(steepest),
                        fastest,
                        step,
                        limit / fastest);
    }

    /** The slope where a joint may come to rest within a step, d where it may not. */
    private double slope(Friction friction, double rate, double mobility) {
        double width = friction.smoothingVelocity();
        boolean mayRest = width > 0 && Math.abs(rate) <= FLAT * width + step * friction.coulomb() * mobility;
        return friction.viscous() + (mayRest ? friction.coulomb() / width : 0);
    }
}
