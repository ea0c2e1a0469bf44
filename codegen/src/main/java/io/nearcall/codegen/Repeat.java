// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/** What the stub of a repeated call keeps of the attempts that have failed. */
public final class Repeat {

    /** The current attempt. */
    public SyncCall call;

    /** The deadline of the call and all its attempts, on the clock of {@link System#nanoTime()}. */
    public final long deadlineNs;

    /** How many attempts have failed. */
    public int failures;

    /** How many of the failed attempts may have run the method. */
    public int runs;

    /** The last failure of an attempt that may have run the method; null if there was none. */
    public RuntimeException mayHaveRun;

    /** Made when the first attempt has failed. */
    public Repeat(long deadlineNs) {
        this.deadlineNs = deadlineNs;
    }
}
