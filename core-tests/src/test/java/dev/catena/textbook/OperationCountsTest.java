package dev.catena.textbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.textbook.OperationCounts.Count;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationCountsTest {
    /** Revolute joints with all parameters but those of the first frame, which is put on the base, and full inertias. */
    private static RobotModel generalChain(int n) {
        InertiaTensor tensor = new InertiaTensor(0.5, 0.01, 0.02, 0.6, 0.03, 0.7);
        SpatialInertia inertia = SpatialInertia.aboutCenterOfMass(3, new Vector3(0.1, 0.2, 0.3), tensor);
        RobotModelBuilder builder = RobotModel.builder("general");
        for (int i = 1; i <= n; i++) {
            JointGeometry geometry = i == 1
                    ? JointGeometry.IDENTITY
                    : JointGeometry.modifiedDenavitHartenberg(0.3 + 0.1 * i, 0.2, 0, 0.4);
            builder.link(
                    Joint.revolute("j" + i, i == 1 ? "base" : "b" + (i - 1), "b" + i)
                            .with(geometry),
                    inertia);
        }
        return builder.build();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6, 10})
    void chainsOfRevoluteJoints(int n) {
        OperationCounts counts = OperationCounts.withTipWrench(generalChain(n));

        assertThat(counts.newtonEuler()).isEqualTo(new Count(105 * n - 107, 87 * n - 90, n));
        assertThat(counts.forceDerivatives()).isEqualTo(new Count(267 * n - 254, 226 * n - 219, n));
        assertThat(counts.forceDerivativesInComponents()).isEqualTo(new Count(210 * n - 211, 186 * n - 189, n));
        assertThat(counts.forceDerivatives().multiplications())
                .isLessThan(OperationCounts.publishedForceDerivatives(n).multiplications());
        assertThat(counts.forceDerivatives().additions())
                .isLessThan(OperationCounts.publishedForceDerivatives(n).additions());
    }

    @Test
    void published() {
        assertThat(OperationCounts.publishedForceDerivatives(6)).isEqualTo(new Count(1692, 1470, 6));
    }

    @Test
    void stanfordArmHasManyZeros() {
        OperationCounts counts = OperationCounts.of(new StanfordArm().plain());
        assertThat(counts)
                .isEqualTo(new OperationCounts(new Count(247, 207, 5), new Count(690, 586, 5), new Count(544, 514, 5)));
    }

    @Test
    void aRobotWithoutJointsCostsNothing() {
        Count none = new Count(0, 0, 0);
        assertThat(OperationCounts.of(RobotModel.builder("stone").build()))
                .isEqualTo(new OperationCounts(none, none, none));
    }
}
