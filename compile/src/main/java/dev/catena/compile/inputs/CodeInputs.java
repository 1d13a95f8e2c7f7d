package dev.catena.compile.inputs;

import dev.catena.model.BaseKind;
import dev.catena.model.Contact;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What compiled code reads beside the joint vectors, each as an input vector after them.
 *
 * <ul>
 *   <li>{@code base}: the rotation matrix of the base in the world, row by row, and its position (12 numbers, as poses are
 *       given out); linear and angular velocity in base axes (6); of a base that moves as told also its classical linear
 *       and its angular acceleration (6) and, where rates of torques are asked for, the inertial derivatives of those (6).
 *       These are the numbers of {@link dev.catena.kinematics.BaseMotion}.
 *   <li>{@code wrenches}: force and moment about the body's origin of each body in {@code wrenchesInBody}, in its own axes,
 *       then of each in {@code wrenchesInWorld}, in world axes; {@code wrenchRates}, where rates of torques are asked for:
 *       the rates of those numbers.
 *   <li>{@code parameters}: XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ and M of each open body, in its frame about its origin; or the
 *       open parameters that {@code RobotCompiler.parameters} lists.
 * </ul>
 *
 * @param openBodies bodies whose inertia is an input
 * @param openParameters parameters that are inputs
 * @param contacts those that the robot stands on, which is known when code is made
 */
public record CodeInputs(
        BaseInput base,
        List<String> wrenchesInBody,
        List<String> wrenchesInWorld,
        List<String> openBodies,
        Set<ParameterGroup> openParameters,
        List<Contact> contacts) {

    public CodeInputs {
        openParameters = Set.copyOf(openParameters);
        contacts = List.copyOf(contacts);
        if (!openBodies.isEmpty() && !openParameters.isEmpty()) {
            throw new IllegalArgumentException(
                    "bodies %s and parameters %s are to be inputs at once: choose one of both"
                            .formatted(openBodies, openParameters));
        }
        wrenchesInBody = distinct("wrenches in body axes", wrenchesInBody);
        wrenchesInWorld = distinct("wrenches in world axes", wrenchesInWorld);
        openBodies = distinct("inertias", openBodies);
    }

    /** Without contacts. */
    public CodeInputs(
            BaseInput base,
            List<String> wrenchesInBody,
            List<String> wrenchesInWorld,
            List<String> openBodies,
            Set<ParameterGroup> openParameters) {
        this(base, wrenchesInBody, wrenchesInWorld, openBodies, openParameters, List.of());
    }

    /** Without open parameters. */
    public CodeInputs(
            BaseInput base, List<String> wrenchesInBody, List<String> wrenchesInWorld, List<String> openBodies) {
        this(base, wrenchesInBody, wrenchesInWorld, openBodies, Set.of());
    }

    private static List<String> distinct(String what, List<String> bodies) {
        if (new HashSet<>(bodies).size() < bodies.size()) {
            throw new IllegalArgumentException("the bodies with %s are %s: one is named twice".formatted(what, bodies));
        }
        return List.copyOf(bodies);
    }

    /** The joints alone, and the base of a robot that floats. */
    public static CodeInputs of(RobotModel robot) {
        BaseInput base = robot.baseKind() == BaseKind.FLOATING ? BaseInput.FLOATS : BaseInput.RESTS;
        return new CodeInputs(base, List.of(), List.of(), List.of());
    }

    public CodeInputs withBase(BaseInput kind) {
        return new CodeInputs(kind, wrenchesInBody, wrenchesInWorld, openBodies, openParameters, contacts);
    }

    /** With wrenches on bodies, in their own axes. */
    public CodeInputs withWrenchesInBody(List<String> bodies) {
        return new CodeInputs(base, bodies, wrenchesInWorld, openBodies, openParameters, contacts);
    }

    /** With wrenches on bodies, in world axes; moments are still about the origins of the bodies. */
    public CodeInputs withWrenchesInWorld(List<String> bodies) {
        return new CodeInputs(base, wrenchesInBody, bodies, openBodies, openParameters, contacts);
    }

    public CodeInputs withOpenBodies(List<String> bodies) {
        return new CodeInputs(base, wrenchesInBody, wrenchesInWorld, bodies, openParameters, contacts);
    }

    /** With parameters that stay symbols. */
    public CodeInputs withOpenParameters(Set<ParameterGroup> groups) {
        return new CodeInputs(base, wrenchesInBody, wrenchesInWorld, openBodies, groups, contacts);
    }

    /**
     * Of a robot that stands on contacts, its own or others, which hold bodies to the world where they are. Torques and accelerations
     * with rates and derivatives are compiled so.
     */
    public CodeInputs withContacts(List<Contact> standing) {
        return new CodeInputs(base, wrenchesInBody, wrenchesInWorld, openBodies, openParameters, standing);
    }

    public boolean hasWrenches() {
        return !wrenchesInBody.isEmpty() || !wrenchesInWorld.isEmpty();
    }

    /** The bodies that wrenches act on, in the order of the input vector. */
    public List<String> loadedBodies() {
        List<String> bodies = new ArrayList<>(wrenchesInBody);
        bodies.addAll(wrenchesInWorld);
        return bodies;
    }
}
