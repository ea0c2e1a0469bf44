// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectOutputStream;
import java.util.List;

/**
 * Writes and reads the serialised forms in one message. All of them are pieces of one stream. So a class is described
 * once, and an object that is in several of them stays one object.
 */
final class JavaFormStreams {

    private ByteArrayOutputStream written;
    private ObjectOutputStream writer;
    private Piece piece;
    private FormWalk walk;
    private FilteredObjectInput reader;

    /** Called when the message has ended. */
    void reset() {
        if (writer != null || reader != null || written != null || walk != null) { // hardly ever; stores are not free
            written = null;
            writer = null;
            piece = null;
            walk = null;
            reader = null;
        }
    }

    byte[] write(Object object) throws IOException {
        if (writer == null) {
            written = new ByteArrayOutputStream(512);
            writer = new ObjectOutputStream(written);
        }
        writer.writeObject(object);
        writer.flush();
        byte[] bytes = written.toByteArray();
        written.reset();
        return bytes;
    }

    Object read(byte[] bytes, AllowedClasses allowed, ClassLoader loader) throws IOException, ClassNotFoundException {
        if (walk == null) {
            walk = new FormWalk();
        }
        walk.walk(bytes);
        if (reader == null) {
            piece = new Piece(bytes);
            reader = new FilteredObjectInput(piece, walk, allowed, loader, List.of(), List.of(), new SharingWeights());
        } else {
            piece.take(bytes);
        }
        reader.arrived(bytes.length);
        Object object = reader.next();
        if (piece.available() > 0) {
            throw new InvalidObjectException(piece.available() + " bytes are left behind it");
        }
        return object;
    }

    /** The piece of the stream that arrived last. */
    private static final class Piece extends InputStream {

        private byte[] bytes;
        private int index;

        Piece(byte[] bytes) {
            this.bytes = bytes;
        }

        void take(byte[] next) {
            bytes = next;
            index = 0;
        }

        @Override
        public int available() {
            return bytes.length - index;
        }

        @Override
        public int read() {
            return index < bytes.length ? bytes[index++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (length > 0 && index == bytes.length) {
                return -1;
            }
            int run = Math.min(length, bytes.length - index);
            System.arraycopy(bytes, index, target, offset, run);
            index += run;
            return run;
        }
    }
}
