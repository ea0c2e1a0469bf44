// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.SysVMessages;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message of a {@link MessageQueue}: a type, and a text of bytes. Its memory is allocated once, outside the heap, and
 * the kernel copies out of it and into it. So make one message and use it for many. Confined to one thread at a time.
 */
public final class Message {

    private final ByteBuffer memory;
    private final ByteBuffer text;

    private Message(int textCapacity) {
        memory = ByteBuffer.allocateDirect(SysVMessages.TYPE_LENGTH + textCapacity)
                .order(ByteOrder.nativeOrder());
        text = memory.slice(SysVMessages.TYPE_LENGTH, textCapacity);
        type(1);
    }

    /**
     * Returns a message with room for a text of {@code textCapacity} bytes. Its type is 1, and its text has no meaning
     * yet.
     */
    public static Message allocate(int textCapacity) {
        return new Message(textCapacity);
    }

    /** Returns a message of that type and text. */
    public static Message of(long type, byte[] text) {
        Message message = new Message(text.length);
        message.type(type).text().put(text).flip();
        return message;
    }

    public long type() {
        return memory.getLong(0);
    }

    /**
     * Sets the type.
     *
     * @throws IllegalArgumentException if the type is not positive
     */
    public Message type(long type) {
        if (type <= 0) {
            throw new IllegalArgumentException("type=" + type + " is not positive");
        }
        memory.putLong(0, type);
        return this;
    }

    /**
     * Returns the text, always as the same buffer. The bytes between position and limit are sent, and those received
     * lie there afterwards. Sending moves neither position nor limit.
     */
    public ByteBuffer text() {
        return text;
    }

    /** Returns a copy of the bytes between position and limit, and moves neither. */
    public byte[] bytes() {
        byte[] bytes = new byte[text.remaining()];
        text.get(text.position(), bytes);
        return bytes;
    }

    /** Sends the message. The type has to lie just before the part of the text that is sent. */
    int send(int queue) {
        int offset = text.position();
        long covered = memory.getLong(offset);
        memory.putLong(offset, type());
        int result = SysVMessages.send(queue, memory, offset, text.remaining());
        memory.putLong(offset, covered);
        return result;
    }

    /** Receives a message. Returns the length of the text, or {@code -errno}. */
    int receive(int queue, long wantedType, boolean except) {
        int length = SysVMessages.receive(queue, memory, 0, text.capacity(), wantedType, except);
        if (length >= 0) {
            text.limit(length).position(0);
        }
        return length;
    }

    @Override
    public String toString() {
        return "Message[type " + type() + ", " + text.remaining() + " bytes]";
    }
}
