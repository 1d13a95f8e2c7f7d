/** The recursions of the papers as printed, over any scalar type. */
module dev.catena.textbook {
    requires transitive dev.catena.core;
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;

    exports dev.catena.textbook;
}
