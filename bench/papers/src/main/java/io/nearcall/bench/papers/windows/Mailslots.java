// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;
import io.nearcall.ipc.classic.windows.Mailslot;
import io.nearcall.ipc.classic.windows.MailslotSink;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Two mailslots, one for each direction. The client sends by the library, or through a file of java.io. */
final class Mailslots implements Link {

    private static final String PATH = "\\\\.\\mailslot\\";
    private static final String REQUESTS = "-requests";
    private static final String REPLIES = "-replies";
    private static final int LONGEST = 1 << 16;

    private interface Sending {
        void send(byte[] message) throws IOException;
    }

    private final Mailslot in;
    private final Sending out;
    private final Peer peer;

    private Mailslots(Mailslot in, Sending out, Peer peer) {
        this.in = in;
        this.out = out;
        this.peer = peer;
    }

    static Offer offer(String name) {
        Mailslot requests = Mailslot.create(PATH + name + REQUESTS, LONGEST);
        return new Offer(PATH + name, client -> new Mailslots(requests, toSlot(PATH + name + REPLIES), client));
    }

    static Link call(String path, Peer server) {
        return new Mailslots(Mailslot.create(path + REPLIES, LONGEST), toSlot(path + REQUESTS), server);
    }

    static Link callFile(String path, Peer server) throws IOException {
        FileOutputStream requests = new FileOutputStream(path + REQUESTS);
        return new Mailslots(Mailslot.create(path + REPLIES, LONGEST), requests::write, server);
    }

    private static Sending toSlot(String path) {
        MailslotSink sink = MailslotSink.open(path);
        ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST);
        return message -> sink.send(buffer.clear().put(message).flip());
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        out.send(bytes);
    }

    @Override
    public void read(byte[] into) throws Exception {
        peer.receive(in::receive, into);
    }
}
