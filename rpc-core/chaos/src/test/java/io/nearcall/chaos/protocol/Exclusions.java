// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

/** Faults that are known and being mended: what would find nothing but them is left out. */
final class Exclusions {

    /** LANES over unix and tcp whose sender does not accept holds the monitor up for 100 ms each. */
    static final boolean LANES_OVER_SOCKETS_BLOCK = true;

    /** CANCEL of a one-way call that has not begun is answered by a FAILURE, and counts as one call less in flight. */
    static final boolean CANCELLED_POSTS_ARE_ANSWERED = true;

    /** POST of a method that has an answer sends a frame of type 0, or a part of another thread's answer. */
    static final boolean POSTS_OF_METHODS_WITH_ANSWERS_SEND = true;

    private Exclusions() {}
}
