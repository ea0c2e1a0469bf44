// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.PrivateDirectory;
import java.rmi.AlreadyBoundException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads that export, unexport, bind and look up the same objects at once. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ConcurrentExportsTest {

    private static final int ROUNDS = 500;

    /** Counts. */
    public interface Counter extends Remote {
        int next(int number) throws RemoteException;
    }

    private static class PlainCounter implements Counter {
        @Override
        public int next(int number) {
            return number + 1;
        }
    }

    private static final class ForsakenCounter extends PlainCounter implements Unreferenced {
        final CountDownLatch forsaken = new CountDownLatch(1);

        @Override
        public void unreferenced() {
            forsaken.countDown();
        }
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
        Rmi.close();
    }

    private void atOnce(List<Callable<Void>> actions) throws Exception {
        CyclicBarrier start = new CyclicBarrier(actions.size());
        List<Future<Void>> ends = new ArrayList<>();
        for (Callable<Void> action : actions) {
            ends.add(threads.submit(() -> {
                start.await();
                return action.call();
            }));
        }
        for (Future<Void> end : ends) {
            end.get();
        }
    }

    private static Void export(Remote object) throws RemoteException {
        try {
            UnicastRemoteObject.exportObject(object, 0);
        } catch (ExportException | NoSuchObjectException e) {
            // it is exported already, or has been unexported since
        }
        return null;
    }

    private static Void unexport(Remote object) {
        try {
            UnicastRemoteObject.unexportObject(object, true);
        } catch (NoSuchObjectException e) {
            // another thread was faster
        }
        return null;
    }

    private static boolean isExported(Remote object) {
        try {
            UnicastRemoteObject.toStub(object);
            return true;
        } catch (NoSuchObjectException e) {
            return false;
        }
    }

    @Test
    void shouldCallAnObjectIfAndOnlyIfItIsExportedWhoeverExportedAndUnexportedItAtOnce() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Remote object = new PlainCounter();
            Counter stub = (Counter) UnicastRemoteObject.exportObject(object, 0);
            stub.next(i);
            atOnce(List.of(
                    () -> unexport(object),
                    () -> {
                        unexport(object);
                        return export(object);
                    },
                    () -> unexport(object)));
            if (isExported(object)) {
                assertThat(stub.next(i)).isEqualTo(i + 1);
            } else {
                assertThatThrownBy(() -> stub.next(1)).isInstanceOf(NoSuchObjectException.class);
            }
            unexport(object);
        }
    }

    @Test
    void shouldLookUpAnObjectThatIsBeingUnexportedWithExceptionsOfRmiOnly() throws Exception {
        Registry registry = LocateRegistry.createRegistry(1099);
        for (int i = 0; i < ROUNDS; i++) {
            Remote object = new PlainCounter();
            UnicastRemoteObject.exportObject(object, 0);
            registry.rebind("counter", object);
            Callable<Void> lookUp = () -> {
                try {
                    ((Counter) registry.lookup("counter")).next(1);
                } catch (RemoteException | NotBoundException e) {
                    // it is unexported already
                }
                return null;
            };
            atOnce(List.of(() -> unexport(object), lookUp, lookUp));
        }
    }

    @Test
    void shouldTellAnObjectThatNobodyRefersToItThoughItsFirstNameWasTaken() throws Exception {
        LocateRegistry.createRegistry(1099);
        Registry registry = LocateRegistry.getRegistry(1099);
        Remote other = new PlainCounter();
        UnicastRemoteObject.exportObject(other, 0);
        ForsakenCounter counter = new ForsakenCounter();
        UnicastRemoteObject.exportObject(counter, 0);
        registry.bind("taken", other);
        assertThatThrownBy(() -> registry.bind("taken", counter)).isInstanceOf(AlreadyBoundException.class);

        registry.bind("free", counter);
        registry.unbind("free");

        assertThat(counter.forsaken.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
