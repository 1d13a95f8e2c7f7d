package dev.catena.app.identify;

import dev.catena.app.report.HtmlPage;
import dev.catena.app.report.TextTable;
import dev.catena.identification.IdentificationResult;
import dev.catena.identification.JointFit;
import dev.catena.identification.Payload;
import dev.catena.identification.Payload.Quantity;
import dev.catena.model.RobotModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

    /** Whether there is a mass to use. */
    public boolean isUsable() {
        return isExplained() && payload.shows(Quantity.MASS) && !isNegative();
    }

    private boolean isNegative() {
        return payload.inertia().mass() < -2 * payload.massDeviation();
    }

    private String verdict() {
        if (!isExplained()) {
            return "Do not use this: the motions do not explain the efforts of joint %s."
                    .formatted(String.join(", ", unexplained()));
        }
        if (!payload.shows(Quantity.MASS)) {
            return "Do not use this: the motions do not show the mass that \"%s\" carries.".formatted(payload.body());
        }
        String mass = "%s ± %s kg"
                .formatted(
                        TextTable.number("%.3f", payload.inertia().mass()),
                        TextTable.number("%.3f", payload.massDeviation()));
        if (isNegative()) {
            return "Do not use this: the load would have a mass of %s; are the logs without and with it the right ones?"
                    .formatted(mass);
        }
        return "\"%s\" carries %s.".formatted(payload.body(), mass);
    }

    /** What the motions do not show is no number. */
    private double value(Quantity quantity) {
        return payload.shows(quantity) ? quantity.of(payload.inertia()) : Double.NaN;
    }

    private double[] values(Quantity... quantities) {
        return Arrays.stream(quantities).mapToDouble(this::value).toArray();
    }

    private TextTable table() {
        TextTable table = new TextTable("load", "value", "±σ");
        for (Quantity quantity : Quantity.values()) {
            double value = value(quantity);
            boolean ofTensor = quantity.compareTo(Quantity.XX) >= 0;
            boolean isMass = quantity == Quantity.MASS;
            String name = quantity.name().toLowerCase(Locale.ROOT);
            double spread = isMass ? payload.massDeviation() : payload.centerDeviation();
            table.row(
                    isMass ? "mass (kg)" : ofTensor ? "inertia " + name + " (kg·m²)" : "mass center " + name + " (m)",
                    Double.isNaN(value) ? "–" : TextTable.number(ofTensor ? "%.4g" : "%.5g", value),
                    ofTensor || Double.isNaN(value) ? "" : TextTable.number("%.2g", spread));
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

    private boolean hasGain() {
        return payload.shows(Quantity.MASS) && payload.inertia().mass() > 0;
    }

    private String remark() {
        String remark = payload.isDetermined()
                ? "Mass center and inertia are in the frame of the body, the inertia about the mass center."
                : "The motion does not show all ten parameters of the load; what it does not show has no number (–).";
        if (knownMass != null && hasGain()) {
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
        json.put("usable", isUsable());
        json.put("verdict", verdict());
        json.put("mass", value(Quantity.MASS));
        json.put("massDeviation", payload.shows(Quantity.MASS) ? payload.massDeviation() : Double.NaN);
        json.put("centerOfMass", values(Quantity.X, Quantity.Y, Quantity.Z));
        json.put("centerDeviation", payload.shows(Quantity.MASS) ? payload.centerDeviation() : Double.NaN);
        json.put(
                "tensorAboutCenter",
                values(
                        Quantity.XX,
                        Quantity.XY,
                        Quantity.XZ,
                        Quantity.XY,
                        Quantity.YY,
                        Quantity.YZ,
                        Quantity.XZ,
                        Quantity.YZ,
                        Quantity.ZZ));
        json.put("determined", payload.isDetermined());
        if (knownMass != null && hasGain()) {
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
