// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a file of UTF-8 text chunk by chunk. Not thread-safe. */
final class TextFile implements Closeable {
    /*
     * A chunk ends after the last byte below 128 that is not a letter. Such a byte is a whole character in UTF-8. So
     * the border is found without decoding, and it splits neither a character nor a word. If there is no such byte, as
     * in a text without any blank or line end, the chunk grows.
     */
    private static final int LONGEST_CHUNK_BYTES = 64 << 20;

    private final Path path;
    private final InputStream stream;
    private final int wantedBytes;
    private byte[] bytes;
    private int length;
    private long position;

    TextFile(Path path, int wantedBytes) throws IOException {
        this.path = path;
        this.wantedBytes = wantedBytes;
        this.bytes = new byte[wantedBytes];
        this.stream = Files.newInputStream(path);
    }

    /**
     * Returns the next chunk, or null at the end of the file.
     *
     * @throws InvalidText if the next bytes are not UTF-8, or if 64 MiB contain no border
     */
    Chunk next() throws IOException {
        int capacity = wantedBytes;
        while (true) {
            if (bytes.length < capacity) {
                bytes = Arrays.copyOf(bytes, capacity);
            }
            boolean ended = fill(capacity);
            int end = ended ? length : border();
            if (end > 0) {
                return take(end);
            }
            if (ended) {
                return null;
            }
            if (capacity >= LONGEST_CHUNK_BYTES) {
                throw new InvalidText(path + ": " + (LONGEST_CHUNK_BYTES >> 20) + " MiB without a blank, a line end or"
                        + " any other ASCII character that is no letter, from byte " + position + ". Is it text?");
            }
            capacity = Math.min(2 * capacity, LONGEST_CHUNK_BYTES);
        }
    }

    /** Reads until the buffer holds that many bytes. Returns true if the file ended before. */
    private boolean fill(int capacity) throws IOException {
        while (length < capacity) {
            int read = stream.read(bytes, length, capacity - length);
            if (read < 0) {
                return true;
            }
            length += read;
        }
        return false;
    }

    private int border() {
        for (int end = length; end > 0; end--) {
            byte last = bytes[end - 1];
            if (last >= 0 && !Character.isLetter(last)) {
                return end;
            }
        }
        return 0;
    }

    private Chunk take(int end) throws InvalidText {
        Chunk chunk = new Chunk(decode(end), end);
        length -= end;
        position += end;
        System.arraycopy(bytes, end, bytes, 0, length);
        return chunk;
    }

    private String decode(int end) throws InvalidText {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer source = ByteBuffer.wrap(bytes, 0, end);
        try {
            return decoder.decode(source).toString();
        } catch (CharacterCodingException e) {
            throw new InvalidText(path + ": not UTF-8 text, see byte " + (position + validLength(end))
                    + ". Is it a binary file, or in another encoding? Then `iconv -t UTF-8` converts it.");
        }
    }

    private int validLength(int end) {
        ByteBuffer source = ByteBuffer.wrap(bytes, 0, end);
        StandardCharsets.UTF_8.newDecoder().decode(source, CharBuffer.allocate(end), true);
        return source.position();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
