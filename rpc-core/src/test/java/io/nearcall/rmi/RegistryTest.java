// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.rmi.AccessException;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import java.rmi.server.ExportException;
import java.rmi.server.ServerNotActiveException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Registries and exports within one JVM. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class RegistryTest {

    @AfterEach
    void close() {
        Rmi.close();
    }

    @Test
    void shouldBindLookUpListAndUnbind() throws Exception {
        Registry registry = LocateRegistry.createRegistry(1099);
        Bank bank = new BankInMemory();
        registry.bind("bank", bank);
        assertThatThrownBy(() -> registry.bind("bank", bank))
                .isInstanceOf(AlreadyBoundException.class)
                .hasMessage("bank");
        registry.rebind("bank of two", bank);
        assertThat(registry.list()).containsExactly("bank", "bank of two");
        assertThat(registry.lookup("bank")).isEqualTo(RemoteObject.toStub(bank));
        registry.unbind("bank");
        assertThatThrownBy(() -> registry.unbind("bank")).isInstanceOf(NotBoundException.class);
        assertThatThrownBy(() -> registry.lookup("bank")).isInstanceOf(NotBoundException.class);
    }

    @Test
    void shouldTakeUrls() throws Exception {
        LocateRegistry.createRegistry(1099);
        LocateRegistry.createRegistry(2001);
        Bank bank = new BankInMemory();
        Naming.bind("bank", bank);
        Naming.rebind("rmi://localhost:2001/bank", bank);
        assertThat(Naming.lookup("//127.0.0.1/bank")).isEqualTo(RemoteObject.toStub(bank));
        assertThat(Naming.lookup("rmi:///bank")).isEqualTo(RemoteObject.toStub(bank));
        assertThat(Naming.lookup("//:2001/bank")).isEqualTo(RemoteObject.toStub(bank));
        assertThat(Naming.list("//localhost:2001")).containsExactly("//localhost:2001/bank");
        Naming.unbind("rmi://localhost:2001/bank");
        assertThat(((java.rmi.registry.Registry) Naming.lookup("//localhost:2001")).list())
                .isEmpty();
        assertThatThrownBy(() -> Naming.lookup("http://localhost/bank")).isInstanceOf(MalformedURLException.class);
        assertThatThrownBy(() -> Naming.lookup("//localhost/bank?x")).isInstanceOf(MalformedURLException.class);
        assertThatThrownBy(() -> Naming.lookup("two words")).isInstanceOf(MalformedURLException.class);
    }

    @Test
    void shouldForgetARegistryWhoseNameAnotherHasTakenAfterACleanerRemovedItsFiles() throws Exception {
        LocateRegistry.createRegistry(2003);
        Registry found = LocateRegistry.getRegistry(2003);
        assertThat(found.list()).isEmpty();
        try (Endpoint other = Endpoint.open()) {
            Files.delete(PrivateDirectory.path().resolve("rmiregistry-2003.lock"));
            Files.delete(PrivateDirectory.path().resolve("rmiregistry-2003.sock"));
            other.export(Bank.class, new BankInMemory(), "rmiregistry-2003");
            assertThatThrownBy(() -> listUntilReplaced(found)).isInstanceOf(RemoteException.class);
        }
        Registry next = LocateRegistry.createRegistry(2003);
        next.bind("bank", new BankInMemory());
        assertThat(found.list()).containsExactly("bank");
    }

    private static void listUntilReplaced(Registry registry) throws RemoteException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            registry.list();
            Thread.sleep(100);
        }
    }

    @Test
    void shouldSayThatThereIsNoRegistry() throws Exception {
        Registry registry = LocateRegistry.getRegistry(2002);
        assertThatThrownBy(registry::list)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("rmiregistry-2002");
        LocateRegistry.createRegistry(2002);
        assertThat(registry.list()).isEmpty();
    }

    @Test
    void shouldRefuseOtherHosts() {
        assertThatThrownBy(() -> LocateRegistry.getRegistry("192.0.2.1"))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("192.0.2.1 is another host");
        assertThatThrownBy(() -> Naming.lookup("rmi://no-such-host.invalid/bank"))
                .isInstanceOf(UnknownHostException.class);
    }

    @Test
    void shouldRefuseASecondRegistryAndASecondExport() throws Exception {
        Registry registry = LocateRegistry.createRegistry(1099);
        assertThatThrownBy(() -> LocateRegistry.createRegistry(1099)).isInstanceOf(ExportException.class);
        assertThatThrownBy(() -> LocateRegistry.createRegistry(65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThat(UnicastRemoteObject.unexportObject(registry, true)).isTrue();
        LocateRegistry.createRegistry(1099);

        Bank bank = new BankInMemory();
        assertThatThrownBy(() -> UnicastRemoteObject.exportObject(bank, 0))
                .isInstanceOf(ExportException.class)
                .hasMessage("object already exported");
    }

    /** The import was overlooked. */
    private static final class Overlooked extends java.rmi.server.UnicastRemoteObject implements Bank.Watcher {
        private static final long serialVersionUID = 1L;

        Overlooked() throws RemoteException {}

        @Override
        public void paid(int cents) {}
    }

    @Test
    void shouldRefuseWhatJavaRmiHasExported() throws Exception {
        Registry registry = LocateRegistry.createRegistry(1099);
        Overlooked watcher = new Overlooked();
        Remote stub = java.rmi.server.RemoteObject.toStub(watcher);
        try (Endpoint server = Endpoint.open()) {
            server.export(Bank.class, new BankInMemory());
            Bank bank = Rmi.endpoint().lookup(Bank.class);
            for (Remote foreign : List.of(watcher, stub)) {
                assertRefused(() -> registry.bind("watcher", foreign));
                assertRefused(() -> registry.rebind("watcher", foreign));
                assertRefused(() -> LocateRegistry.getRegistry(1099).rebind("watcher", foreign));
                assertRefused(() -> UnicastRemoteObject.exportObject(foreign, 0));
                assertRefused(() -> bank.watch((Bank.Watcher) foreign));
            }
            assertThat(registry.list()).isEmpty();
            assertThat(bank.watchers()).isZero();
        } finally {
            java.rmi.server.UnicastRemoteObject.unexportObject(watcher, true);
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(RemoteException.class)
                .hasStackTraceContaining("change the import of UnicastRemoteObject");
    }

    /** As Java RMI allows it. */
    interface Hidden extends Remote {
        void hide(Thread thread) throws RemoteException;
    }

    @Test
    void shouldSayAtOnceWhatIsWrongWithAnInterface() {
        Hidden hidden = thread -> {};
        assertThatThrownBy(() -> UnicastRemoteObject.exportObject(hidden, 0))
                .isInstanceOf(ExportException.class)
                .hasMessageContaining("not public")
                .hasMessageContaining("java.lang.Thread cannot travel");
        assertThatThrownBy(() -> RemoteObject.toStub(hidden)).isInstanceOf(NoSuchObjectException.class);
    }

    @Test
    void shouldRefuseToLetOtherUsersBind() throws Exception {
        OwnRegistry.requireOwnUser("bind", CurrentProcess.uid());
        assertThatThrownBy(() -> OwnRegistry.requireOwnUser("bind", CurrentProcess.uid() + 1))
                .isInstanceOf(AccessException.class)
                .hasMessageContaining("User " + (CurrentProcess.uid() + 1) + " must not call Registry.bind");
    }

    @Test
    void shouldKnowWhatIsExported() throws Exception {
        Bank bank = new BankInMemory();
        assertThat(RemoteObject.toStub(bank)).isEqualTo(RemoteObject.toStub(bank));
        assertThat(bank)
                .hasToString("BankInMemory[exported by process "
                        + ProcessHandle.current().pid() + "]");
        assertThat(UnicastRemoteObject.unexportObject(bank, false)).isTrue();
        assertThatThrownBy(() -> RemoteObject.toStub(bank)).isInstanceOf(NoSuchObjectException.class);
        assertThatThrownBy(() -> UnicastRemoteObject.unexportObject(bank, true))
                .isInstanceOf(NoSuchObjectException.class);
        assertThat(UnicastRemoteObject.exportObject(bank, 0)).isEqualTo(RemoteObject.toStub(bank));
        assertThat(bank).isEqualTo(bank).isNotEqualTo(new BankInMemory());
    }

    @Test
    void shouldGiveEachCopyOfNearcallInAJvmAnEndpointOfItsOwn() throws Exception {
        Registry registry = LocateRegistry.createRegistry(1099);
        registry.bind("first", new BankInMemory());
        List<URL> urls = new ArrayList<>();
        for (String entry : OtherJvm.classPath().split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        try (URLClassLoader copy = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(copy);
            call(copy, BankServer.class, "main", (Object) new String[] {"other", "1099"});
            Thread.currentThread().setContextClassLoader(RegistryTest.class.getClassLoader());
            Bank bank = (Bank) registry.lookup("bank");
            assertThat(Remotes.isStub(bank)).isTrue();
            assertThat(bank.pid()).isEqualTo((int) ProcessHandle.current().pid());
            assertThat(Rmi.endpoint().services())
                    .contains("rmi-" + bank.pid() + "-0", "rmi-" + bank.pid() + "-1", "rmiregistry-1099");
            call(copy, Rmi.class, "close");
            while (registry.list().length > 1) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(registry.list()).containsExactly("first");
        } finally {
            Thread.currentThread().setContextClassLoader(RegistryTest.class.getClassLoader());
        }
    }

    private static void call(ClassLoader loader, Class<?> like, String method, Object... arguments) throws Exception {
        Class<?>[] types = Stream.of(arguments).map(Object::getClass).toArray(Class<?>[]::new);
        loader.loadClass(like.getName()).getMethod(method, types).invoke(null, arguments);
    }

    @Test
    void shouldSayThatNobodyCalls() {
        assertThatThrownBy(RemoteServer::getClientHost).isInstanceOf(ServerNotActiveException.class);
    }

    @Test
    void shouldTakeOptionsBeforeItIsUsedOnly() throws RemoteException {
        Rmi.configure(builder -> builder.name("first"));
        Rmi.configure(builder -> builder.allow(Bank.Voucher.class));
        assertThat(Rmi.endpoint()).hasToString("Endpoint[first]");
        assertThatThrownBy(() -> Rmi.configure(builder -> builder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Rmi.close()");
        Rmi.close();
        assertThat(Rmi.endpoint()).hasToString("Endpoint[rmi]");
    }

    /** A name with a dollar sign loses its end in a shell, so the messages advise the other one. */
    @Test
    void shouldFindANestedClassThatThePropertyNamesAsAProgramDoes() throws Exception {
        System.setProperty("io.nearcall.rmi.allow", Bank.Voucher.class.getCanonicalName());
        try {
            Registry registry = LocateRegistry.createRegistry(1099);
            registry.bind("bank", new BankInMemory());
            Bank bank = (Bank) registry.lookup("bank");
            assertThat(((Bank.Voucher) bank.echo(new Bank.Voucher(5))).cents()).isEqualTo(5);
        } finally {
            System.clearProperty("io.nearcall.rmi.allow");
        }
    }

    @Test
    void shouldSayWhatIsWrongWithTheProperty() {
        System.setProperty("io.nearcall.rmi.allow", "shop.model.**, shop.Vouchre");
        try {
            assertThatThrownBy(Rmi::endpoint)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("shop.Vouchre");
        } finally {
            System.clearProperty("io.nearcall.rmi.allow");
        }
    }
}
