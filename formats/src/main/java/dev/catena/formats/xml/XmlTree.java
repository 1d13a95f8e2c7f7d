package dev.catena.formats.xml;

import dev.catena.formats.file.FileProblems;
import dev.catena.model.ModelException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Builds a tree of {@link XmlElement}s. A document type is refused, so that there are no entities but the five of XML
 * itself: nothing is expanded, nothing is fetched.
 */
public final class XmlTree {
    private static final int DEEPEST = 200;
    private static final Pattern ENCODING =
            Pattern.compile("(?:\\u00ef\\u00bb\\u00bf)?<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private final FileProblems problems;
    private final Deque<XmlElement> open = new ArrayDeque<>();
    private final Deque<StringBuilder> contents = new ArrayDeque<>();
    private @Nullable XmlElement root;

    private XmlTree(FileProblems problems) {
        this.problems = problems;
    }

    /** Text in UTF-8, or in the encoding that a byte order mark or the XML declaration names. */
    public static XmlElement parse(byte[] bytes, FileProblems problems) {
        try {
            String text =
                    encoding(bytes).newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return parse(text.startsWith("\ufeff") ? text.substring(1) : text, problems);
        } catch (CharacterCodingException e) {
            throw problems.fatal(0, "broken XML: the file is not text in %s".formatted(encoding(bytes)));
        } catch (IllegalArgumentException e) {
            throw problems.fatal(1, "broken XML: unknown encoding " + e.getMessage());
        }
    }

    private static Charset encoding(byte[] bytes) {
        if (bytes.length > 1 && (bytes[0] & 0xff) + (bytes[1] & 0xff) == 0xfe + 0xff) {
            return StandardCharsets.UTF_16;
        }
        String start = new String(bytes, 0, Math.min(bytes.length, 200), StandardCharsets.ISO_8859_1);
        Matcher declared = ENCODING.matcher(start);
        return declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
    }

    public static XmlElement parse(String text, FileProblems problems) {
        XmlTree tree = new XmlTree(problems);
        try {
            XMLStreamReader reader =
                    factory().createXMLStreamReader(new StringReader(XmlProlog.repaired(text, problems)));
            while (reader.hasNext()) {
                tree.accept(reader, reader.next());
            }
            reader.close();
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNumber();
            throw problems.fatal(line, "broken XML: " + reason(e));
        } catch (ModelException e) {
            throw e;
        } catch (RuntimeException e) {
            // the parser of the JDK lets some of its own faults through on malformed text
            throw problems.fatal(0, "broken XML: " + e.getMessage());
        }
        if (tree.root == null) {
            throw problems.fatal(0, "broken XML: there is no element");
        }
        return tree.root;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // robot files in the wild use prefixes that they do not declare
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        // newer JDKs have a limit of their own, below DEEPEST
        factory.setProperty("jdk.xml.maxElementDepth", 0);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("the file asks for another one, which is not allowed: " + systemId);
        });
        return factory;
    }

    private void accept(XMLStreamReader reader, int event) {
        int line = reader.getLocation().getLineNumber();
        switch (event) {
            case XMLStreamConstants.DTD ->
                throw problems.fatal(line, "a document type (<!DOCTYPE …>) is not allowed in a robot file");
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw problems.fatal(line, "unknown entity &%s;".formatted(reader.getLocalName()));
            case XMLStreamConstants.START_ELEMENT -> start(reader, line);
            case XMLStreamConstants.END_ELEMENT -> end();
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                text(reader.getText());
            default -> {}
        }
    }

    private void start(XMLStreamReader reader, int line) {
        XmlElement element = new XmlElement(reader.getLocalName(), line, problems);
        for (int k = 0; k < reader.getAttributeCount(); k++) {
            String prefix = reader.getAttributePrefix(k);
            String name = reader.getAttributeLocalName(k);
            boolean bare = prefix == null || prefix.isEmpty() || name.startsWith(prefix + ":");
            element.attribute(bare ? name : prefix + ":" + name, reader.getAttributeValue(k));
        }
        XmlElement parent = open.peek();
        if (parent == null) {
            root = element;
        } else {
            parent.add(element);
        }
        if (open.size() >= DEEPEST) {
            throw problems.fatal(line, "nested deeper than %s levels".formatted(DEEPEST));
        }
        open.push(element);
        contents.push(new StringBuilder());
    }

    private void text(String characters) {
        StringBuilder content = contents.peek();
        if (content != null) {
            content.append(characters);
        }
    }

    private void end() {
        open.pop().content(contents.pop().toString());
    }

    /** The parser's reason without the position, which is given in front. */
    private static String reason(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int at = message.indexOf("Message: ");
        return (at < 0 ? message : message.substring(at + "Message: ".length()))
                .strip()
                .replaceAll("\\s+", " ");
    }
}
