// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streams;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.samples.streams.Log.Entry;
import io.nearcall.samples.streams.Log.Work;
import java.util.Iterator;
import java.util.stream.Stream;

/** Searches, reads and follows a log in another JVM, and stops each before the end. */
public final class Client {

    private static final int READ = 500_000;
    private static final int CALLED = 50_000;
    private static final int FOLLOWED = 25;
    private static final int ROUNDS = 3;

    private Client() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Log log = endpoint.lookup(Log.class); // waits up to 10 s for the server

            // We want five of a billion entries. Closing the stream ends the search in the server.
            try (Stream<Entry> full = log.search("disk full")) {
                full.limit(5).forEach(entry -> System.out.println("found:    " + entry));
            }
            System.out.println("searched: " + whenNoneIsOpen(log));

            // An iterator over the whole log. It fetches entries in batches, which grow while we read on.
            for (int round = 1; round <= ROUNDS; round++) {
                System.out.printf(
                        "read:     %,d entries/s as an iterator, %,d by a call for each%n",
                        perSecond(() -> read(log), READ), perSecond(() -> call(log), CALLED));
            }

            // The server writes thousands of entries a second. We read fifty a second, and nothing piles up.
            Work before = log.work();
            SlowReader reader = new SlowReader(FOLLOWED);
            log.tail().subscribe(reader);
            reader.await();
            Work after = log.work();
            System.out.printf(
                    "followed: %d of %,d entries that were written meanwhile; the server kept some for us, and left out %,d%n",
                    FOLLOWED,
                    after.entriesWritten() - before.entriesWritten(),
                    after.entriesMissed() - before.entriesMissed());
        }
    }

    private static long read(Log log) {
        Iterator<Entry> entries = log.from(0);
        long last = 0;
        for (int i = 0; i < READ; i++) {
            last = entries.next().number();
        }
        Remotes.release(entries); // we read no further; without this line the garbage collector would release it
        return last;
    }

    private static long call(Log log) {
        long last = 0;
        for (int i = 0; i < CALLED; i++) {
            last = log.get(i).number();
        }
        return last;
    }

    private interface Reading {
        long lastNumber();
    }

    private static long perSecond(Reading reading, int count) {
        long beforeNs = System.nanoTime();
        if (reading.lastNumber() != count - 1) {
            throw new IllegalStateException("the log is out of order");
        }
        return (long) (count * 1e9 / (System.nanoTime() - beforeNs));
    }

    /** Waits until the server knows that the stream is closed, which takes a moment. */
    private static String whenNoneIsOpen(Log log) throws InterruptedException {
        Work work = log.work();
        for (int i = 0; i < 1_000 && work.openSearches() > 0; i++) {
            Thread.sleep(1);
            work = log.work();
        }
        return String.format(
                "the server has looked at %,d entries; %d searches are open",
                work.entriesLookedAt(), work.openSearches());
    }
}
