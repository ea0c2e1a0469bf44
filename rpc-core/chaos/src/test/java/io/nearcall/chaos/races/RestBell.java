// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.UnixSocket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The doorbell of a thread that rests, in the same process. The sender of a frame rings it, or the descriptor that the
 * resting lane watches.
 */
final class RestBell implements Doorbell {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int SPINS = 500;

    private final Semaphore rung = new Semaphore(0);
    private RestBell peer = this;
    private int watched = LaneBatch.NO_DESCRIPTOR; // of the resting thread

    /** Makes each the bell that the other end rings. */
    void pair(RestBell other) {
        peer = other;
        other.peer = this;
    }

    @Override
    public void ring(int lane) {
        peer.rung.release();
    }

    @Override
    public void ringHere(int lane) {
        rung.release();
    }

    @Override
    public void ringWhenReadable(int lane, int descriptor) {
        watched = descriptor;
    }

    /** Rests until the bell rings; false if it has not within a second. */
    boolean await() {
        if (watched != LaneBatch.NO_DESCRIPTOR) {
            return UnixSocket.await(watched, true, PATIENCE_NS) == 1;
        }
        for (int i = 0; i < SPINS && rung.availablePermits() == 0; i++) {
            Thread.onSpinWait(); // so that rests are short and frequent
        }
        try {
            boolean heard = rung.tryAcquire(PATIENCE_NS, TimeUnit.NANOSECONDS);
            rung.drainPermits(); // superfluous ones, from rests that ended with a frame
            return heard;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
