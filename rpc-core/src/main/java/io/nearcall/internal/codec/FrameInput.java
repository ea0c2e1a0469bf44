// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link FrameOutput} wrote, in place. The other side may be hostile and may change the memory at any time.
 * So nothing is read twice, and no length makes anything grow out of proportion to what has arrived. Confined to one
 * thread.
 */
public final class FrameInput extends NumberInput {

    /*
     * As in FrameOutput, all access is absolute, at the inherited position. Every read method of the base classes is
     * overridden: those for arrays in BoundedInput, those for numbers in NumberInput.
     */

    private static final int SCRATCH_BYTES = 512;
    private static final int MAX_EMPTY_FRAGMENTS = 16;

    private final Source source;
    private final long maxMessageBytes;
    private byte[] scratch = new byte[SCRATCH_BYTES]; // grows to what strings within one fragment need
    private int firstCopies = ShortCopies.FIRST;
    private int start;
    private long receivedBefore;
    private long longest; // of the current message
    private boolean goingOn;
    private RuntimeException sourceFailure;

    /** Gives the further fragments of a message. */
    @FunctionalInterface
    public interface Source {

        /**
         * Releases the fragment that {@code in} has read to its end and gives it the next one with {@link
         * FrameInput#reset}.
         *
         * @throws CodecException if the message has no further fragment
         */
        void next(FrameInput in);
    }

    public FrameInput(ByteBuffer memory, Source source) {
        this(memory, source, FrameOutput.DEFAULT_MAX_MESSAGE_BYTES);
    }

    public FrameInput(ByteBuffer memory, Source source, long maxMessageBytes) {
        if (maxMessageBytes <= 0) {
            throw new IllegalArgumentException("maxMessageBytes=" + maxMessageBytes);
        }
        this.byteBuffer = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN).clear();
        this.capacity = byteBuffer.capacity();
        this.source = source;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Points this input at the fragment from {@code index} to {@code limit}. Begins a new message, or goes on with the
     * current one if the source calls it. */
    public void reset(int index, int limit) {
        if (index < 0 || limit < index || limit > byteBuffer.capacity()) {
            throw new IllegalArgumentException(
                    "index=" + index + " limit=" + limit + " capacity=" + byteBuffer.capacity());
        }
        if (!goingOn) {
            receivedBefore = 0;
            longest = maxMessageBytes;
            beginClaims();
            sourceFailure = null;
        }
        if (receivedBefore + (limit - index) > longest) {
            throw new FrameTooLarge(longest);
        }
        start = index;
        position = index;
        this.limit = limit;
        total = receivedBefore - index;
    }

    /** Lowers the limit of the current message's length to {@code bytes}, from its next fragment on. */
    public void limit(long bytes) {
        longest = Math.min(longest, bytes);
    }

    /** How many bytes of the current fragment have not been read. */
    public int remaining() {
        return limit - position;
    }

    @Override
    long receivedBytes() {
        return receivedBefore + (limit - start);
    }

    /** Reads how many elements follow: zero or more. */
    int readLength() {
        int length = readVarInt(true);
        if (length < 0) {
            throw new MalformedMessage("A negative length: " + length);
        }
        return length;
    }

    @Override
    protected int require(int required) {
        int remaining = limit - position;
        if (remaining >= required) {
            return remaining;
        }
        if (remaining > 0) {
            throw new MalformedMessage("A value of " + required + " bytes, but the fragment ends after " + remaining);
        }
        for (int i = 0; i < MAX_EMPTY_FRAGMENTS && position == limit; i++) {
            next();
        }
        remaining = limit - position;
        if (remaining < required) {
            throw new MalformedMessage("A value of " + required + " bytes, but the fragment ends after " + remaining);
        }
        return remaining;
    }

    private void next() {
        receivedBefore += limit - start;
        // Whatever happens below, no byte is counted twice.
        start = limit;
        goingOn = true;
        try {
            source.next(this);
        } catch (RuntimeException e) {
            sourceFailure = e;
            throw e;
        } finally {
            goingOn = false;
        }
    }

    /** What the source threw during this message; {@code null} if it threw nothing. */
    RuntimeException sourceFailure() {
        return sourceFailure;
    }

    /** Looks no further than the current fragment. */
    @Override
    protected int optional(int optional) {
        return position == limit ? -1 : Math.min(limit - position, optional);
    }

    @Override
    public boolean end() {
        return position == limit;
    }

    @Override
    public int available() {
        return limit - position;
    }

    @Override
    public void reset() {
        throw new UnsupportedOperationException("only reset(index, limit) begins a message");
    }

