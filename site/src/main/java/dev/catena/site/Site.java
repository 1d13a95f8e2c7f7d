package dev.catena.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The whole site: a page for each document, what the documents link to, and the Javadoc of all modules. */
public final class Site {
    private static final String API = "api/index.html";

    /** Documents at the root, in the order of the menu; those of {@code docs} come after the first. */
    private static final List<String> DOCUMENTS = List.of(
            "README.md",
            "ARCHITECTURE.md",
            "REFERENCES.md",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "examples/README.md",
            "benchmarks/README.md",
            "consumers/README.md");

    private final Path root;
    private final TreeMap<String, Page> pages = new TreeMap<>();
    private final List<Page> menu = new ArrayList<>();

    Site(Path root) throws IOException {
        this.root = root;
        List<String> names = new ArrayList<>(DOCUMENTS);
        try (Stream<Path> files = Files.list(root.resolve("docs"))) {
            names.addAll(
                    1,
                    files.map(file -> "docs/" + file.getFileName())
                            .filter(name -> name.endsWith(".md"))
                            .sorted()
                            .toList());
        }
        for (String name : names) {
            if (Files.exists(root.resolve(name))) {
                menu.add(page(name));
            }
        }
        Deque<Page> unread = new ArrayDeque<>(menu);
        while (!unread.isEmpty()) {
            for (String name : unread.remove().linkedDocuments()) {
                if (!pages.containsKey(name) && Files.exists(root.resolve(name))) {
                    unread.add(page(name));
                }
            }
        }
    }

    private Page page(String name) throws IOException {
        Page page = Page.read(root, name);
        pages.put(name, page);
        return page;
    }

    /** Makes the site of the repository in the first folder in the second one. */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toRealPath();
        Path target = Path.of(arguments[1]);
        List<String> problems = new Site(root).write(target);
        if (problems.isEmpty()) {
            problems = new ApiDocuments(root).write(target.resolve("api"));
        }
        problems.forEach(System.err::println);
        System.exit(problems.isEmpty() ? 0 : 1);
    }

    /** Writes all pages and what they link to; returns links that lead nowhere, and then the site is of no use. */
    List<String> write(Path target) throws IOException {
        List<String> problems = new ArrayList<>();
        TreeSet<String> files = new TreeSet<>();
        for (Page page : pages.values()) {
            Links links = new Links(root, page, pages, problems, files);
            page.document().accept(links);
            Path file = target.resolve(page.address());
            Files.createDirectories(file.getParent());
            Files.writeString(file, html(page));
        }
        for (String name : files) {
            Path copy = target.resolve(name);
            Files.createDirectories(copy.getParent());
            Files.copy(root.resolve(name), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        try (InputStream style = Site.class.getResourceAsStream("site.css")) {
            if (style == null) {
                throw new IllegalStateException("site.css is not in the jar");
            }
            Files.write(target.resolve("site.css"), style.readAllBytes());
        }
        return problems;
    }

    private String html(Page page) {
        String up =
                "../".repeat((int) page.address().chars().filter(c -> c == '/').count());
        StringBuilder items = new StringBuilder();
        for (Page entry : menu) {
            items.append(item(up + entry.address(), entry.title(), entry.equals(page)));
        }
        items.append(item(up + API, "Javadoc", false));
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%ssite.css">
                </head>
                <body>
                <nav><ul>
                %s</ul></nav>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(Page.escape(page.title()), up, items, page.html());
    }

    private static String item(String address, String title, boolean current) {
        return "<li><a href=\"%s\"%s>%s</a></li>%n"
                .formatted(address, current ? " aria-current=\"page\"" : "", Page.escape(title));
    }
}
