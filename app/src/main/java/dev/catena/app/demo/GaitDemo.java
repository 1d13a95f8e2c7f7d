package dev.catena.app.demo;

import dev.catena.app.console.UserError;
import dev.catena.app.gait.GaitReport;
import dev.catena.app.gait.GaitRun;
import dev.catena.app.gait.WalkOptions;
import dev.catena.app.gait.Walker;
import dev.catena.app.report.HtmlPage;
import dev.catena.nlp.IterationListener;
import dev.catena.nlp.Solver;

/** One step of human walking, predicted from mechanics alone, [Barman 5]. */
public final class GaitDemo implements Demo {
    private final GaitReport report;

    /** @throws UserError if no step was found, with the reason */
    public GaitDemo(
            Walker walker,
            WalkOptions options,
            GaitRun.Start start,
            Solver solver,
            boolean isForward,
            IterationListener listener) {
        GaitRun run = new GaitRun(walker, options, start, listener, solver);
        if (run.analysis() == null) {
            throw new UserError("no step was found: " + run.plan().message());
        }
        report = new GaitReport(run, isForward);
    }

    @Override
    public String toText() {
        return report.toText();
    }

    @Override
    public Object toJson() {
        return report.toJson();
    }

    @Override
    public HtmlPage toPage() {
        return report.toPage();
    }
}
