// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectableChannel;

/** The other side of a lane as bare descriptors or a socket, which can do things that no channel does. */
public abstract class RawEnd implements AutoCloseable {

    public static final int CAPACITY = 64 * 1024;

    /** Ignores requests. */
    protected static final Doorbell BELL = new Doorbell() {
        @Override
        public void ring(int lane) {}

        @Override
        public void ringWhenReadable(int lane, int descriptor) {}

        @Override
        public void ringWhenReadable(int lane, SelectableChannel channel) {}
    };

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);

    /** This side, which is a channel as any other. */
    public abstract Channel lane();

    /** Closes the descriptors that the death of a process closes. */
    public abstract void die() throws IOException;

    /** Sends all that remains of them. */
    protected abstract void send(ByteBuffer remaining) throws IOException;

    public final void sendHeader(int sequence, int length, int flags) throws IOException {
        sendFrame(sequence, length, flags, 0, 0, FrameDescriptor.HEADER_LENGTH);
    }

    public final void sendFrame(int sequence, int length, int flags, long value) throws IOException {
        sendFrame(sequence, length, flags, value, 0, FrameDescriptor.HEADER_LENGTH + length);
    }

    /** Sends a part of a frame. Its payload begins with that value. */
    public final void sendFrame(int sequence, int length, int flags, long value, int from, int to) throws IOException {
        bytes.clear();
        bytes.putLong(FrameDescriptor.header(sequence, length, flags)).putLong(value);
        send(bytes.limit(to).position(from));
    }

    @Override
    public abstract void close() throws IOException;
}
