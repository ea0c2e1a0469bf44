// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The numbers of the sales that have begun at a server, in a mapped file: what a killed process wrote there stays. */
final class SaleLog {

    private static final int CAPACITY = 1 << 20;

    private final MappedByteBuffer numbers;
    private final AtomicInteger count = new AtomicInteger();

    SaleLog(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            numbers = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) CAPACITY * Long.BYTES);
        }
    }

    /** To be called by a sale before it does anything else. Any thread. */
    void begun(long number) {
        int index = count.getAndIncrement();
        if (index >= CAPACITY) {
            throw new IllegalStateException("the log is full: capacity=" + CAPACITY);
        }
        numbers.putLong(index * Long.BYTES, number);
    }

    /** Returns the numbers of all these logs. */
    static List<Long> read(Collection<Path> files) throws IOException {
        List<Long> begun = new ArrayList<>();
        for (Path file : files) {
            begun.addAll(read(file));
        }
        return begun;
    }

    /** Returns all numbers, which are not 0. */
    private static List<Long> read(Path file) throws IOException {
        List<Long> begun = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        while (bytes.hasRemaining()) {
            long number = bytes.getLong();
            if (number != 0) { // 0 also where a thread died before it wrote
                begun.add(number);
            }
        }
        return begun;
    }
}
