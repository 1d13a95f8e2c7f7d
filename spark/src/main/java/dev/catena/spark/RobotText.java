package dev.catena.spark;

import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.RobotModel;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A robot on its way to executors.
 *
 * @param yaml its description with all digits
 * @param digest by which it is known there
 */
record RobotText(String yaml, String digest) implements Serializable {
    static RobotText of(RobotModel robot) {
        String yaml = RobotYamlWriter.write(robot);
        return new RobotText(yaml, digest(yaml));
    }

    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    RobotModel model() {
        return RobotYamlReader.read(yaml, "robot", ReadOptions.DEFAULT);
    }
}
