package dev.catena.identification.observation;

/** What a drive adds to the effort of its joint, each a constant times a function of the joint's motion. */
public enum DriveTerm {
    /** IA q̈. */
    REFLECTED_INERTIA("IA", "kg·m²", true),
    /** FV q̇. */
    VISCOUS("FV", "N·m·s", true),
    /** FC sign q̇, or FC tanh(q̇/v₀). */
    COULOMB("FC", "N·m", true),
    /** FP where q̇ &gt; 0: Coulomb friction forward, if it differs from that backward. */
    COULOMB_FORWARD("FP", "N·m", true),
    /** −FN where q̇ &lt; 0. */
    COULOMB_BACKWARD("FN", "N·m", true),
    /** FS exp(−(q̇/v)²) sign q̇: what friction at rest is more than in motion, v being Stribeck's velocity. */
    STRIBECK("FS", "N·m", true),
    /** FL |τ| sign q̇: friction of gears that grows with what they carry. */
    LOAD_FRICTION("FL", "1", true),
    /** OF, a constant. */
    OFFSET("OF", "N·m", false),
    /** KS q, a spring between the joint and its parent; its rest position is in the offset. */
    STIFFNESS("KS", "N·m", true);

    private final String symbol;
    private final String unit;
    private final boolean nonNegative;

    DriveTerm(String symbol, String unit, boolean nonNegative) {
        this.symbol = symbol;
        this.unit = unit;
        this.nonNegative = nonNegative;
    }

    public String symbol() {
        return symbol;
    }

    /** Of a revolute joint. */
    public String unit() {
        return unit;
    }

    /** Whether physics leaves it no sign. */
    public boolean nonNegative() {
        return nonNegative;
    }
}
