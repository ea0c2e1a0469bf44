// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.reference.ReceivedReferences;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/** The thread that tells peers which of their objects nobody here refers to any more, once there are references. */
final class DroppedReferences implements Runnable, AutoCloseable {

    /** How many dropped references are gathered before peers are told, because a garbage collection drops many. */
    private static final int AT_ONCE = 1_000;

    private final ReferenceQueue<ReceivedReference> queue = new ReferenceQueue<>();
    private final String name;
    private final Set<Releases> untold = new HashSet<>(); // used by the thread only
    private volatile Thread thread;
    private volatile boolean started;

    DroppedReferences(String endpointName) {
        name = "nearcall-references-" + endpointName;
    }

    ReferenceQueue<ReceivedReference> queue() {
        return queue;
    }

    /**
     * Must be called before each reference is made. If no thread can start now, stubs are released later: when the next
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
                // Something is short, perhaps memory. The next drop tries again, or the connection's end releases it.
            }
        }
    }

    private static void release(Reference<?> count) {
        try {
            ((ReceivedReferences.Count) count).release();
        } catch (Throwable e) {
            // Something is short, perhaps memory. This object is released with its connection, the others as usual.
        }
    }

    private void flush() {
        for (Releases releases : untold) {
            releases.tellAll();
        }
        untold.clear();
    }

    /** Returns true on this object's thread, which then tells that peer after looking for other drops. */
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
