// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/** A call that has failed and is made again: what its stub keeps of the earlier attempts. */
public final class Repeat {

    /** The attempt that has been begun. */
    public SyncCall call;

    /** When the call is to have ended, however often it was made; as {@link System#nanoTime()} counts. */
    public final long deadlineNs;

    /** How many attempts have failed. */
    public int failures;

    /** How many of them may have run the method. */
    public int runs;

    /** The last failure of an attempt that may have run the method; null if there was none. */
    public RuntimeException mayHaveRun;

    /** After the first attempt. */
    public Repeat(long deadlineNs) {
        this.deadlineNs = deadlineNs;
    }
}
