// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A named pipe, seen from one of its ends. */
final class PipeEnd implements Carrier {

    private final Path path;
    private final int fd;
    private final boolean readable;
    private final int wakeUp;
    private final Staging staging = new Staging(this::move);

    /** @param fd closed if this fails */
    PipeEnd(Path path, int fd, boolean readable) {
        this.path = path;
        this.fd = fd;
        this.readable = readable;
        boolean made = false;
        try {
            this.wakeUp = Fifo.openWakeUp();
            made = true;
        } finally {
            if (!made) {
                Descriptors.close(fd);
            }
        }
    }

    @Override
    public int moveNow(ByteBuffer buffer) throws IOException {
        return readable ? staging.read(buffer) : staging.write(buffer);
    }

    private int move(ByteBuffer direct) throws IOException {
        int position = direct.position();
        int length = direct.remaining();
        int moved = readable ? Fifo.read(fd, direct, position, length) : Fifo.write(fd, direct, position, length);
        if (moved > 0) {
            direct.position(position + moved);
            return moved;
        }
        if (moved == 0) { // nobody writes: not yet, or no more
            return Fifo.await(fd, true, -1, 0) == Fifo.GONE ? -1 : 0;
        }
        if (moved == -Errno.EAGAIN) {
            return 0;
        }
        throw Carrier.failed(new OsException(readable ? "read" : "write", -moved, path.toString()));
    }

    @Override
    public PeerProcess await(int slice) {
        Fifo.await(fd, readable, wakeUp, SLICE_NS);
        return null;
    }

    @Override
    public PeerProcess deadPeer() {
        return null;
    }

    @Override
    public void wake() {
        Fifo.wake(wakeUp);
    }

    @Override
    public void end() {
        Descriptors.close(fd);
        Descriptors.close(wakeUp);
    }

    @Override
    public String toString() {
        return "pipe " + path;
    }
}
