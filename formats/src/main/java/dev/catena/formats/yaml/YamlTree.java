package dev.catena.formats.yaml;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.InputFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Builds a tree of {@link YamlNode}s from the events of the parser. Anchors, aliases and tags are refused: a robot needs
 * none of them, and without them a document cannot grow beyond its own length.
 */
final class YamlTree {
    private static final int DEEPEST = 32;

    /**
     * The parser copies what it has of a word, a line of text or a comment whenever its buffer is used up, which for a
     * long one takes the square of its length over the buffer's.
     */
    private static final int LARGEST_BUFFER = 1 << 20;

    private static final int LEAST_BUFFER = 1 << 10;

    /** Letters of a word or a text; messages repeat them. */
    private static final int LONGEST_TEXT = 1 << 20;

    private final FileProblems problems;
    private final Deque<Collection> open = new ArrayDeque<>();
    private @Nullable YamlNode root;

    /** A list or a mapping that has not ended yet. */
    private static final class Collection {
        final int line;
        final boolean isMapping;
        final List<YamlNode> items = new ArrayList<>();
        final Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
        YamlNode.@Nullable Scalar key;

        Collection(int line, boolean isMapping) {
            this.line = line;
            this.isMapping = isMapping;
        }

        YamlNode finished() {
            return isMapping ? new YamlNode.Mapping(line, entries) : new YamlNode.Sequence(line, items);
        }
    }

    private YamlTree(FileProblems problems) {
        this.problems = problems;
    }

    /** The top of the only document in the text. */
    static YamlNode parse(String text, FileProblems problems) {
        if (text.length() > InputFile.LARGEST_DESCRIPTION) {
            throw problems.fatal(0, "the text has %s characters, which is too long".formatted(text.length()));
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(problems.file())
                .setCodePointLimit(InputFile.LARGEST_DESCRIPTION)
                .setBufferSize(Math.max(LEAST_BUFFER, Math.min(text.length() + 1, LARGEST_BUFFER)))
                .build();
        YamlTree tree = new YamlTree(problems);
        try {
            Parser parser = new ParserImpl(settings, new StreamReader(settings, text));
            while (parser.hasNext()) {
                tree.accept(parser.next());
            }
        } catch (MarkedYamlEngineException e) {
            throw problems.fatal(
                    e.getProblemMark().map(YamlTree::line).orElse(0), "broken YAML: " + oneLine(e.getProblem()));
        } catch (YamlEngineException e) {
            throw problems.fatal(0, "broken YAML: " + oneLine(String.valueOf(e.getMessage())));
        }
        YamlNode root = tree.root;
        if (root == null) {
            throw problems.fatal(0, "the file is empty");
        }
        return root;
    }

    private void accept(Event event) {
        int line = event.getStartMark().map(YamlTree::line).orElse(0);
        switch (event.getEventId()) {
            case Alias ->
                throw problems.fatal(
                        line,
                        "aliases (*%s) are not allowed"
                                .formatted(brief(((AliasEvent) event).getAlias().toString())));
            case Scalar -> {
                refuseAnchor((ScalarEvent) event, line);
                ScalarEvent scalar = (ScalarEvent) event;
                refuseTag(scalar.getTag().orElse(null), line);
                if (scalar.getValue().length() > LONGEST_TEXT) {
                    throw problems.fatal(
                            line,
                            "a text has %s characters, but at most %s are read"
                                    .formatted(scalar.getValue().length(), LONGEST_TEXT));
                }
                add(new YamlNode.Scalar(line, scalar.getValue()));
            }
            case SequenceStart, MappingStart -> {
                CollectionStartEvent start = (CollectionStartEvent) event;
                refuseAnchor(start, line);
                refuseTag(start.getTag().orElse(null), line);
                if (open.size() >= DEEPEST) {
                    throw problems.fatal(line, "nested deeper than %s levels".formatted(DEEPEST));
                }
                open.push(new Collection(line, event.getEventId() == Event.ID.MappingStart));
            }
            case SequenceEnd, MappingEnd -> add(open.pop().finished());
            default -> {}
        }
    }

    private void refuseAnchor(NodeEvent event, int line) {
        event.getAnchor().ifPresent(anchor -> {
            throw problems.fatal(line, "anchors (&%s) are not allowed".formatted(brief(anchor.toString())));
        });
    }

    private void refuseTag(@Nullable String tag, int line) {
        // a lone "!" only says that a quoted scalar is text
        if (tag != null && !tag.equals("!")) {
            throw problems.fatal(line, "tags (%s) are not allowed".formatted(brief(tag)));
        }
    }

    private void add(YamlNode node) {
        Collection parent = open.peek();
        if (parent == null) {
            if (root != null) {
                throw problems.fatal(node.line(), "a second document begins here; one file holds one robot");
            }
            root = node;
        } else if (!parent.isMapping) {
            parent.items.add(node);
        } else if (parent.key == null) {
            if (!(node instanceof YamlNode.Scalar key)) {
                throw problems.fatal(node.line(), "a key must be a word, but is " + node.describe());
            }
            parent.key = key;
        } else {
            YamlNode.Scalar key = parent.key;
            parent.key = null;
            if (parent.entries.putIfAbsent(key.text(), new YamlNode.Entry(key.line(), node)) != null) {
                problems.problem(key.line(), "key \"%s\" is given twice".formatted(key.text()));
            }
        }
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }

    private static String oneLine(String text) {
        return brief(text.strip().replaceAll("\\s+", " "), 400);
    }

    private static String brief(String text) {
        return brief(text, 40);
    }

    private static String brief(String text, int most) {
        return text.length() > most ? text.substring(0, most) + "…" : text;
    }
}
