// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.windows.Pipes;
import java.nio.ByteBuffer;

/** One direction of a pipe's end: one call at a time. */
final class PipeDirection {

    private static final int STAGING_BYTES = 65_536;

    private final long operation = Pipes.operation();
    private ByteBuffer staging; // for buffers on the heap

    /** Waits for a client. Returns 0, or a negative code: of an aborted operation if it had to be given up. */
    int connect(PipeHandle pipe, long handle, long limitNs) {
        return ended(pipe, handle, Pipes.connect(handle, operation), limitNs);
    }

    /** Reads once. Returns the number of bytes, or a negative code as above. */
    int read(PipeHandle pipe, long handle, ByteBuffer destination) {
        ByteBuffer direct = destination.isDirect() ? destination : staging(destination.remaining());
        int moved = ended(
                pipe,
                handle,
                Pipes.read(handle, operation, direct, direct.position(), direct.remaining()),
                HandleOwner.forever());
        if (moved > 0) {
            if (direct == destination) {
                destination.position(destination.position() + moved);
            } else {
                destination.put(direct.limit(moved));
            }
        }
        return moved;
    }

    /** Writes once. Returns as above. */
    int write(PipeHandle pipe, long handle, ByteBuffer source) {
        ByteBuffer direct = source;
        if (!source.isDirect()) {
            direct = staging(source.remaining());
            ByteBuffer piece = source.duplicate();
            piece.limit(piece.position() + direct.remaining());
            direct.put(piece).flip();
        }
        int moved = ended(
                pipe,
                handle,
                Pipes.write(handle, operation, direct, direct.position(), direct.remaining()),
                HandleOwner.forever());
        if (moved > 0) {
            source.position(source.position() + moved);
        }
        return moved;
    }

    private ByteBuffer staging(int length) {
        if (staging == null) {
            staging = ByteBuffer.allocateDirect(STAGING_BYTES);
        }
        return staging.clear().limit(Math.min(length, STAGING_BYTES));
    }

    /** Waits for the end of an operation. The time limit, an interrupt or a close gives it up. */
    private int ended(PipeHandle pipe, long handle, int begun, long limitNs) {
        long startNs = begun == Pipes.PENDING ? System.nanoTime() : 0;
        int result = begun;
        while (result == Pipes.PENDING) {
            long leftNs = limitNs - (System.nanoTime() - startNs);
            if (leftNs <= 0 || pipe.isClosed() || Thread.currentThread().isInterrupted()) {
                return Pipes.cancel(handle, operation);
            }
            result = Pipes.await(handle, operation, HandleOwner.sliceMs(leftNs));
        }
        return result;
    }

    void free() {
        Pipes.free(operation);
    }
}
