// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.reference.ForsakenObject;
import io.nearcall.internal.reference.LocalObjects;
import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells objects that nobody refers to them any more, on a few threads that live while there are objects to tell. */
final class UnreferencedCalls implements LocalObjects.Teller {

    /** A client that dies may leave thousands of objects, and each call may block for a while. */
    private static final int THREADS = 4;

    private static final long IDLE_S = 5;

    private final ThreadPoolExecutor threads;

    UnreferencedCalls(String endpointName) {
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_S,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> RuntimeThreads.daemon(
                        task, "nearcall-unreferenced-" + endpointName + "-" + count.incrementAndGet()));
        threads.allowCoreThreadTimeOut(true); // so it needs no shutdown, and takes objects after the endpoint's end
    }

    /** Runs none of the object's code on the calling thread. */
    @Override
    public void tell(Object object, ClassLoader context, Runnable told) {
        try {
            threads.execute(() -> run(object, context, told));
        } catch (OutOfMemoryError e) { // no thread could start
            Log.get().log(Level.WARNING, object.getClass().getName() + ".unreferenced could not be called", e);
            told.run();
        }
    }

    private static void run(Object object, ClassLoader context, Runnable told) {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(context);
        try {
            ForsakenObject.tell(object);
        } catch (Throwable e) {
            Log.get().log(Level.WARNING, object.getClass().getName() + ".unreferenced failed", e);
        } finally {
            thread.setContextClassLoader(UnreferencedCalls.class.getClassLoader()); // as RuntimeThreads set it
            told.run();
        }
    }
}
