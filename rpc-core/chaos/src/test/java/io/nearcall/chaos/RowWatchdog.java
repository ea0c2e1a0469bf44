// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a row that hangs, and counts that: so no row can hang unnoticed, whatever it looks at itself. */
final class RowWatchdog {

    private static final Duration IN_SHORT_FORM = Duration.ofMinutes(10);
    private static final Duration LEAST_IN_LONG_FORM = Duration.ofMinutes(20);
    private static final int TIMES_AS_LONG = 5;
    private static final long INTERRUPTED_MS = 10_000;
    private static final long PROGRESS_NS = 60_000_000_000L;

    private RowWatchdog() {}

    static void run(Row row, Campaign campaign, Tally tally) throws Exception {
        run(row, campaign, tally, bound(row, campaign));
    }

    private static Duration bound(Row row, Campaign campaign) {
        return campaign.isLong() || row.isOnWindows()
                ? LEAST_IN_LONG_FORM.plusMinutes((long) TIMES_AS_LONG * row.minutes())
                : IN_SHORT_FORM;
    }

    static void run(Row row, Campaign campaign, Tally tally, Duration bound) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            row.run(campaign, tally);
            return null;
        });
        Thread thread = new Thread(task, "row " + row.name());
        thread.setDaemon(true);
        thread.start();
        try {
            await(task, tally, bound);
        } catch (TimeoutException e) {
            tally.hung("the row has not ended after " + bound.toSeconds() + " s");
            for (ThreadInfo each : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
                System.out.print(each);
            }
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            thread.interrupt();
            thread.join(INTERRUPTED_MS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    /** Says every minute how far the row has come. */
    private static void await(FutureTask<Void> task, Tally tally, Duration bound)
            throws InterruptedException, ExecutionException, TimeoutException {
        long startNs = System.nanoTime();
        long remainingNs = bound.toNanos();
        while (!task.isDone()) {
            try {
                task.get(Math.min(PROGRESS_NS, remainingNs), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                remainingNs = bound.toNanos() - (System.nanoTime() - startNs);
                if (remainingNs <= 0) {
                    throw e;
                }
                System.out.println(tally.progress());
            }
        }
        task.get();
    }
}
