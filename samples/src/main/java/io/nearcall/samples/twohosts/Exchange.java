// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.twohosts;

import io.nearcall.RemoteService;
import java.util.stream.Stream;

/** What the servers offer. Nothing in it knows of hosts. */
@RemoteService("exchange")
public interface Exchange {

    /** A share has changed hands. */
    record Trade(int number, int cents) {}

    /** Returns the price of a share. This is the smallest useful call: an int each way. */
    int cents(int share);

    /** Returns who the caller is, in words, as far as the exchange knows. */
    String caller();

    /** Tells the watcher of so many trades, and then returns. */
    void watch(int trades, Watcher watcher);

    /** Returns all trades of the day. They are made as they are read. */
    Stream<Trade> trades();

    /** Returns when the exchange closes for the day. */
    void awaitClose() throws InterruptedException;
}
