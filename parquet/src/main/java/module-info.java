/** Tables in Parquet files. */
module dev.catena.parquet {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.catena.formats;
    requires jdk.unsupported;

    exports dev.catena.parquet;

    provides dev.catena.formats.table.TableFormat with
            dev.catena.parquet.ParquetFormat;
}
