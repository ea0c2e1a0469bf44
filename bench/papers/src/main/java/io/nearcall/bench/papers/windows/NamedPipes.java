// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;
import io.nearcall.ipc.classic.windows.PipeServer;
import io.nearcall.ipc.classic.windows.PipeStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.time.Duration;

/** A named pipe for both directions. The client opens it by the library, or as a file of java.io. */
final class NamedPipes {

    private static final String PATH = "\\\\.\\pipe\\";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private NamedPipes() {}

    static Offer offer(String name) {
        PipeServer server = PipeServer.create(PATH + name);
        return new Offer(server.name(), client -> link(server.accept(LIMIT)));
    }

    static Link call(String path, Peer server) throws IOException, InterruptedException {
        return link(PipeStream.connect(path, LIMIT));
    }

    private static Link link(PipeStream pipe) throws IOException {
        if (pipe == null) {
            throw new IOException("nobody came to the pipe within " + LIMIT);
        }
        return Link.of(pipe, pipe);
    }

    static Link callFile(String path, Peer server) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path, "rw");
        return new Link() {

            @Override
            public void write(byte[] bytes) throws IOException {
                file.write(bytes);
            }

            @Override
            public void read(byte[] into) throws EOFException, IOException {
                file.readFully(into);
            }
        };
    }
}
