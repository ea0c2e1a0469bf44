// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.nearcall.bench.peers.Peer;
import java.nio.file.Path;

/**
 * The streams, and the content of the reserved value in each message's header.
 *
 * <pre>
 *   63        56 55        48 47        32 31                             0
 *  +------------+------------+------------+-------------------------------+
 *  |    kind    |   caller   |     0      |    length of the reply        |
 *  +------------+------------+------------+-------------------------------+
 * </pre>
 *
 * All callers send on the two streams of requests, each by its own publication. Each caller has two streams of replies.
 */
final class Streams {

    /** The number of callers at a time. */
    static final int CALLERS = Peer.AERON_CALLERS;

    /** Terms that stay in a CPU's own cache. No message on them is longer than {@code LONGEST_SHORT_BYTES}. */
    static final String SHORT = "aeron:ipc?term-length=64k|mtu=8k";

    static final int LONGEST_SHORT_BYTES = 4_096;

    static final String LONG = "aeron:ipc?term-length=1m|mtu=65504";
    static final int LONGEST_BYTES = 1 << 16;

    /** As many bytes as {@code add} carries there. */
    static final int NUMBER_BYTES = 2 * Integer.BYTES;

    static final int REQUESTS = 1;
    static final int LONG_REQUESTS = 2;

    /** The reply is the request, or has as many bytes as the request says. */
    static final int ECHO = 0;

    static final int ORDER = 1;

    /** No reply: nobody calls for a while. */
    static final int REST = 2;

    private static final int FIRST_REPLIES = 100;
    private static final int FIRST_LONG_REPLIES = 200;
    private static final int KIND_SHIFT = 56;
    private static final int CALLER_SHIFT = 48;
    private static final int BYTE_MASK = 0xFF;

    private Streams() {}

    static int replies(int caller) {
        return FIRST_REPLIES + caller;
    }

    static int longReplies(int caller) {
        return FIRST_LONG_REPLIES + caller;
    }

    static String driver(Path directory) {
        return directory.resolve("driver").toString();
    }

    static long word(int kind, int caller, int replyBytes) {
        return (long) kind << KIND_SHIFT | (long) caller << CALLER_SHIFT | replyBytes;
    }

    static int kind(long word) {
        return (int) (word >>> KIND_SHIFT);
    }

    static int caller(long word) {
        return (int) (word >>> CALLER_SHIFT) & BYTE_MASK;
    }

    static int replyBytes(long word) {
        return (int) word;
    }
}
