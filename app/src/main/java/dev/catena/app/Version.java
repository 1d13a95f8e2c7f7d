package dev.catena.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that was built. */
public final class Version implements IVersionProvider {
    private static final String UNKNOWN = "unknown";

    @Override
    public String[] getVersion() {
        return new String[] {"catena " + text() + " (Java " + System.getProperty("java.version", UNKNOWN) + ")"};
    }

    public static String text() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", UNKNOWN);
    }
}
