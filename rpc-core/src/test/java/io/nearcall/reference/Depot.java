// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes and gives tokens in calls that come to nothing. */
@RemoteService
public interface Depot {

    /** Of either side. */
    @RemoteObject
    interface Token {
        int number();

        void meet(Token other);

        @OneWay
        void greet(Token other);
    }

    /** Counts the objects that are made, also by reading. */
    record Seal(int number) {
        static final AtomicInteger MADE = new AtomicInteger();

        /** Counts. */
        public Seal {
            MADE.incrementAndGet();
        }
    }

    /** May only travel to sides that allow it. */
    final class Parcel {
        String label = "fragile";
    }

    /** Can no longer be made, and so not be read, once the test says so. */
    record Brittle(int number) {
        static final Brittle WHOLE = new Brittle(1);
        static volatile boolean broken;

        /** Fails then. */
        public Brittle {
            if (broken) {
                throw new IllegalArgumentException("broken");
            }
        }
    }

    /** Of the depot itself, which keeps it. */
    Token own();

    int use(Token token);

    void store(Token token, byte[] load, Object last);

    CompletableFuture<Void> storeLater(Token token, byte[] load, Object last);

    @OneWay
    void drop(Token token, byte[] load, Object last);

    /** A token, a load of that many bytes, and a choice. */
    Object[] fetch(int loadBytes, Last last);

    CompletableFuture<Object[]> fetchLater(int loadBytes, Last last);

    /** What comes last. */
    enum Last {
        SEAL,
        PARCEL,
        BRITTLE,
        UNWRITABLE
    }

    /** Waits until it is interrupted. */
    @Deadline("100ms")
    void hold(Token token);

    CompletableFuture<Void> holdLater(Token token);

    /** Its caller does not wait for long. */
    @Deadline("100ms")
    int useSoon(Token token);

    @Deadline("100ms")
    CompletableFuture<Integer> useSoonLater(Token token);

    /** Waits until the test lets it go on, even if it is interrupted. */
    void block();

    /** As {@link #fetch}, of a seal and no load, after having been let go on. */
    @Deadline("100ms")
    Object[] fetchBlocked();

    @Deadline("100ms")
    CompletableFuture<Object[]> fetchBlockedLater();

    /** Completes when the test allows it. */
    CompletableFuture<Void> pending();
}
