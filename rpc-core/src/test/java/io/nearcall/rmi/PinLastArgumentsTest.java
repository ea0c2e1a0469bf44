// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Collected;
import io.nearcall.test.PrivateDirectory;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The behaviour that OpenJDK's test PinLastArguments checks: nothing keeps the arguments of the last call alive. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class PinLastArgumentsTest {

    private final List<WeakReference<Object>> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        Rmi.close();
    }

    /** A value. */
    public static final class Parcel implements Serializable {
        private static final long serialVersionUID = 1L;

        private final byte[] content = new byte[1_000];
    }

    /** A remote object. */
    public interface Sender extends Remote {
        void received() throws RemoteException;
    }

    /** Keeps nothing. */
    public interface Depot extends Remote {
        Parcel forward(Parcel parcel, Sender sender) throws RemoteException;
    }

    /** Watches its arguments. */
    private final class WatchedDepot extends UnicastRemoteObject implements Depot {
        WatchedDepot() throws RemoteException {}

        @Override
        public Parcel forward(Parcel parcel, Sender sender) throws RemoteException {
            seen.add(new WeakReference<>(parcel));
            seen.add(new WeakReference<>(sender));
            sender.received();
            Parcel other = new Parcel();
            seen.add(new WeakReference<>(other));
            return other;
        }
    }

    private static final class PlainSender extends UnicastRemoteObject implements Sender {
        PlainSender() throws RemoteException {}

        @Override
        public void received() {}
    }

    private void forward(Depot depot) throws RemoteException {
        Parcel parcel = new Parcel();
        PlainSender sender = new PlainSender();
        seen.add(new WeakReference<>(parcel));
        seen.add(new WeakReference<>(sender));
        Parcel answer = depot.forward(parcel, sender);
        assertThat(answer.content).hasSameSizeAs(parcel.content);
        seen.add(new WeakReference<>(answer));
    }

    @Test
    void shouldNotKeepArgumentsOrResultOfTheLastCall() throws Exception {
        LocateRegistry.createRegistry(1099).bind("depot", new WatchedDepot());
        Depot depot = (Depot) Naming.lookup("depot");
        forward(depot);
        assertThat(seen).hasSize(6);
        assertThat(Collected.soon(seen)).isTrue();
        assertThat(depot).isEqualTo(Naming.lookup("depot")); // in use all the while
    }
}
