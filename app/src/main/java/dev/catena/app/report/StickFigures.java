package dev.catena.app.report;

import dev.catena.app.report.Sketch.Look;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Snapshots of a robot, later ones stronger, and the way of its last body. Robots that move in a plane are seen from its
 * normal, others from above at an angle.
 */
public final class StickFigures {
    private static final int MARGIN = 42;
    private static final Color EARLY = new Color(0xc9d9ec);
    private static final Color LATE = new Color(0x123a6b);
    private static final Look WAY = new Look("class=\"way\"", new Color(0xd9822b), 1.3f);
    private static final Look TEXT = new Look("", new Color(0x1f2933), 1);
    private static final Look GRID = new Look("class=\"grid\"", new Color(0xe3e8ed), 1);

    private final RobotModel robot;
    private final List<Figure> figures = new ArrayList<>();
    private final List<Vector3> way = new ArrayList<>();
    private final int lastBody;

    private record Segment(Vector3 from, Vector3 to) {}

    private record Figure(List<Segment> segments, List<Vector3> joints) {}

    /** @param positions of the joints, in the order of time */
    public StickFigures(RobotModel robot, List<double[]> positions, List<double[]> wayPositions) {
        this.robot = robot;
        lastBody = robot.bodies().size() - 1;
        Kinematics kinematics = new Kinematics(robot.openTree().withFixedBase());
        for (double[] q : positions) {
            kinematics.compute(q);
            figures.add(figure(kinematics));
        }
        for (double[] q : wayPositions) {
            kinematics.compute(q);
            way.add(kinematics.worldFromBody(lastBody).position());
        }
    }

    /** From each joint to its body's origin, and from there to the joints that it carries. */
    private Figure figure(Kinematics kinematics) {
        List<Segment> segments = new ArrayList<>();
        List<Vector3> joints = new ArrayList<>();
        for (int body = 1; body <= lastBody; body++) {
            Optional<Joint> joint = robot.jointOf(body);
            Pose parent = kinematics.worldFromBody(robot.parent(body));
            Vector3 at = joint.map(
                            j -> parent.apply(j.geometry().parentFromJoint().position()))
                    .orElse(parent.position());
            segments.add(new Segment(parent.position(), at));
            segments.add(new Segment(at, kinematics.worldFromBody(body).position()));
            if (joint.isPresent() && joint.get().kind().moves()) {
                joints.add(at);
            }
        }
        if (robot.hasLoops()) {
            for (CutJoint cut : robot.loops().cutJoints()) {
                addCutSide(kinematics, cut.first(), cut.firstFromJoint(), segments, joints);
                addCutSide(kinematics, cut.second(), cut.secondFromJoint(), segments, joints);
            }
        }
        return new Figure(segments, joints);
    }

    /** From a body's origin to a joint at which a loop is cut. */
    private void addCutSide(
            Kinematics kinematics, String body, Pose bodyFromJoint, List<Segment> segments, List<Vector3> joints) {
        Pose at = kinematics.worldFromBody(robot.bodyIndex(body));
        Vector3 end = at.apply(bodyFromJoint.position());
        segments.add(new Segment(at.position(), end));
        joints.add(end);
    }

    /** A picture of so many pixels. */
    public byte[] toPng(int width, int height) {
        return sketch(width, height).toPng();
    }

    String toSvg(int width, int height, String description) {
        return sketch(width, height).toSvg(description);
    }

    private Sketch sketch(int width, int height) {
        Sketch sketch = new Sketch(width, height);
        View view = new View(width, height);
        view.addGrid(sketch);
        for (int k = 0; k < figures.size(); k++) {
            double share = figures.size() == 1 ? 1 : (double) k / (figures.size() - 1);
            Look look = look(share);
            for (Segment segment : figures.get(k).segments) {
                sketch.line(look, view.x(segment.from), view.y(segment.from), view.x(segment.to), view.y(segment.to));
            }
            for (Vector3 joint : figures.get(k).joints) {
                sketch.dot(look, view.x(joint), view.y(joint));
            }
        }
        double[] line = new double[2 * way.size()];
        for (int k = 0; k < way.size(); k++) {
            line[2 * k] = view.x(way.get(k));
            line[2 * k + 1] = view.y(way.get(k));
        }
        if (line.length > 2) {
            sketch.line(WAY, line);
        }
        return sketch;
    }

    private static Look look(double share) {
        String color = "color-mix(in srgb, var(--late) %s%%, var(--early))".formatted(Math.round(100 * share));
        return new Look("style=\"color: %s; stroke: %s\"".formatted(color, color), mixed(share), 2.2f);
    }

