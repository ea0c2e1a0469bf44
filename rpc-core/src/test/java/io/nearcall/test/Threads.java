// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, for tests that are compiled for a JDK without them and run on JDK 21 and newer; and where threads are. */
public final class Threads {

    private Threads() {}

    /** An executor that starts a virtual thread for each task. */
    public static ExecutorService virtual() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads need JDK 21 or newer", e);
        }
    }

    /** Whether the current thread is virtual. */
    public static boolean isVirtual() {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Waits until the thread, which is not virtual, has sent a synchronous call and sleeps until it is answered. */
    public static void awaitCalling(Thread caller) throws InterruptedException {
        while (!isIn(caller, "sleepForFrame")) {
            Thread.sleep(1);
        }
    }

    private static boolean isIn(Thread thread, String method) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }
}
