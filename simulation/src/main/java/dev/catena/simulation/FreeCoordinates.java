package dev.catena.simulation;

/**
 * What the friction and the stops of a tied robot are computed in: the six numbers of a base that floats, in its axes, joints, and motors
 * behind springs. Of closed loops these are the independent joints, which move on their own; on contacts all of them, and ties say how they
 * may move together. Joints, motors and ties with friction, in this order, have velocities that are linear in theirs.
 */
interface FreeCoordinates {
    int size();

    /** Six where a base floats, else none. */
    int ofBase();

    /** Takes the rates of joints from where the robot was last settled. */
    void read();

    /** The mass matrix where accelerations were last computed. Of elastic joints, what drives are geared to turns with the motors. */
    void massMatrix(double[] matrixOut);

    /** How many rows tie the coordinates to each other; some may repeat others. */
    int ties();

    void tie(int row, double[] out, int at);

    /** How a joint moves, or beyond all joints a motor, or beyond all motors a cut joint or contact. */
    void row(int place, double[] out, int at);

    void velocities(State state, double[] out);

    void setVelocities(double[] velocities, State state);

    void accelerations(Plant plant, double[] out);

    /** Adds to accelerations of all joints. */
    void addAccelerations(double[] change, Plant plant);

    /** Positions of joints and motors; those of a base are not numbers of this kind and stay. */
    void advance(State state, double[] velocities, double time);

    /** Makes a state one that keeps loops and contacts. */
    void project(State state);

    int motors();

    int jointOfMotor(int motor);

    double stiffness(int motor);
}
