// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The behaviour that OpenJDK's test KeepAliveDuringCall checks: a server that shuts itself down answers the call. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class KeepAliveDuringCallIT {

    @AfterEach
    void close() {
        Rmi.close();
    }

    /** The client's, which hears that the server still runs. */
    public interface Witness extends Remote {
        void stillAlive() throws RemoteException;
    }

    /** A server that can be told to end. */
    public interface Shop extends Remote {
        String closeDown(Witness witness) throws RemoteException;
    }

    /** Unexports itself, its JVM's only export, and goes on working for two seconds. */
    public static final class CornerShop extends UnicastRemoteObject implements Shop {
        private static final int TURNS = 20;
        private static final int PAUSE_MS = 100;

        CornerShop() throws RemoteException {}

        @Override
        public String closeDown(Witness witness) throws RemoteException {
            unexportObject(this, true);
            for (int i = 0; i < TURNS; i++) {
                try {
                    Thread.sleep(PAUSE_MS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException("the JVM does not wait", e);
                }
                witness.stillAlive();
            }
            return "closed";
        }

        public static void main(String[] arguments) throws RemoteException {
            LocateRegistry.createRegistry(1099).rebind("shop", new CornerShop());
            System.out.println("open");
        }
    }

    /** Is exported as long as the test says so. */
    private static final class CountingWitness extends UnicastRemoteObject implements Witness {
        private final AtomicInteger times = new AtomicInteger();

        CountingWitness() throws RemoteException {}

        @Override
        public void stillAlive() {
            times.incrementAndGet();
        }
    }

    @Test
    void shouldAnswerTheCallThatUnexportsTheLastObjectBeforeTheJvmEnds() throws Exception {
        try (OtherJvm server = OtherJvm.start(CornerShop.class)) {
            assertThat(server.readLine()).isEqualTo("open");
            CountingWitness witness = new CountingWitness();
            assertThat(((Shop) Naming.lookup("shop")).closeDown(witness)).isEqualTo("closed");
            assertThat(witness.times).hasValue(CornerShop.TURNS);
            assertThat(server.awaitExit(10)).isZero();
        }
    }
}
