// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import io.nearcall.NearcallException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Sends files to a depot, in one call or in chunks, and times the calls that carry the bytes. Used by one thread. */
final class Sending {
    /*
     * Only write() is timed. Reading the file and computing the checksums on both sides take about as long as write(),
     * and would take as long with any transport.
     */

    /** The most bytes that one call may carry: the default, set here because the sample's messages name it. */
    static final long MESSAGE_LIMIT_BYTES = 256L << 20;

    /** How many times the file a heap must be: an array here, another where the file arrives, and some spare room. */
    private static final int HEAP_SHARE = 3;

    private final Depot depot;
    private final LongConsumer progressBytes;

    /** The result for one file. */
    record Sent(long bytes, long callsNs) {

        double megabytesPerSecond() {
            return bytes * 1e3 / Math.max(1, callsNs);
        }
    }

    /** @param progressBytes receives the number of bytes sent, after each call */
    Sending(Depot depot, LongConsumer progressBytes) {
        this.depot = depot;
        this.progressBytes = progressBytes;
    }

    /** Returns why a file of that length cannot go in one call from this JVM; null if it can. */
    static String tooLong(long lengthBytes) {
        String length = (lengthBytes >> 20) + " MiB are ";
        if (lengthBytes > MESSAGE_LIMIT_BYTES) {
            return length + "more than one call may carry here, " + (MESSAGE_LIMIT_BYTES >> 20)
                    + " MiB (maxMessageBytes).";
        }
        if (lengthBytes > Runtime.getRuntime().maxMemory() / HEAP_SHARE) {
            return length + "too much for a heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB (-Xmx).";
        }
        return null;
    }

    /**
     * Sends the whole file in one call.
     *
     * @throws NearcallException if the file turns out to be longer than a message may be, or the depot fails
     */
    Sent inOneCall(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        MessageDigest sha256 = Checksums.sha256();
        long place = depot.open();
        long ns;
        try {
            ns = send(place, content, sha256);
        } catch (NearcallException e) {
            depot.close(place);
            throw e;
        }
        compare(file, sha256, depot.close(place));
        return new Sent(content.length, ns);
    }

    /** Sends the file chunk by chunk. The file may have any length; only one chunk is in memory. */
    Sent inChunks(Path file, int chunkBytes) throws IOException {
        MessageDigest sha256 = Checksums.sha256();
        byte[] chunk = new byte[chunkBytes];
        long bytes = 0;
        long ns = 0;
        long place = depot.open();
        try (InputStream in = Files.newInputStream(file)) {
            int length;
            while ((length = in.readNBytes(chunk, 0, chunkBytes)) > 0) {
                ns += send(place, length == chunkBytes ? chunk : Arrays.copyOf(chunk, length), sha256);
                bytes += length;
            }
        }
        compare(file, sha256, depot.close(place));
        return new Sent(bytes, ns);
    }

    private long send(long place, byte[] bytes, MessageDigest sha256) {
        long beforeNs = System.nanoTime();
        depot.write(place, bytes);
        long tookNs = System.nanoTime() - beforeNs;
        depot.check(place);
        sha256.update(bytes);
        progressBytes.accept(bytes.length);
        return tookNs;
    }

    private static void compare(Path file, MessageDigest here, byte[] there) throws IOException {
        if (!MessageDigest.isEqual(here.digest(), there)) {
            throw new IOException(file + ": the checksum differs on the other side.");
        }
    }
}
