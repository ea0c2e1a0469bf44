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

/** Closes what peers have passed, or what may hold that: descriptors and sockets in which some are unread. Any thread. */
final class Disposal implements IntConsumer {

    /* Whoever closes a descriptor may have to wait for whoever made the file, for as long as that one likes. A TCP socket
     * lingers when its last descriptor is closed. A file system in user space is told of each that is closed. So neither the
     * monitor nor a caller closes what may be anything. A few threads do it, for a peer may pass any number of such descriptors.
     * When all of them wait, the others stay open. So there are no new connections while they are too many, and one of which
     * too many wait ends. */

    private static final int THREADS = 4;

    /** Beyond that many, nobody is accepted or connected to. */
    private static final int MOST = 1024;

    /** Of one connection: more than honest peers can pass in the time that a thread takes to begin. */
    private static final int MOST_OF_ONE = 256;

    private final Executor threads;
    private final AtomicInteger open = new AtomicInteger();

    /** @param threads runs each task at once, on a thread that has nothing else to do */
    Disposal(Executor threads) {
        this.threads = new FewThreads(threads, THREADS);
    }

    /** What one connection passes. */
    final class Share implements IntConsumer {
        private final Consumer<String> breach;
        private final AtomicInteger open = new AtomicInteger();

        /** @param breach ends the connection if too much of that waits */
        Share(Consumer<String> breach) {
            this.breach = breach;
        }

        @Override
        public void accept(int descriptor) {
            if (descriptor >= 0 && open.incrementAndGet() > MOST_OF_ONE) {
                breach.accept("more than " + MOST_OF_ONE + " of the descriptors that it has passed wait to be closed");
            }
            dispose(descriptor, open);
        }
    }

    /**
     * To be asked before there is one more connection.
     *
     * @throws OsException if so many are open that there should not be more
     */
    void requireRoom() {
        if (open.get() >= MOST) {
            throw new OsException("close", Errno.EBUSY, "what peers have passed");
        }
    }

    /** Closes it soon, unless it is negative. Does not wait. */
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
            // no thread can be had: it is closed together with the next one
        }
    }

    private void close(int descriptor, AtomicInteger openOfOne) {
        try {
            Host.current().close(descriptor);
        } catch (OsException e) {
            // it is closed all the same: what could not be written of the peer's file is the peer's affair
        } finally {
            openOfOne.decrementAndGet();
            open.decrementAndGet();
        }
    }
}
