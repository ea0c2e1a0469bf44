// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** How long the writer of a message waits for something that the message needs from the peer. */
public interface Patience {

    /** For a caller without a deadline: 5 s. */
    Patience UNHURRIED = new Patience() {
        @Override
        public long deadlineNs() {
            return System.nanoTime() + 5_000_000_000L;
        }

        @Override
        public RuntimeException exhausted(boolean interrupted, String lacking) {
            return new CodecException((interrupted ? "interrupted while " : "") + lacking);
        }
    };

    /** The deadline, by {@link System#nanoTime}. */
    long deadlineNs();

    /**
     * Returns the exception to throw when the wait has ended without success.
     *
     * @param interrupted whether the thread is interrupted, with its status set; else the time is over
     * @param lacking what has not arrived, as the end of a sentence
     */
    RuntimeException exhausted(boolean interrupted, String lacking);
}
