// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.server.FewThreads;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Closes what peers have passed, or what may hold that: descriptors and sockets in which some are unread. Any thread. */
final class Disposal implements IntConsumer {

    /* Who closes the last descriptor of a file may have to wait for whoever made the file, for as long as that one likes: a TCP
     * socket lingers, a file system in user space is told. So neither the monitor nor a caller closes what may be anything.
     * A few threads do it, for a peer may pass any number of such descriptors. When all of them wait, the others stay open, and
     * the endpoint accepts nobody while they are too many. */

    private static final int THREADS = 4;

    /** Beyond that many, nobody is accepted. Those who are connected already can add what a message carries. */
    static final int MOST = 1024;

    private final Executor threads;
    private final AtomicInteger open = new AtomicInteger();

    /** @param threads runs each task at once, on a thread that has nothing else to do */
    Disposal(Executor threads) {
        this.threads = new FewThreads(threads, THREADS);
    }

    /** Whether so many are open that there should not be more. */
    boolean isFull() {
        return open.get() >= MOST;
    }

    /** Closes it soon, unless it is negative. Does not wait. */
    @Override
    public void accept(int descriptor) {
        if (descriptor < 0) {
            return;
        }
        open.incrementAndGet();
        try {
            threads.execute(() -> close(descriptor));
        } catch (OutOfMemoryError e) {
            // no thread can be had: it is closed together with the next one
        }
    }

    private void close(int descriptor) {
        try {
            Host.current().close(descriptor);
        } catch (OsException e) {
            // it is closed all the same: what could not be written of the peer's file is the peer's affair
        } finally {
            open.decrementAndGet();
        }
    }
}
