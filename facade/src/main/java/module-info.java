/** All libraries of Catena: whoever requires this one needs no other. */
module dev.catena {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires transitive dev.catena.mechanism;
    requires transitive dev.catena.formats;
    requires transitive dev.catena.simulation;
    requires transitive dev.catena.compile;
    requires transitive dev.catena.planning;
    requires transitive dev.catena.identification;
    requires transitive dev.catena.sweep;
    requires transitive dev.catena.studio;

    exports dev.catena;
}
