// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.CurrentProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;

/** FIFOs in the directory that a system property names, for two JVMs of a test. */
public final class FifosOfTest implements ChannelProvider {

    private static final String DIRECTORY_PROPERTY = "nearcall.test.fifos";

    private final FifoChannelProvider fifos;

    public FifosOfTest() {
        this(Path.of(System.getProperty(DIRECTORY_PROPERTY)));
    }

    FifosOfTest(Path directory) {
        fifos = new FifoChannelProvider(directory, CurrentProcess.uid());
    }

    static Path newDirectory() {
        try {
            return Files.createTempDirectory("nearcall-fifos-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ChannelSpec spec(Path directory) {
        return new ChannelSpec(
                new FifosOfTest(directory),
                EnumSet.allOf(ChannelMode.class),
                64,
                false,
                false,
                List.of("-D" + DIRECTORY_PROPERTY + "=" + directory));
    }

    @Override
    public String scheme() {
        return fifos.scheme();
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return fifos.open(batch, laneCount, capacity, mode);
    }
}
