// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.bench.papers.yardstick.QueueInputStream;
import io.nearcall.bench.papers.yardstick.QueueOutputStream;
import io.nearcall.ipc.classic.IpcKey;
import io.nearcall.ipc.classic.MessageQueue;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** Two message queues, read and written by copying streams, which are a baseline, and by the library. */
final class Queues {

    private static final long TYPE = 1;

    private Queues() {}

    static Responder offerStreams(Path scratch) {
        return offer(Queues::streams);
    }

    static Caller callStreams(String address) {
        return call(address, Queues::streams);
    }

    static Responder offerChannels(Path scratch) {
        return offer(Queues::channels);
    }

    static Caller callChannels(String address) {
        return call(address, Queues::channels);
    }

    private static Link streams(MessageQueue in, MessageQueue out) {
        return Link.of(new QueueInputStream(in), new QueueOutputStream(out));
    }

    private static Link channels(MessageQueue in, MessageQueue out) {
        return Link.of(in.openSource(TYPE), out.openSink(TYPE));
    }

    private static Responder offer(BiFunction<MessageQueue, MessageQueue, Link> link) {
        MessageQueue requests = MessageQueue.create(IpcKey.PRIVATE);
        MessageQueue replies = MessageQueue.create(IpcKey.PRIVATE);
        return new LinkResponder(
                requests.id() + " " + replies.id(), () -> link.apply(requests, replies), requests, replies);
    }

    private static Caller call(String address, BiFunction<MessageQueue, MessageQueue, Link> link) {
        String[] ids = address.split(" ");
        MessageQueue requests = MessageQueue.ofId(Integer.parseInt(ids[0]));
        MessageQueue replies = MessageQueue.ofId(Integer.parseInt(ids[1]));
        return LinkResponder.caller(link.apply(replies, requests));
    }
}
