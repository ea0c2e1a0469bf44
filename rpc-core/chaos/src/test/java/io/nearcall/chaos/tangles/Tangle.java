// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.tangles;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The part of one process: it has one lock, and threads that call the other processes with and without it. */
final class Tangle implements Tangled, AutoCloseable {

    /*
     * No wait here is for ever. Processes have numbers. A thread that holds the lock of one process calls only methods that
     * need the locks of higher processes, or no lock. The same holds for threads that wait for one of few lanes, and for
     * threads that have one. Such threads call back only methods that need no lock. A call without a lock may go to any
     * process, over as many lanes as necessary.
     */

    static final int PROCESSES = 3;

    private static final int WIDE_CALLERS = 4;
    private static final int NARROW_CALLERS = 3;
    private static final int FEW_LANES = 2;
    private static final long JOIN_MS = 60_000;

    private final int number;
    private final Consumer<String> faults;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Endpoint wide = Endpoint.builder().name("wide").open();
    private final Endpoint narrow =
            Endpoint.builder().name("narrow").maxLanes(FEW_LANES).open();
    private final List<Thread> callers = new ArrayList<>();
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean finished;

    Tangle(int number, SplittableRandom random, Consumer<String> faults) {
        this.number = number;
        this.faults = faults;
        wide.export(Tangled.class, this, name(number));
        for (int i = 0; i < WIDE_CALLERS + NARROW_CALLERS; i++) {
            boolean isWide = i < WIDE_CALLERS;
            SplittableRandom own = random.split();
            Thread caller = new Thread(() -> run(isWide, own), (isWide ? "wide-" : "narrow-") + i);
            caller.setDaemon(true);
            callers.add(caller);
        }
    }

    private static String name(int number) {
        return "tangled-" + number;
    }

    void start() {
        callers.forEach(Thread::start);
    }

    private void run(boolean isWide, SplittableRandom random) {
        while (!finished) {
            try {
                if (isWide) {
                    callWidely(random);
                } else {
                    callNarrowly(random);
                }
                calls.incrementAndGet();
            } catch (NearcallException | CompletionException e) {
                // mostly of a killed process; the watch reports whether a call hangs
            } catch (RuntimeException | Error e) {
                faults.accept("failed: " + e);
            }
        }
    }

    private void callWidely(SplittableRandom random) {
        int ms = ms(random);
        switch (random.nextInt(7)) {
            case 0 -> locked(() -> higher(wide, random).enter(ms));
            case 1 -> locked(() -> higher(wide, random).enterLater(ms).join());
            case 2 ->
                locked(() -> {
                    Tangled other = higher(wide, random);
                    other.note(ms);
                    other.rest(1);
                });
            case 3 -> locked(() -> higher(wide, random).show(this::rest, ms));
            case 4 -> other(wide, random).enter(ms);
            case 5 -> other(wide, random).show(this::enter, ms);
            default -> other(wide, random).pass("" + random.nextInt(PROCESSES) + random.nextInt(PROCESSES), ms);
        }
    }

    private void callNarrowly(SplittableRandom random) {
        int ms = ms(random);
        if (number == PROCESSES - 1) {
            other(narrow, random).rest(ms);
        } else if (random.nextBoolean()) {
            locked(() -> higher(narrow, random).enter(ms));
        } else {
            higher(narrow, random).show(this::rest, ms);
        }
    }

    /** Mostly short, now and then long enough for the watch. */
    private static int ms(SplittableRandom random) {
        return random.nextInt(5) == 0 ? 500 + random.nextInt(900) : 1 + random.nextInt(100);
    }

    private void locked(Runnable call) {
        lock.lock();
        try {
            call.run();
        } finally {
            lock.unlock();
        }
    }

    private Tangled higher(Endpoint endpoint, SplittableRandom random) {
        return number == PROCESSES - 1
                ? this // there is none: its own methods, without a call
                : endpoint.lookup(Tangled.class, name(number + 1 + random.nextInt(PROCESSES - 1 - number)));
    }

    private Tangled other(Endpoint endpoint, SplittableRandom random) {
        return endpoint.lookup(Tangled.class, name((number + 1 + random.nextInt(PROCESSES - 1)) % PROCESSES));
    }

    @Override
    public void enter(int ms) {
        locked(() -> rest(ms));
    }

    @Override
    public CompletableFuture<Integer> enterLater(int ms) {
        enter(ms);
        return CompletableFuture.completedFuture(ms);
    }

    @Override
    public void note(int ms) {
        enter(ms);
    }

    @Override
    public void rest(int ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - endNs < 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(endNs - System.nanoTime());
        }
    }

    @Override
    public void show(Visitor visitor, int ms) {
        visitor.visit(ms);
    }

    @Override
    public void pass(String path, int ms) {
        if (path.isEmpty()) {
            rest(ms);
        } else {
            wide.lookup(Tangled.class, name(path.charAt(0) - '0')).pass(path.substring(1), ms);
        }
    }

    long calls() {
        return calls.get();
    }

    /** Waits until all callers have returned. Returns whether they have. */
    boolean finish() throws InterruptedException {
        finished = true;
        for (Thread caller : callers) {
            caller.join(JOIN_MS);
            if (caller.isAlive()) {
                faults.accept("hung: " + List.of(caller.getStackTrace()));
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        narrow.close();
        wide.close();
    }
}
