// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** A {@code Long} that Java serialises alone. It always has the same number of bytes. */
public final class SerialisedLong {

    public static final int LENGTH = 82;

    private SerialisedLong() {}

    public static byte[] of(Long value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(LENGTH);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    public static Long value(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Long) in.readObject();
        }
    }
}
