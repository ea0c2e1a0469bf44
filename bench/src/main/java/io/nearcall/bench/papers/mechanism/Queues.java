// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.bench.papers.yardstick.QueueInputStream;
import io.nearcall.bench.papers.yardstick.QueueOutputStream;
import io.nearcall.ipc.classic.IpcKey;
import io.nearcall.ipc.classic.MessageQueue;
import java.nio.file.Path;

/** Two message queues. */
final class Queues {

    private Queues() {}

    static Responder offerCopying(Path scratch) {
        MessageQueue requests = MessageQueue.create(IpcKey.PRIVATE);
        MessageQueue replies = MessageQueue.create(IpcKey.PRIVATE);
        return new LinkResponder(
                requests.id() + " " + replies.id(),
                () -> Link.of(new QueueInputStream(requests), new QueueOutputStream(replies)),
                requests,
                replies);
    }

    static Caller callCopying(String address) {
        String[] ids = address.split(" ");
        MessageQueue requests = MessageQueue.ofId(Integer.parseInt(ids[0]));
        MessageQueue replies = MessageQueue.ofId(Integer.parseInt(ids[1]));
        return LinkResponder.caller(Link.of(new QueueInputStream(replies), new QueueOutputStream(requests)));
    }
}
