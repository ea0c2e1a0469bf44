// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Gives system calls memory outside the heap. It is made once, for buffers that are inside the heap. */
final class Staging {

    private static final int LENGTH = 1 << 16;

    private final Move move;
    private ByteBuffer memory;

    /** A system call that reads or writes. */
    interface Move {

        /**
         * Reads or writes as much of a direct buffer's remaining bytes as is possible now, and moves its position.
         *
         * @return how many bytes; 0 if none now; -1 at the end of the stream
         */
        int move(ByteBuffer direct) throws IOException;
    }

    Staging(Move move) {
        this.move = move;
    }

    /** Reads into any buffer. */
    int read(ByteBuffer destination) throws IOException {
        if (destination.isDirect()) {
            return move.move(destination);
        }
        int got = move.move(room(destination));
        if (got > 0) {
            destination.put(memory.flip());
        }
        return got;
    }

    /** Writes out of any buffer. */
    int write(ByteBuffer source) throws IOException {
        if (source.isDirect()) {
            return move.move(source);
        }
        ByteBuffer staged = room(source);
        int written = move.move(staged.put(0, source, source.position(), staged.limit()));
        source.position(source.position() + written);
        return written;
    }

    private ByteBuffer room(ByteBuffer buffer) {
        if (memory == null) {
            memory = ByteBuffer.allocateDirect(LENGTH);
        }
        return memory.clear().limit(Math.min(LENGTH, buffer.remaining()));
    }
}
