// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.function.LongConsumer;

/** The chunks that are still to be counted, those being counted, and the result so far. Thread-safe. */
final class Work {

    private final TextFiles files;
    private final LongConsumer progressBytes;
    private final Tally tally = new Tally();
    private final Queue<Chunk> givenBack = new ArrayDeque<>();
    private IOException failure;
    private boolean read;
    private int inHand;
    private int workers;

    /**
     * Makes the work for a number of workers.
     *
     * @param progressBytes receives the length of each chunk when it has been counted
     */
    Work(TextFiles files, int workers, LongConsumer progressBytes) {
        this.files = files;
        this.workers = workers;
        this.progressBytes = progressBytes;
    }

    /**
     * Returns a chunk for a worker to count; null if there is none and will be none. Blocks while other workers hold
     * the only chunks, because they may still give them back.
     */
    synchronized Chunk take() throws InterruptedException {
        while (true) {
            if (failure != null) {
                return null;
            }
            Chunk chunk = givenBack.isEmpty() ? read() : givenBack.remove();
            if (chunk != null) {
                inHand++;
                return chunk;
            }
            if (inHand == 0 || failure != null) {
                return null;
            }
            wait();
        }
    }

    synchronized void counted(Chunk chunk, Map<String, Integer> counts) {
        tally.add(counts);
        progressBytes.accept(chunk.lengthBytes());
        inHand--;
        notifyAll();
    }

    /** Gives a chunk back, so another worker can count it. */
    synchronized void giveBack(Chunk chunk) {
        givenBack.add(chunk);
        inHand--;
        notifyAll();
    }

    /** Called by a worker that will take no more chunks. */
    synchronized void leave() {
        workers--;
        notifyAll();
    }

    /**
     * Blocks until everything is counted.
     *
     * @throws IOException if a file cannot be read, or if no worker is left to count the rest
     */
    synchronized Tally await() throws IOException, InterruptedException {
        while (workers > 0 && failure == null && !isDone()) {
            wait();
        }
        if (failure != null) {
            throw failure;
        }
        if (!isDone()) {
            throw new IOException("No worker is left, and not all has been counted.");
        }
        return tally;
    }

    private boolean isDone() {
        return read && inHand == 0 && givenBack.isEmpty();
    }

    private Chunk read() {
        if (read) {
            return null;
        }
        try {
            Chunk chunk = files.next();
            read = chunk == null;
            if (read) {
                notifyAll();
            }
            return chunk;
        } catch (IOException e) {
            failure = e;
            notifyAll();
            return null;
        }
    }
}
