// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.pipe;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.stream.LaneSink;
import java.nio.ByteBuffer;

/** The writing end of a pipe. */
final class PipeSink implements LaneSink {

    /*
     * Room. The host takes one write at a time, and says that it has room when the pipe has taken that write. What comes
     * meanwhile is kept here: a Done, and a frame for which a claim has found room before. There is room as long as
     * nothing is kept and the host has room, so both can be kept.
     */

    private static final int KEPT_WRITES = 2;

    private final Host host;
    private final int pipe;
    private final ByteBuffer kept;
    private int keptLength;
    private volatile boolean gone;

    PipeSink(Host host, int pipe, int writeLength) {
        this.host = host;
        this.pipe = pipe;
        this.kept = ByteBuffer.allocateDirect(KEPT_WRITES * writeLength);
    }

    @Override
    public boolean hasRoom() {
        return flush() && !gone && host.await(pipe, false, 0);
    }

    @Override
    public boolean hasRoomForDone() {
        return hasRoom();
    }

    @Override
    public boolean write(ByteBuffer source, int offset, int length, boolean endsMessage) {
        int sent = keptLength == 0 ? send(source, offset, length) : 0;
        if (gone) {
            return false;
        }
        kept.put(keptLength, source, offset + sent, length - sent);
        keptLength += length - sent;
        return true;
    }

    @Override
    public boolean flush() {
        if (keptLength == 0 || gone) {
            return true;
        }
        int sent = send(kept, 0, keptLength);
        kept.limit(keptLength).position(sent);
        kept.compact().clear();
        keptLength -= sent;
        return keptLength == 0 || gone;
    }

    /** Returns how many bytes the host has taken. */
    private int send(ByteBuffer source, int offset, int length) {
        int sent = host.send(pipe, source, offset, length, Host.NO_DESCRIPTOR);
        gone |= sent < 0 && sent != -Errno.EAGAIN;
        return Math.max(sent, 0);
    }

    @Override
    public boolean isGone() {
        return gone;
    }
}
