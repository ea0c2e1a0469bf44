// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

/** What both sides of the floor do with a message besides copying it, and how they wait for it. */
public enum FloorKind {
    /** The message is copied from and to an array that each side keeps. */
    KEPT,
    /** Each side makes an array of each message, and copies the next from it: the least work of a call with arrays. */
    ARRAYS,
    /** Each side makes a string of each message, one byte per character: the least work of a call with texts. */
    TEXTS,
    /** The message is empty, and both sides sleep. */
    ASLEEP
}
