// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ServiceNameInUseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of one process that want the same name, or look whether it is held. */
@SuppressWarnings("try") // what is held is not always used
final class NameContest {

    private static final int THREADS = 4;

    private final RuntimeDirectory directory;
    private final ServiceName name;

    NameContest(RuntimeDirectory directory, ServiceName name) {
        this.directory = directory;
        this.name = name;
    }

    /** How often one of them has the name; it is an error if two have it at once. */
    int take(int rounds) throws Exception {
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        inAllThreads(() -> {
            for (int round = 0; round < rounds; round++) {
                try (NameLock lock = NameLock.acquire(directory, name)) {
                    assertThat(holders.incrementAndGet()).isEqualTo(1);
                    assertThat(lock.isCurrent()).isTrue();
                    taken.incrementAndGet();
                    holders.decrementAndGet();
                } catch (ServiceNameInUseException e) {
                    Thread.onSpinWait();
                }
            }
            return null;
        });
        return taken.get();
    }

    /** Returns the names of dead holders that are listed as live. All threads list at the same moment. */
    List<String> listRemains(int rounds) throws Exception {
        CyclicBarrier round = new CyclicBarrier(
                THREADS, () -> put(Path.of(directory.lockPath(name)), "nearcall " + Integer.MAX_VALUE + "\n"));
        List<String> held = new ArrayList<>();
        for (List<String> of : inAllThreads(() -> {
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                round.await();
                seen.addAll(ServiceListing.live(directory));
            }
            return seen;
        })) {
            held.addAll(of);
        }
        return held;
    }

    private static void put(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> List<T> inAllThreads(Callable<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<T>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                ends.add(threads.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> end : ends) {
                results.add(end.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