    private static Color mixed(double share) {
        return new Color(
                (int) (EARLY.getRed() + share * (LATE.getRed() - EARLY.getRed())),
                (int) (EARLY.getGreen() + share * (LATE.getGreen() - EARLY.getGreen())),
                (int) (EARLY.getBlue() + share * (LATE.getBlue() - EARLY.getBlue())));
    }

    /** From the world to the picture: two directions, the same scale along both. */
    private final class View {
        private final Vector3 right;
        private final Vector3 up;
        private final String rightName;
        private final String upName;
        private final int width;
        private final int height;
        private double left = Double.POSITIVE_INFINITY;
        private double bottom = Double.POSITIVE_INFINITY;
        private double farRight = Double.NEGATIVE_INFINITY;
        private double top = Double.NEGATIVE_INFINITY;
        private final double scale;

        View(int width, int height) {
            this.width = width;
            this.height = height;
            double[] extent = extent();
            double flat = 1e-6 * (extent[0] + extent[1] + extent[2]);
            if (extent[2] <= flat) {
                right = Vector3.X;
                up = Vector3.Y;
                rightName = "x (m)";
                upName = "y (m)";
            } else if (extent[1] <= flat) {
                right = Vector3.X;
                up = Vector3.Z;
                rightName = "x (m)";
                upName = "z (m)";
            } else if (extent[0] <= flat) {
                right = Vector3.Z;
                up = Vector3.Y;
                rightName = "z (m)";
                upName = "y (m)";
            } else {
                right = new Vector3(-0.5, Math.sqrt(0.75), 0);
                up = new Vector3(-0.3, -0.17, 0.94).normalized();
                rightName = "";
                upName = "";
            }
            for (Figure figure : figures) {
                figure.segments.forEach(segment -> include(segment.from));
                figure.segments.forEach(segment -> include(segment.to));
            }
            way.forEach(this::include);
            double across = Math.max(farRight - left, 1e-3);
            double along = Math.max(top - bottom, 1e-3);
            scale = Math.min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / along);
            left -= ((width - 2 * MARGIN) / scale - across) / 2;
            bottom -= ((height - 2 * MARGIN) / scale - along) / 2;
        }

        private double[] extent() {
            double[] least = {0, 0, 0};
            double[] most = {0, 0, 0};
            for (Figure figure : figures) {
                for (Segment segment : figure.segments) {
                    for (Vector3 point : List.of(segment.from, segment.to)) {
                        double[] xyz = point.toArray();
                        for (int axis = 0; axis < 3; axis++) {
                            least[axis] = Math.min(least[axis], xyz[axis]);
                            most[axis] = Math.max(most[axis], xyz[axis]);
                        }
                    }
                }
            }
            return new double[] {most[0] - least[0], most[1] - least[1], most[2] - least[2]};
        }

        private void include(Vector3 point) {
            left = Math.min(left, right.dot(point));
            farRight = Math.max(farRight, right.dot(point));
            bottom = Math.min(bottom, up.dot(point));
            top = Math.max(top, up.dot(point));
        }

        double x(Vector3 point) {
            return MARGIN + scale * (right.dot(point) - left);
        }

        double y(Vector3 point) {
            return height - MARGIN - scale * (up.dot(point) - bottom);
        }

        /** Lines at round distances; numbers where the axes are those of the world. */
        void addGrid(Sketch sketch) {
            double step = step((width - 2 * MARGIN) / scale);
            for (double value = Math.ceil(left / step) * step;
                    scale * (value - left) < width - 2 * MARGIN;
                    value += step) {
                double x = MARGIN + scale * (value - left);
                sketch.line(GRID, x, MARGIN / 2.0, x, height - MARGIN);
                label(sketch, value, x - 8, height - MARGIN + 15, rightName);
            }
            double tall = height - 2 * MARGIN;
            for (double value = Math.ceil(bottom / step) * step; scale * (value - bottom) < tall; value += step) {
                double y = height - MARGIN - scale * (value - bottom);
                sketch.line(GRID, MARGIN, y, width - MARGIN / 2.0, y);
                label(sketch, value, 8, y + 4, upName);
            }
            sketch.words(TEXT, width / 2.0 - 14, height - 8, rightName);
            sketch.words(TEXT, 8, 16, upName);
        }

        private void label(Sketch sketch, double value, double x, double y, String axis) {
            if (!axis.isEmpty()) {
                sketch.words(TEXT, x, y, TextTable.number(Math.rint(value * 1e6) / 1e6));
            }
        }

        /** 1, 2 or 5 times a power of ten: about six of them across. */
        private double step(double range) {
            double rough = range / 6;
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            double factor = rough / power;
            return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
        }
    }
}
