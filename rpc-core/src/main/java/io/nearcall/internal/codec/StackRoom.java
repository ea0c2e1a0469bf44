// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/**
 * Whether the stack of a thread has room for the initialisers of classes. One that runs out of it breaks its class until the JVM
 * ends, the JDK's as well as ours. Those that run late do so in whatever recursion a call is made.
 */
final class StackRoom {

    /** Of an interpreter's frame that is about 50 KiB, several times of what the initialisers here take. */
    private static final int FRAMES = 256;

    private StackRoom() {}

    /** @throws StackOverflowError if there is none; nothing is broken then */
    static void require() {
        take(FRAMES, 0, 0, 0, 0);
    }

    private static long take(int frames, long a, long b, long c, long d) {
        return frames == 0 ? a + b + c + d : take(frames - 1, b, c, d, a) + 1;
    }
}
