package dev.catena.formats.xml;

import java.util.HashSet;
import java.util.Set;

/** Says once for every kind of thing in a file that a model has no place for it. */
public final class LeftOut {
    private final Set<String> said = new HashSet<>();

    /** An element: known to mean nothing to a model, which is a note; or not known, which is a warning. */
    public void element(XmlElement element, Set<String> meaningless) {
        if (!said.add("<" + element.name() + ">")) {
            return;
        }
        if (meaningless.contains(element.name())) {
            element.file().note(element.line(), "not kept: <%s>".formatted(element.name()));
        } else {
            notUnderstood(element, "<%s>".formatted(element.name()));
        }
    }

    /** Something about an element. */
    public void thing(XmlElement element, String what) {
        if (said.add(what)) {
            notUnderstood(element, what);
        }
    }

    private static void notUnderstood(XmlElement element, String what) {
        element.warning("%s is not understood and left out".formatted(what));
    }
}
