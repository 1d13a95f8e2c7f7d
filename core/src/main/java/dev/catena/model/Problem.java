package dev.catena.model;

/**
 * Something wrong, or suspicious, in a robot description.
 *
 * @param location file and line, or empty where the model was built in code
 * @param text what was found and what was expected
 */
public record Problem(String location, String text) {
    @Override
    public String toString() {
        return location.isEmpty() ? text : location + ": " + text;
    }
}
