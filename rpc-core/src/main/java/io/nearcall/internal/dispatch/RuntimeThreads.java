// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes all threads of the runtime. They outlive the thread that happens to need them first, so they take nothing over
 * from it: neither its context class loader, nor its inheritable thread-locals, nor the rights of the code that it
 * runs.
 */
public final class RuntimeThreads {

    private static final long KEEP_ALIVE_S = 5;

    private RuntimeThreads() {}

    /** As many daemons as there are tasks, kept a while for the next. After shutdown, the calling thread runs tasks. */
    public static ExecutorService pool(String name) {
        AtomicInteger count = new AtomicInteger();
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEEP_ALIVE_S,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, name + "-" + count.incrementAndGet()),
                (task, pool) -> task.run());
    }

    /**
     * Runs a task on one of these threads, or here if the endpoint is closed or no thread can be had: better than
     * never.
     */
    public static void executeOrRun(Executor threads, Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            task.run();
        }
    }

    /** A daemon that has not been started. Any thread. */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = neutral(() -> new Thread(null, task, name, 0, false));
        thread.setDaemon(true);
        return thread;
    }

    /**
     * A thread that has not been started. Its context class loader is that of Nearcall's own classes. The thread keeps
     * that loader in any case, and the loader finds the application's classes if the application has brought Nearcall
     * along.
     *
     * @param maker calls a constructor of {@link Thread}, telling it to inherit no thread-locals
     */
    // Until JDK 23 each thread keeps the protection domains of all code on its maker's stack, and so their class
    // loaders. Only a privileged action cuts the stack off. When the lowest JDK is 24, a call of the maker is enough.
    @SuppressWarnings("removal")
    public static <T extends Thread> T neutral(PrivilegedAction<T> maker) {
        return AccessController.doPrivileged((PrivilegedAction<T>) () -> {
            T thread = maker.run();
            thread.setContextClassLoader(RuntimeThreads.class.getClassLoader());
            return thread;
        });
    }
}
