package dev.catena.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A document of the repository.
 *
 * @param source where it is in the repository, {@code docs/urdf.md}
 * @param address where it goes in the site, {@code docs/urdf.html}
 */
record Page(String source, String address, String title, Node document) {
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();
    private static final Pattern ANCHOR = Pattern.compile("<h[1-6] id=\"([^\"]*)\"");

    static Page read(Path root, String source) throws IOException {
        Node document = PARSER.parse(Files.readString(root.resolve(source)));
        String address = source.equals("README.md")
                ? "index.html"
                : source.replaceFirst("README\\.md$", "index.html").replaceFirst("\\.md$", ".html");
        return new Page(source, address, titleOf(document, source), document);
    }

    private static String titleOf(Node document, String otherwise) {
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                StringBuilder text = new StringBuilder();
                node.accept(new AbstractVisitor() {
                    @Override
                    public void visit(Text part) {
                        text.append(part.getLiteral());
                    }

                    @Override
                    public void visit(Code part) {
                        text.append(part.getLiteral());
                    }
                });
                return text.toString();
            }
        }
        return otherwise;
    }

    String html() {
        return RENDERER.render(document);
    }

    /** The names of its sections, as links use them. */
    Set<String> anchors() {
        Set<String> anchors = new TreeSet<>();
        ANCHOR.matcher(html()).results().forEach(match -> anchors.add(match.group(1)));
        return anchors;
    }

    /** Where a relative link of this document leads to in the repository. */
    String resolved(String link) {
        return Path.of("/")
                .relativize(Path.of("/").resolve(source).resolveSibling(link).normalize())
                .toString()
                .replace('\\', '/');
    }

    /** Documents of the repository that it links to. */
    Set<String> linkedDocuments() {
        Set<String> documents = new TreeSet<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String place = link.getDestination().replaceFirst("#.*", "");
                if (place.endsWith(".md") && !place.contains(":")) {
                    documents.add(resolved(place));
                }
                super.visit(link);
            }
        });
        return documents;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
