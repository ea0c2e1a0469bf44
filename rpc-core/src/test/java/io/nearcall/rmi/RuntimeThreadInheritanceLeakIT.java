// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.test.Collected;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The behaviour that OpenJDK's {@code RuntimeThreadInheritanceLeak} checks: the runtime's threads inherit nothing from the
 * thread that first uses the runtime.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class RuntimeThreadInheritanceLeakIT {

    private static final InheritableThreadLocal<Object> LUGGAGE = new InheritableThreadLocal<>();

    @BeforeEach // some other test may have been the first to use it
    @AfterEach
    void close() {
        Rmi.close();
    }

    private static final class CountingWatcher extends UnicastRemoteObject implements Bank.Watcher {
        private final AtomicInteger cents = new AtomicInteger();

        CountingWatcher() throws RemoteException {}

        @Override
        public void paid(int more) {
            cents.addAndGet(more);
        }
    }

    /** Uses the runtime in ways that start threads: exports, is called, looks up, awaits a future. */
    public static Bank useEverything() {
        try {
            CountingWatcher watcher = new CountingWatcher();
            Bank bank = (Bank) LocateRegistry.getRegistry().lookup("bank");
            Bank.Watcher stub = (Bank.Watcher) RemoteObject.toStub(watcher);
            stub.paid(30);
            Remotes.runAsync(bank, given -> given.pay(30, Bank.Currency.EURO))
                    .thenRun(() -> watcher.cents.addAndGet(12))
                    .get();
            assertThat(watcher.cents).hasValue(42);
            UnicastRemoteObject.unexportObject(watcher, true); // an exported object keeps its exporter's class loader
            return bank;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Bank inThreadOfItsOwn(ClassLoader contextClassLoader, Object luggage)
            throws InterruptedException, ExecutionException {
        FutureTask<Bank> task = new FutureTask<>(() -> {
            LUGGAGE.set(luggage);
            return useEverything();
        });
        run(task, contextClassLoader);
        return task.get();
    }

    private static void run(Runnable task, ClassLoader contextClassLoader) throws InterruptedException {
        Thread thread = new Thread(task, "tenant");
        thread.setContextClassLoader(contextClassLoader);
        thread.start();
        thread.join();
    }

    private static List<Thread> runtimeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("nearcall-.*rmi.*"))
                .toList();
    }

    @Test
    void shouldNotKeepTheContextClassLoaderOfWhoExportedFirst() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());
            WeakReference<ClassLoader> watched = new WeakReference<>(loader);
            Bank bank = inThreadOfItsOwn(loader, null);
            loader = null;
            assertThat(runtimeThreads())
                    .hasSizeGreaterThan(3)
                    .filteredOn(thread -> !thread.getName().contains("-lane-")) // keep that of a call, for a second
                    .isNotEmpty()
                    .allSatisfy(thread -> assertThat(thread.getContextClassLoader())
                            .as(thread.getName())
                            .isSameAs(Endpoint.class.getClassLoader()));
            assertThat(Collected.soon(watched)).isTrue();
            assertThat(bank.pid()).isEqualTo(server.pid());
        }
    }

    @Test
    void shouldNotKeepTheInheritableThreadLocalsOfWhoExportedFirst() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Object luggage = new Object();
            WeakReference<Object> watched = new WeakReference<>(luggage);
            Bank bank = inThreadOfItsOwn(getClass().getClassLoader(), luggage);
            luggage = null;
            assertThat(Collected.soon(watched)).isTrue();
            assertThat(bank.pid()).isEqualTo(server.pid());
        }
    }

    /** On JDK 17 a thread keeps the protection domains of the code that made it, and so their class loaders. */
    @Test
    void shouldNotKeepTheAccessContextOfWhoExportedFirst(@TempDir Path directory) throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            URLClassLoader loader = Sources.compile(
                    directory, Map.of("Tenant", """
                            public final class Tenant implements Runnable {
                                @Override
                                public void run() {
                                    %s.useEverything();
                                }
                            }
                            """.formatted(getClass().getName())));
            WeakReference<ClassLoader> watched = new WeakReference<>(loader);
            Runnable tenant =
                    (Runnable) loader.loadClass("Tenant").getConstructor().newInstance();
            run(tenant, getClass().getClassLoader());
            tenant = null;
            loader.close();
            loader = null;
            assertThat(Collected.soon(watched)).isTrue();
            assertThat(runtimeThreads()).isNotEmpty();
            assertThat(((Bank) Naming.lookup("bank")).pid()).isEqualTo(server.pid());
        }
    }
}
