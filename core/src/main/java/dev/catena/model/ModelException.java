package dev.catena.model;

import java.util.List;
import java.util.stream.Collectors;

/** A robot description with problems; all of them, in the order in which they were found. */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    public ModelException(String robot, List<Problem> problems) {
        super(message(robot, problems));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }

    private static String message(String robot, List<Problem> problems) {
        String count = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
        return problems.stream()
                .map(problem -> "\n  " + problem)
                .collect(Collectors.joining("", "robot \"%s\" has %s:".formatted(robot, count), ""));
    }
}
