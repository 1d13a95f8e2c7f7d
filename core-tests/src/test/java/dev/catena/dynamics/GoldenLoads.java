package dev.catena.dynamics;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Golden;

/** What acts on the robots of the golden numbers, in the conventions of this library. */
final class GoldenLoads {
    private GoldenLoads() {}

    static Vector3 vector(JsonNode node) {
        return Vector3.of(Golden.array(node));
    }

    static double[] sixNumbers(Wrench wrench) {
        Vector3 f = wrench.force();
        Vector3 m = wrench.moment();
        return new double[] {f.x(), f.y(), f.z(), m.x(), m.y(), m.z()};
    }

    /** Khalil's wrenches are by the links on the environment; the list starts with that of body {@code first}. */
    static ExternalWrenches khalil(RobotModel model, JsonNode list, int first) {
        ExternalWrenches wrenches = new ExternalWrenches(model);
        for (int j = 0; j < list.size(); j++) {
            if (!list.get(j).isNull()) {
                double[] w = Golden.array(list.get(j));
                wrenches.inBody(first + j, -w[0], -w[1], -w[2], -w[3], -w[4], -w[5]);
            }
        }
        return wrenches;
    }

    /** Nasser's forces and moments act on the links at their mass centers. */
    static ExternalWrenches nasser(RobotModel model, JsonNode links, JsonNode forces, JsonNode moments) {
        ExternalWrenches wrenches = new ExternalWrenches(model);
        for (int i = 0; i < links.size(); i++) {
            Vector3 force = optional(forces, i);
            Vector3 center = vector(links.get(i).get("c"));
            wrenches.inBody(i + 1, force, optional(moments, i).plus(center.cross(force)));
        }
        return wrenches;
    }

    private static Vector3 optional(JsonNode list, int i) {
        return list.isNull() || list.get(i).isNull() ? Vector3.ZERO : vector(list.get(i));
    }

    /** A prescribed motion of the base, in base axes; at rest where there is none. */
    static BaseMotion base(JsonNode base) {
        BaseMotion motion = new BaseMotion();
        if (!base.isNull()) {
            motion.velocityInBase(Vector3.ZERO, vector(base.get("w")))
                    .accelerationInBase(vector(base.get("vd")), vector(base.get("wd")));
        }
        return motion;
    }
}
