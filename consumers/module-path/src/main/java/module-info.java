/** Uses every published module of Catena: {@code dev.catena} brings all libraries but Parquet. */
module org.example.consumer {
    requires dev.catena;
    requires dev.catena.parquet;
    requires dev.catena.testkit;
    requires dev.catena.textbook;
}
