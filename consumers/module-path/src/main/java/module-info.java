/** Uses every published module of Catena: {@code dev.catena} brings all libraries. */
module org.example.consumer {
    requires dev.catena;
    requires dev.catena.testkit;
    requires dev.catena.textbook;
}
