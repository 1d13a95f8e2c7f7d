package dev.catena.compile.trace;

import dev.catena.compile.inputs.CodeInputs;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Matrix;
import dev.catena.textbook.Placement;
import dev.catena.textbook.Scalar;
import dev.catena.textbook.Vector;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** What the environment applies to the bodies of a robot, in the frames of the links. */
final class AppliedLoads<S extends Scalar<S>> {
    private final CompactRobot<S> robot;
    private final Placement<S> worldFromBase;
    private final List<OnBody<S>> loads = new ArrayList<>();

    private record OnBody<S extends Scalar<S>>(
            int body, int link, Placement<S> linkFromBody, boolean inWorld, Wrench<S> numbers, Wrench<S> rates) {}

    /**
     * Loads on the bodies that the inputs name.
     *
     * @param places where bodies lie on their links
     * @param numbers force and moment of each
     * @param rates of those numbers, or none
     */
    AppliedLoads(
            CompactRobot<S> robot,
            RobotModel model,
            CodeInputs inputs,
            Placement<S> worldFromBase,
            IntFunction<Placement<S>> places,
            List<S> numbers,
            List<S> rates) {
        this.robot = robot;
        this.worldFromBase = worldFromBase;
        List<String> bodies = inputs.loadedBodies();
        for (int k = 0; numbers.size() > 0 && k < bodies.size(); k++) {
            int body = model.bodyIndex(bodies.get(k));
            loads.add(new OnBody<>(
                    body,
                    CompactRobots.linkOf(model, body),
                    places.apply(body),
                    k >= inputs.wrenchesInBody().size(),
                    wrench(numbers, k),
                    rates.isEmpty() ? Wrench.zero(robot.constant(0)) : wrench(rates, k)));
        }
    }

    private static <S extends Scalar<S>> Wrench<S> wrench(List<S> numbers, int k) {
        List<S> six = numbers.subList(6 * k, 6 * k + 6);
        return new Wrench<>(
                new Vector<>(six.get(0), six.get(1), six.get(2)), new Vector<>(six.get(3), six.get(4), six.get(5)));
    }

    /**
     * By link: what leads to its axes, as vectors of the world go from link to link, or as the axes of the world seen from it, where many
     * links have loads.
     */
    private record Turns<S extends Scalar<S>>(List<CompactTransform<S>> transforms, List<List<Vector<S>>> worldAxes) {}

    private Turns<S> turns(List<S> q) {
        List<CompactTransform<S>> transforms = robot.transforms(q);
        List<OnBody<S>> inWorld = loads.stream().filter(OnBody::inWorld).toList();
        int steps = inWorld.stream().mapToInt(load -> depth(load.link)).sum();
        // two vectors a step; three a link, and two combinations a load
        boolean isShorter = 24 * (robot.size() - 1) + 18 * inWorld.size() < 16 * steps;
        List<List<Vector<S>>> axes = new ArrayList<>();
        for (int i = 0; isShorter && i < robot.size(); i++) {
            int link = i;
            Matrix<S> rotation = worldFromBase.rotation();
            axes.add(
                    i == 0
                            ? List.of(rotation.x(), rotation.y(), rotation.z())
                            : axes.get(robot.link(i).parent()).stream()
                                    .map(axis -> transforms.get(link).toChild(axis))
                                    .toList());
        }
        return new Turns<>(transforms, axes);
    }

    private int depth(int link) {
        int count = 0;
        for (int i = link; i > 0; i = robot.link(i).parent()) {
            count++;
        }
        return count;
    }

    /** By link, at a posture. */
    List<Wrench<S>> at(List<S> q) {
        Turns<S> transforms = turns(q);
        List<Wrench<S>> byLink = new ArrayList<>(robot.unloaded());
        for (OnBody<S> load : loads) {
            Wrench<S> inLink = inLink(load, load.numbers, transforms);
            byLink.set(load.link, byLink.get(load.link).plus(inLink));
        }
        return byLink;
    }

    /** By body that is loaded, each in the frame of its link. */
    Map<Integer, Wrench<S>> byBody(List<S> q) {
        Turns<S> transforms = turns(q);
        Map<Integer, Wrench<S>> byBody = new HashMap<>();
        for (OnBody<S> load : loads) {
            byBody.merge(load.body, inLink(load, load.numbers, transforms), Wrench::plus);
        }
        return byBody;
    }

    /** Rates of the components by link: numbers in world axes turn backward with the body, −ω × f. */
    List<Wrench<S>> ratesAt(List<S> q, CompactNewtonEuler<S> motion) {
        Turns<S> transforms = turns(q);
        List<Wrench<S>> byLink = new ArrayList<>(robot.unloaded());
        for (OnBody<S> load : loads) {
            Wrench<S> rate = inLink(load, load.rates, transforms);
            if (load.inWorld) {
                Vector<S> w = motion.omega(load.link);
                Wrench<S> turned = turned(load, load.numbers, transforms);
                rate = rate.plus(shifted(
                        load,
                        new Wrench<>(turned.force().cross(w), turned.moment().cross(w))));
            }
            byLink.set(load.link, byLink.get(load.link).plus(rate));
        }
        return byLink;
    }

    private Wrench<S> inLink(OnBody<S> load, Wrench<S> numbers, Turns<S> transforms) {
        return load.inWorld ? shifted(load, turned(load, numbers, transforms)) : load.linkFromBody.apply(numbers);
    }

    /** In the link's axes, still about the body's origin. */
    private Wrench<S> turned(OnBody<S> load, Wrench<S> inWorld, Turns<S> turns) {
        if (!turns.worldAxes.isEmpty()) {
            List<Vector<S>> axes = turns.worldAxes.get(load.link);
            return new Wrench<>(combined(axes, inWorld.force()), combined(axes, inWorld.moment()));
        }
        List<CompactTransform<S>> transforms = turns.transforms;
        List<Integer> path = new ArrayList<>();
        for (int i = load.link; i > 0; i = robot.link(i).parent()) {
            path.add(0, i);
        }
        Vector<S> force = worldFromBase.rotation().transposeTimes(inWorld.force());
        Vector<S> moment = worldFromBase.rotation().transposeTimes(inWorld.moment());
        for (int i : path) {
            force = transforms.get(i).toChild(force);
            moment = transforms.get(i).toChild(moment);
        }
        return new Wrench<>(force, moment);
    }

    private static <S extends Scalar<S>> Vector<S> combined(List<Vector<S>> axes, Vector<S> v) {
        return axes.get(0)
                .times(v.x())
                .plus(axes.get(1).times(v.y()))
                .plus(axes.get(2).times(v.z()));
    }

    private Wrench<S> shifted(OnBody<S> load, Wrench<S> aboutBody) {
        Vector<S> p = load.linkFromBody.position();
        return new Wrench<>(aboutBody.force(), aboutBody.moment().plus(p.cross(aboutBody.force())));
    }
}
