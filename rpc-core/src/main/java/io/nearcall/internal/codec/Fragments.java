// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** The two ends of a message that may be longer than the memory it goes through. Full fragments are handed on. */
public final class Fragments {

    private Fragments() {}

    /** Takes the full fragments of a message. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Hands on what {@code out} has written so far, as a fragment that is not the last. Then gives it new room with
         * {@link FrameOutput#reset}. An exception ends the message.
         */
        void flush(FrameOutput out);
    }

    /** Gives the further fragments of a message. */
    @FunctionalInterface
    public interface Source {

        /**
         * Releases the fragment that {@code in} has read to its end and gives it the next one with {@link
         * FrameInput#reset}.
         *
         * @throws CodecException if the message has no further fragment
         */
        void next(FrameInput in);
    }
}
