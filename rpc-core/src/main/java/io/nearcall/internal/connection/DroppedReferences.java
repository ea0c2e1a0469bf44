// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.reference.ReceivedReferences;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/** Tells the peers of an endpoint which of their objects nobody here refers to any more: a thread, once there are any. */
final class DroppedReferences implements Runnable, AutoCloseable {

    /** A garbage collection drops many: each peer is told of so many of them at a time. */
    private static final int AT_ONCE = 1_000;

    private final ReferenceQueue<ReceivedReference> queue = new ReferenceQueue<>();
    private final String name;
    private final Set<Releases> untold = new HashSet<>(); // the thread's own
    private volatile Thread thread;
    private volatile boolean started;

    DroppedReferences(String endpointName) {
        name = "nearcall-references-" + endpointName;
    }

    ReferenceQueue<ReceivedReference> queue() {
        return queue;
    }

    /**
     * To be called before each reference is made. If there can be no thread now, stubs are given up later: when another
     * reference comes, or with the connection.
     */
    void start() {
        if (!started) {
            startOnce();
        }
    }

    private synchronized void startOnce() {
        if (!started) {
            Thread releasing = RuntimeThreads.daemon(this, name);
            try {
                releasing.start();
            } catch (OutOfMemoryError e) {
                return;
            }
            thread = releasing;
            started = true;
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                Reference<?> count = queue.remove();
                for (int released = 1; count != null; released++) {
                    release(count);
                    count = released < AT_ONCE ? queue.poll() : null;
                }
                flush();
            } catch (InterruptedException e) {
                return; // closed
            } catch (Throwable e) {
                // A shortage, perhaps of memory: tried again when the next is dropped, or given up with the connection.
            }
        }
    }

    private static void release(Reference<?> count) {
        try {
            ((ReceivedReferences.Count) count).release();
        } catch (Throwable e) {
            // A shortage, perhaps of memory: this one is given up with its connection, the others as ever.
        }
    }

    private void flush() {
        for (Releases releases : untold) {
            releases.tellAll();
        }
        untold.clear();
    }

    /** Whether that peer will be told by this thread, which is the current one, when it has looked what else is dropped. */
    boolean flushLater(Releases releases) {
        if (Thread.currentThread() != thread) {
            return false;
        }
        untold.add(releases);
        return true;
    }

    @Override
    public synchronized void close() {
        started = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
