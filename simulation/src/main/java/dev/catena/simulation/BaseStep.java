package dev.catena.simulation;

/** Moves a base that floats for a time with a velocity that stays the same in its axes. */
final class BaseStep {
    private final double[] turn = new double[4];
    private final double[] inWorld = new double[3];

    /** p + t R v and R exp(t ω̂); then v in the axes after the turn. */
    void move(State state, double[] v, double time) {
        Quaternions.turn(state.baseOrientation(), 1, v, 0, inWorld, 0);
        for (int k = 0; k < 3; k++) {
            state.basePositionInWorld()[k] += time * inWorld[k];
        }
        Quaternions.exponential(v, time, turn);
        Quaternions.multiply(state.baseOrientation(), turn);
        Quaternions.normalize(state.baseOrientation());
        Quaternions.turn(turn, -1, v, 0, v, 0);
    }

    /** Puts a base elsewhere, p + R δ and R exp(δ̂), with the velocity in the world that it has. */
    void displace(State state, double[] step) {
        double[] velocity = state.baseVelocityInBase();
        move(state, step, 1);
        Quaternions.turn(turn, -1, velocity, 0, velocity, 0);
        Quaternions.turn(turn, -1, velocity, 3, velocity, 3);
    }
}
