// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A station of a relay race. It reports the context of a call, and passes the context on to the next station. */
public interface Station {

    /** What a method finds. */
    record Baton(long remainingMs, Map<String, String> metadata) {
        /** Reported instead of the remaining time if there is no limit. */
        static final long UNLIMITED = -1;

        boolean isLimited() {
            return remainingMs != UNLIMITED;
        }
    }

    Baton look();

    @Deadline("20s")
    Baton lookInTime();

    CompletableFuture<Baton> lookLater();

    @OneWay
    void drop();

    /** Takes that long. */
    @OneWay
    void stroll(long ms);

    /** What the last {@link #drop} found; waits for it. */
    Baton dropped() throws InterruptedException;

    /** Calls the runner, an object of the caller. */
    Baton ask(Runner runner);

    /** Asks the runner, and then looks itself. */
    Baton askAndLook(Runner runner);

    /** Sleeps that long; counts if it is interrupted. */
    void rest(long ms);

    /** How often it has begun to. */
    int rests();

    int interruptions();

    /** Runs until it finds that its caller has given up; then says whether it was interrupted. */
    void endure();

    /** Whether the last {@link #endure} was interrupted; waits for its end. */
    boolean enduredInterrupts() throws InterruptedException;

    /** Of the client. */
    @RemoteObject
    interface Runner {
        Baton look();
    }
}
