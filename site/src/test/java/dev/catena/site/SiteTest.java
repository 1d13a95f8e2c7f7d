package dev.catena.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
    @TempDir
    Path root;

    @BeforeEach
    void writeDocuments() throws IOException {
        Files.createDirectory(root.resolve("docs"));
        Files.writeString(root.resolve("docs/urdf.md"), "# `URDF` files\n\n## What is read\n\n[home](../README.md)\n");
        Files.writeString(root.resolve("LICENSE"), "text\n");
    }

    private void writeReadMe(String text) throws IOException {
        Files.writeString(root.resolve("README.md"), text);
    }

    @Test
    void linksBetweenDocumentsLeadFromPageToPage() throws IOException {
        writeReadMe(
                "# Home\n\n[files](docs/urdf.md#what-is-read), [license](LICENSE), [web](https://example.org/a.md)\n");
        Path target = root.resolve("site");

        assertThat(new Site(root).write(target)).isEmpty();
        assertThat(target.resolve("index.html"))
                .content()
                .contains("<title>Home</title>")
                .contains("href=\"docs/urdf.html#what-is-read\"", "href=\"LICENSE\"", "\"https://example.org/a.md\"");
        assertThat(target.resolve("docs/urdf.html"))
                .content()
                .contains("<title>URDF files</title>", "href=\"../index.html\">home", "href=\"../site.css\"");
        assertThat(target.resolve("LICENSE")).hasContent("text\n");
    }

    @Test
    void linksThatLeadNowhereAreAllTold() throws IOException {
        writeReadMe("[a](docs/sdf.md) [b](docs/urdf.md#what-is-written) ![c](picture.png) [d](#nothing)\n");

        assertThat(new Site(root).write(root.resolve("site")))
                .hasSize(4)
                .anyMatch(problem -> problem.contains("docs/sdf.md"))
                .anyMatch(problem -> problem.contains("what-is-written") && problem.contains("docs/urdf.md"))
                .anyMatch(problem -> problem.contains("picture.png"))
                .anyMatch(problem -> problem.contains("#nothing"));
    }

    @Test
    void tablesAndFormulasStayWhatTheyAre() throws IOException {
        writeReadMe("# τ < q̈\n\n| a | b |\n|---|---|\n| 1 | `x < y` |\n");
        Path target = root.resolve("site");

        assertThat(new Site(root).write(target)).isEmpty();
        assertThat(target.resolve("index.html"))
                .content()
                .contains("<title>τ &lt; q̈</title>", "<td><code>x &lt; y</code></td>");
    }
}
