// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static io.nearcall.rmi.RemoteExceptionsIT.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.MarshalledObject;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Arguments that methods of interfaces of Java RMI's kind accept, and arguments that they refuse. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class RemoteArgumentsTest {

    private final TwoEndpoints endpoints = new TwoEndpoints();

    @AfterEach
    void close() {
        endpoints.close();
        Rmi.close();
    }

    private Bank bank() throws RemoteException {
        return endpoints.connect(Bank.class, new BankInMemory());
    }

    /** One that cannot be written, or cannot be read. */
    private static final class Cracked implements Serializable {
        private static final long serialVersionUID = 1L;

        private final boolean writable;

        Cracked(boolean writable) {
            this.writable = writable;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (!writable) {
                throw new NotSerializableException("cracked");
            }
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException {
            throw new InvalidObjectException("cracked");
        }
    }

    @Test
    void shouldTellWhichSideCannotDoWithAnArgument() throws Exception {
        try (TwoEndpoints careless = new TwoEndpoints(
                Endpoint.builder().allow(Cracked.class), Endpoint.builder().allow(Cracked.class))) {
            Bank bank = careless.connect(Bank.class, new BankInMemory());
            assertFailure(
                    () -> bank.echo(new Cracked(false)),
                    MarshalException.class,
                    EncodingException.class,
                    Outcome.NOT_SENT);
            assertFailure(
                    () -> bank.echo(new Cracked(true)),
                    ServerException.class,
                    EncodingException.class,
                    Outcome.NOT_STARTED);
        }
    }

    @Test
    void shouldRefuseAMarshalledObject() throws Exception {
        Bank bank = bank();
        MarshalledObject<String> frozen = new MarshalledObject<>("ten cents");
        assertFailure(() -> bank.echo(frozen), MarshalException.class, EncodingException.class, Outcome.NOT_SENT);
        assertThatThrownBy(() -> bank.echo(frozen))
                .hasMessageContainingAll("java.rmi.MarshalledObject may not travel", "send what it contains");
    }

    @Test
    void shouldRefuseAStubInASerialisedForm() throws Exception {
        try (TwoEndpoints careless = new TwoEndpoints(
                Endpoint.builder().allow(Envelope.class), Endpoint.builder().allow(Envelope.class))) {
            Bank bank = careless.connect(Bank.class, new BankInMemory());
            Envelope envelope = new Envelope(bank.open("Ada"));
            assertFailure(() -> bank.echo(envelope), MarshalException.class, EncodingException.class, Outcome.NOT_SENT);
            assertThatThrownBy(() -> bank.echo(envelope))
                    .hasMessageContainingAll(
                            "Envelope cannot be serialised", "Bank$Account", "pass them as arguments of their own");
            assertThatThrownBy(
                            () -> new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(envelope.content))
                    .isInstanceOf(NotSerializableException.class);
            assertThat(bank.echo("after it")).isEqualTo("after it");
        }
    }

    /** Has a form of its own, in which something is that is called where it is. */
    private static final class Envelope implements Serializable {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // that is the point
        private final Remote content;

        Envelope(Remote content) {
            this.content = content;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    @Test
    void shouldBringAnInterfaceThatNoSignatureNamesOnlyWhereItIsKnown() throws Exception {
        assertThat(bank().open("Ada")).isNotInstanceOf(Bank.Auditable.class);
        try (Endpoint prepared = Endpoint.open()) {
            prepared.prepare(Bank.Auditable.class);
            assertThat(prepared.lookup(Bank.class).open("Ada")).isInstanceOf(Bank.Auditable.class);
        }
        assertThatThrownBy(() -> endpoints.client().prepare(String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an interface");
    }

    @Test
    void shouldPassObjectsByReferenceWithoutAnyAnnotation() throws Exception {
        Bank bank = bank();
        int[] paid = new int[1];
        Bank.Watcher watcher = cents -> paid[0] += cents;
        bank.watch(watcher);
        bank.pay(7, Bank.Currency.EURO);
        assertThat(paid[0]).isEqualTo(7);
        Bank.Account account = bank.open("Ada");
        assertThat(Remotes.isStub(account)).isTrue();
        assertThatThrownBy(() -> bank.pay(2_000, Bank.Currency.EURO)).isInstanceOf(Bank.NoFunds.class);
    }
}
