// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.statistics.ProcessState;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Shows what the threads of this process wait for while a call takes long. Also looks for cycles of such waits,
 * including those that involve other processes. Has a thread while there is such a call.
 */
public final class WaitWatch {

    /* A thread that waits for a second wakes the watch. All processes of a cycle have such a call, so each of them
     * shows its waits, and the process that shows its waits last sees the whole cycle. Each process logs the cycle,
     * because nobody knows which log is read. A cycle is logged once, when two looks have found it. */

    /** Between two looks, in milliseconds. */
    private static final long PERIOD_MS = 400;

    /** As above, for the looks after a call has become long. Two of them find a cycle, if those of other processes are new. */
    private static final long FIRST_PERIODS_MS = 150;

    private static final int FIRST_LOOKS = 4;

    /** The longest time that {@link #stop} waits, in milliseconds. */
    private static final long STOP_MS = 200;

    /** The number of looks without a long call after which the thread ends. */
    private static final int QUIET_LOOKS = 4;

    private final Consumer<WaitCollector> endpoints;
    private final Supplier<String> pidNamespace;
    private final int number = ThreadLocalRandom.current().nextInt();
    private Thread thread; // guarded by this, like the next
    private boolean wanted;

    /**
     * Creates a watch without a thread.
     *
     * @param endpoints reports the calls of all endpoints; must not block
     * @param pidNamespace the pid namespace of this process; empty if it is not known
     */
    public WaitWatch(Consumer<WaitCollector> endpoints, Supplier<String> pidNamespace) {
        this.endpoints = endpoints;
        this.pidNamespace = pidNamespace;
    }

    /**
     * Called on any thread when a call has been waited for long.
     *
     * @throws OutOfMemoryError if no thread can be started; then nothing looks before the next long call
     */
    public synchronized void wake() {
        wanted = true;
        if (thread == null) {
            Thread made = RuntimeThreads.daemon(this::run, "nearcall-waits");
            made.start(); // it waits for this monitor
            thread = made;
        }
    }

    /** Called when no thread waits any more. Removes the files. Takes some milliseconds, unless a look takes longer. */
    public void stop() {
        Thread stopped;
        synchronized (this) {
            wanted = false;
            stopped = thread;
        }
        if (stopped != null && stopped != Thread.currentThread()) {
            stopped.interrupt();
            try {
                stopped.join(STOP_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        isWanted(); // otherwise a watch whose looks fail would begin again and again
        try {
            Looks looks = new Looks();
            try {
                int quiet = 0;
                int first = FIRST_LOOKS;
                while (quiet < QUIET_LOOKS) {
                    boolean sees = tryLook(looks);
                    boolean again = isWanted();
                    quiet = sees || again ? 0 : quiet + 1;
                    first = again ? FIRST_LOOKS : first - 1;
                    Thread.sleep(first > 0 ? FIRST_PERIODS_MS : PERIOD_MS);
                }
            } finally {
                Thread.interrupted(); // otherwise the files could not be removed
                looks.remove();
            }
        } catch (InterruptedException e) {
            // whoever interrupted it: the next long call starts another thread
        } catch (Throwable e) {
            Log.get().log(Level.DEBUG, "Cycles of waits are not searched for", e);
        } finally {
            ended();
        }
    }

    /** Returns whether any call is waited for long; false if nothing can be seen now. */
    private static boolean tryLook(Looks looks) {
        try {
            return looks.look();
        } catch (RuntimeException | OutOfMemoryError e) {
            Log.get().log(Level.DEBUG, "A search for cycles of waits failed", e);
            return false;
        }
    }

    private synchronized boolean isWanted() {
        boolean since = wanted;
        wanted = false;
        return since;
    }

    private synchronized void ended() {
        thread = null;
        if (wanted) {
            try {
                wake();
            } catch (OutOfMemoryError e) {
                // the next long call tries again
            }
        }
    }

    /** The looks of one thread. */
    private final class Looks {

        private final String ownNamespace = pidNamespace.get();
        private final OwnWaits own = new OwnWaits(ownNamespace);
        private final Map<WaitCollector.Place, Path> files = new HashMap<>();
        private Set<String> seen = Set.of();
        private final Set<String> told = new HashSet<>();

        /** Returns whether any call is waited for long. */
        boolean look() {
            WaitCollector collector = new WaitCollector();
            endpoints.accept(collector);
            WaitsView view = own.look(collector);
            if (view == null) {
                remove();
                seen = Set.of();
                return false;
            }
            Set<WaitsView> all = new LinkedHashSet<>(Set.of(view));
            Set<String> directories = new LinkedHashSet<>();
            for (WaitCollector.Place place : collector.places) {
                show(place, view);
                directories.add(place.directory());
            }
            for (String directory : directories) {
                for (WaitsView other : WaitsFiles.read(directory)) {
                    if (!isOwn(other, view) && other.state(ownNamespace) != ProcessState.DEAD) {
                        all.add(other);
                    }
                }
            }
            tell(view, WaitGraph.of(all));
            return true;
        }

        private boolean isOwn(WaitsView other, WaitsView view) {
            return other.isOfSameProcess(view) && other.lookedMs() == view.lookedMs();
        }

        private void show(WaitCollector.Place place, WaitsView view) {
            try {
                Path file = files.computeIfAbsent(
                        place, unused -> WaitsFiles.path(place.directory(), view.pid(), number + files.size()));
                WaitsFiles.write(file, view.in(place.runtimeDirectory()));
            } catch (IOException e) {
                Log.get().log(Level.DEBUG, "The waits of this process are not shown: {0}", e.toString());
            }
        }

        void remove() {
            for (Path file : files.values()) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    // the file stays, as if the process had died
                }
            }
            files.clear();
        }

        private void tell(WaitsView view, WaitGraph graph) {
            Set<String> now = new HashSet<>();
            for (WaitCycle cycle : graph.cycles()) {
                String key = cycle.key();
                if (cycle.concerns(view.pid(), view.startTicks())) {
                    now.add(key);
                    if (seen.contains(key) && told.add(key)) {
                        Log.get()
                                .log(
                                        Level.WARNING,
                                        "Threads wait for each other, and none of them can go on:\n"
                                                + String.join("\n", cycle.lines()));
                    }
                }
            }
            told.retainAll(now);
            seen = now;
        }
    }
}
