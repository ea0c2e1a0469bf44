// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

/**
 * Layout of a stream of bytes in a shared memory segment. A segment carries one stream, once. The bytes go around the
 * ring. All values are little-endian. A new segment is filled with zeros. The side that opens it first writes the first
 * line. If both sides do so at once, they write the same.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+   0
 *   |                        Magic "NEARBYTE"                       |   written last, by a release store
 *   |                                                               |
 *   +---------------------------------------------------------------+   8
 *   |                            Version                            |
 *   +---------------------------------------------------------------+  12
 *   |                            Capacity                           |   bytes of the ring
 *   +---------------------------------------------------------------+  16
 *   |                        zero, up to 64                        ...
 *   +---------------------------------------------------------------+  64
 * | Writer Process | token of the writer (PeerProcess), compare-and-set
 *   |                                                               |   from 0, once
 *   +---------------------------------------------------------------+  72
 *   |                         Reader Process                        |   likewise of the reader
 *   |                                                               |
 *   +---------------------------------------------------------------+  80
 *   |                         Writer Sleeper                        |   how the writer waits for room (SleepingWord)
 *   +---------------------------------------------------------------+  84
 *   |                         Reader Sleeper                        |   how the reader waits for bytes
 *   +---------------------------------------------------------------+  88
 *   |                        zero, up to 192                       ...
 *   +---------------------------------------------------------------+  192
 * | Writer Progress | bytes written so far, times 2; plus 1 when closed
 *   |                                                               |
 *   +---------------------------------------------------------------+  200
 *   |                        zero, up to 320                       ...
 *   +---------------------------------------------------------------+  320
 *   |                        Reader Progress                        |   bytes read so far, times 2; plus 1 when closed
 *   |                                                               |
 *   +---------------------------------------------------------------+  328
 *   |                        zero, up to 512                       ...
 *   +---------------------------------------------------------------+  512
 *   |                              Ring                            ...
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * Each word from 64 on has one writer: the side that it names. Progress is published by a release store, after the
 * bytes that it counts. The other side sleeps on the lower half of that word, which closing changes, too. The words
 * that are written all the time lie two lines apart, out of the adjacent-line prefetcher's reach. A crash leaves each
 * word at its last value. The bytes that were published before the crash can be read, and the process of the token is
 * dead.
 */
final class StreamDescriptor {

    /** {@code NEARBYTE} in ASCII, read as a little-endian long. */
    static final long MAGIC = 0x455459425241454EL;

    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int CAPACITY_OFFSET = 12;
    static final int RING_OFFSET = 512;

    private static final int PROCESS = 64;
    private static final int SLEEPER = 80;
    private static final int PROGRESS = 192;
    private static final int PROGRESS_DISTANCE = 128;

    private StreamDescriptor() {}

    static int processOffset(boolean reader) {
        return PROCESS + (reader ? Long.BYTES : 0);
    }

    static int sleeperOffset(boolean reader) {
        return SLEEPER + (reader ? Integer.BYTES : 0);
    }

    static int progressOffset(boolean reader) {
        return PROGRESS + (reader ? PROGRESS_DISTANCE : 0);
    }

    static long progress(long position, boolean closed) {
        return position << 1 | (closed ? 1 : 0);
    }

    static long position(long progress) {
        return progress >>> 1;
    }

    static boolean isClosed(long progress) {
        return (progress & 1) != 0;
    }
}
