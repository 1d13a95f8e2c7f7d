/** Parameters of robots from measured motions. */
module dev.catena.identification {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires transitive dev.catena.compile;
    requires dev.catena.mechanism;
    requires dev.catena.planning;

    exports dev.catena.identification;
    exports dev.catena.identification.estimate;
    exports dev.catena.identification.excitation;
    exports dev.catena.identification.log;
    exports dev.catena.identification.observation;
    exports dev.catena.identification.parameters;
    exports dev.catena.identification.physical;
    exports dev.catena.identification.signal;
}
