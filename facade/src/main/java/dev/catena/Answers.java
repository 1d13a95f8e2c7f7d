package dev.catena;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Pose;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a robot of one kind answers; every array handed out is a new one, and matrices are row-major. */
interface Answers {
    /** The joints of q, q̇, q̈ and q⃛. */
    List<String> coordinates();

    /** The joints of τ. */
    List<String> drives();

    double[] torque(@Nullable BaseMotion base, double[] q, double[] qd, double[] qdd);

    double[] torqueRate(double[] q, double[] qd, double[] qdd, double[] qddd);

    double[] gravity(double[] q);

    double[] acceleration(double[] q, double[] qd, double[] tau);

    double[] massMatrix(double[] q);

    double[] jacobian(int body, double[] q);

    Pose pose(@Nullable BaseMotion base, int body, double[] q);

    /** A number for every moving joint from one for every coordinate. */
    double[] ofAllJoints(String name, double[] ofCoordinates);
}
