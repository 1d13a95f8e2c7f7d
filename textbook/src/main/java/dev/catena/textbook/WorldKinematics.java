package dev.catena.textbook;

import dev.catena.model.JointKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Where all bodies are and how fast they move, in world axes, by chaining placements. Accelerations and Jacobians follow
 * by running it on dual numbers. Computed once, when constructed.
 */
public final class WorldKinematics<S extends Scalar<S>> {
    private final TextbookRobot<S> robot;
    private final Motion<S> motion;
    private final List<Placement<S>> worldFromLink = new ArrayList<>();
    private final List<Vector<S>> omega = new ArrayList<>();
    private final List<Vector<S>> velocity = new ArrayList<>();

    public WorldKinematics(TextbookRobot<S> robot, Motion<S> motion) {
        robot.check(motion);
        this.robot = robot;
        this.motion = motion;
        BaseMotion<S> base = motion.base();
        Matrix<S> worldFromBase = base.worldFromBase().rotation();
        worldFromLink.add(base.worldFromBase());
        omega.add(worldFromBase.times(base.angularVelocity()));
        velocity.add(worldFromBase.times(base.linearVelocity()));
        for (int j = 1; j < robot.size(); j++) {
            outward(j);
        }
    }

    private void outward(int j) {
        Link<S> link = robot.link(j);
        int i = link.parent();
        Placement<S> parent = worldFromLink.get(i);
        Placement<S> own = parent.times(link.transform(robot.at(motion.q(), j)).placement());
        Vector<S> alongAxis = own.rotation().axisZ().times(robot.at(motion.velocity(), j));
        Vector<S> arm = own.position().minus(parent.position());
        Vector<S> carried = velocity.get(i).plus(omega.get(i).cross(arm));
        worldFromLink.add(own);
        omega.add(link.kind() == JointKind.REVOLUTE ? omega.get(i).plus(alongAxis) : omega.get(i));
        velocity.add(link.kind() == JointKind.PRISMATIC ? carried.plus(alongAxis) : carried);
    }

    public Placement<S> worldFromBody(int body) {
        return worldFromLink.get(body).times(robot.link(body).linkFromBody());
    }

    /** ω. */
    public Vector<S> angularVelocityInWorld(int body) {
        return omega.get(body);
    }

    /** Velocity of the body's origin. */
    public Vector<S> linearVelocityInWorld(int body) {
        return velocityOf(body, worldFromBody(body).position());
    }

    /** Velocity of the point of a body that is now at a place in the world. */
    public Vector<S> velocityOf(int body, Vector<S> pointInWorld) {
        return velocity.get(body)
                .plus(omega.get(body)
                        .cross(pointInWorld.minus(worldFromLink.get(body).position())));
    }

    /** Mass center of a body. */
    public Vector<S> centerInWorld(int body) {
        return worldFromLink.get(body).apply(robot.link(body).center());
    }

    Matrix<S> worldFromLinkRotation(int body) {
        return worldFromLink.get(body).rotation();
    }
}
