package dev.catena.compile.equations;

import dev.catena.compile.equations.Equations.Equation;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Equations in the formats that there are. */
final class EquationWriter {
    private final Equations equations;
    private final List<Joint> joints;

    EquationWriter(Equations equations) {
        this.equations = equations;
        joints = new ArrayList<>(equations.model().movingJoints());
        joints.addAll(equations.model().coupledJoints());
    }

    private String title() {
        return "%s of robot \"%s\""
                .formatted(equations.kind().title(), equations.model().name());
    }

    private String note() {
        String ofLoops = ofLoops();
        String own = ownNote();
        return own.isEmpty() || ofLoops.isEmpty() ? own + ofLoops : own + " " + ofLoops;
    }

    private String ofLoops() {
        if (!equations.model().hasLoops()) {
            return "";
        }
        String given = equations.model().loops().independentJoints().stream()
                .map(joint -> "q" + (equations.model().coordinate(joint) + 1))
                .collect(Collectors.joining(", "));
        return "Coordinates of all joints are those of a closed pose, where phi is zero (quantity closure); independent are %s."
                .formatted(given);
    }

    private String ownNote() {
        return switch (equations.kind()) {
            case MASS_MATRIX -> "The matrix is symmetric; its upper triangle is given.";
            case JACOBIAN ->
                "Rows 1 to 3 are the velocity of the body's origin, rows 4 to 6 its angular velocity, in world axes.";
            case CORIOLIS -> "Without gravity and friction.";
            case CLOSURE -> "What must be zero, in m and as sines of angles.";
            case RATES -> "Q21 is the velocity of q2 for that of q1.";
            case POSE -> "R is the body's rotation matrix in the world, p the position of its origin.";
            default -> "";
        };
    }

    private String unit(Joint joint) {
        return joint.kind() == JointKind.REVOLUTE ? "rad" : "m";
    }

