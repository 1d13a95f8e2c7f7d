/** Uses every published module of Catena, and requires nothing else. */
module org.example.consumer {
    requires dev.catena.compile;
    requires dev.catena.core;
    requires dev.catena.formats;
    requires dev.catena.identification;
    requires dev.catena.mechanism;
    requires dev.catena.planning;
    requires dev.catena.simulation;
    requires dev.catena.testkit;
    requires dev.catena.textbook;
}
