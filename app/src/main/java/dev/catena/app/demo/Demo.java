package dev.catena.app.demo;

import dev.catena.app.report.HtmlPage;

/** An experiment that was run: what it found, for people, machines and browsers. */
public interface Demo {
    /** For a terminal. */
    String toText();

    /** For machines: maps, lists and numbers. */
    Object toJson();

    /** The report, without its footer. */
    HtmlPage toPage();
}
