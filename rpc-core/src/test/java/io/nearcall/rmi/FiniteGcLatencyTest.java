// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.PrivateDirectory;
import java.rmi.RemoteException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The behaviour that OpenJDK's test FiniteGCLatency checks: after an object was unbound, its unreferenced() is called within
 * a bounded time, without an explicit collection.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class FiniteGcLatencyTest {

    private final CountDownLatch forsaken = new CountDownLatch(1);

    @AfterEach
    void close() {
        Rmi.close();
    }

    private final class Branch extends BankInMemory implements Unreferenced {
        Branch() throws RemoteException {}

        @Override
        public void unreferenced() {
            forsaken.countDown();
        }
    }

    @Test
    void shouldTellAnObjectThatItHasBeenUnbound() throws Exception {
        LocateRegistry.createRegistry(1099);
        Branch branch = new Branch();
        LocateRegistry.getRegistry(1099).rebind("branch", branch);
        assertThat(forsaken.await(50, TimeUnit.MILLISECONDS)).isFalse();
        LocateRegistry.getRegistry(1099).unbind("branch");
        assertThat(forsaken.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(branch.watchers()).isZero();
    }
}
