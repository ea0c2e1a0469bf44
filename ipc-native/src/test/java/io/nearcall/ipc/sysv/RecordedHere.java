// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

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

/** System V lanes whose records lie in the directory that a system property names, for two JVMs of a test. */
abstract class RecordedHere implements ChannelProvider {

    private static final String DIRECTORY_PROPERTY = "nearcall.test.records";

    private final SysVChannelProvider provider;

    RecordedHere(SysVChannelProvider provider) {
        this.provider = provider;
    }

    static Path directory() {
        return Path.of(System.getProperty(DIRECTORY_PROPERTY));
    }

    static Path newDirectory() {
        try {
            return Files.createTempDirectory("nearcall-records-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ChannelSpec spec(ChannelProvider provider, Path directory) {
        List<String> options = List.of("-D" + DIRECTORY_PROPERTY + "=" + directory);
        return new ChannelSpec(provider, EnumSet.allOf(ChannelMode.class), 1024, true, true, options);
    }

    /** What killed peers have left is swept; nothing else may be there. */
    static void deleteSwept(Path directory) throws IOException {
        SysVChannelProvider.sweep(directory);
        Files.delete(directory);
    }

    @Override
    public String scheme() {
        return provider.scheme();
    }

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return provider.open(batch, laneCount, capacity, mode);
    }

    /** {@code sysvmq}. */
    public static final class Queues extends RecordedHere {

        public Queues() {
            this(directory());
        }

        Queues(Path directory) {
            super(SysVChannelProvider.ofQueues(directory, CurrentProcess.uid()));
        }
    }

    /** {@code sysvshm}. */
    public static final class SharedMemory extends RecordedHere {

        public SharedMemory() {
            this(directory());
        }

        SharedMemory(Path directory) {
            super(SysVChannelProvider.ofMemory(directory, CurrentProcess.uid()));
        }
    }
}
