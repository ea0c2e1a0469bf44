// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.function.LongConsumer;

/** What is to be counted, what is being counted, and what has been. Any thread. */
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
     * Work for some workers.
     *
     * @param progressBytes told how much was counted, whenever a chunk was
     */
    Work(TextFiles files, int workers, LongConsumer progressBytes) {
        this.files = files;
        this.workers = workers;
        this.progressBytes = progressBytes;
    }

    /**
     * A chunk for a worker to count; null if there is none and will be none. Blocks while chunks are only in the hands of
     * others, who may yet give them back.
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

    /** Leaves a chunk to the other workers. */
    synchronized void giveBack(Chunk chunk) {
        givenBack.add(chunk);
        inHand--;
        notifyAll();
    }

    /** A worker will take no more. */
    synchronized void leave() {
        workers--;
        notifyAll();
    }

    /**
     * Blocks until everything is counted.
     *
     * @throws IOException if a file cannot be read, or if no worker is left to do it
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
