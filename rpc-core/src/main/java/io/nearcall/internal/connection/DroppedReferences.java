// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.reference.ReceivedReferences;
import io.nearcall.internal.server.RuntimeThreads;
import java.lang.ref.ReferenceQueue;

/** Tells the peers of an endpoint which of their objects nobody here refers to any more: a thread, once there are any. */
final class DroppedReferences implements Runnable, AutoCloseable {

    private final ReferenceQueue<ReceivedReference> queue = new ReferenceQueue<>();
    private final String name;
    private Thread thread; // guarded by this
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
                ((ReceivedReferences.Count) queue.remove()).release();
            } catch (InterruptedException e) {
                return; // closed
            } catch (Throwable e) {
                // A shortage, perhaps of memory: this one is given up with its connection, the others as ever.
            }
        }
    }

    @Override
    public synchronized void close() {
        started = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
