// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.codegen.InvalidRemoteInterface;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class EndpointsIT {

    /** Accounts and their balances. */
    @RemoteService("bank")
    public interface Bank {
        Visitor whoCalls();

        String contextClassLoader();

        default int twice(int amount) {
            return 2 * amount;
        }
    }

    /** Who has come, and through which door. */
    public record Visitor(int pid, String service) {}

    /** A bank without money. */
    public static final class EmptyBank implements Bank {
        @Override
        public Visitor whoCalls() {
            return new Visitor(Caller.current().pid(), Caller.current().service());
        }

        @Override
        public String contextClassLoader() {
            return Thread.currentThread().getContextClassLoader() == EmptyBank.class.getClassLoader()
                    ? "the bank's"
                    : "another";
        }
    }

    private static List<Throwable> callFromThreads(int count, Runnable call) throws InterruptedException {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> {
                try {
                    call.run();
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return failures;
    }

    @Test
    void shouldServeSixtyFourThreadsOnEightLanes() throws InterruptedException {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder(), Endpoint.builder().maxLanes(8))) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            assertThat(callFromThreads(64, () -> {
                        int base = (int) Thread.currentThread().getId() << 16;
                        for (int i = base; i < base + 200; i++) {
                            assertThat(remote.echo(i)).isEqualTo(i);
                        }
                    }))
                    .isEmpty();
        }
    }

    @Test
    void shouldSayThatAllLanesAreInUseWhenNoneBecomesFreeInTime() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints(
                Endpoint.builder().maxLanes(2), Endpoint.builder().maxLanes(8))) {
            QuietWorkshop workshop = new QuietWorkshop();
            Workshop remote = endpoints.connect(Workshop.class, workshop);
            Thread[] busy = new Thread[2];
            for (int i = 0; i < busy.length; i++) {
                busy[i] = new Thread(() -> catchThrowable(remote::waitForInterrupt));
                busy[i].start();
            }
            while (workshop.waits() < 2) {
                Thread.sleep(1);
            }
            assertThatThrownBy(remote::waitForInterruptQuickly)
                    .isInstanceOfSatisfying(OverloadedException.class, e -> {
                        assertThat(e.limit()).isEqualTo(2);
                        assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT);
                    })
                    .hasMessageContaining("all 2 lanes");
            for (Thread thread : busy) {
                thread.interrupt();
                thread.join();
            }
        }
    }

    @Test
    void shouldServeManyEndpointsAtOnce() throws InterruptedException {
        try (Endpoint server = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop());
            assertThat(callFromThreads(12, () -> {
                        try (Endpoint client = Endpoint.open()) {
                            Workshop remote = client.lookup(Workshop.class);
                            for (int i = 0; i < 100; i++) {
                                assertThat(remote.echo(i)).isEqualTo(i);
                            }
                        }
                    }))
                    .isEmpty();
        }
    }

    @Test
    void shouldCallSeveralServicesOfAnEndpoint() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Bank bank = endpoints.connect(Bank.class, new EmptyBank());
            Workshop workshop = endpoints.connect(Workshop.class, new QuietWorkshop());
            endpoints.server().export(Bank.class, new EmptyBank(), "other-bank");
            Bank other = endpoints.client().lookup(Bank.class, "other-bank");
            assertThat(bank.whoCalls().service()).isEqualTo("bank");
            assertThat(other.whoCalls().service()).isEqualTo("other-bank");
            assertThat(workshop.echo(1)).isEqualTo(1);
            assertThat(endpoints.client().services()).containsExactly("Workshop", "bank", "other-bank");
        }
    }

    @Test
    void shouldLetAnEndpointCallItself() {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Workshop.class, new QuietWorkshop());
            Workshop remote = endpoint.lookup(Workshop.class);
            assertThat(remote.echo(5)).isEqualTo(5);
            assertThat(remote.later(6, 1).join()).isEqualTo(6);
        }
    }

    @Test
    void shouldRunDefaultMethodsHere() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            assertThat(endpoints.connect(Bank.class, new EmptyBank()).twice(4)).isEqualTo(8);
        }
    }

    @Test
    void shouldTellTheServerWhoCalls() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            assertThat(endpoints.connect(Bank.class, new EmptyBank()).whoCalls().pid())
                    .isEqualTo((int) ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldKnowNoCallerOutsideOfACall() {
        assertThatThrownBy(Caller::current).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRunMethodsWithTheContextClassLoaderOfTheImplementation() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            assertThat(endpoints.connect(Bank.class, new EmptyBank()).contextClassLoader())
                    .isEqualTo("the bank's");
        }
    }

    @Test
    void shouldCompareStubsByTheObjectThatTheyStandFor() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Bank bank = endpoints.connect(Bank.class, new EmptyBank());
            Bank again = endpoints.client().lookup(Bank.class);
            Workshop workshop = endpoints.connect(Workshop.class, new QuietWorkshop());
            assertThat(bank).isEqualTo(again).hasSameHashCodeAs(again).isNotEqualTo(workshop);
            assertThat(bank)
                    .hasToString(
                            "Bank[bank of process " + ProcessHandle.current().pid() + "]");
            endpoints.server().close();
            assertThatThrownBy(() -> workshop.echo(1)).isInstanceOf(NearcallException.class);
            assertThat(bank).isEqualTo(again).hasSameHashCodeAs(again).isNotEqualTo(workshop);
            assertThat(bank.toString()).startsWith("Bank[bank");
        }
    }

    @Test
    void shouldNameTheHolderOfAServiceNameThatIsTaken() {
        try (OtherJvm holder = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint second = Endpoint.open()) {
            assertThatThrownBy(() -> second.export(Workshop.class, new QuietWorkshop()))
                    .isInstanceOf(ServiceNameInUseException.class)
                    .hasMessageContaining("process " + holder.pid());
        }
    }

    @Test
    void shouldRefuseASecondExportUnderTheSameName() {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Workshop.class, new QuietWorkshop());
            assertThatThrownBy(() -> endpoint.export(Workshop.class, new QuietWorkshop()))
                    .isInstanceOf(ServiceNameInUseException.class)
                    .hasMessageContaining("held by this process");
        }
    }

    @Test
    void shouldNotFindAServiceThatWasWithdrawn() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Export export = endpoints.server().export(Bank.class, new EmptyBank());
            Bank bank = endpoints.client().lookup(Bank.class);
            bank.whoCalls();
            export.close();
            assertThatThrownBy(bank::whoCalls)
                    .isInstanceOfSatisfying(
                            NoSuchRemoteException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_STARTED))
                    .hasMessageContaining("bank");
            assertThatThrownBy(() -> endpoints.client().lookup(Bank.class, "bank", Duration.ZERO))
                    .isInstanceOf(ServiceNotFoundException.class);
        }
    }

    @Test
    void shouldWaitForAServiceThatComesLate() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Thread late = new Thread(() -> {
                try {
                    Thread.sleep(300); // by then the lookup has found nothing, and waits
                } catch (InterruptedException e) {
                    return;
                }
                endpoints.server().export(Bank.class, new EmptyBank());
            });
            late.start();
            assertThat(endpoints.client().lookup(Bank.class).whoCalls().service())
                    .isEqualTo("bank");
            late.join();
        }
    }

    @Test
    void shouldNameTheServiceThatIsMissing() {
        try (Endpoint client = Endpoint.open()) {
            assertThatThrownBy(() -> client.lookup(Bank.class, "bank", Duration.ofMillis(50)))
                    .isInstanceOf(ServiceNotFoundException.class)
                    .hasMessageContaining("\"bank\"")
                    .hasMessageContaining(PrivateDirectory.path().toString())
                    .hasMessageContaining("50ms");
        }
    }

    @Test
    void shouldTryOnceWithoutTime() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            assertThatThrownBy(() -> endpoints.client().lookup(Bank.class, "bank", Duration.ZERO))
                    .isInstanceOf(ServiceNotFoundException.class);
            endpoints.server().export(Bank.class, new EmptyBank());
            assertThat(endpoints
                            .client()
                            .lookup(Bank.class, "bank", Duration.ZERO)
                            .twice(1))
                    .isEqualTo(2);
        }
    }

    @Test
    void shouldNotWaitForAServiceWhenInterrupted() {
        try (Endpoint client = Endpoint.open()) {
            Thread.currentThread().interrupt();
            Throwable thrown = catchThrowable(() -> client.lookup(Bank.class));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown).isInstanceOf(CallInterruptedException.class);
        }
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "directories have no modes there")
    @Test
    void shouldRefuseADirectoryThatOthersMayWriteTo() throws IOException {
        Files.setPosixFilePermissions(PrivateDirectory.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(Endpoint::open)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(PrivateDirectory.path().toString());
    }

    @Test
    void shouldNameWhatIsMissingInALookUpOrAnExport() {
        try (Endpoint endpoint = Endpoint.open()) {
            assertThatThrownBy(() -> endpoint.lookup(Bank.class, (String) null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("name");
            assertThatThrownBy(() -> endpoint.export(Bank.class, new EmptyBank(), null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("name");
            assertThatThrownBy(() -> endpoint.lookup(Bank.class, "bank", null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("timeout");
            assertThatThrownBy(() -> endpoint.lookup(null, "bank"))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("type");
            assertThatThrownBy(() -> endpoint.lookup(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("type");
            assertThatThrownBy(() -> endpoint.export(null, new EmptyBank(), "bank"))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("type");
        }
    }

    /** All wrong. */
    interface Broken {
        Thread start(Runnable task);

        @OneWay
        int tell(String line);

        @Deadline("soon")
        void hurry();
    }

    @Test
    void shouldListAllFaultsOfAnInterface() {
        try (Endpoint endpoint = Endpoint.open()) {
            assertThatThrownBy(() -> endpoint.lookup(Broken.class))
                    .isInstanceOf(InvalidRemoteInterface.class)
                    .hasMessageContaining("not public")
                    .hasMessageContaining("java.lang.Thread")
                    .hasMessageContaining("java.lang.Runnable")
                    .hasMessageContaining("tell")
                    .hasMessageContaining("Broken.hurry, @Deadline: Duration \"soon\"");
        }
    }

    /** Is not public. */
    interface Backroom {
        void enter();
    }

    @Test
    void shouldSayWhatIsWrongWithAnInterfaceBeforeItTakesTheName() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            endpoints.server().export(Bank.class, new EmptyBank());
            assertThatThrownBy(() -> endpoints.client().export(Backroom.class, () -> {}, "bank"))
                    .as("a name that it could not have had")
                    .isInstanceOf(InvalidRemoteInterface.class)
                    .hasMessageContaining("not public");
        }
    }

    @Test
    void shouldCloseTwiceAndFromWithinACall() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            CountDownLatch closed = new CountDownLatch(1);
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            Thread closing = new Thread(() -> {
                endpoints.server().close();
                closed.countDown();
            });
            remote.echo(1);
            closing.start();
            endpoints.server().close();
            closed.await();
            assertThat(endpoints.server().isClosed()).isTrue();
        }
    }
}
