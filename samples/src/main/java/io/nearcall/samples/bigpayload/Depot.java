// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import io.nearcall.RemoteService;

/**
 * Takes files and says what arrived. How much of a file goes into one call is the caller's choice: all of it, as long as a
 * message may be that long, or chunk after chunk.
 */
@RemoteService("depot")
public interface Depot {

    /** A place for one file. */
    long open();

    /** Takes the next bytes of a file; {@link #check} reads them. */
    void write(long place, byte[] bytes);

    /** Adds what was written last to the checksum. Apart from {@link #write}, so that the two can be timed apart. */
    void check(long place);

    /** The SHA-256 of all bytes that were written and checked. The place is gone. */
    byte[] close(long place);
}
