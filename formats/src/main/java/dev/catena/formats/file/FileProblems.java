package dev.catena.formats.file;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.ModelException;
import dev.catena.model.Problem;
import dev.catena.model.RobotModelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is wrong in one file, line by line, so that all of it can be reported at once. */
public final class FileProblems {
    private final String file;
    private final List<Problem> problems;
    private final List<Problem> warnings;
    private final List<Problem> notes;

    public FileProblems(String file) {
        this(file, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private FileProblems(String file, List<Problem> problems, List<Problem> warnings, List<Problem> notes) {
        this.file = file;
        this.problems = problems;
        this.warnings = warnings;
        this.notes = notes;
    }

    /** The same list of problems, for a file that this one includes. */
    public FileProblems ofIncluded(String otherFile) {
        return new FileProblems(otherFile, problems, warnings, notes);
    }

    /** The same file where nothing is worse than a warning. */
    public FileProblems asWarnings() {
        return new FileProblems(file, warnings, warnings, notes);
    }

    public int warningCount() {
        return warnings.size();
    }

    public String file() {
        return file;
    }

    /** {@code file:line}, or the file alone where the line is not known. */
    public String location(int line) {
        return line > 0 ? file + ":" + line : file;
    }

    public void problem(int line, String text) {
        problems.add(new Problem(location(line), text));
    }

    public void warning(int line, String text) {
        warnings.add(new Problem(location(line), text));
    }

    /** What the file holds and the model does not. */
    public void note(int line, String text) {
        notes.add(new Problem(location(line), text));
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    public ModelException exception(String robot) {
        return new ModelException(robot, problems);
    }

    /** All problems of a file that is no robot, each once, however often an entry was read. */
    public FormatException formatException() {
        List<Problem> found = problems.stream().distinct().toList();
        String count = found.size() == 1 ? "1 problem" : found.size() + " problems";
        return new FormatException(
                "",
                found.stream()
                        .map(problem -> "\n  " + problem)
                        .collect(Collectors.joining("", "%s has %s:".formatted(file, count), "")));
    }

    /** Ends the reading of a file that makes no sense beyond this line. */
    public ModelException fatal(int line, String text) {
        problem(line, text);
        return exception(nameFromFile());
    }

    /** Leaves the loops of a robot out, where the caller wants its tree, and says so. */
    public void openLoops(ReadOptions options, int line, RobotModelBuilder builder) {
        if (options.openLoops()) {
            builder.withoutLoops();
            warning(line, "the loops are opened: cut joints are left out");
        }
    }

    public void handTo(RobotModelBuilder builder) {
        problems.forEach(problem -> builder.problem(problem.location(), problem.text()));
        warnings.forEach(warning -> builder.warning(warning.location(), warning.text()));
        notes.forEach(note -> builder.note(note.location(), note.text()));
    }

    /** The file's name without folders and ending: what to call a robot that has no name of its own. */
    public String nameFromFile() {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
