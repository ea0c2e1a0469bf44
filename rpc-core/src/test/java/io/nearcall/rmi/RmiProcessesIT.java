// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.Remotes;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A program that was written for Java RMI, in the JVMs that it was written for. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class RmiProcessesIT {

    private static final int STILL_RUNNING = 124;

    @AfterEach
    void close() {
        Rmi.close();
        System.clearProperty("io.nearcall.rmi.allow");
    }

    private static Bank lookup(int port) throws Exception {
        return (Bank) LocateRegistry.getRegistry(port).lookup("bank");
    }

    /** Is exported as long as the test says so. */
    private static final class CountingWatcher extends UnicastRemoteObject implements Bank.Watcher {
        private final AtomicInteger cents = new AtomicInteger();

        CountingWatcher() throws RemoteException {}

        @Override
        public void paid(int more) {
            cents.addAndGet(more);
        }
    }

    @Test
    void shouldWorkWithTheRegistryInTheServersProcess() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Bank bank = (Bank) Naming.lookup("rmi://localhost/bank");
            CountingWatcher watcher = new CountingWatcher();
            bank.watch(watcher);
            bank.pay(30, Bank.Currency.EURO);
            bank.pay(12, Bank.Currency.EURO);
            assertThat(watcher.cents).hasValue(42);
            assertThat(bank.pid()).isEqualTo(server.pid());
            assertThat(bank.caller())
                    .isEqualTo("localhost " + ProcessHandle.current().pid());
            assertThat(Naming.lookup("bank")).isSameAs(bank);
            Registry branch = (Registry) Naming.lookup("branch");
            assertThat(branch.list()).containsExactly("bank");
            assertThat(branch.lookup("bank")).isSameAs(bank);
        }
    }

    @Test
    void shouldCallTheServerDirectlyThoughTheRegistryIsInAThirdProcess() throws Exception {
        try (OtherJvm registry = BankServer.startRegistry(2001);
                OtherJvm server = BankServer.start("other", "2001")) {
            Bank bank = lookup(2001);
            assertThat(LocateRegistry.getRegistry(2001).list()).containsExactly("bank", "branch");
            assertThat(Remotes.peer(bank).pid()).isEqualTo(server.pid()).isNotEqualTo(registry.pid());
            assertThat(bank.caller())
                    .isEqualTo("localhost " + ProcessHandle.current().pid());
            registry.kill();
            assertThat(bank.pid()).isEqualTo(server.pid());
            catchThrowable(() -> lookup(2001)); // may be the one by which the death is noticed
            assertThatThrownBy(() -> lookup(2001)).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void shouldUnbindAndRefuseTakenNamesInARegistryOfAnotherProcess() throws Exception {
        try (OtherJvm registry = BankServer.startRegistry(2001);
                OtherJvm server = BankServer.start("other", "2001")) {
            assertThat(registry.pid()).isPositive();
            Registry found = LocateRegistry.getRegistry(2001);
            CountingWatcher watcher = new CountingWatcher();
            assertThatThrownBy(() -> found.bind("bank", watcher))
                    .isExactlyInstanceOf(AlreadyBoundException.class)
                    .hasMessage("bank");
            assertThat(lookup(2001).pid()).isEqualTo(server.pid());
            found.unbind("bank");
            assertThat(found.list()).containsExactly("branch");
            assertThatThrownBy(() -> found.lookup("bank"))
                    .isExactlyInstanceOf(NotBoundException.class)
                    .hasMessage("bank");
            assertThatThrownBy(() -> Naming.unbind("//localhost:2001/bank"))
                    .isExactlyInstanceOf(NotBoundException.class)
                    .hasMessage("bank");
            found.bind("bank", watcher);
            assertThat(found.lookup("bank")).isEqualTo(RemoteObject.toStub(watcher));
        }
    }

    /** Uses an object that another process, itself a client, has bound. Uses it again on request. */
    public static final class ThirdParty {
        private ThirdParty() {}

        public static void main(String[] arguments) throws Exception {
            Bank bank = (Bank) LocateRegistry.getRegistry(2001).lookup("agency");
            System.out.println(bank.pid() + " for " + bank.caller());
            System.in.read();
            try {
                bank.log();
            } catch (RemoteException e) {
                System.out.println(e.getClass().getName() + " because of "
                        + e.getCause().getClass().getName());
            }
        }
    }

    @Test
    void shouldCallAThirdPartysObjectThroughWhoPassedItOn() throws Exception {
        try (OtherJvm registry = BankServer.startRegistry(2001);
                OtherJvm server = BankServer.start("other", "2001")) {
            assertThat(registry.pid()).isPositive();
            Bank bank = lookup(2001);
            LocateRegistry.getRegistry(2001).bind("agency", bank);
            try (OtherJvm client = OtherJvm.start(ThirdParty.class)) {
                long here = ProcessHandle.current().pid();
                assertThat(client.readLine()).isEqualTo(server.pid() + " for localhost " + here);
                CountDownLatch death = deathOf(bank);
                server.kill();
                death.await();
                client.writeLine("again");
                assertThat(client.readLine())
                        .isEqualTo("java.rmi.ServerException because of java.rmi.ConnectException");
                assertThat(client.awaitExit(20)).isZero();
            }
        }
    }

    /** Until it is noticed, a pipe or a socket does not show whether a call had begun. */
    private static CountDownLatch deathOf(Bank bank) {
        CountDownLatch death = new CountDownLatch(1);
        Remotes.onDeath(bank, death::countDown);
        return death;
    }

    @Test
    void shouldForgetTheNamesOfAServerThatWasKilled() throws Exception {
        try (OtherJvm registry = BankServer.startRegistry(2001)) {
            Registry found = LocateRegistry.getRegistry(2001);
            Bank bank;
            CountDownLatch death;
            try (OtherJvm server = BankServer.start("other", "2001")) {
                bank = lookup(2001);
                assertThat(bank.pid()).isEqualTo(server.pid());
                death = deathOf(bank);
            }
            death.await();
            assertThatThrownBy(bank::log)
                    .isInstanceOf(ConnectException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            NearcallException.class,
                            e -> assertThat(e.outcome()).isNotEqualTo(Outcome.MAY_HAVE_RUN));
            while (found.list().length > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThatThrownBy(() -> found.lookup("bank")).isInstanceOf(NotBoundException.class);
            try (OtherJvm server = BankServer.start("other", "2001")) {
                assertThat(lookup(2001).pid()).isEqualTo(server.pid()).isNotEqualTo(registry.pid());
            }
        }
    }

    @Test
    void shouldTakeAwayTheFilesOfAServerThatWasKilled() throws Exception {
        String name;
        try (OtherJvm server = BankServer.start("own", "1099")) {
            name = "rmi-" + server.pid() + "-0";
        }
        assertThat(PrivateDirectory.path().toFile().list()).contains(name + ".sock", name + ".lock");
        LocateRegistry.createRegistry(2001).bind("bank", new BankInMemory());
        assertThat(PrivateDirectory.path().toFile().list())
                .noneMatch(file -> file.startsWith(name))
                .contains("rmi-" + ProcessHandle.current().pid() + "-0.sock");
    }

    @Test
    void shouldStayUpWhileSomethingIsExportedAndNoLonger() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            assertThat(server.awaitExit(1)).isEqualTo(STILL_RUNNING);
            Bank bank = lookup(1099);
            Bank.Account account = bank.open("Ada");
            assertThat(bank.close(true)).isTrue();
            assertThatThrownBy(bank::log)
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("is no longer exported");
            assertThat(server.awaitExit(1)).isEqualTo(STILL_RUNNING); // there is still the account
            account.close();
            assertThat(server.awaitExit(20)).isZero();
        }
    }

    /** Looks a bank up, lets it call back, and returns from {@code main}. */
    public static final class Customer {
        private Customer() {}

        public static void main(String[] arguments) throws Exception {
            Bank bank = lookup(1099);
            CountingWatcher watcher = new CountingWatcher();
            bank.watch(watcher);
            bank.pay(5, Bank.Currency.EURO);
            UnicastRemoteObject.unexportObject(watcher, true);
            System.out.println(watcher.cents);
        }
    }

    @Test
    void shouldLetAClientEndByItself() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099");
                OtherJvm client = OtherJvm.start(Customer.class)) {
            assertThat(client.readLine()).isEqualTo("5");
            assertThat(client.awaitExit(20)).isZero();
            assertThat(server.awaitExit(0)).isEqualTo(STILL_RUNNING);
            assertThat(lookup(1099).watchers()).isEqualTo(1);
        }
    }

    /** Exports an object that no process knows, and returns from {@code main}. */
    public static final class Forgetful {
        private Forgetful() {}

        public static void main(String[] arguments) throws Exception {
            new BankInMemory();
            Thread collector = new Thread(() -> {
                while (true) {
                    System.gc();
                    LockSupport.parkNanos(50_000_000);
                }
            });
            collector.setDaemon(true);
            collector.start();
        }
    }

    @Test
    void shouldEndWhenWhatWasExportedHasBeenCollected() {
        try (OtherJvm server = OtherJvm.start(Forgetful.class)) {
            assertThat(server.awaitExit(30)).isZero();
        }
    }

    /** Makes a registry, and leaves {@code main}. */
    public static final class Registrar {
        private Registrar() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(LocateRegistry.createRegistry(1099).list().length);
        }
    }

    @Test
    void shouldNotStayUpForARegistryAlone() {
        try (OtherJvm registry = OtherJvm.start(Registrar.class)) {
            assertThat(registry.readLine()).isEqualTo("0");
            assertThat(registry.awaitExit(30)).isZero();
        }
    }

    @Test
    void shouldTellASessionThatItsClientHasDied() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Bank bank = lookup(1099);
            try (OtherJvm client = OtherJvm.start(Depositor.class)) {
                assertThat(client.readLine()).isEqualTo("Mallory");
                assertThat(bank.log()).isEmpty();
            }
            while (bank.log().isEmpty()) {
                LockSupport.parkNanos(5_000_000);
            }
            assertThat(bank.log()).containsExactly("Mallory has gone");
            assertThat(server.awaitExit(0)).isEqualTo(STILL_RUNNING);
        }
    }

    /** Opens an account, and keeps it until it is killed. */
    public static final class Depositor {
        private Depositor() {}

        public static void main(String[] arguments) throws Exception {
            Bank.Account account = lookup(1099).open("Mallory");
            System.out.println(account.owner());
            Thread.sleep(100_000); // until it is killed
            System.out.println(account.owner());
        }
    }

    @Test
    void shouldRefuseCallsFromTheMomentOfUnexporting() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Bank bank = lookup(1099);
            assertThat(bank.close(false)).isFalse(); // for this very call runs
            Thread[] callers = new Thread[4];
            Throwable[] ends = new Throwable[callers.length];
            AtomicInteger calls = new AtomicInteger();
            for (int i = 0; i < callers.length; i++) {
                int number = i;
                callers[i] = new Thread(() -> ends[number] = catchThrowable(() -> {
                    while (true) {
                        bank.log();
                        calls.incrementAndGet();
                    }
                }));
                callers[i].start();
            }
            while (calls.get() < 1_000) {
                LockSupport.parkNanos(100_000);
            }
            assertThat(bank.close(true)).isTrue();
            for (Thread caller : callers) {
                caller.join();
            }
            // The server's JVM ends when nothing is exported any more, so late callers may not find it.
            assertThat(ends)
                    .allSatisfy(end ->
                            assertThat(end).isInstanceOfAny(NoSuchObjectException.class, ConnectException.class));
            assertThat(server.awaitExit(20)).isZero();
        }
    }

    @Test
    void shouldBringTheInterfacesThatNoSignatureNames() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Bank.Account account = lookup(1099).open("Ada");
            assertThat(((Bank.Auditable) account).audit()).isEqualTo("audited Ada");
            assertThat(server.pid()).isPositive();
        }
    }

    @Test
    void shouldLetClassesTravelThatThePropertyNames() throws Exception {
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Bank bank = lookup(1099);
            assertThatThrownBy(() -> bank.echo(new Bank.Voucher(5)))
                    .isInstanceOf(MarshalException.class)
                    .hasMessageContaining("Voucher may not travel");
            assertThat(server.pid()).isPositive();
        }
        Rmi.close();
        System.setProperty("io.nearcall.rmi.allow", "io.nearcall.rmi.Bank$Voucher, java.util.Vector");
        try (OtherJvm server = OtherJvm.start(AllowingServer.class)) {
            assertThat(server.readLine()).isEqualTo("ready");
            assertThat(((Bank.Voucher) lookup(1099).echo(new Bank.Voucher(5))).cents())
                    .isEqualTo(5);
        }
    }

    @Test
    void shouldLookUpAnObjectWhoseInterfaceIsInAPackageThatThePropertyNames() throws Exception {
        System.setProperty("io.nearcall.rmi.allow", "io.nearcall.rmi.**");
        try (OtherJvm server = BankServer.start("own", "1099")) {
            Bank bank = lookup(1099);
            assertThat(bank.pid()).isEqualTo(server.pid());
            assertThat(((Bank.Auditable) bank.open("Ada")).audit()).isEqualTo("audited Ada");
        }
    }

    /** Allows by a call. */
    public static final class AllowingServer {
        private AllowingServer() {}

        public static void main(String[] arguments) throws Exception {
            Rmi.configure(builder -> builder.allowPackage("io.nearcall.rmi"));
            BankServer.main(new String[] {"own", "1099"});
        }
    }
}
