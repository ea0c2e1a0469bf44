// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Shared by the suites: lanes that are closed when no thread uses them any more, and threads. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ChannelSuite {

    private final List<Lanes> opened = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "other side");
        thread.setDaemon(true);
        return thread;
    });

    protected abstract ChannelSpec spec();

    Lanes open(ChannelMode mode) {
        return open(1, mode);
    }

    Lanes open(int laneCount, ChannelMode mode) {
        Lanes lanes = new Lanes(spec().provider(), laneCount, mode);
        opened.add(lanes);
        return lanes;
    }

    <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    static void startAndSleep(Thread thread) throws InterruptedException {
        thread.setDaemon(true);
        thread.start();
        // Native code counts as running: there is no state to wait for, but a sleep begins within far less than this.
        Thread.sleep(50);
    }

    @AfterEach
    void closeLanes() throws InterruptedException {
        for (Lanes lanes : opened) {
            for (int lane = 0; lane < lanes.left.length; lane++) {
                lanes.left[lane].disconnect();
                lanes.right[lane].disconnect();
            }
        }
        threads.shutdownNow();
        if (threads.awaitTermination(5, TimeUnit.SECONDS)) {
            opened.forEach(Lanes::close); // else leaked: unmapping under a thread would end this JVM
        }
    }
}
