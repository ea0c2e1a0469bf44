// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.ProtocolBreach;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the control socket, greeting included. The first byte says whether to prepend a correct length. */
final class ControlReading implements Reading {

    private static final ControlMessage END = new ControlMessage.Cancel(0x7ADBEEF, 0x5EED);
    private static final int ROOM = 1 << 16;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(ROOM).order(ByteOrder.LITTLE_ENDIAN);
    private ControlSocket receiver;
    private ControlSocket sender;
    private boolean ended;

    @Override
    public String name() {
        return "control";
    }

    @Override
    public void prepare() {
        if (ended) {
            return; // at the end of a message
        }
        close();
        int[] pair = new int[2];
        UnixSocket.pair(pair);
        receiver = new ControlSocket(pair[0]);
        sender = new ControlSocket(pair[1]);
        ended = true;
    }

    @Override
    public boolean read(byte[] message) {
        ended = false;
        int length = Math.min(Math.max(0, message.length - 1), ROOM - 4);
        boolean framed = message.length > 0 && message[0] != 0;
        bytes.putInt(0, length);
        bytes.put(4, message, Math.min(1, message.length), length);
        int offset = framed ? 0 : 4;
        int count = length + 4 - offset;
        if (count > 0 && UnixSocket.send(sender.descriptor(), bytes, offset, count, -1) != count) {
            throw new IllegalStateException("cannot send");
        }
        sender.send(END);
        try {
            return receiver.drain(this::take, 1 << 20);
        } catch (ProtocolBreach e) {
            return false;
        }
    }

    private void take(ControlMessage message, int descriptor) {
        ended = message.equals(END);
        if (descriptor >= 0) {
            throw new IllegalStateException("a descriptor that nobody sent: " + descriptor);
        }
    }

    @Override
    public void close() {
        if (receiver != null) {
            receiver.close();
            sender.close();
        }
    }
}
