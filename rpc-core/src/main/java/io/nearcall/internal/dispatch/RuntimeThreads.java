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
 * Makes all threads of the runtime. They outlive the thread that happens to need them first, so they take nothing over from it:
 * neither its context class loader, nor its inheritable thread-locals, nor the rights of the code that it runs.
 */
public final class RuntimeThreads {

    private static final long KEEP_ALIVE_S = 5;

    private RuntimeThreads() {}

    /** As many daemons as there are tasks, kept a while for the next. Once shut down it runs tasks on the calling thread. */
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

    /** Runs a task on one of these threads, or if the endpoint is closed, or no thread can be had, here: better than never. */
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
     * A thread that has not been started. Its context class loader is the one of Nearcall's own classes, which it keeps in any
     * case, and which finds the application's classes where the application has brought Nearcall along.
     *
     * @param maker calls a constructor of {@link Thread} that is told to inherit no thread-locals
     */
    // Until JDK 23 each thread keeps the protection domains of all code on its maker's stack, so their class loaders.
    // Only a privileged action cuts the stack off. When the lowest JDK is 24, calling the maker will do.
    @SuppressWarnings("removal")
    public static <T extends Thread> T neutral(PrivilegedAction<T> maker) {
        return AccessController.doPrivileged((PrivilegedAction<T>) () -> {
            T thread = maker.run();
            thread.setContextClassLoader(RuntimeThreads.class.getClassLoader());
            return thread;
        });
    }
}
