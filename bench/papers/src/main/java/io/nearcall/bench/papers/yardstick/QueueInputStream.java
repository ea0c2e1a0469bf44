// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.yardstick;

import io.nearcall.ipc.classic.Message;
import io.nearcall.ipc.classic.MessageQueue;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/** The other end of a {@link QueueOutputStream}. For one thread. The stream never ends. */
public final class QueueInputStream extends InputStream {

    private final MessageQueue queue;
    private final Message message = Message.allocate(MessageQueue.maxTextLength());

    public QueueInputStream(MessageQueue queue) {
        this.queue = queue;
        message.text().limit(0);
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        read(single, 0, 1);
        return single[0] & 0xFF;
    }

    /** Reads bytes. Blocks until there is a message. */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (!message.text().hasRemaining()) {
            try {
                queue.receive(message, MessageQueue.ANY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while receiving from " + queue);
            }
        }
        int piece = Math.min(length, message.text().remaining());
        message.text().get(into, offset, piece);
        return piece;
    }
}
