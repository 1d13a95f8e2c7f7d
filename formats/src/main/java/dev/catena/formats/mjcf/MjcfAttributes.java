package dev.catena.formats.mjcf;

import dev.catena.formats.xml.LeftOut;
import dev.catena.formats.xml.XmlElement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What elements say that a model has no place for, and what they cannot say: nothing of it is passed over without a word. */
final class MjcfAttributes {
    private static final List<String> PLACE = List.of("pos", "quat", "axisangle", "xyaxes", "zaxis", "euler");

    /** All attributes of the elements that dynamics depends on. */
    private static final Map<String, Set<String>> KNOWN = Map.of(
            "option",
            words(
                    "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind magnetic"
                            + " density viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver"
                            + " iterations ls_iterations noslip_iterations ccd_iterations sdf_iterations sdf_initpoints"
                            + " actuatorgroupdisable apirate collision mpr_iterations mpr_tolerance"),
            "compiler",
            words(
                    "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb eulerseq"
                            + " meshdir texturedir discardvisual usethread fusestatic inertiafromgeom inertiagrouprange saveinertial"
                            + " assetdir alignfree convexhull exactmeshinertia"),
            "joint",
            words("name class type group pos axis springdamper limited actuatorfrclimited solreflimit solimplimit"
                    + " solreffriction solimpfriction stiffness range actuatorfrcrange actuatorgravcomp margin ref springref"
                    + " armature damping frictionloss user"),
            "freejoint",
            words("name class group align"),
            "body",
            words("name childclass mocap gravcomp user sleep", PLACE),
            "frame",
            words("name childclass", PLACE),
            "inertial",
            words("mass diaginertia fullinertia", PLACE),
            "geom",
            words(
                    "name class type contype conaffinity condim group priority size material friction mass density"
                            + " shellinertia solmix solref solimp margin gap fromto hfield mesh fitscale rgba fluidshape"
                            + " fluidcoef user",
                    PLACE));

    /** Attributes of the kinds of equality that are read. */
    private static final Map<String, Set<String>> OF_EQUALITY = Map.of(
            "joint",
            words("name class active solref solimp joint1 joint2 polycoef"),
            "connect",
            words("name class active solref solimp body1 body2 anchor site1 site2"),
            "weld",
            words("name class active solref solimp body1 body2 anchor site1 site2 relpose torquescale"));

    /** Attributes of actuators, of all kinds together. */
    private static final Set<String> OF_ACTUATOR = words(
            "name class group nsample interp delay ctrllimited forcelimited actlimited ctrlrange forcerange actrange lengthrange"
                    + " gear cranklength joint jointinparent tendon slidersite cranksite site refsite body user actdim actearly"
                    + " dyntype gaintype biastype dynprm gainprm biasprm kp kv dampratio timeconst inheritrange diameter area"
                    + " bias range force scale lmin lmax vmax fpmax fvmax gain plugin instance damping armature"
                    + " motorconst resistance nominal saturation inductance cogging controller thermal lugre input");

    private static final Set<String> OF_DEFAULT = words(
            "default mesh material joint geom site camera light pair equality"
                    + " tendon skin general motor position velocity intvelocity damper cylinder muscle adhesion dcmotor");

    private static final List<String> YES_OR_NO = List.of("true", "false");
    private static final List<String> OR_AUTO = List.of("true", "false", "auto");

    /** Attributes that are one of a few words. */
    private static final Map<String, Map<String, List<String>>> WORDS = Map.of(
            "compiler",
            Map.of(
                    "angle", List.of("degree", "radian"),
                    "coordinate", List.of("local"),
                    "autolimits", YES_OR_NO,
                    "inertiafromgeom", OR_AUTO,
                    "balanceinertia", YES_OR_NO,
                    "strippath", YES_OR_NO,
                    "exactmeshinertia", YES_OR_NO),
            "joint",
            Map.of("limited", OR_AUTO, "actuatorfrclimited", OR_AUTO),
            "body",
            Map.of("mocap", YES_OR_NO),
            "geom",
            Map.of("shellinertia", YES_OR_NO));

    private static final List<String> NUMBERS = List.of("boundmass", "boundinertia", "settotalmass");

