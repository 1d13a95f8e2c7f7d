package dev.catena.model;

/**
 * Where a joint sits and along what axis it moves:
 * {@code parentFromBody(q) = parentFromJoint · motion(axis, q) · jointFromBody}.
 *
 * @param parentFromJoint the joint frame in the frame of the parent body
 * @param axisInJoint direction of the axis through the origin of the joint frame; any length but zero
 * @param jointFromBody the frame of the child body in the joint frame at q = 0; the identity where a description puts
 *     the body frame on the joint, as URDF and modified Denavit-Hartenberg do
 */
public record JointGeometry(Pose parentFromJoint, Vector3 axisInJoint, Pose jointFromBody) {
    public static final JointGeometry IDENTITY = new JointGeometry(Pose.IDENTITY, Vector3.Z, Pose.IDENTITY);

    /** A joint frame that is also the frame of the child body. */
    public static JointGeometry of(Pose parentFromJoint, Vector3 axisInJoint) {
        return new JointGeometry(parentFromJoint, axisInJoint, Pose.IDENTITY);
    }

    /**
     * Standard Denavit-Hartenberg: Rz(θ) Tz(d) Tx(a) Rx(α); the joint moves about or along the z axis of the parent
     * frame, and the coordinate is added to θ (revolute) or d (prismatic).
     */
    public static JointGeometry standardDenavitHartenberg(double theta, double d, double a, double alpha) {
        Pose turn = new Pose(Rotation.aboutZ(theta), new Vector3(0, 0, d));
        Pose link = new Pose(Rotation.aboutX(alpha), new Vector3(a, 0, 0));
        return new JointGeometry(Pose.IDENTITY, Vector3.Z, turn.times(link));
    }

    /**
     * Modified Denavit-Hartenberg, [Craig]: Rx(α) Tx(a) Rz(θ) Tz(d) with α and a of the previous link; the joint moves
     * about or along the z axis of the body, and the coordinate is added to θ (revolute) or d (prismatic).
     */
    public static JointGeometry modifiedDenavitHartenberg(double alpha, double a, double theta, double d) {
        return khalil(0, 0, alpha, a, theta, d);
    }

    /**
     * Khalil's six parameters: Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r), [Khalil 1]; the coordinate is added to θ
     * (revolute) or r (prismatic).
     */
    public static JointGeometry khalil(double gamma, double b, double alpha, double d, double theta, double r) {
        Pose branch = new Pose(Rotation.aboutZ(gamma), new Vector3(0, 0, b));
        Pose link = new Pose(Rotation.aboutX(alpha), new Vector3(d, 0, 0));
        Pose turn = new Pose(Rotation.aboutZ(theta), new Vector3(0, 0, r));
        // the rotation about z leaves the shift along z alone, so Rz(θ) Tz(r) is one pose
        return of(
                new Pose(branch.rotation().times(link.rotation()), branch.apply(link.position())).times(turn),
                Vector3.Z);
    }

    /** {@code parentFromBody} at a joint coordinate. */
    public Pose parentFromBody(JointKind kind, double q) {
        Pose motion = switch (kind) {
            case REVOLUTE -> Pose.rotation(Rotation.about(axisInJoint, q));
            case PRISMATIC ->
                new Pose(Rotation.IDENTITY, axisInJoint.normalized().times(q));
            case FIXED -> Pose.IDENTITY;
        };
        return parentFromJoint.times(motion).times(jointFromBody);
    }
}
