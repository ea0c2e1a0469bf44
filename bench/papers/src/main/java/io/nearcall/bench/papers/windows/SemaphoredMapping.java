// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;
import io.nearcall.ipc.classic.windows.FileMapping;
import io.nearcall.ipc.classic.windows.NamedSemaphore;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Two file mappings, one for each direction, each with a binary semaphore that says that a message is there. */
final class SemaphoredMapping implements Link {

    /*   0  length of the message
     *   4  message
     */
    private static final int MESSAGE = 4;
    private static final int LONGEST = 1 << 16;

    private static final String REQUESTS = "-requests";
    private static final String REPLIES = "-replies";

    /** One direction. */
    private static final class Box {

        final ByteBuffer memory;
        final NamedSemaphore full;

        /** Opens it. Whoever is first makes it. */
        Box(String name) {
            memory = FileMapping.openOrCreate("Local\\" + name + "-memory", MESSAGE + LONGEST)
                    .buffer();
            full = NamedSemaphore.openOrCreate("Local\\" + name + "-full", 0, 1);
        }
    }

    private final Box in;
    private final Box out;
    private final Peer peer;

    private SemaphoredMapping(Box in, Box out, Peer peer) {
        this.in = in;
        this.out = out;
        this.peer = peer;
    }

    static Offer offer(String name) {
        Box requests = new Box(name + REQUESTS);
        Box replies = new Box(name + REPLIES);
        return new Offer(name, client -> new SemaphoredMapping(requests, replies, client));
    }

    static Link call(String name, Peer server) {
        return new SemaphoredMapping(new Box(name + REPLIES), new Box(name + REQUESTS), server);
    }

    /** There is room: whoever sends has received the answer to what it sent before. */
    @Override
    public void write(byte[] bytes) {
        out.memory.putInt(0, bytes.length).put(MESSAGE, bytes);
        out.full.release();
    }

    @Override
    public void read(byte[] into) throws Exception {
        peer.await(limit -> in.full.tryAcquire(limit) ? this : null);
        int length = in.memory.getInt(0);
        if (length != into.length) {
            throw new IOException("a message of " + length + " bytes, not " + into.length);
        }
        in.memory.get(MESSAGE, into);
    }
}
