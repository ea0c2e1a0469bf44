// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Descriptors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** Polling by a selector of the JDK. */
public final class SelectorPolling implements Polling {

    /* A cancelled key is in the way of a new one for the same channel, and keeps the channel's descriptor open. Both
     * end when the selector has selected once more. So remove() cancels the key and wakes the selector. The thread that
     * selects registers channels, when no cancelled key is left. The wanted channels are in a map, which both look at
     * under one lock.
     *
     * A hang-up shows here as something to read: the end of the stream. */

    private final Selector selector;
    private final IntFunction<SelectableChannel> channels;
    private final Map<SelectableChannel, Integer> wanted = new ConcurrentHashMap<>();
    private final Set<SelectableChannel> written = new HashSet<>(); // guarded by this
    private volatile boolean changed;
    private volatile boolean closed;

    private SelectorPolling(Selector selector, IntFunction<SelectableChannel> channels) {
        this.selector = selector;
        this.channels = channels;
    }

    /** Opens a poller for channels only. */
    public static SelectorPolling open() {
        return open(descriptor -> {
            throw new UnsupportedOperationException("descriptor=" + descriptor);
        });
    }

    /** @param channels returns the channel of a descriptor */
    static SelectorPolling open(IntFunction<SelectableChannel> channels) {
        try {
            return new SelectorPolling(Selector.open(), channels);
        } catch (IOException e) {
            throw PlainErrors.of("selector", e, null);
        }
    }

    @Override
    public void add(int descriptor, int token) {
        add(channels.apply(descriptor), token);
    }

    @Override
    public void watchWritable(int descriptor, int token, boolean writable) {
        SelectableChannel channel = channels.apply(descriptor);
        synchronized (this) {
            if (writable) {
                written.add(channel);
            } else {
                written.remove(channel);
            }
            SelectionKey key = channel.keyFor(selector);
            if (key != null && key.isValid()) { // otherwise the channel is registered with this interest later
                key.interestOps(interest(channel));
            }
        }
        selector.wakeup();
    }

    private int interest(SelectableChannel channel) {
        int readable = channel.validOps() & (SelectionKey.OP_READ | SelectionKey.OP_ACCEPT);
        return written.contains(channel) ? readable | SelectionKey.OP_WRITE : readable;
    }

    @Override
    public void remove(int descriptor) {
        remove(channels.apply(descriptor));
    }

    @Override
    public boolean watchesChannels() {
        return true;
    }

    @Override
    public void add(SelectableChannel channel, int token) {
        checkOpen();
        wanted.put(channel, token);
        changed = true;
        selector.wakeup();
    }

    @Override
    public void remove(SelectableChannel channel) {
        checkOpen();
        synchronized (this) {
            wanted.remove(channel);
            written.remove(channel);
            SelectionKey key = channel.keyFor(selector);
            if (key != null) {
                key.cancel();
            }
        }
        selector.wakeup();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the poller is closed");
        }
    }

    @Override
    public int await(int[] tokens, int[] readiness, long timeoutMs) {
        boolean interrupted = Thread.interrupted(); // with its status set, selecting returns at once
        try {
            if (changed) {
                changed = false;
                selector.selectNow(); // forgets the cancelled keys
                synchronized (this) {
                    wanted.forEach(this::register);
                }
            }
            if (timeoutMs < 0) {
                selector.select();
            } else if (timeoutMs == 0) {
                selector.selectNow();
            } else {
                selector.select(timeoutMs);
            }
            return report(tokens, readiness);
        } catch (ClosedSelectorException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void register(SelectableChannel channel, int token) {
        try {
            if (channel.keyFor(selector) == null) {
                channel.register(selector, interest(channel), token);
            }
        } catch (CancelledKeyException e) {
            changed = true; // cancelled since: registers it the next time
            selector.wakeup();
        } catch (ClosedChannelException e) {
            wanted.remove(channel);
        }
    }

    /** Reports the ready channels. Those that do not fit in are still ready the next time. */
    private int report(int[] tokens, int[] readiness) {
        int count = 0;
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext() && count < Math.min(tokens.length, readiness.length)) {
            SelectionKey key = ready.next();
            try {
                int operations = key.readyOps();
                tokens[count] = (int) key.attachment();
                readiness[count++] = operations == SelectionKey.OP_WRITE
                        ? WRITABLE
                        : READABLE | ((operations & SelectionKey.OP_WRITE) != 0 ? WRITABLE : 0);
            } catch (CancelledKeyException e) {
                // removed meanwhile
            }
        }
        selector.selectedKeys().clear();
        return count;
    }

    @Override
    public void wake() {
        selector.wakeup();
    }

    @Override
    public void close() {
        closed = true;
        Descriptors.close(selector); // wakes, and waits for the thread that selects
    }
}
