// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;
import io.nearcall.ipc.classic.windows.DataCopyInbox;
import io.nearcall.ipc.classic.windows.DataCopySender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** {@code WM_COPYDATA} to a window of the other process, and back to a window of this one. */
final class DataCopies implements Link {

    private static final String REQUESTS = "-requests";
    private static final String REPLIES = "-replies";
    private static final int LONGEST = 1 << 16;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final DataCopyInbox in;
    private final DataCopySender out;
    private final Peer peer;
    private final ByteBuffer sent = ByteBuffer.allocateDirect(LONGEST);

    private DataCopies(DataCopyInbox in, DataCopySender out, Peer peer) {
        this.in = in;
        this.out = out;
        this.peer = peer;
    }

    static Offer offer(String name) {
        DataCopyInbox requests = DataCopyInbox.open(name + REQUESTS, LONGEST);
        return new Offer(name, client -> new DataCopies(requests, DataCopySender.find(name + REPLIES), client));
    }

    static Link call(String name, Peer server) {
        DataCopyInbox replies = DataCopyInbox.open(name + REPLIES, LONGEST);
        return new DataCopies(replies, DataCopySender.find(name + REQUESTS), server);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        if (!out.send(sent.clear().put(bytes).flip(), LIMIT)) {
            throw new IOException(out + " has no room");
        }
    }

    @Override
    public void read(byte[] into) throws Exception {
        peer.receive(in::receive, into);
    }
}
