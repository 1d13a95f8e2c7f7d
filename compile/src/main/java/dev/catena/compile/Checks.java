package dev.catena.compile;

import dev.catena.compile.graph.OutputVector;
import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.trace.StandingTracing;
import dev.catena.compile.trace.Tracing;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What is checked of the code of a robot: inertias that joints and then a floating base feel, and closed loops. */
final class Checks {
    private static final List<String> OF_LOOPS = List.of(
            "the loops are not closed",
            "the start does not close the loops",
            "the start is too far away to prove that the pose found continues it",
            "the pose found is not near the tangent of the start",
            "the pose is singular");

    private static final List<String> OF_DYADS = List.of(
            "the parts of a loop do not reach each other, or only beyond a singular pose", "the pose is singular");

    private final RobotModel model;
    private final List<Check> checks = new ArrayList<>();

    private Checks(RobotModel model) {
        this.model = model;
    }

    /**
     * The checks of code.
     *
     * @param outputs the last of them has what is checked, if there is anything: inertias, then what must be small of contacts, then of loops
     */
    static List<Check> of(RobotModel model, Quantity quantity, CodeInputs inputs, List<OutputVector> outputs) {
        Checks made = new Checks(model);
        int ofLoops = length(outputs, Tracing.CLOSURE);
        int ofContacts = length(outputs, StandingTracing.STANDING);
        int pivots = Math.max(0, length(outputs, Tracing.PIVOTS) - ofLoops - ofContacts);
        int ofJoints = pivots >= 6 && inputs.base() == BaseInput.FLOATS ? pivots - 6 : pivots;
        made.addInertias(ofJoints, pivots - ofJoints, inputs);
        made.addContacts(StandingTracing.isOfTorques(quantity), quantity == Quantity.TORQUE_RATE, ofContacts);
        made.addLoops(ofLoops);
        return made.checks;
    }

    private static int length(List<OutputVector> outputs, String name) {
        return outputs.stream()
                .filter(output -> output.name().equals(name))
                .mapToInt(output -> output.components().size())
                .sum();
    }

    /**
     * The checks of code for elastic drives: what joints, motors behind springs and then a floating base feel where inertias are solved
     * for, contacts, and closed loops.
     */
    static List<Check> elastic(
            RobotModel model, ElasticQuantity quantity, CodeInputs inputs, List<OutputVector> outputs) {
        Checks made = new Checks(model);
        int ofLoops = length(outputs, Tracing.CLOSURE);
        int ofContacts = length(outputs, StandingTracing.STANDING);
        int numbers = length(outputs, Tracing.PIVOTS);
        if (numbers == 0) {
            return List.of();
        }
        int joints = quantity.isForward() ? model.independentJoints().size() : 0;
        int motors = quantity.isForward() ? model.elasticJoints().size() : 0;
        made.addInertias(joints, 0, inputs);
        for (Joint joint : model.elasticJoints().subList(0, motors)) {
            made.checks.add(new Check(
                    0,
                    "the motor of joint \"%s\" feels no inertia".formatted(joint.name()),
                    inertia -> SingularInertiaException.ofMotor(model.name(), joint.name())));
        }
        made.addInertias(0, numbers - ofLoops - ofContacts - joints - motors, inputs);
        made.addContacts(!quantity.isForward(), quantity.isFedForward(), ofContacts);
        made.addLoops(ofLoops);
        return made.checks;
    }

    /** The least inertia is rounding of all that is moved; 0 where that is open. */
    private void addInertias(int ofJoints, int ofBase, CodeInputs inputs) {
        boolean open =
                !inputs.openBodies().isEmpty() || !inputs.openParameters().isEmpty();
        double[] baseFirst = new MovingTree(model.openTree()).inertiaRoundingWithBase();
        List<Joint> joints = model.independentJoints();
        for (int k = 0; k < ofJoints; k++) {
            String joint = joints.get(k).name();
            checks.add(new Check(
                    open ? 0 : baseFirst[6 + model.coordinate(joint)],
                    "joint \"%s\" feels no inertia".formatted(joint),
                    inertia -> SingularInertiaException.ofJoint(model, joint, inertia)));
        }
        for (int k = 0; k < ofBase; k++) {
            checks.add(new Check(
                    open ? 0 : baseFirst[k],
                    "the base feels no inertia",
                    inertia -> SingularInertiaException.ofBase(model, inertia)));
        }
    }

    /** Of a search five numbers, of formulas two or one. */
    private void addLoops(int count) {
        List<Double> largest = Tracing.largestDoubts(count);
        List<String> complaints =
                count == OF_DYADS.size() ? OF_DYADS : OF_LOOPS.subList(OF_LOOPS.size() - count, OF_LOOPS.size());
        String advice = count == OF_LOOPS.size()
                ? "take a closed pose nearby as start, or ClosedLoopCode, which finds one"
                : "there is no such pose for these independent joints";
        for (int k = 0; k < count; k++) {
            String complaint = complaints.get(k);
            double bound = largest.get(k);
            add(bound, complaint, advice, OpenLoopException::new);
        }
    }

    /**
     * The condition; of accelerations what rows that were left out have beyond the others, and of their derivatives how fast that changes; of
     * torques what is broken, and of rates what is by jerks, or of springs what is missing.
     */
    private void addContacts(boolean ofTorques, boolean ofRates, int count) {
        if (count == 0) {
            return;
        }
        if (!ofTorques) {
            String complaint = "contacts hold less in this pose than in others, or nearly so";
            String advice = "take ConstrainedForwardDynamics, which finds out what they hold";
            add(StandingTracing.LARGEST_CONDITION, complaint, advice, NumericalException::new);
            add(StandingTracing.LARGEST_MISFIT, complaint, advice, NumericalException::new);
            if (count > 2) {
                add(
                        StandingTracing.LARGEST_MISFIT,
                        "contacts repeat each other in this state, and contradict each other beside it",
                        "there are no derivatives; leave contacts out",
                        NumericalException::new);
            }
            return;
        }
        add(
                StandingTracing.LARGEST_CONDITION,
                "contacts cannot exert every force and moment on the base in this pose, or hardly",
                "take ConstrainedInverseDynamics, which finds out whether the motion needs them",
                NumericalException::new);
        add(
                StandingTracing.LARGEST_MISFIT,
                "the accelerations break a contact",
                "take accelerations that keep it, as code for those gives them",
                NumericalException::new);
        if (count > 2) {
            add(
                    ofRates ? StandingTracing.LARGEST_MISFIT_OF_JERKS : StandingTracing.LARGEST_MISFIT,
                    ofRates
                            ? "derivatives of the accelerations break a contact"
                            : "contacts cannot supply what the motion needs beyond what springs give",
                    ofRates
                            ? "take a motion that keeps it in all derivatives"
                            : "take a motion in which springs pull as joints and motors need it, as code for accelerations gives it",
                    NumericalException::new);
        }
    }

    private void add(double bound, String complaint, String advice, Function<String, NumericalException> refusal) {
        checks.add(new Check(
                -bound,
                complaint,
                found -> refusal.apply(String.format(
                        Locale.ROOT,
                        "compiled code of robot \"%s\" has no answer: %s (%.3g, but at most %.3g is allowed); %s",
                        model.name(),
                        complaint,
                        -found,
                        bound,
                        advice))));
    }
}
