// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

/** What both sides of the floor do with a message beside copying it, and how they wait for it. */
public enum FloorKind {
    /** Copied from and to an array that each side keeps. */
    KEPT,
    /** Each side makes an array of each message, and copies the next one from it: the least of a call that carries arrays. */
    ARRAYS,
    /** Each side makes a string of each message, which has one byte for each character: the least of a call that carries texts. */
    TEXTS,
    /** Empty, between sides that sleep. */
    ASLEEP
}