    String text() {
        StringBuilder text = new StringBuilder("# " + title() + "\n");
        if (!note().isEmpty()) {
            text.append("# ").append(note()).append('\n');
        }
        text.append("#\n");
        for (int k = 0; k < joints.size(); k++) {
            text.append("# q%s: joint %s, %s\n".formatted(k + 1, joints.get(k).name(), unit(joints.get(k))));
        }
        text.append("#\n# link frames: Rz(gamma) Rx(alpha) Rz(theta) in their parents', angles in rad\n");
        for (LinkFrame frame : equations.frames()) {
            text.append(String.format(
                    Locale.ROOT,
                    "# %d in %d: gamma %s, alpha %s, theta %s%s, at (%s, %s, %s)\n",
                    frame.joint(),
                    frame.parent(),
                    Numbers.text(frame.gamma()),
                    Numbers.text(frame.alpha()),
                    frame.turns() ? "q" + frame.joint() + " + " : "",
                    Numbers.text(frame.theta()),
                    Numbers.text(frame.position()[0]),
                    Numbers.text(frame.position()[1]),
                    Numbers.text(frame.position()[2])));
        }
        if (!equations.parameters().isEmpty()) {
            text.append('\n');
        }
        for (OpenParameter parameter : equations.parameters()) {
            text.append(
                    Double.isNaN(parameter.value())
                            ? "# %s: %s\n".formatted(parameter.name(), equations.meaning(parameter))
                            : "%s = %s  # %s\n"
                                    .formatted(parameter.name(), parameter.value(), equations.meaning(parameter)));
        }
        text.append('\n');
        equations.definitions().forEach(step -> text.append("%s = %s\n".formatted(step.name(), step.text())));
        text.append('\n');
        equations.equations().forEach(equation -> text.append("%s = %s\n".formatted(equation.name(), equation.text())));
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder("# " + title() + "\n\n");
        if (!note().isEmpty()) {
            text.append(note()).append("\n\n");
        }
        text.append("| coordinate | joint | unit |\n|---|---|---|\n");
        for (int k = 0; k < joints.size(); k++) {
            text.append(
                    "| $q_{%s}$ | %s | %s |\n".formatted(k + 1, joints.get(k).name(), unit(joints.get(k))));
        }
        text.append("\n| link frame | in | γ | α | θ | x | y | z |\n|---|---|---|---|---|---|---|---|\n");
        for (LinkFrame f : equations.frames()) {
            double[] p = f.position();
            text.append("| %s | %s | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            f.joint(),
                            f.parent(),
                            Numbers.text(f.gamma()),
                            Numbers.text(f.alpha()),
                            Numbers.text(f.theta()),
                            Numbers.text(p[0]),
                            Numbers.text(p[1]),
                            Numbers.text(p[2])));
        }
        if (!equations.parameters().isEmpty()) {
            text.append("\n| symbol | what it is | value |\n|---|---|---|\n");
            for (OpenParameter parameter : equations.parameters()) {
                text.append("| $%s$ | %s | %s |\n"
                        .formatted(
                                LatexText.of(parameter.name()),
                                latexMeaning(parameter),
                                Double.isNaN(parameter.value()) ? "" : parameter.value()));
            }
        }
        text.append('\n');
        for (List<Equation> part : List.of(equations.definitions(), equations.equations())) {
            for (Equation equation : part) {
                text.append("$$\n").append(aligned(equation)).append("\n$$\n\n");
            }
        }
        return text.toString();
    }

    private String latexMeaning(OpenParameter parameter) {
        String meaning = equations.meaning(parameter);
        return meaning.equals(parameter.meaning()) ? meaning : "$" + LatexText.of(meaning) + "$";
    }

    private static String aligned(Equation equation) {
        return "\\begin{aligned}\n" + row(equation) + "\n\\end{aligned}";
    }

    /** One row for each term of a long sum. */
    private static String row(Equation equation) {
        List<String> rows = new ArrayList<>();
        StringBuilder row = new StringBuilder();
        for (String term : equation.terms()) {
            boolean negative = term.startsWith("-");
            String body = LatexText.of(negative ? term.substring(1) : term);
            String sign = negative ? "- " : rows.isEmpty() && row.isEmpty() ? "" : "+ ";
            if (!row.isEmpty() && row.length() + body.length() > 160) {
                rows.add(row.toString());
                row = new StringBuilder();
            }
            row.append(row.isEmpty() ? "" : " ").append(sign).append(body);
        }
        rows.add(row.toString());
        return LatexText.of(equation.name()) + " ={} & " + String.join(" \\\\\n & ", rows);
    }

    String latex() {
        StringBuilder text = new StringBuilder("% " + title() + "; needs amsmath\n");
        if (!note().isEmpty()) {
            text.append("% ").append(note()).append('\n');
        }
        for (int k = 0; k < joints.size(); k++) {
            text.append("%% q_%s: joint %s, %s\n".formatted(k + 1, joints.get(k).name(), unit(joints.get(k))));
        }
        if (!equations.parameters().isEmpty()) {
            text.append("\\begin{align*}\n");
            text.append(equations.parameters().stream()
                    .map(parameter -> "%s &= %s".formatted(LatexText.of(parameter.name()), definition(parameter)))
                    .collect(Collectors.joining(" \\\\\n")));
            text.append("\n\\end{align*}\n");
        }
        for (List<Equation> part : List.of(equations.definitions(), equations.equations())) {
            if (!part.isEmpty()) {
                text.append("\\begin{align*}\n");
                text.append(part.stream().map(EquationWriter::row).collect(Collectors.joining(" \\\\\n")));
                text.append("\n\\end{align*}\n");
            }
        }
        return text.toString();
    }

    private String definition(OpenParameter parameter) {
        String meaning = equations.meaning(parameter);
        if (Double.isNaN(parameter.value())) {
            return meaning.equals(parameter.meaning()) ? "\\text{open}" : LatexText.of(meaning);
        }
        String value = LatexText.of(Double.toString(parameter.value()));
        return meaning.equals(parameter.meaning()) ? value : LatexText.of(meaning) + " = " + value;
    }
}
