// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.reference.ReceivedReferences;
import java.lang.ref.ReferenceQueue;

/** Tells the peers of an endpoint which of their objects nobody here refers to any more: a thread, once there are any. */
final class DroppedReferences implements Runnable, AutoCloseable {

    private final ReferenceQueue<ReceivedReference> queue = new ReferenceQueue<>();
    private final Thread thread;
    private volatile boolean started;

    DroppedReferences(String endpointName) {
        thread = new Thread(this, "nearcall-references-" + endpointName);
        thread.setDaemon(true);
    }

    ReferenceQueue<ReceivedReference> queue() {
        return queue;
    }

    /** To be called before the first reference is made. */
    void start() {
        if (!started) {
            startOnce();
        }
    }

    private synchronized void startOnce() {
        if (!started) {
            started = true;
            thread.start();
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                ((ReceivedReferences.Count) queue.remove()).release();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public synchronized void close() {
        started = true;
        thread.interrupt();
    }
}
