package dev.catena.app.gait;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Pictures of a step: figures side by side, and one that walks two strides, seen from anywhere. */
final class WalkPicture {
    private static final int FRAMES = 25;
    private static final int FIGURES = 6;

    /** Meters between figures that are drawn side by side. */
    private static final double SPACING = 0.95;

    /** Chains of bodies whose origins are joined by lines. */
    private static final List<List<String>> LINES = List.of(
            List.of("head", "sp4", "sp3", "sp2", "sp1", "pelvis"),
            List.of("thigh_r", "pelvis", "thigh_l"),
            List.of("uarm_r", "sp4", "uarm_l"),
            List.of("uarm_r", "farm_r", "hand_r"),
            List.of("uarm_l", "farm_l", "hand_l"),
            List.of("thigh_r", "shank_r", "foot_r", "toe_r"),
            List.of("thigh_l", "shank_l", "foot_l", "toe_l"));

    private final WalkAnalysis analysis;
    private final RobotModel robot;
    private final Kinematics kinematics;

    WalkPicture(WalkAnalysis analysis) {
        this.analysis = analysis;
        robot = analysis.robot();
        kinematics = new Kinematics(robot);
    }

    /** Polylines of a posture: heel and toe tips included. */
    private List<List<Vector3>> lines(double t) {
        MotionState state = analysis.motion().at(t);
        kinematics.compute(state.position());
        List<List<Vector3>> all = new ArrayList<>();
        for (List<String> chain : LINES) {
            List<Vector3> points = new ArrayList<>();
            chain.forEach(body -> points.add(place(body, Vector3.ZERO)));
            all.add(points);
        }
        Walker walker = analysis.problem().walker();
        for (String side : List.of("_r", "_l")) {
            all.add(List.of(
                    place("foot" + side, Vector3.ZERO),
                    place("foot" + side, walker.heel()),
                    place("foot" + side, walker.ball()),
                    place("toe" + side, walker.tip()),
                    place("toe" + side, Vector3.ZERO)));
        }
        all.add(List.of(place("head", Vector3.ZERO), place("head", new Vector3(0, 0.2 * walker.scale, 0.01))));
        return all;
    }

    private Vector3 place(String body, Vector3 point) {
        return kinematics.worldFromBody(robot.bodyIndex(body)).apply(point);
    }

    /** Figures of one step from the side, left to right. */
    String figures() {
        StringBuilder svg = new StringBuilder();
        double step = analysis.travel();
        double scale = 160;
        for (int k = 0; k < FIGURES; k++) {
            double t = analysis.motion().duration() * k / (FIGURES - 1);
            double shift = SPACING * k - step * k / (FIGURES - 1);
            for (List<Vector3> line : lines(t)) {
                StringBuilder path = new StringBuilder();
                for (Vector3 p : line) {
                    path.append(path.isEmpty() ? 'M' : 'L')
                            .append(number(20 + scale * (p.z() + shift)))
                            .append(' ')
                            .append(number(340 - scale * p.y()));
                }
                svg.append("<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\""
                                + " stroke-linecap=\"round\" d=\"")
                        .append(path)
                        .append("\"/>\n");
            }
            svg.append("<text x=\"%s\" y=\"368\" text-anchor=\"middle\" fill=\"currentColor\">%s s</text>%n"
                    .formatted(number(20 + scale * (SPACING * k + 0.38)), number(t)));
        }
        return """
            <svg role="img" aria-label="figures of a step" viewBox="0 0 960 380" class="steps" style="width:100%;height:auto">
            <path stroke="currentColor" stroke-opacity=".4" d="M0 340L960 340"/>
            """ + svg + "</svg>\n";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** A canvas with two strides that repeat; dragging turns the view. */
    String animation() {
        StringBuilder frames = new StringBuilder("[");
        for (int k = 0; k < FRAMES; k++) {
            frames.append(k == 0 ? "[" : ",[");
            String comma = "";
            for (List<Vector3> line : lines(analysis.motion().duration() * k / FRAMES)) {
                frames.append(comma).append('[');
                comma = ",";
                String inner = "";
                for (Vector3 p : line) {
                    frames.append(inner)
                            .append(number(100 * p.x()))
                            .append(',')
                            .append(number(100 * p.y()))
                            .append(',')
                            .append(number(100 * p.z()));
                    inner = ",";
                }
                frames.append(']');
            }
            frames.append(']');
        }
        double step = 100 * analysis.travel();
        return """
            <canvas id="walk" width="960" height="420" style="width:100%%;height:auto;touch-action:pan-y" aria-label="two strides, walking"></canvas>
            <script>
            (function () {
              const frames = %s], step = %s, seconds = %s, cycles = %s;
              const canvas = document.getElementById('walk'), g = canvas.getContext('2d');
              let turn = 0.9, tilt = 0.15, held = null;
              canvas.addEventListener('pointerdown', e => { held = e; canvas.setPointerCapture(e.pointerId); });
              canvas.addEventListener('pointerup', () => { held = null; });
              canvas.addEventListener('pointermove', e => {
                if (held) { turn += (e.clientX - held.clientX) / 150; tilt += (e.clientY - held.clientY) / 300; held = e; }
              });
              function project(x, y, z) {
                const c = Math.cos(turn), s = Math.sin(turn), u = z * s - x * c, d = z * c + x * s;
                return [480 + 2 * u, 385 - 2 * (y * Math.cos(tilt) - d * Math.sin(tilt))];
              }
              function line(points) {
                g.beginPath();
                points.forEach((p, k) => { const q = project(p[0], p[1], p[2]); if (k) g.lineTo(q[0], q[1]); else g.moveTo(q[0], q[1]); });
                g.stroke();
              }
              function draw(now) {
                const steps = (now / 1000 / seconds) %% cycles, number = Math.floor(steps), mirrored = cycles === 4 && number %% 2 === 1;
                const frame = frames[Math.min(frames.length - 1, Math.floor((steps - number) * frames.length))];
                g.clearRect(0, 0, 960, 420);
                const color = getComputedStyle(canvas).color;
                g.strokeStyle = color; g.lineCap = 'round';
                g.globalAlpha = 0.25; g.lineWidth = 1;
                const middle = step * cycles * 0.7;
                for (let z = 0; z <= cycles + 2; z++) { line([[-40, 0, z * step - middle], [40, 0, z * step - middle]]); }
                for (let x = -40; x <= 40; x += 40) { line([[x, 0, -middle], [x, 0, (cycles + 2) * step - middle]]); }
                g.globalAlpha = 1; g.lineWidth = 4;
                for (const flat of frame) {
                  const points = [];
                  for (let k = 0; k < flat.length; k += 3) {
                    points.push([mirrored ? -flat[k] : flat[k], flat[k + 1], flat[k + 2] + number * step - middle]);
                  }
                  line(points);
                }
                if (!matchMedia('(prefers-reduced-motion: reduce)').matches) { requestAnimationFrame(draw); }
              }
              requestAnimationFrame(draw);
            })();
            </script>
            """.formatted(frames, number(step), number(analysis.motion().duration()), analysis.isStride() ? 2 : 4);
    }
}
