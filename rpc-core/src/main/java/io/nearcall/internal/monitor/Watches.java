// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.ipc.host.Polling;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** The descriptors and channels that a {@link Monitor} watches. Any thread. */
public final class Watches {

    /*
     * Descriptors are watched by token rather than by number, because numbers are reused. If a registration is closed,
     * a later event in the same batch finds no registration under its token.
     */

    private final Polling poller;
    private final BooleanSupplier closed;
    private final Runnable idle;
    private final ConcurrentHashMap<Integer, Registration> registrations = new ConcurrentHashMap<>();
    private final AtomicInteger nextToken = new AtomicInteger();

    /**
     * @param closed whether the poller is closed, or will be
     * @param idle called when nothing is watched any more
     */
    Watches(Polling poller, BooleanSupplier closed, Runnable idle) {
        this.poller = poller;
        this.closed = closed;
        this.idle = idle;
    }

    Registration add(int fd, Monitor.Handler handler) {
        return add(new Registration(fd, null, handler));
    }

    Registration add(SelectableChannel channel, Monitor.Handler handler) {
        return add(new Registration(-1, channel, handler));
    }

    private Registration add(Registration registration) {
        registrations.put(registration.token, registration);
        try {
            registration.watch();
            return registration;
        } catch (Throwable e) {
            registrations.remove(registration.token);
            throw e;
        }
    }

    /** Returns the registration with that token; null if it has been closed. */
    Registration get(int token) {
        return registrations.get(token);
    }

    boolean isEmpty() {
        return registrations.isEmpty();
    }

    /** Ends and returns all registrations. */
    List<Registration> removeAll() {
        List<Registration> all = new ArrayList<>(registrations.values());
        registrations.clear();
        return all;
    }

    /** Watches a descriptor or channel until it is closed. */
    public final class Registration implements AutoCloseable {

        private final int token = nextToken.getAndIncrement();
        private final int fd;
        private final SelectableChannel channel; // null for a descriptor
        private final Monitor.Handler handler;
        private boolean paused; // guarded by this, as is writable
        private boolean writable;

        private Registration(int fd, SelectableChannel channel, Monitor.Handler handler) {
            this.fd = fd;
            this.channel = channel;
            this.handler = handler;
        }

        Monitor.Handler handler() {
            return handler;
        }

        private void watch() {
            if (channel == null) {
                poller.add(fd, token);
            } else {
                poller.add(channel, token);
            }
        }

        private void unwatch() {
            if (channel == null) {
                poller.remove(fd);
            } else {
                poller.remove(channel);
            }
        }

        /**
         * Sets whether the handler is also told of room to write; at first it is not. Does nothing once closed. Only
         * for descriptors, because a lane's own thread writes to a channel. Any thread.
         *
         * @throws UnsupportedOperationException of a channel
         */
        public synchronized void watchWritable(boolean wanted) {
            if (channel != null) {
                throw new UnsupportedOperationException("Room to write is watched for descriptors only: " + channel);
            }
            writable = wanted;
            if (isWatched()) {
                unlessClosed(() -> poller.watchWritable(fd, token, wanted));
            }
        }

        /** Stops calls of the handler until {@link #resume}. Does nothing once closed. On the monitor's thread. */
        public synchronized void pause() {
            if (isWatched()) {
                paused = true;
                unlessClosed(this::unwatch);
            }
        }

        /**
         * Undoes {@link #pause}. Does nothing once closed.
         *
         * @throws OsException if the system lacks something
         */
        public synchronized void resume() {
            paused = false;
            if (isWatched()) {
                unlessClosed(this::watch);
                if (writable) {
                    unlessClosed(() -> poller.watchWritable(fd, token, true));
                }
            }
        }

        private boolean isWatched() {
            return !paused && registrations.containsKey(token) && !closed.getAsBoolean();
        }

        /**
         * Ends the watching. On the monitor's thread no call of the handler follows; on another thread, a call that has
         * begun may still be in progress afterwards. A second caller waits for the first, because the descriptor may be
         * closed afterwards and its number reused. Idempotent; any thread.
         */
        @Override
        public synchronized void close() {
            if (registrations.remove(token) == null || closed.getAsBoolean()) {
                return;
            }
            if (!paused) {
                unlessClosed(this::unwatch);
            }
            if (registrations.isEmpty()) {
                idle.run();
            }
        }
    }

    private void unlessClosed(Runnable change) {
        try {
            change.run();
        } catch (IllegalStateException e) {
            if (!closed.getAsBoolean()) {
                throw e;
            } // closed meanwhile, so nothing is watched any more
        }
    }
}
