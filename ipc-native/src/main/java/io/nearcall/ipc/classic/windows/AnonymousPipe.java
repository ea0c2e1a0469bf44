// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A pipe between threads of this process: what is written to its sink is read from its source. Windows has pipes without
 * a name only for calls that block in the kernel for ever. So this is a named pipe, under a random name.
 */
public final class AnonymousPipe implements AutoCloseable {

    private final PipeStream source;
    private final PipeStream sink;

    private AnonymousPipe(PipeStream source, PipeStream sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Opens both ends. Blocks for moments only. */
    public static AnonymousPipe open() throws InterruptedException {
        String name =
                "\\\\.\\pipe\\nearcall-anonymous-" + ProcessHandle.current().pid() + "-"
                        + Long.toHexString(ThreadLocalRandom.current().nextLong());
        try (PipeServer server = PipeServer.createSource(name)) {
            PipeStream sink = PipeStream.connectSink(name, Duration.ofNanos(HandleOwner.forever()));
            PipeStream source = null;
            try {
                source = server.accept();
                return new AnonymousPipe(source, sink);
            } finally {
                if (source == null) {
                    sink.close();
                }
            }
        }
    }

    /** Returns the end that reads. */
    public PipeStream source() {
        return source;
    }

    /** Returns the end that writes. */
    public PipeStream sink() {
        return sink;
    }

    /** Closes both ends. Idempotent. */
    @Override
    public void close() throws IOException {
        try (source) {
            sink.close();
        }
    }
}
