// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.dispatch.FewThreads;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Closes descriptors that peers have passed, and sockets in which such descriptors are unread. Any thread. */
final class Disposal implements IntConsumer {

    /* The closing of a descriptor may have to wait for whoever made the file, for as long as they like. A TCP socket
     * lingers when its last descriptor is closed. A file system in user space is told of each descriptor that is
     * closed. So neither the monitor nor a caller closes an unknown descriptor. A few threads do it, because a peer may
     * pass any number of them. When all these threads wait, the other descriptors stay open. So no new connection is
     * made while too many are open, and a connection of which too many wait ends. */

    private static final int THREADS = 4;

    /** While that many are open, no connection is accepted or made. */
    private static final int MOST = 1024;

    /** For one connection: more than honest peers can pass in the time that a thread takes to start. */
    private static final int MOST_OF_ONE = 256;

    private final Executor threads;
    private final AtomicInteger open = new AtomicInteger();

    /** @param threads runs each task at once, on a thread that has nothing else to do */
    Disposal(Executor threads) {
        this.threads = new FewThreads(threads, THREADS);
    }

    /** The descriptors that one connection passes. */
    final class Share implements IntConsumer {
        private final Consumer<String> breach;
        private final AtomicInteger open = new AtomicInteger();

        /** @param breach ends the connection if too many descriptors wait */
        Share(Consumer<String> breach) {
            this.breach = breach;
        }

        @Override
        public void accept(int descriptor) {
            if (descriptor >= 0 && open.incrementAndGet() > MOST_OF_ONE) {
                breach.accept("it passed more than " + MOST_OF_ONE + " descriptors that still wait to be closed");
            }
            dispose(descriptor, open);
        }
    }

    /**
     * Must be called before there is one more connection.
     *
     * @throws OsException if so many descriptors are open that there must not be more
     */
    void requireRoom() {
        if (open.get() >= MOST) {
            throw new OsException("close", Errno.EBUSY, "descriptors that peers have passed");
        }
    }

    /** Closes the descriptor soon, unless it is negative. Does not wait. */
    @Override
    public void accept(int descriptor) {
        dispose(descriptor, new AtomicInteger(1));
    }

    private void dispose(int descriptor, AtomicInteger openOfOne) {
        if (descriptor < 0) {
            return;
        }
        open.incrementAndGet();
        try {
            threads.execute(() -> close(descriptor, openOfOne));
        } catch (OutOfMemoryError e) {
            // No thread could start. The descriptor is closed together with the next one.
        }
    }

    private void close(int descriptor, AtomicInteger openOfOne) {
        try {
            Host.current().close(descriptor);
        } catch (OsException e) {
            // It is closed all the same. Data that could not be written to the peer's file concerns only the peer.
        } finally {
            openOfOne.decrementAndGet();
            open.decrementAndGet();
        }
    }
}