    /** Flags that take away what the reader takes from the file. */
    private static final List<String> FLAGS =
            List.of("constraint", "equality", "frictionloss", "limit", "passive", "damper");

    private static final List<String> SWITCHES = List.of("enable", "disable");

    private final LeftOut leftOut = new LeftOut();

    private MjcfAttributes() {}

    static void check(XmlElement root) {
        MjcfAttributes attributes = new MjcfAttributes();
        for (XmlElement child : root.children()) {
            switch (child.name()) {
                case "compiler" -> attributes.checkCompiler(child);
                case "option" -> attributes.checkFlags(child);
                case "equality" ->
                    child.children().forEach(each -> attributes.checkNames(each, OF_EQUALITY.get(each.name())));
                case "actuator" -> child.children().forEach(attributes::checkActuator);
                case "default", "worldbody" -> attributes.checkAll(child);
                default -> {
                    // read, or left out, as a whole
                }
            }
        }
    }

    private void checkCompiler(XmlElement compiler) {
        checkNames(compiler);
        NUMBERS.forEach(attribute -> {
            double unused = compiler.number(attribute, 0);
        });
        double[] unused = compiler.numbers("inertiagrouprange", 2, 2);
        String order = compiler.text("eulerseq");
        if (order != null && !order.matches("[xyzXYZ]{3}")) {
            compiler.problem("eulerseq of <compiler> must be three of x, y, z, but is \"%s\"".formatted(order));
        }
    }

    private void checkActuator(XmlElement actuator) {
        checkNames(actuator, OF_ACTUATOR);
        for (String attribute : List.of("ctrllimited", "forcelimited")) {
            checkWord(actuator, attribute, OR_AUTO);
        }
    }

    private void checkFlags(XmlElement option) {
        checkNames(option, KNOWN.get("option"));
        for (XmlElement flag : option.children("flag")) {
            flag.attributes().forEach((name, value) -> {
                if (!SWITCHES.contains(value)) {
                    flag.problem(wrongWord(name, flag, SWITCHES, value));
                }
            });
            for (String name : FLAGS) {
                if (flag.text(name, "").equals("disable")) {
                    leftOut.thing(flag, "%s=\"disable\" of <flag>".formatted(name));
                }
            }
        }
    }

    private void checkAll(XmlElement element) {
        checkNames(element);
        for (XmlElement child : element.children()) {
            if (element.name().equals("default") && !OF_DEFAULT.contains(child.name())) {
                leftOut.element(child, Set.of());
            } else if (MjcfSettings.ACTUATORS.contains(child.name())) {
                checkActuator(child);
            } else {
                checkAll(child);
            }
        }
    }

    private void checkNames(XmlElement element) {
        checkNames(element, KNOWN.get(element.name()));
        WORDS.getOrDefault(element.name(), Map.of())
                .forEach((attribute, words) -> checkWord(element, attribute, words));
        if (element.text("childclass", "main").isBlank()) {
            element.problem("childclass of <%s> is empty".formatted(element.name()));
        }
        List<String> orientations = PLACE.stream().skip(1).filter(element::has).toList();
        if (orientations.size() > 1) {
            element.problem("<%s> has several orientations, %s: take one of them"
                    .formatted(element.name(), String.join(", ", orientations)));
        }
    }

    private void checkNames(XmlElement element, @Nullable Set<String> known) {
        if (known != null) {
            for (String attribute : element.attributes().keySet()) {
                if (!known.contains(attribute)) {
                    leftOut.thing(element, "%s of <%s>".formatted(attribute, element.name()));
                }
            }
        }
    }

    private static void checkWord(XmlElement element, String attribute, List<String> words) {
        String given = element.text(attribute, words.get(0));
        if (!words.contains(given)) {
            element.problem(wrongWord(attribute, element, words, given));
        }
    }

    private static String wrongWord(String attribute, XmlElement element, List<String> words, String given) {
        return "%s of <%s> must be %s, but is \"%s\""
                .formatted(attribute, element.name(), String.join(" or ", words), given);
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    private static Set<String> words(String text, List<String> more) {
        return words(text + " " + String.join(" ", more));
    }
}
