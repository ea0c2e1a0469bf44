// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streams;

import io.nearcall.RemoteService;
import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/** What the server offers. The types of the results say how: their elements come as they are asked for. */
@RemoteService("log")
public interface Log {

    /** A line of the log. */
    record Entry(long number, String text) {}

    /** What the server has done for its readers. */
    record Work(long entriesLookedAt, int openSearches, long entriesWritten, long entriesMissed) {}

    /** The entries with that word in them, found as the caller takes them. To be closed if it takes only some. */
    Stream<Entry> search(String word);

    /** All entries from that number on. */
    Iterator<Entry> from(long number);

    /** One of them, for comparison. */
    Entry get(long number);

    /** Each entry as it is written, for as long as there is a subscriber. */
    Flow.Publisher<Entry> tail();

    Work work();
}
