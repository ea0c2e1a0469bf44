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

    /** What the row does, and which delays it measures: one or two sentences for readers of the table. */
    String description();

    /** What the patch of this row's name in {@code mutations} breaks in the product, for this row to fail. */
    default String mutation() {
        return "";
    }

    default Kind kind() {
        return Kind.FAULT;
    }

    /** Whether its processes run under Wine. Such rows run with the profile {@code windows}, and no others then. */
    default boolean isOnWindows() {
        return false;
    }

    /** About how long it takes in the full campaign; by this, rows are shared out among parts. */
    default int minutes() {
        return 2;
    }

    /**
     * Runs the row and reports to the tally. The row has its own runtime directory and its own
     * {@link Campaign#scratch()}. Files that are left in either, and resources that this process still holds, count as
     * leaked.
     *
     * @throws Exception if the harness itself has failed, which fails the row
     */
    void run(Campaign campaign, Tally tally) throws Exception;
}
