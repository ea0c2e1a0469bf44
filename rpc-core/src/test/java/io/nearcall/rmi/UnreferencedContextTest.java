// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.PrivateDirectory;
import java.net.URL;
import java.net.URLClassLoader;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The behaviour that OpenJDK's test UnreferencedContext checks: unreferenced() runs with the context class loader that the object
 * was exported with. So do its methods.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class UnreferencedContextTest {

    private final CompletableFuture<ClassLoader> ofCall = new CompletableFuture<>();
    private final CompletableFuture<ClassLoader> ofUnreferenced = new CompletableFuture<>();

    private final AtomicReference<Thread> teller = new AtomicReference<>();

    @AfterEach
    void close() {
        Rmi.close();
    }

    private final class Branch extends BankInMemory implements Unreferenced {
        Branch() throws RemoteException {}

        @Override
        public int watchers() {
            ofCall.complete(Thread.currentThread().getContextClassLoader());
            return super.watchers();
        }

        @Override
        public void unreferenced() {
            teller.set(Thread.currentThread());
            ofUnreferenced.complete(Thread.currentThread().getContextClassLoader());
        }
    }

    @Test
    void shouldRunWithTheContextClassLoaderOfTheExporter() throws Exception {
        Thread exporter = Thread.currentThread();
        ClassLoader before = exporter.getContextClassLoader();
        LocateRegistry.createRegistry(1099);
        try (URLClassLoader context = new URLClassLoader(new URL[0], before)) {
            Branch branch;
            exporter.setContextClassLoader(context);
            try {
                branch = new Branch();
            } finally {
                exporter.setContextClassLoader(before);
            }
            Registry registry = LocateRegistry.getRegistry(1099);
            registry.bind("branch", branch);
            callOnce(registry);
            assertThat(ofCall.join()).isSameAs(context);
            registry.unbind("branch");
            do {
                System.gc(); // the stub that was looked up
            } while (!isDoneSoon(ofUnreferenced));
            assertThat(ofUnreferenced.join()).isSameAs(context);
            assertThat(UnicastRemoteObject.unexportObject(branch, true)).isTrue();
            while (teller.get().getContextClassLoader() == context) {
                Thread.onSpinWait(); // it has been told, but the method has not returned
            }
            assertThat(teller.get().getContextClassLoader()).isSameAs(Rmi.class.getClassLoader());
        }
    }

    private static void callOnce(Registry registry) throws Exception {
        assertThat(((Bank) registry.lookup("branch")).watchers()).isZero();
    }

    private static boolean isDoneSoon(CompletableFuture<?> future) throws InterruptedException {
        Thread.sleep(10); // for the collection to be noticed; the caller tries again
        return future.isDone();
    }
}
