// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;

/** The mechanisms of Smith and Wells 2017 that connect processes. */
public enum WindowsMechanism {
    JAVA_SOCKET("socket, java.io", LoopbackSockets::offerStreams, LoopbackSockets::callStreams),
    WINSOCK("socket, NIO", LoopbackSockets::offerChannels, LoopbackSockets::callChannels),
    NAMED_PIPE("named pipe", NamedPipes::offer, NamedPipes::call),
    NAMED_PIPE_STREAM("named pipe, Java's own stream", NamedPipes::offer, NamedPipes::callFile),
    MAILSLOT("mailslot", Mailslots::offer, Mailslots::call),
    MAILSLOT_STREAM("mailslot, Java's own stream", Mailslots::offer, Mailslots::callFile),
    FILE_MAPPING("file mapping, binary semaphores", SemaphoredMapping::offer, SemaphoredMapping::call),
    DATA_COPY("data copy", DataCopies::offer, DataCopies::call);

    private interface Offering {
        Offer offer(String name) throws Exception;
    }

    private interface Calling {
        Link call(String address, Peer server) throws Exception;
    }

    private final String title;
    private final Offering offering;
    private final Calling calling;

    WindowsMechanism(String title, Offering offering, Calling calling) {
        this.title = title;
        this.offering = offering;
        this.calling = calling;
    }

    /** Returns the name in tables and plots. */
    public String title() {
        return title;
    }

    /** Called in the server JVM, by the thread that answers. */
    Offer offer(String name) throws Exception {
        return offering.offer(name + "-" + name());
    }

    /** Called in the client JVM, by the thread that sends. */
    Link call(String address, Peer server) throws Exception {
        return calling.call(address, server);
    }
}
