// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.ipc.channel.CallProgress;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publishes how far the ordered calls of a shared lane have been run, if several run at once: the id up to which none
 * is left. Any thread.
 */
final class DoneCalls {

    private final CallProgress progress;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Long> open = new LinkedHashSet<>(); // ascending: ids are added as the lane's thread reads them
    private long lastRead;
    private boolean retired;

    DoneCalls(CallProgress progress) {
        this.progress = progress;
    }

    /** The lane's thread has read a call that will be run. */
    void begin(long callId) {
        lock.lock();
        try {
            lastRead = callId;
            open.add(callId);
        } finally {
            lock.unlock();
        }
    }

    /** A call has been run, or never will be. */
    void end(long callId) {
        lock.lock();
        try {
            lastRead = Math.max(lastRead, callId);
            open.remove(callId);
            if (!retired) { // its memory goes away with the lane
                progress.publishDone(open.isEmpty() ? lastRead : open.iterator().next() - 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** When this returns, the lane's memory is not touched any more. */
    void retire() {
        lock.lock();
        try {
            retired = true;
        } finally {
            lock.unlock();
        }
    }
}
