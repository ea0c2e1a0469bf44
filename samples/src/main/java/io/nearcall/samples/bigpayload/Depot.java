// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import io.nearcall.RemoteService;

/**
 * Takes files and reports what arrived. The caller decides how much of a file goes into one call: the whole file, if a
 * message may be that long, or one chunk at a time.
 */
@RemoteService("depot")
public interface Depot {

    /** Opens a place for one file. */
    long open();

    /** Takes the next bytes of a file. {@link #check} reads them. */
    void write(long place, byte[] bytes);

    /**
     * Adds the bytes of the last {@link #write} to the checksum. A call of its own, so the two can be timed separately.
     */
    void check(long place);

    /** Returns the SHA-256 of all bytes that were written and checked. The place no longer exists afterwards. */
    byte[] close(long place);
}
