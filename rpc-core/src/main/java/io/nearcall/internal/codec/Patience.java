// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** How long who writes a message waits for something else of the peer's on which it depends. */
public interface Patience {

    /** Of who has no deadline: 5 s. */
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

    /** Until when, by {@link System#nanoTime}. */
    long deadlineNs();

    /**
     * It is not waited for any more: what is to be thrown.
     *
     * @param interrupted whether the thread is interrupted, whose status is set; else the time is over
     * @param lacking what has not come, as the end of a sentence
     */
    RuntimeException exhausted(boolean interrupted, String lacking);
}
