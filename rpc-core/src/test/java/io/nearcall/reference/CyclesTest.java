// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.RemoteObject;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two objects that refer to each other over a connection, and to which nothing else refers. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CyclesTest {

    /** Makes dancers. */
    public interface Ballroom {
        Dancer enter();
    }

    /** Of either side. */
    @RemoteObject
    public interface Dancer {
        void take(Dancer partner);
    }

    private static final class Person implements Dancer {
        private volatile Dancer partner;

        @Override
        public void take(Dancer other) {
            partner = other;
        }
    }

    private volatile WeakReference<Person> host;

    private final Ballroom ballroom = () -> {
        Person person = new Person();
        host = new WeakReference<>(person);
        return person;
    };

    private static WeakReference<Person> pair(Ballroom remote) {
        Person guest = new Person();
        guest.take(remote.enter());
        guest.partner.take(guest);
        return new WeakReference<>(guest);
    }

    private static void part(WeakReference<Person> guest) {
        Remotes.release(guest.get().partner);
    }

    private static boolean isCollected(WeakReference<?> watched, int patience) {
        for (int i = 0; i < patience; i++) {
            System.gc();
            if (watched.get() == null) {
                return true;
            }
            LockSupport.parkNanos(10_000_000);
        }
        return false;
    }

    @Test
    void shouldStayUntilOneOfItsStubsIsReleased() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            WeakReference<Person> guest = pair(endpoints.connect(Ballroom.class, ballroom));
            assertThat(isCollected(guest, 20)).isFalse();
            assertThat(isCollected(host, 1)).isFalse();
            part(guest);
            assertThat(isCollected(host, 500)).isTrue();
            assertThat(isCollected(guest, 500)).isTrue();
        }
    }
}
