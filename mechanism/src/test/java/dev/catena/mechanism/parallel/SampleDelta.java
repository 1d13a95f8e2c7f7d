package dev.catena.mechanism.parallel;

import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;

/** A Delta robot with numbers of no special kind. */
final class SampleDelta {
    private SampleDelta() {}

    static Delta delta() {
        return Delta.named("delta")
                .lengths(0.2, 0.05, 0.3, 0.7)
                .platform(SpatialInertia.aboutCenterOfMass(
                        0.6, new Vector3(0.01, -0.02, -0.03), InertiaTensor.diagonal(0.001, 0.0012, 0.002)))
                .arm(SpatialInertia.aboutCenterOfMass(
                        0.8,
                        new Vector3(0.13, 0.01, -0.005),
                        new InertiaTensor(0.0004, 1e-5, 2e-5, 0.006, 3e-5, 0.0061)))
                .forearm(SpatialInertia.aboutCenterOfMass(
                        0.25,
                        new Vector3(0.33, 0.002, 0.001),
                        new InertiaTensor(4e-5, 1e-6, 2e-6, 0.01, 1e-6, 0.01002)))
                .drive(Drive.reflected(0.02))
                .friction(Friction.of(0.3, 0.15).smoothed(0.1));
    }
}
