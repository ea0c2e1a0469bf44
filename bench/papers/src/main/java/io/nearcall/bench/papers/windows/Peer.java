// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.pair.Child;
import io.nearcall.ipc.classic.windows.PeerHandle;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;

/** The process at the other end. Its death ends the waits of mechanisms that do not notice it by themselves. */
final class Peer {

    private static final Duration SLICE = Duration.ofMillis(200);

    /** A mechanism may notice the end of a process before the process's handle does. */
    private static final Duration DYING = Duration.ofSeconds(5);

    private static final long LOOK_MS = 1_000;

    private final PeerHandle process;
    private volatile WindowsMechanism used;

    /** @param pid that of Windows */
    Peer(int pid) {
        this.process = PeerHandle.open(pid);
    }

    /**
     * Fails this JVM if the process dies and nothing else says so: Wine 8 keeps some connections of a killed process
     * open.
     */
    void watch() {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (process.isAlive()) {
                            Thread.sleep(LOOK_MS);
                        }
                        Thread.sleep(DYING.toMillis());
                    } catch (InterruptedException e) {
                        return;
                    }
                    WindowsMechanism last = used;
                    if (last != null) {
                        Child.fail(died(last, null));
                    }
                },
                "watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** Says which mechanism is used from now on; null if none is. */
    void use(WindowsMechanism mechanism) {
        used = mechanism;
    }

    interface Attempt<T> {
        /** Returns null if the time limit has passed. */
        T within(Duration limit) throws Exception;
    }

    /** Waits until an attempt has a result. */
    <T> T await(Attempt<T> attempt) throws Exception {
        while (true) {
            boolean alive = process.isAlive(); // asked first: what was sent before the death is received
            T got = attempt.within(SLICE);
            if (got != null) {
                return got;
            }
            if (!alive) {
                throw new EOFException("process " + process.pid() + " has died");
            }
        }
    }

    /** As above, for a message of that length. */
    void receive(Attempt<byte[]> attempt, byte[] into) throws Exception {
        byte[] message = await(attempt);
        if (message.length != into.length) {
            throw new IOException("a message of " + message.length + " bytes, not " + into.length);
        }
        System.arraycopy(message, 0, into, 0, message.length);
    }

    /** Returns what a failure means: the other process has died, or something else. */
    IOException explained(WindowsMechanism mechanism, Exception failure) throws InterruptedException {
        return process.awaitEnd(DYING)
                ? died(mechanism, failure)
                : new IOException(mechanism.title() + " has failed: " + failure, failure);
    }

    private static IOException died(WindowsMechanism mechanism, Exception cause) {
        return new IOException(mechanism.title() + ": the other process has died", cause);
    }
}
