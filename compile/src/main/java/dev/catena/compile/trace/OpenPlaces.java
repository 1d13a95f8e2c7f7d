package dev.catena.compile.trace;

import dev.catena.model.CutJoint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Real;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Where bodies, joints and cut joints are on the links of a robot; lengths count once, when they are asked for. */
final class OpenPlaces<S extends Scalar<S>> {
    private final OpenSymbols<S> symbols;
    private final RobotModel tree;
    private final Map<String, List<Placement<S>>> cutFrames = new LinkedHashMap<>();
    private final Map<Integer, Placement<S>> bodies = new HashMap<>();
    private final Map<Integer, Vector<S>> joints = new HashMap<>();

    OpenPlaces(OpenSymbols<S> symbols, RobotModel tree) {
        this.symbols = symbols;
        this.tree = tree;
    }

    /** @param number of the first of them */
    void addCuts(List<CutJoint> cuts, int number) {
        for (int k = 0; k < cuts.size(); k++) {
            CutJoint cut = cuts.get(k);
            cutFrames.put(
                    cut.name(),
                    List.of(
                            cutFrame(cut.first(), cut.firstFromJoint(), "t", number + k, cut.name()),
                            cutFrame(cut.second(), cut.secondFromJoint(), "s", number + k, cut.name())));
        }
    }

    private Placement<S> cutFrame(String body, Pose at, String letter, int number, String name) {
        Placement<Real> onLink = CompactRobots.linkFromFrame(tree, tree.bodyIndex(body), at, Real::new);
        String meaning = "place of cut joint %s on the link of %s".formatted(name, body);
        return new Placement<>(
                symbols.constants(onLink.rotation()),
                symbols.place(letter, String.valueOf(number), onLink.position(), meaning));
    }

    /** A cut joint on the link of its first or second body. */
    Placement<S> cutFrame(CutJoint cut, boolean ofFirst) {
        return Objects.requireNonNull(cutFrames.get(cut.name())).get(ofFirst ? 0 : 1);
    }

    /** The one body that is asked for by itself. */
    Placement<S> tip(int body) {
        return bodies.computeIfAbsent(body, b -> linkFromBody(b, "t", ""));
    }

    /** One of all bodies. */
    Placement<S> body(int body) {
        return bodies.computeIfAbsent(body, b -> linkFromBody(b, "o", String.valueOf(b)));
    }

    List<Placement<S>> bodies() {
        return IntStream.range(0, tree.bodies().size()).mapToObj(this::body).toList();
    }

    private Placement<S> linkFromBody(int body, String letter, String number) {
        Placement<Real> at = CompactRobots.linkFromBody(tree, body, Real::new);
        String meaning =
                "place of body %s on its link".formatted(tree.bodies().get(body).name());
        return new Placement<>(symbols.constants(at.rotation()), symbols.place(letter, number, at.position(), meaning));
    }

    /**
     * The frame of a joint on the link that it moves.
     *
     * @param number of the joint
     */
    Vector<S> joint(int link, int number) {
        return joints.computeIfAbsent(
                link,
                i -> symbols.place(
                        "j",
                        String.valueOf(number),
                        CompactRobots.joints(tree, Real::new).apply(i),
                        "place of joint %s on its link".formatted(number)));
    }
}
