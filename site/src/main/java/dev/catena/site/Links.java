package dev.catena.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** Turns links between documents into links between pages, and finds those that lead nowhere. */
final class Links extends AbstractVisitor {
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private final Path root;
    private final Page page;
    private final Map<String, Page> pages;
    private final List<String> problems;
    private final Set<String> files;

    /**
     * @param problems takes links that lead nowhere
     * @param files takes files that are linked to and are no pages
     */
    Links(Path root, Page page, Map<String, Page> pages, List<String> problems, Set<String> files) {
        this.root = root;
        this.page = page;
        this.pages = pages;
        this.problems = problems;
        this.files = files;
    }

    @Override
    public void visit(Link link) {
        link.setDestination(translated(link.getDestination()));
        super.visit(link);
    }

    @Override
    public void visit(Image image) {
        image.setDestination(translated(image.getDestination()));
        super.visit(image);
    }

    private String translated(String link) {
        if (ELSEWHERE.matcher(link).matches()) {
            return link;
        }
        int hash = link.indexOf('#');
        String place = hash < 0 ? link : link.substring(0, hash);
        String anchor = hash < 0 ? "" : link.substring(hash + 1);
        if (place.isEmpty()) {
            checkAnchor(page, anchor, link);
            return link;
        }
        String target = page.resolved(place);
        Page other = pages.get(target);
        if (other != null) {
            checkAnchor(other, anchor, link);
            return relative(other.address()) + (hash < 0 ? "" : "#" + anchor);
        }
        if (Files.isRegularFile(root.resolve(target))) {
            files.add(target);
            return relative(target);
        }
        problems.add("%s links to %s, which is no file".formatted(page.source(), link));
        return link;
    }

    private void checkAnchor(Page target, String anchor, String link) {
        if (!anchor.isEmpty() && !target.anchors().contains(anchor)) {
            problems.add("%s links to %s, and %s has no such section".formatted(page.source(), link, target.source()));
        }
    }

    private String relative(String address) {
        Path folder = Path.of("/").resolve(page.address()).resolveSibling(".").normalize();
        return folder.relativize(Path.of("/").resolve(address)).toString().replace('\\', '/');
    }
}
