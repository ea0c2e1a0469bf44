// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.yardstick;

import io.nearcall.ipc.classic.Message;
import io.nearcall.ipc.classic.MessageQueue;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/**
 * Writes to a message queue as Wells 2009 does. An array of bytes is copied into messages as long as the host accepts
 * them, and the kernel copies the messages. For one thread. The creator of the queue closes it.
 */
public final class QueueOutputStream extends OutputStream {

    private final MessageQueue queue;
    private final Message message = Message.allocate(MessageQueue.maxTextLength());

    public QueueOutputStream(MessageQueue queue) {
        this.queue = queue;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    /** Writes bytes. Blocks while the queue is full. */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int sent = 0; sent < length; ) {
            int piece = Math.min(length - sent, message.text().capacity());
            message.text().clear().put(bytes, offset + sent, piece).flip();
            try {
                queue.send(message);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while sending to " + queue);
            }
            sent += piece;
        }
    }
}
