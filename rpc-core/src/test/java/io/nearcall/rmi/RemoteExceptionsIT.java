// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.CallInterruptedException;
import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointClosedException;
import io.nearcall.NearcallException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.ReleasedException;
import io.nearcall.RemoteFailure;
import io.nearcall.Remotes;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import java.io.IOException;
import java.rmi.ConnectException;
import java.rmi.ConnectIOException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What callers of interfaces of Java RMI's kind get to see, over endpoints of the application's own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class RemoteExceptionsIT {

    /** Declares a superclass of RMI's exceptions, but is not an interface of RMI. */
    public interface Printer {
        void print(Object page) throws IOException;

        void eject() throws RemoteException;
    }

    /** Whose method throws nothing. */
    public interface Counter {
        int count();
    }

    /** Whose method does, as it has to. */
    public interface RemoteCounter extends Remote {
        int count() throws RemoteException;
    }

    /** Whose callers need not catch anything: the method is both. */
    public interface Turnstile extends Counter, RemoteCounter {}

    /** May throw anything. */
    public interface Auditor extends Remote {
        void audit() throws Exception;
    }

    /** No interface names it. */
    public static final class Discrepancy extends Exception {
        private static final long serialVersionUID = 1L;

        Discrepancy(String message) {
            super(message);
        }
    }

    private TwoEndpoints endpoints;

    @BeforeEach
    void open() {
        endpoints = new TwoEndpoints();
    }

    @AfterEach
    void close() {
        endpoints.close();
        Rmi.close();
    }

    private Bank bank() throws RemoteException {
        return endpoints.connect(Bank.class, new BankInMemory());
    }

    static void assertFailure(
            ThrowingCallable call,
            Class<? extends RemoteException> type,
            Class<? extends NearcallException> cause,
            Outcome outcome) {
        assertThatThrownBy(call)
                .isExactlyInstanceOf(type)
                .cause()
                .isInstanceOfSatisfying(
                        cause, failure -> assertThat(failure.outcome()).isEqualTo(outcome));
    }

    @Test
    void shouldLetThroughWhatTheMethodThrowsOfItsOwn() throws Exception {
        Bank bank = bank();
        assertThatThrownBy(() -> bank.fail("declared"))
                .isInstanceOf(Bank.NoFunds.class)
                .hasMessage("none");
        assertThatThrownBy(() -> bank.fail("unchecked"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("closed on Sundays");
    }

    @Test
    void shouldWrapRemoteExceptionsAndErrorsOfTheMethodAsRmiDoes() throws Exception {
        Bank bank = bank();
        assertThatThrownBy(() -> bank.fail("remote"))
                .isExactlyInstanceOf(ServerException.class)
                .hasCauseExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining("the vault does not answer");
        assertThatThrownBy(() -> bank.fail("error"))
                .isExactlyInstanceOf(ServerError.class)
                .hasCauseExactlyInstanceOf(AssertionError.class);
    }

    @Test
    void shouldLetThroughAnUndeclaredExceptionThatTheCallerAllows() {
        Auditor auditor = () -> {
            throw new Discrepancy("one bolt is missing");
        };
        Auditor called = endpoints.connect(Auditor.class, auditor);
        assertThatThrownBy(called::audit)
                .isExactlyInstanceOf(UnmarshalException.class)
                .cause()
                .isInstanceOf(RemoteFailure.class)
                .hasMessageContainingAll("one bolt is missing", "`throws Exception`", "-Dio.nearcall.rmi.allow=");
        try (TwoEndpoints allowing =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().allow(Discrepancy.class))) {
            Auditor allowed = allowing.client().lookup(Auditor.class);
            assertThatThrownBy(allowed::audit)
                    .isExactlyInstanceOf(Discrepancy.class)
                    .hasMessage("one bolt is missing");
        }
    }

    @Test
    void shouldSayThatACheckedExceptionIsNotDeclared() throws Exception {
        Bank bank = bank();
        assertThatThrownBy(() -> bank.fail("checked"))
                .isExactlyInstanceOf(UnexpectedException.class)
                .hasRootCauseInstanceOf(IOException.class)
                .hasRootCauseMessage("paper jam");
    }

    @Test
    void shouldSayWhatWasNotSentAndWhatMayHaveRun() throws Exception {
        Bank bank = bank();
        assertFailure(
                () -> bank.echo(new Bank.Voucher(5)),
                MarshalException.class,
                EncodingException.class,
                Outcome.NOT_SENT);
        Throwable late;
        do { // on a busy machine, the deadline may be over before the method begins
            late = catchThrowable(() -> bank.sleep(500));
        } while (outcomeOf(late) != Outcome.MAY_HAVE_RUN);
        assertThat(late).isInstanceOf(UnmarshalException.class).hasCauseInstanceOf(DeadlineExceededException.class);
    }

    private static Outcome outcomeOf(Throwable thrown) {
        return thrown.getCause() instanceof NearcallException cause ? cause.outcome() : null;
    }

    /** An object of either side. It calls the other side back, and returns the exception of the failed callback. */
    public interface Wall extends Remote {
        String echo(Wall other) throws RemoteException;
    }

    private static final class StoneWall implements Wall {
        @Override
        public String echo(Wall other) {
            try {
                return other.echo(this);
            } catch (RemoteException e) {
                return e.getClass().getName() + " because of "
                        + e.getCause().getClass().getName() + " " + ((NearcallException) e.getCause()).outcome();
            }
        }
    }

    @Test
    void shouldSayThatCallsNestTooDeep() throws Exception {
        Wall wall = endpoints.connect(Wall.class, new StoneWall());
        assertThat(wall.echo(new StoneWall()))
                .isEqualTo("java.rmi.ConnectIOException because of io.nearcall.OverloadedException NOT_SENT");
    }

    @Test
    void shouldSayThatTheOtherSideLacksTheMethod() throws Exception {
        bank();
        Printer printer = endpoints.client().lookup(Printer.class, "Bank");
        assertFailure(printer::eject, ServerException.class, NoSuchRemoteException.class, Outcome.NOT_STARTED);
    }

    @Test
    void shouldSayThatTheCallerWasInterrupted() throws Exception {
        Bank bank = bank();
        Thread.currentThread().interrupt();
        assertFailure(
                () -> bank.sleep(1_000),
                UnmarshalException.class,
                CallInterruptedException.class,
                Outcome.MAY_HAVE_RUN);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldSayThatThereIsNoLane() throws Exception {
        try (TwoEndpoints narrow = new TwoEndpoints(
                Endpoint.builder(), Endpoint.builder().maxLanes(1).deadline(Duration.ofMillis(100)))) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(1);
            Bank bank = narrow.connect(Bank.class, new BankInMemory() {
                @Override
                public int pid() {
                    begun.countDown();
                    try {
                        done.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return super.pid();
                }
            });
            Thread other = new Thread(() -> catchThrowable(bank::pid)); // which has no deadline
            other.start();
            begun.await();
            assertFailure(bank::log, ConnectIOException.class, OverloadedException.class, Outcome.NOT_SENT);
            done.countDown();
            other.join();
        }
    }

    @Test
    void shouldSayThatTheStubWasReleased() throws Exception {
        Bank bank = bank();
        Bank.Account released = bank.open("Ada");
        assertThat(released.owner()).isEqualTo("Ada");
        Remotes.release(released);
        assertFailure(released::owner, NoSuchObjectException.class, ReleasedException.class, Outcome.NOT_SENT);
    }

    @Test
    void shouldTranslateTheFailuresOfAnObjectWithSeveralInterfaces() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (Endpoint client = Endpoint.builder().allowRemoteInterfaces().open()) {
            endpoints.server().export(Bank.class, new BankInMemory());
            Bank.Account account = client.lookup(Bank.class).open("Bob");
            assertThat(((Bank.Auditable) account).audit()).isEqualTo("audited Bob");
            Remotes.onDeath(account, closed::countDown);
            endpoints.server().close();
            closed.await();
            assertFailure(account::owner, ConnectException.class, ConnectionLostException.class, Outcome.NOT_SENT);
            assertFailure(
                    ((Bank.Auditable) account)::audit,
                    ConnectException.class,
                    ConnectionLostException.class,
                    Outcome.NOT_SENT);
        }
    }

    @Test
    void shouldLeaveTheFailuresOfOtherMethodsAsTheyAre() throws Exception {
        Bank bank = bank();
        Printer printer = endpoints.connect(Printer.class, new Printer() {
            @Override
            public void print(Object page) {}

            @Override
            public void eject() {}
        });
        endpoints.server().close();
        assertThatThrownBy(bank::pid).isInstanceOf(NearcallException.class);
        assertThatThrownBy(() -> printer.print("page")).isInstanceOf(NearcallException.class);
        assertThatThrownBy(printer::eject)
                .isInstanceOf(ConnectException.class)
                .hasCauseInstanceOf(NearcallException.class);
    }

    @Test
    void shouldThrowNothingCheckedAtWhoNeedNotCatchIt() {
        Turnstile turnstile = endpoints.connect(Turnstile.class, () -> 7);
        assertThat(turnstile.count()).isEqualTo(7);
        endpoints.server().close();
        assertThatThrownBy(turnstile::count).isInstanceOf(NearcallException.class);
    }

    @Test
    void shouldSayThatTheEndpointIsClosed() throws Exception {
        Bank bank = bank();
        endpoints.client().close();
        assertFailure(() -> bank.log(), ConnectIOException.class, EndpointClosedException.class, Outcome.NOT_SENT);
    }

    @Test
    void shouldBringTheTextOfAnExceptionThatThisSideLacks() throws Exception {
        Bank bank = endpoints.connect(Bank.class, new BankInMemory() {
            @Override
            public void watch(Watcher watcher) {
                throw new Strange();
            }
        });
        assertFailure(() -> bank.watch(null), UnmarshalException.class, RemoteFailure.class, Outcome.MAY_HAVE_RUN);
    }

    /** Of which no signature speaks. */
    private static final class Strange extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void shouldSayThatTheServerWasKilled() throws Exception {
        try (Endpoint endpoint = Endpoint.open();
                OtherJvm server = Server.start(Bank.class, BankInMemory.class)) {
            Bank bank = endpoint.lookup(Bank.class);
            Bank.Account account = bank.open("Eve");
            assertThat(account.owner()).isEqualTo("Eve");
            Thread killer = new Thread(() -> {
                LockSupport.parkNanos(300_000_000);
                server.kill();
            });
            killer.start();
            Throwable thrown;
            do {
                thrown = catchThrowable(() -> bank.sleep(10));
            } while (thrown == null
                    || thrown.getCause() instanceof DeadlineExceededException // a busy host's, as the next
                    || thrown.getCause() instanceof OverloadedException);
            killer.join();
            assertThat(thrown.getCause()).isInstanceOf(NearcallException.class);
            assertThat(thrown)
                    .isInstanceOf(
                            ((NearcallException) thrown.getCause()).outcome() == Outcome.MAY_HAVE_RUN
                                    ? UnmarshalException.class
                                    : ConnectException.class);
            assertFailure(account::owner, ConnectException.class, ConnectionLostException.class, Outcome.NOT_SENT);
            assertFailure(() -> bank.log(), ConnectException.class, ServiceNotFoundException.class, Outcome.NOT_SENT);
        }
    }
}
