// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.LaneBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;

/** Unix sockets in the directory that a system property names, for two JVMs of a test. */
public final class UnixSocketsOfTest implements ChannelProvider {

    private static final String DIRECTORY_PROPERTY = "nearcall.test.sockets";

    private final UnixChannelProvider sockets;

    public UnixSocketsOfTest() {
        this(Path.of(System.getProperty(DIRECTORY_PROPERTY)));
    }

    UnixSocketsOfTest(Path directory) {
        sockets = new UnixChannelProvider(directory);
    }

    static Path newDirectory() {
        try {
            return Files.createTempDirectory("nearcall-sockets-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ChannelSpec spec(Path directory) {
        return new ChannelSpec(
                new UnixSocketsOfTest(directory),
                EnumSet.allOf(ChannelMode.class),
                64,
                false,
                false,
                8,
                List.of("-D" + DIRECTORY_PROPERTY + "=" + directory));
    }

    @Override
    public String scheme() {
        return sockets.scheme();
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return sockets.open(batch, laneCount, capacity, mode);
    }
}
