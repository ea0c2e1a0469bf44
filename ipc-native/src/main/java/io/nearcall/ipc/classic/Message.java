// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.SysVMessages;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message of a {@link MessageQueue}: a type, and a text of bytes. Its memory is allocated once, outside the heap, and the
 * kernel copies out of it and into it; so it is made once and used for many. Confined to one thread at a time.
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

    /** Room for a text of so many bytes; its type is 1, its text empty of meaning. */
    public static Message allocate(int textCapacity) {
        return new Message(textCapacity);
    }

    /** A message of that text. */
    public static Message of(long type, byte[] text) {
        Message message = new Message(text.length);
        message.type(type).text().put(text).flip();
        return message;
    }

    public long type() {
        return memory.getLong(0);
    }

    /**
     * Gives it another type.
     *
     * @throws IllegalArgumentException if that is not positive
     */
    public Message type(long type) {
        if (type <= 0) {
            throw new IllegalArgumentException("type=" + type + " is not positive");
        }
        memory.putLong(0, type);
        return this;
    }

    /**
     * The text, always the same buffer: what lies between position and limit is sent, and what is received then lies there.
     * Sending moves neither of them.
     */
    public ByteBuffer text() {
        return text;
    }

    /** The bytes between position and limit, which do not move. */
    public byte[] bytes() {
        byte[] bytes = new byte[text.remaining()];
        text.get(text.position(), bytes);
        return bytes;
    }

    /** The type has to lie just before what is sent of the text. */
    int send(int queue) {
        int offset = text.position();
        long covered = memory.getLong(offset);
        memory.putLong(offset, type());
        int result = SysVMessages.send(queue, memory, offset, text.remaining());
        memory.putLong(offset, covered);
        return result;
    }

    /** The text's length, or {@code -errno}. */
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
