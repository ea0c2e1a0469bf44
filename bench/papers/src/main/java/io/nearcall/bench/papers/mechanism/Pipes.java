// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.ipc.classic.NamedPipe;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Two named pipes. The baseline opens them as files by java.io; the other way is the library's. Opening one end waits
 * for the other end, so both sides open the pipe of the requests first.
 */
final class Pipes {

    private static final String REQUESTS = ".requests.fifo";
    private static final String REPLIES = ".replies.fifo";

    private Pipes() {}

    static Responder offerFiles(Path scratch) throws IOException {
        return offer(
                scratch.resolve("papers-files"),
                (requests, replies) -> Link.of(
                        new FileInputStream(requests.path().toFile()),
                        new FileOutputStream(replies.path().toFile())));
    }

    static Caller callFiles(String address) throws Exception {
        FileOutputStream requests = new FileOutputStream(address + REQUESTS);
        return LinkResponder.caller(Link.of(new FileInputStream(address + REPLIES), requests));
    }

    static Responder offerChannels(Path scratch) throws IOException {
        return offer(
                scratch.resolve("papers-channels"),
                (requests, replies) -> Link.of(requests.openSource(), replies.openSink()));
    }

    static Caller callChannels(String address) throws Exception {
        NamedPipe replies = NamedPipe.open(Path.of(address + REPLIES));
        NamedPipe requests = NamedPipe.open(Path.of(address + REQUESTS));
        return LinkResponder.caller(Link.of(replies.openSource(), requests.openSink()));
    }

    private interface Opening {
        Link open(NamedPipe requests, NamedPipe replies) throws Exception;
    }

    private static Responder offer(Path base, Opening opening) throws IOException {
        NamedPipe requests = create(base + REQUESTS);
        NamedPipe replies = create(base + REPLIES);
        return new LinkResponder(base.toString(), () -> opening.open(requests, replies), requests, replies);
    }

    /** Makes a pipe. Replaces a pipe that a killed run has left. */
    private static NamedPipe create(String path) throws IOException {
        Files.deleteIfExists(Path.of(path));
        return NamedPipe.create(Path.of(path));
    }
}
