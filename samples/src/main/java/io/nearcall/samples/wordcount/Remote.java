// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import io.nearcall.NearcallException;
import java.util.Map;

/** A worker as the client sees it: a stub, and a thread that keeps the worker busy. */
final class Remote {

    private final String name;
    private final Counter counter;

    Remote(String name, Counter counter) {
        this.name = name;
        this.counter = counter;
    }

    void start(Work work) {
        Thread thread = new Thread(() -> run(work), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Work work) {
        try {
            for (Chunk chunk = work.take(); chunk != null; chunk = work.take()) {
                if (!count(work, chunk)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            work.leave();
        }
    }

    /** Returns false if the worker failed. The other workers may then count the chunk again (see {@code Counter}). */
    private boolean count(Work work, Chunk chunk) {
        Map<String, Integer> counts = null;
        try {
            counts = counter.count(chunk.text());
        } catch (NearcallException e) {
            System.err.println("\nwordcount: going on without " + name + ": " + e.getMessage());
        } finally {
            if (counts == null) {
                work.giveBack(chunk);
            }
        }
        if (counts != null) {
            work.counted(chunk, counts);
        }
        return counts != null;
    }
}
