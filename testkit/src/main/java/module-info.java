/** Random robots, golden numbers and laws of physics, for tests of robots and algorithms. */
module dev.catena.testkit {
    requires transitive dev.catena.core;
    requires transitive dev.catena.textbook;
    requires transitive com.fasterxml.jackson.databind;
    requires java.net.http;
    requires jdk.management;
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;

    exports dev.catena.testkit;
}
