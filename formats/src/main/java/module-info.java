/** Robots and state tables in files. */
module dev.catena.formats {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.core;
    requires com.fasterxml.jackson.core;
    requires java.xml;
    requires org.snakeyaml.engine;

    exports dev.catena.formats;
    exports dev.catena.formats.reading;
    exports dev.catena.formats.table;
    exports dev.catena.formats.file to
            dev.catena.parquet,
            dev.catena.sweep;
    exports dev.catena.formats.yaml to
            dev.catena.sweep;

    uses dev.catena.formats.table.TableFormat;
}
