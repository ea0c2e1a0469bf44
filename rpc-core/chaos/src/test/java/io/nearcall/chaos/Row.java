// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

/** One kind of fault, done many times and counted. */
public interface Row {

    /** What a row is about, which is the part of the campaign that it belongs to. */
    enum Kind {
        FAULT,
        RESOURCE,
        FUZZER
    }

    /** As the table calls it; a few words. */
    String name();

    /** What is done to whom, and of what the delays are: a sentence or two for who reads the table. */
    String description();

    /** What the patch of this row's name in {@code mutations} breaks in the product, for this row to fail. */
    default String mutation() {
        return "";
    }

    default Kind kind() {
        return Kind.FAULT;
    }

    /** About how long it takes in the full campaign; by this, rows are shared out among parts. */
    default int minutes() {
        return 2;
    }

    /**
     * Does it and tells the tally. The runtime directory of this process is the row's own, and so is
     * {@link Campaign#scratch()}; what is left in either afterwards, or held by this process, counts as leaked.
     *
     * @throws Exception if the harness itself has failed, which fails the row
     */
    void run(Campaign campaign, Tally tally) throws Exception;
}