    @Override
    public void setPosition(int newPosition) {
        if (newPosition < position || newPosition > limit) {
            throw new IllegalArgumentException("position=" + newPosition + " not from " + position + " to " + limit);
        }
        position = newPosition;
    }

    @Override
    public void setLimit(int newLimit) {
        throw new UnsupportedOperationException("the limit is the fragment's end");
    }

    @Override
    public void skip(int count) {
        for (int left = count; left > 0; ) {
            int run = Math.min(left, require(1));
            position += run;
            left -= run;
        }
    }

    @Override
    public void close() {}

    /** As {@link #readByteUnsigned()}: a message knows its own length, so reading past its end is an error. */
    @Override
    public int read() {
        return readByte() & 0xFF;
    }

    @Override
    public int read(byte[] bytes) {
        return read(bytes, 0, bytes.length);
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
        readBytes(bytes, offset, count);
        return count;
    }

    /** Skips the next two bytes if they are within this fragment and as expected. Returns whether it did. */
    boolean skipShort(short expected) {
        if (limit - position < Short.BYTES || byteBuffer.getShort(position) != expected) {
            return false;
        }
        position += Short.BYTES;
        return true;
    }

    /** Peeks at the next number of a class: 0 if it has more than two bytes or lies in the next fragment. */
    int nextClass() {
        if (limit - position < Short.BYTES) {
            return 0;
        }
        int next = byteBuffer.getShort(position);
        if ((next & 0x80) == 0) {
            return next & 0x7F;
        }
        return next < 0 ? 0 : next & 0x7F | next >> 1 & 0x3F80;
    }

    /**
     * Skips the class and the reference of the next object, if it is of that class and occurs for the first time.
     * Returns whether it did. May return false near the end of the fragment.
     */
    boolean skipFirst(int classNumber) {
        if (classNumber <= 0x7F) {
            return skipShort((short) (1 << 8 | classNumber));
        }
        int first = 1 << 16 | classNumber << 1 & 0x7F00 | 0x80 | classNumber & 0x7F;
        if (limit - position < Integer.BYTES || (byteBuffer.getInt(position) & 0xFFFFFF) != first) {
            return false;
        }
        position += 3;
        return true;
    }

    @Override
    public void readBytes(byte[] bytes) {
        readBytes(bytes, 0, bytes.length);
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int count) {
        if (count > 0 && count <= ShortCopies.LONGEST && count <= limit - position) {
            if (firstCopies > 0) {
                firstCopies = firstCopies > 1 ? firstCopies - 1 : ShortCopies.furtherFirst();
                byteBuffer.get(position, bytes, offset, count);
            } else {
                ShortCopies.get(byteBuffer, position, bytes, offset, count);
            }
            position += count;
            return;
        }
        for (int to = offset, left = count; left > 0; ) {
            int run = run(left, 1);
            byteBuffer.get(position, bytes, to, run);
            position += run;
            to += run;
            left -= run;
        }
    }

    /** See {@link FrameOutput#writeString}. */
    @Override
    public String readString() {
        int header = readVarInt(true);
        if (header == 0) {
            return null;
        }
        int length = (header >>> 1) - 1;
        if (length < 0) {
            throw new MalformedMessage("A string of length " + length);
        }
        if ((header & 1) != 0) {
            return new String(readChars(length));
        }
        if (length > scratch.length && length <= limit - position) {
            scratch = new byte[Integer.highestOneBit(length) << 1]; // at most twice as long as a fragment
        }
        if (length <= ShortCopies.WORDS_BYTES
                && firstCopies == 0
                && length <= limit - position
                && byteBuffer.capacity() - position >= ShortCopies.WORDS_BYTES) {
            ShortCopies.getWords(byteBuffer, position, scratch); // also bytes behind the frame, which are dropped
            position += length;
            return new String(scratch, 0, length, StandardCharsets.ISO_8859_1);
        }
        if (length <= scratch.length) {
            readBytes(scratch, 0, length);
            return new String(scratch, 0, length, StandardCharsets.ISO_8859_1);
        }
        return new String(readBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** As {@link #readString()}, but makes no string that is among {@code known}. */
    String readString(KnownNames known) {
        int at = position;
        if (at == limit) {
            return readString();
        }
        int header = byteBuffer.get(at);
        int length = (header >>> 1) - 1;
        // Only the common case is fast: a short name of Latin letters within this fragment.
        if (header <= 0 || (header & 1) != 0 || length >= limit - at) {
            return readString();
        }
        position = at + 1;
        readBytes(scratch, 0, length);
        String name = known.find(scratch, length);
        return name != null ? name : new String(scratch, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public StringBuilder readStringBuilder() {
        String text = readString();
        return text == null ? null : new StringBuilder(text);
    }
}
