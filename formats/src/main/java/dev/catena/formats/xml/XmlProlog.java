package dev.catena.formats.xml;

import dev.catena.formats.file.FileProblems;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repairs what is no XML in many robot files: what stands before the first element, and two hyphens inside of comments. Lines
 * keep their numbers.
 */
final class XmlProlog {
    private static final Pattern DECLARATION = Pattern.compile("<\\?xml\\s[^>]*>");
    private static final Pattern VERSION = Pattern.compile("version\\s*=\\s*[\"']([^\"']*)[\"']");
    private static final Pattern ELEMENT = Pattern.compile("<[A-Za-z_:]");

    private XmlProlog() {}

    static String repaired(String text, FileProblems problems) {
        return withoutHyphens(withProlog(text, problems), problems);
    }

    /** Comments end at the first {@code -->}; hyphens before it say nothing. Data between CDATA marks is no comment. */
    private static String withoutHyphens(String text, FileProblems problems) {
        StringBuilder result = new StringBuilder();
        int copied = 0;
        int position = text.indexOf("<!");
        while (position >= 0) {
            boolean isComment = text.startsWith("<!--", position);
            boolean isData = text.startsWith("<![CDATA[", position);
            int end = isComment || isData ? text.indexOf(isComment ? "-->" : "]]>", position + 4) : position;
            if (end < 0) {
                break;
            }
            String comment = isComment ? text.substring(position + 4, end) : "";
            if (comment.contains("--") || comment.endsWith("-")) {
                if (copied == 0) {
                    problems.warning(
                            lineOf(text, position), "a comment holds \"--\", which XML forbids; it is skipped");
                }
                result.append(text, copied, position + 4).append(comment.replace('-', ' '));
                copied = end;
            }
            position = text.indexOf("<!", end + 2);
        }
        return copied == 0 ? text : result.append(text, copied, text.length()).toString();
    }

    private static String withProlog(String text, FileProblems problems) {
        Matcher element = ELEMENT.matcher(text);
        int first = element.find() ? element.start() : text.length();
        Matcher declaration = DECLARATION.matcher(text).region(0, first);
        if (declaration.find()) {
            Matcher version = VERSION.matcher(declaration.group());
            boolean known = !version.find() || version.group(1).matches("1\\.[01]");
            if (known && declaration.start() == 0) {
                return text;
            }
            problems.warning(
                    lineOf(text, declaration.start()),
                    known
                            ? "the XML declaration is not at the beginning of the file; what stands before it is left"
                                    + " out"
                            : "the XML declaration names version \"%s\"; the file is read as XML 1.0"
                                    .formatted(version.group(1)));
            return lineBreaks(text, declaration.end()) + text.substring(declaration.end());
        }
        int start = text.indexOf('<');
        if (start > 0 && !text.substring(0, start).isBlank()) {
            problems.warning(1, "there is text before the first element; it is left out");
            return lineBreaks(text, start) + text.substring(start);
        }
        return text;
    }

    private static int lineOf(String text, int index) {
        return 1 + lineBreaks(text, index).length();
    }

    private static String lineBreaks(String text, int end) {
        return "\n".repeat((int)
                text.substring(0, end).chars().filter(c -> c == '\n').count());
    }
}
