// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import io.nearcall.ipc.os.Descriptors;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The sleep of the one thread that waits for a channel of the JDK in one direction. */
public final class SelectorSleep {

    /* A selector has two descriptors, so the first sleep opens it and release() closes it. A channel that is never
     * waited for has none. If no selector can be opened, the sleep is short and ends by itself. */

    private static final long WITHOUT_SELECTOR_NS = 1_000_000;
    private static final long MS = 1_000_000;

    /** Does nothing with a key. With an action, the selector makes no set of keys. */
    private static final Consumer<SelectionKey> READY = key -> {};

    private final SelectableChannel channel;
    private Selector selector;
    private SelectionKey key;
    private boolean woken;

    public SelectorSleep(SelectableChannel channel) {
        this.channel = channel;
    }

    /**
     * Sleeps until the channel is ready for one of the operations, {@code wake()} is called, the thread is interrupted,
     * or the timeout is over. It does not sleep if the timeout is not positive. An interrupt before the call does not
     * count, and the interrupt status stays as it is.
     *
     * @return whether the channel is known to be ready
     */
    public boolean sleep(int operations, long timeoutNs) {
        boolean interrupted = Thread.interrupted(); // with its status set, selecting returns at once
        try {
            Selector prepared = prepare(operations);
            if (prepared == null) {
                LockSupport.parkNanos(Math.min(timeoutNs, WITHOUT_SELECTOR_NS));
                return false;
            }
            long timeoutMs = (timeoutNs + MS - 1) / MS; // 0 would be for ever
            return (timeoutMs <= 0 ? prepared.selectNow(READY) : prepared.select(READY, timeoutMs)) > 0;
        } catch (IOException e) {
            LockSupport.parkNanos(Math.min(timeoutNs, WITHOUT_SELECTOR_NS));
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether the channel is ready. Also true if that cannot be told, for lack of descriptors. Does not block. */
    public boolean isReady(int operation) {
        try {
            Selector prepared = prepare(operation);
            return prepared == null || prepared.selectNow(READY) > 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns null if the system has no descriptors left. */
    private synchronized Selector prepare(int operations) throws IOException {
        if (selector == null) {
            selector = open();
        }
        if (selector != null) {
            if (key == null) {
                key = channel.register(selector, operations);
            } else if (key.interestOps() != operations) {
                key.interestOps(operations);
            }
            if (woken) {
                selector.wakeup();
            }
        }
        woken = false;
        return selector;
    }

    private static Selector open() {
        try {
            return Selector.open();
        } catch (IOException e) {
            return null;
        }
    }

    /** Ends the sleep in progress, or the next. Any thread. */
    public synchronized void wake() {
        woken = selector == null;
        if (selector != null) {
            selector.wakeup();
        }
    }

    /** Gives the descriptors back until the next sleep. No sleep may be in progress. */
    public synchronized void release() {
        Descriptors.close(selector);
        selector = null;
        key = null;
    }
}
