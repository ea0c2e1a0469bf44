// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** A channel of the JDK, once one is to be watched. */
final class ReadableChannel implements AutoCloseable {

    private Selector selector;

    synchronized void watch(SelectableChannel channel) {
        try {
            selector = selector == null ? Selector.open() : selector;
            channel.register(selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it can be read now; then it is watched no more. */
    synchronized boolean isReadable() {
        return awaitReadable(0);
    }

    /** Whether there is one, and it can be read within that time. */
    synchronized boolean awaitReadable(long timeoutMs) {
        try {
            if (selector == null || (timeoutMs == 0 ? selector.selectNow() : selector.select(timeoutMs)) == 0) {
                return false;
            }
            selector.selectedKeys().iterator().next().interestOps(0);
            selector.selectedKeys().clear();
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized boolean isWatched() {
        return selector != null;
    }

    @Override
    public synchronized void close() {
        if (selector != null) {
            try {
                selector.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
