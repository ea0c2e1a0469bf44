// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Many virtual threads that call at the same time. Needs JDK 21 or newer, but is compiled for an older JDK. */
final class VirtualCallers {

    private static final int UNCOUNTED_SHARE = 5;

    /** One call. */
    interface Call {
        void make() throws Exception;
    }

    private final Call call;
    private final CountDownLatch answered;
    private final CountDownLatch ended;
    private final LongAdder calls = new LongAdder();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean over;

    private VirtualCallers(int count, Call call) {
        this.call = call;
        this.answered = new CountDownLatch(count);
        this.ended = new CountDownLatch(count);
    }

    /**
     * Lets that many virtual threads make calls one after another for that long. Before that they call uncounted, for a
     * fifth of that time, which begins when each thread has had an answer. By then connections exist. Blocks.
     *
     * @return the calls per second of all threads together
     */
    static double callsPerSecond(int count, long durationNs, Call call) throws Exception {
        return new VirtualCallers(count, call).run(count, durationNs);
    }

    private double run(int count, long durationNs) throws Exception {
        for (int i = 0; i < count; i++) {
            start(this::callUntilOver);
        }
        answered.await();
        TimeUnit.NANOSECONDS.sleep(durationNs / UNCOUNTED_SHARE);
        long before = calls.sum();
        long beganNs = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(durationNs);
        double perSecond = (calls.sum() - before) * 1e9 / (System.nanoTime() - beganNs);
        over = true;
        ended.await();
        if (failure.get() != null) {
            throw new IllegalStateException("a virtual thread failed: " + failure.get(), failure.get());
        }
        return perSecond;
    }

    private void callUntilOver() {
        try {
            call.make();
            answered.countDown();
            while (!over) {
                call.make();
                calls.increment();
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            over = true;
            answered.countDown(); // so the failure is reported, whatever the others do
        } finally {
            ended.countDown();
        }
    }

    /** Calls {@code Thread.startVirtualThread}, which JDK 17 does not have. */
    private static void start(Runnable task) throws ReflectiveOperationException {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        try {
            start.invoke(null, task);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("no virtual thread can be had", e.getCause());
        }
    }
}
