// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
    private static final class Piece extends ByteArrayInputStream {

        Piece(byte[] bytes) {
            super(bytes);
        }

        void take(byte[] next) {
            buf = next;
            pos = 0;
            count = next.length;
        }
    }
}
