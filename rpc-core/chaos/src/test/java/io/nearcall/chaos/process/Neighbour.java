// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.util.concurrent.locks.LockSupport;

/** A good client that calls on, about a thousand times a second, whatever happens to the others of its server. */
public final class Neighbour {

    private static final long PAUSE_NS = 1_000_000;
    private static final long JOIN_MS = 30_000;

    private final Endpoint endpoint = Endpoint.builder().name("neighbour").open();
    private final Target target;
    private final Thread thread = new Thread(this::run, "neighbour");
    private volatile boolean closed;
    private volatile Throwable failure;
    private volatile long calls;

    public Neighbour(String service) {
        this.target = endpoint.lookup(Target.class, service);
        target.ping(1);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long nonce = 1;
        try {
            while (!closed) {
                nonce += 2; // odd: the method takes no time
                CallKind.PING.call(target, nonce);
                calls = calls + 1;
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    public long calls() {
        return calls;
    }

    /** Whether all its calls have been answered, and still are. */
    public void check(Tally tally) {
        if (failure != null) {
            tally.wrong("a neighbour's call failed: " + failure);
            failure = null;
        }
    }

    public void close() throws InterruptedException {
        closed = true;
        thread.join(JOIN_MS);
        endpoint.close();
    }
}
