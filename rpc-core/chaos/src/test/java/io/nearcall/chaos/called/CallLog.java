// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The nonces of the calls whose methods have begun, in a mapped file, so entries of a killed process remain. */
public final class CallLog {

    private static final int CAPACITY = 1 << 17;

    private final MappedByteBuffer nonces;
    private final AtomicInteger count = new AtomicInteger();

    public CallLog(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            nonces = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * CAPACITY);
        }
    }

    /** To be called by a method before it does anything else. Any thread. */
    public void begun(long nonce) {
        nonces.putLong(8 * (count.getAndIncrement() & CAPACITY - 1), nonce); // the oldest are forgotten
    }

    /** Whether such a method has begun, in any process with this file. Takes no descriptor. Any thread. */
    public boolean hasBegun(long nonce) {
        for (int i = 0; i < CAPACITY; i++) {
            if (nonces.getLong(8 * i) == nonce) {
                return true;
            }
        }
        return false;
    }

    public static Set<Long> read(Path file) throws IOException {
        Set<Long> begun = new HashSet<>();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        while (bytes.hasRemaining()) {
            long nonce = bytes.getLong();
            if (nonce != 0) { // 0 also where a thread died between taking its place and writing
                begun.add(nonce);
            }
        }
        return begun;
    }
}
