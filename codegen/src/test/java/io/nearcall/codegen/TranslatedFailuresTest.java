// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Methods with callers that get a failure in the form into which the target translates it. */
public class TranslatedFailuresTest {

    /** Those that declare a RemoteException are translated. */
    public interface Vault {
        long open(long code, String owner) throws RemoteException;

        void close() throws RemoteException;

        @OneWay
        void alarm(int room) throws RemoteException;

        CompletableFuture<String> later() throws RemoteException;

        int plain(int number);
    }

    private static final InterfaceRules RULES = new InterfaceRules() {
        @Override
        public boolean isOneWay(Method method) {
            return method.isAnnotationPresent(OneWay.class);
        }

        @Override
        public boolean isFailureTranslated(Method method) {
            return List.of(method.getExceptionTypes()).contains(RemoteException.class);
        }
    };

    private static final class Bank implements Vault {
        @Override
        public long open(long code, String owner) {
            if (code != 4711) {
                throw new IllegalArgumentException(owner + ", code=" + code);
            }
            return code;
        }

        @Override
        public void close() throws RemoteException {
            throw new RemoteException("jammed");
        }

        @Override
        public void alarm(int room) {}

        @Override
        public CompletableFuture<String> later() {
            throw new IllegalStateException("never");
        }

        @Override
        public int plain(int number) {
            throw new IllegalStateException("plain");
        }
    }

    /** A loop-back that translates failures. */
    private record Translating(Loopback loopback, RemoteInterface<?> type) implements RemoteTarget {
        @Override
        public SyncCall begin(int method) {
            return loopback.begin(FacetedStub.method(method));
        }

        @Override
        public AsyncCall beginAsync(int method) {
            return loopback.beginAsync(FacetedStub.method(method));
        }

        @Override
        public OneWayCall beginOneWay(int method) {
            return loopback.beginOneWay(FacetedStub.method(method));
        }

        @Override
        public Throwable translate(Throwable failure, int method) {
            return new IOException(
                    type.method(FacetedStub.method(method)).name() + " of facet " + FacetedStub.facet(method), failure);
        }

        @Override
        public String describe() {
            return "vault";
        }
    }

    private final RemoteInterface<Vault> type = RemoteInterface.of(Vault.class, RULES);
    private final Loopback loopback = new Loopback(type.skeleton(), new Bank());
    private final Vault vault = type.stub(new Translating(loopback, type));

    @Test
    void shouldTranslateWhatEndsACall() throws Exception {
        assertThat(vault.open(4711, "Ada")).isEqualTo(4711);
        assertThatThrownBy(() -> vault.open(1, "Eve"))
                .isInstanceOf(IOException.class)
                .hasMessage("open of facet 0")
                .hasRootCauseMessage("Eve, code=1");
        assertThat(loopback.events).endsWith("taken", "fail");
        assertThatThrownBy(vault::close).hasMessage("close of facet 0").hasRootCauseMessage("jammed");
    }

    @Test
    void shouldTranslateWhatKeepsACallFromBeginning() {
        loopback.refusal = new IllegalStateException("no lane");
        assertThatThrownBy(() -> vault.open(1, "Eve"))
                .hasMessage("open of facet 0")
                .hasRootCauseMessage("no lane");
        assertThatThrownBy(() -> vault.alarm(3)).hasMessage("alarm of facet 0").hasRootCauseMessage("no lane");
    }

    @Test
    void shouldLeaveTheFailuresOfFuturesAndOfOtherMethodsAsTheyAre() throws Exception {
        assertThatThrownBy(() -> vault.plain(1)).isInstanceOf(IllegalStateException.class);
        loopback.refusal = new IllegalStateException("no lane");
        assertThatThrownBy(() -> vault.plain(1)).isSameAs(loopback.refusal);
        assertThat(vault.later())
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCause(loopback.refusal);
    }

    /** Implemented beside the vault. */
    public interface Alarm {
        int rooms() throws RemoteException;
    }

    @Test
    void shouldTellTheFacetWhoseMethodFailed() {
        RemoteInterface<Alarm> second = RemoteInterface.of(Alarm.class, RULES);
        Alarm alarm = (Alarm) FacetedStub.of(List.of(type, second)).newStub(new Translating(loopback, second));
        loopback.refusal = new IllegalStateException("no lane");
        assertThatThrownBy(alarm::rooms).hasMessage("rooms of facet 1");
    }

    @Test
    void shouldNotShareTheStubsOfThoseWhoseFailuresAreNot() throws Exception {
        RemoteInterface<Vault> untranslated = RemoteInterface.of(Vault.class, TestRules.INSTANCE);
        Vault other = untranslated.stub(new Translating(loopback, untranslated));
        assertThat(other).isNotExactlyInstanceOf(vault.getClass());
        assertThatThrownBy(() -> other.open(1, "Eve")).isInstanceOf(IllegalArgumentException.class);
    }
}
