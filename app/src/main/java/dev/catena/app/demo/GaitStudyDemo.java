package dev.catena.app.demo;

import dev.catena.app.gait.GaitStudy;
import dev.catena.app.report.HtmlPage;
import java.util.function.Consumer;

/** Several steps of human walking side by side. */
public final class GaitStudyDemo implements Demo {
    private final GaitStudy study;

    public GaitStudyDemo(GaitStudy.Kind kind, Consumer<String> progress) {
        study = new GaitStudy(kind, progress);
    }

    @Override
    public String toText() {
        return study.toText();
    }

    @Override
    public Object toJson() {
        return study.toJson();
    }

    @Override
    public HtmlPage toPage() {
        return study.toPage();
    }
}
