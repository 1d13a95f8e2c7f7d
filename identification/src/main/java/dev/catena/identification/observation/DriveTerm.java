package dev.catena.identification.observation;

import dev.catena.model.JointKind;

/** What a drive adds to the effort of its joint, each a constant times a function of the joint's motion. */
public enum DriveTerm {
    /** IA q̈. */
    REFLECTED_INERTIA("IA", "kg·m²", "kg", true),
    /** FV q̇. */
    VISCOUS("FV", "N·m·s", "N·s/m", true),
    /** FC sign q̇, or FC tanh(q̇/v₀). */
    COULOMB("FC", "N·m", "N", true),
    /** FP where q̇ &gt; 0: Coulomb friction forward, if it differs from that backward. */
    COULOMB_FORWARD("FP", "N·m", "N", true),
    /** −FN where q̇ &lt; 0. */
    COULOMB_BACKWARD("FN", "N·m", "N", true),
    /** FS exp(−(q̇/v)²) sign q̇: what friction at rest is more than in motion, v being Stribeck's velocity. */
    STRIBECK("FS", "N·m", "N", true),
    /** FL |τ| sign q̇: friction of gears that grows with what they carry. */
    LOAD_FRICTION("FL", "1", "1", true),
    /** OF, a constant. */
    OFFSET("OF", "N·m", "N", false),
    /** KS q, a spring between the joint and its parent; its rest position is in the offset. */
    STIFFNESS("KS", "N·m", "N/m", true);

    private final String symbol;
    private final String turning;
    private final String sliding;
    private final boolean nonNegative;

    DriveTerm(String symbol, String turning, String sliding, boolean nonNegative) {
        this.symbol = symbol;
        this.turning = turning;
        this.sliding = sliding;
        this.nonNegative = nonNegative;
    }

    public String symbol() {
        return symbol;
    }

    public String unit(JointKind kind) {
        return kind == JointKind.PRISMATIC ? sliding : turning;
    }

    /** Whether physics leaves it no sign. */
    public boolean nonNegative() {
        return nonNegative;
    }
}
