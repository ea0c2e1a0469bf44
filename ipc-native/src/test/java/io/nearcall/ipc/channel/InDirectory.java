// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A mechanism that puts names into a directory. The second JVM of a test gets the directory by a system property. */
public abstract class InDirectory implements ChannelProvider {

    private static final String PROPERTY = "nearcall.test.directory";

    private final ChannelProvider mechanism;

    protected InDirectory(ChannelProvider mechanism) {
        this.mechanism = mechanism;
    }

    public static Path newDirectory() {
        try {
            return Files.createTempDirectory("nearcall-channel-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells the second JVM which one it is. */
    public static String peerOption(Path directory) {
        return "-D" + PROPERTY + "=" + directory;
    }

    /** In the second JVM: the one that it was told. */
    protected static Path directory() {
        return Path.of(System.getProperty(PROPERTY));
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return mechanism.open(batch, laneCount, capacity, mode);
    }
}
