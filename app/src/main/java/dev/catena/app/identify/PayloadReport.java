package dev.catena.app.identify;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.TextTable;
import dev.catena.identification.IdentificationResult;
import dev.catena.identification.JointFit;
import dev.catena.identification.Payload;
import dev.catena.model.InertiaTensor;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A load as text, JSON and page. */
public final class PayloadReport {
    private final RobotModel robot;
    private final Payload payload;
    private final @Nullable Double knownMass;

    public PayloadReport(RobotModel robot, Payload payload, @Nullable Double knownMass) {
        this.robot = robot;
        this.payload = payload;
        this.knownMass = knownMass;
    }

    private List<String> unexplained() {
        return payload.joints().stream()
                .filter(joint -> joint.rows() > 0 && joint.explained() < IdentificationResult.LEAST_EXPLAINED)
                .map(JointFit::joint)
                .toList();
    }

    /** Whether the efforts of every joint are explained by robot and load. */
    public boolean isExplained() {
        return unexplained().isEmpty();
    }

    private String verdict() {
        if (!isExplained()) {
            return "Do not use this: the motions do not explain the efforts of joint %s."
                    .formatted(String.join(", ", unexplained()));
        }
        return "\"%s\" carries %s ± %s kg."
                .formatted(
                        payload.body(),
                        TextTable.number("%.3f", payload.inertia().mass()),
                        TextTable.number("%.3f", payload.massDeviation()));
    }

    private TextTable table() {
        Vector3 center = payload.inertia().centerOfMass();
        InertiaTensor tensor = payload.inertia().tensorAboutCenter();
        TextTable table = new TextTable("load", "value", "±σ");
        table.row(
                "mass (kg)",
                TextTable.number("%.5g", payload.inertia().mass()),
                TextTable.number("%.2g", payload.massDeviation()));
        String spread = TextTable.number("%.2g", payload.centerDeviation());
        table.row("mass center x (m)", TextTable.number("%.5g", center.x()), spread);
        table.row("mass center y (m)", TextTable.number("%.5g", center.y()), spread);
        table.row("mass center z (m)", TextTable.number("%.5g", center.z()), spread);
        String[] names = {"xx", "xy", "xz", "yy", "yz", "zz"};
        double[] values = {tensor.xx(), tensor.xy(), tensor.xz(), tensor.yy(), tensor.yz(), tensor.zz()};
        for (int k = 0; k < names.length; k++) {
            table.row("inertia " + names[k] + " (kg·m²)", TextTable.number("%.4g", values[k]), "");
        }
        return table;
    }

    private TextTable joints() {
        TextTable table = new TextTable("joint", "equations", "residual (rms)", "effort (rms)", "R²");
        for (JointFit fit : payload.joints()) {
            table.row(
                    fit.joint(),
                    Long.toString(fit.rows()),
                    TextTable.number("%.4g", fit.residual()),
                    TextTable.number("%.4g", fit.effort()),
                    TextTable.number("%.3f", fit.explained()));
        }
        return table;
    }

    private String remark() {
        String remark = payload.isDetermined()
                ? "Mass center and inertia are in the frame of the body, the inertia about the mass center."
                : "The motion does not show all ten parameters of the load; what it does not show is zero.";
        if (knownMass != null) {
            Payload.Gain gain = payload.gain(knownMass);
            remark += " With a known mass of %s kg, measured efforts are to be multiplied by %s ± %s."
                    .formatted(
                            TextTable.number(knownMass),
                            TextTable.number("%.4f", gain.scale()),
                            TextTable.number("%.4f", gain.deviation()));
        }
        return remark;
    }

    public String toText() {
        return verdict() + "\n" + remark() + "\n\n" + table().toText() + "\n" + joints().toText();
    }

    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", robot.name());
        json.put("body", payload.body());
        json.put("explained", isExplained());
        json.put("mass", payload.inertia().mass());
        json.put("massDeviation", payload.massDeviation());
        json.put("centerOfMass", payload.inertia().centerOfMass().toArray());
        json.put("centerDeviation", payload.centerDeviation());
        json.put("tensorAboutCenter", payload.inertia().tensorAboutCenter().toArray());
        json.put("determined", payload.isDetermined());
        if (knownMass != null) {
            json.put("effortScale", payload.gain(knownMass).scale());
            json.put("effortScaleDeviation", payload.gain(knownMass).deviation());
        }
        return json;
    }

    public HtmlPage toPage() {
        return new HtmlPage("Load of " + robot.name(), verdict())
                .paragraph(remark())
                .table(table())
                .heading("How well the efforts are explained")
                .table(joints());
    }
}
