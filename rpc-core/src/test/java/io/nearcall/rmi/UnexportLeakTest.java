// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.Collected;
import io.nearcall.test.PrivateDirectory;
import java.lang.ref.WeakReference;
import java.rmi.NoSuchObjectException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The behaviour that OpenJDK's test UnexportLeak checks: an unexported object is collected, though it is still bound. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class UnexportLeakTest {

    private Bank stub;

    @AfterEach
    void close() {
        Rmi.close();
    }

    private WeakReference<Object> unexportedButBound() throws Exception {
        BankInMemory bank = new BankInMemory();
        LocateRegistry.createRegistry(1099).bind("bank", bank);
        Naming.rebind("other", bank);
        stub = (Bank) Naming.lookup("bank");
        assertThat(stub.watchers()).isZero();
        UnicastRemoteObject.unexportObject(bank, true);
        return new WeakReference<>(bank);
    }

    @Test
    void shouldCollectAnUnexportedObjectThoughItIsBoundAndAClientHasAStub() throws Exception {
        assertThat(Collected.soon(unexportedButBound())).isTrue();
        assertThat(Naming.list("")).hasSize(2);
        assertThatThrownBy(stub::watchers).isInstanceOf(NoSuchObjectException.class);
    }
}
