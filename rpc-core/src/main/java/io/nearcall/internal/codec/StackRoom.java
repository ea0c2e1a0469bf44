// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/**
 * Checks whether a thread's stack has room for class initialisers. An initialiser that runs out of stack breaks its
 * class until the JVM ends, whether the class is the JDK's or ours. Late ones run in whatever recursion makes a call.
 */
final class StackRoom {

    /** For frames of the interpreter this is about 50 KiB, several times what the initialisers here take. */
    private static final int FRAMES = 256;

    private StackRoom() {}

    /** @throws StackOverflowError if there is no room; nothing is broken then */
    static void require() {
        take(FRAMES, 0, 0, 0, 0);
    }

    private static long take(int frames, long a, long b, long c, long d) {
        return frames == 0 ? a + b + c + d : take(frames - 1, b, c, d, a) + 1;
    }
}
