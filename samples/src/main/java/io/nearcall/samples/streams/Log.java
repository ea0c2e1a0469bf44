// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streams;

import io.nearcall.RemoteService;
import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/** The service that the server offers. Elements of its results are sent when the caller asks for them. */
@RemoteService("log")
public interface Log {

    /** One entry of the log. */
    record Entry(long number, String text) {}

    /** What the server has done for its readers. */
    record Work(long entriesLookedAt, int openSearches, long entriesWritten, long entriesMissed) {}

    /** Finds the entries that contain a word, while the caller reads. A caller that stops early closes the stream. */
    Stream<Entry> search(String word);

    /** Returns all entries from that number on. */
    Iterator<Entry> from(long number);

    /** Returns a single entry, for comparison with the iterator. */
    Entry get(long number);

    /** Publishes each entry as it is written, as long as there is a subscriber. */
    Flow.Publisher<Entry> tail();

    Work work();
}
