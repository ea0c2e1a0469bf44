// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Remotes;
import io.nearcall.test.Collected;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Client and server in one JVM: the client has stubs, as in a JVM of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class OneJvmIT {

    /** Keeps notes, and the readers that are notified of each note. */
    public interface Notebook extends Remote {
        int[] append(int[] note) throws RemoteException;

        void add(Reader reader) throws RemoteException;

        boolean remove(Reader reader) throws RemoteException;

        Reader first() throws RemoteException;
    }

    /** Of the client. */
    public interface Reader extends Remote {
        void read(int[] note) throws RemoteException;
    }

    /** Changes its argument. */
    private static class PlainNotebook implements Notebook {
        private final List<Reader> readers = new ArrayList<>();

        @Override
        public int[] append(int[] note) throws RemoteException {
            for (Reader reader : readers) {
                reader.read(note);
            }
            note[0]++;
            return note;
        }

        @Override
        public void add(Reader reader) {
            readers.add(reader);
        }

        @Override
        public boolean remove(Reader reader) {
            return readers.remove(reader);
        }

        @Override
        public Reader first() {
            return readers.get(0);
        }
    }

    /** Reports when no reference to it is left. */
    private static final class Session extends PlainNotebook implements Unreferenced {
        private final CountDownLatch forsaken;

        Session(CountDownLatch forsaken) {
            this.forsaken = forsaken;
        }

        @Override
        public void unreferenced() {
            forsaken.countDown();
        }
    }

    private Registry registry;

    @BeforeEach
    void open() throws RemoteException {
        registry = LocateRegistry.createRegistry(1099);
    }

    @AfterEach
    void close() {
        Rmi.close();
    }

    private Notebook bound(Notebook notebook) throws Exception {
        UnicastRemoteObject.exportObject(notebook, 0);
        registry.rebind("notebook", notebook);
        return (Notebook) Naming.lookup("notebook");
    }

    @Test
    void shouldCopyArgumentsAndResults() throws Exception {
        Notebook notebook = bound(new PlainNotebook());
        int[] note = {1};
        int[] answer = notebook.append(note);
        assertThat(note).containsExactly(1);
        assertThat(answer).containsExactly(2).isNotSameAs(note);
    }

    @Test
    void shouldGiveEqualStubsWhereverTheyComeFrom() throws Exception {
        PlainNotebook notebook = new PlainNotebook();
        Remote exported = UnicastRemoteObject.exportObject(notebook, 0);
        assertThat(exported).isInstanceOf(Notebook.class).isNotEqualTo(notebook);
        assertThat(Remotes.isStub(exported)).isTrue();
        registry.bind("notebook", notebook);
        LocateRegistry.getRegistry(1099).bind("stub", exported);
        assertThat(registry.lookup("notebook"))
                .isEqualTo(exported)
                .hasSameHashCodeAs(exported)
                .isEqualTo(LocateRegistry.getRegistry(1099).lookup("stub"))
                .isEqualTo(RemoteObject.toStub(notebook));
        assertThat(RemoteObject.toStub(exported)).isEqualTo(exported);
        assertThat(Remotes.peer(exported).pid())
                .isEqualTo((int) ProcessHandle.current().pid());
        assertThat(((Notebook) exported).append(new int[] {4})).containsExactly(5);
    }

    @Test
    void shouldPassStubsThatStayStubs() throws Exception {
        Notebook notebook = bound(new PlainNotebook());
        int[] received = new int[1];
        Reader reader = note -> received[0] = ++note[0];
        Remote stub = UnicastRemoteObject.exportObject(reader, 0);
        notebook.add(reader);
        assertThat(notebook.append(new int[] {1})).containsExactly(2);
        assertThat(received[0]).isEqualTo(2);
        assertThat(notebook.first()).isEqualTo(stub);
        assertThat(notebook.remove((Reader) stub)).isTrue();
        notebook.add((Reader) stub);
        assertThat(notebook.append(new int[] {1})).containsExactly(2);
        assertThat(notebook.remove(reader)).isTrue();
    }

    @Test
    void shouldRefuseCallsAfterUnexporting() throws Exception {
        PlainNotebook target = new PlainNotebook();
        Notebook notebook = bound(target);
        notebook.append(new int[1]);
        assertThatThrownBy(() -> UnicastRemoteObject.unexportObject(notebook, true))
                .isInstanceOf(NoSuchObjectException.class);
        while (!UnicastRemoteObject.unexportObject(target, false)) { // the call may end after its answer has come
            Thread.sleep(1);
        }
        assertThatThrownBy(() -> notebook.append(new int[1])).isInstanceOf(NoSuchObjectException.class);
        Notebook later = (Notebook) Naming.lookup("notebook");
        assertThatThrownBy(() -> later.append(new int[1])).isInstanceOf(NoSuchObjectException.class);
        UnicastRemoteObject.exportObject(target, 0);
        assertThat(notebook.append(new int[] {1})).containsExactly(2);
    }

    @Test
    void shouldNotUnexportAnObjectWhileItIsCalled() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        PlainNotebook target = new PlainNotebook() {
            @Override
            public int[] append(int[] note) {
                begun.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return note;
            }
        };
        Notebook notebook = bound(target);
        AtomicReference<Object> answer = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                answer.set(notebook.append(new int[1]));
            } catch (RemoteException e) {
                answer.set(e);
            }
        });
        caller.start();
        begun.await();
        assertThat(UnicastRemoteObject.unexportObject(target, false)).isFalse();
        assertThat(UnicastRemoteObject.unexportObject(target, true)).isTrue();
        goOn.countDown();
        caller.join();
        assertThat(answer.get()).isInstanceOf(int[].class);
    }

    @Test
    void shouldReenterALockByWayOfACallback() throws Exception {
        Notebook notebook = bound(new PlainNotebook());
        Object lock = new Object();
        int[] received = new int[1];
        Reader reader = note -> {
            synchronized (lock) {
                received[0] = note[0];
            }
        };
        notebook.add((Reader) UnicastRemoteObject.exportObject(reader, 0));
        synchronized (lock) {
            notebook.append(new int[] {7});
        }
        assertThat(received[0]).isEqualTo(7);
    }

    @Test
    void shouldTellAnObjectThatNobodyRefersToItOnceItHasBeenLookedUp() throws Exception {
        CountDownLatch forsaken = new CountDownLatch(1);
        Session session = new Session(forsaken);
        assertThat(UnicastRemoteObject.exportObject(session, 0)).isNotNull();
        registry.bind("session", session);
        for (int i = 0; i < 5; i++) {
            System.gc();
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(forsaken.getCount()).isOne(); // a stub that has never been called is no reference
        assertThat(registry.lookup("session")).isNotNull();
        do {
            System.gc();
        } while (!forsaken.await(10, TimeUnit.MILLISECONDS));
        assertThat(RemoteObject.toStub(session)).isNotNull(); // still exported
    }

    @Test
    void shouldKeepABoundObjectUntilItIsUnbound() throws Exception {
        WeakReference<Object> object = bindOne("kept");
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        assertThat(object.get()).isNotNull();
        registry.unbind("kept");
        assertThat(Collected.soon(object)).isTrue();
    }

    private WeakReference<Object> bindOne(String name) throws Exception {
        PlainNotebook notebook = new PlainNotebook();
        registry.bind(name, UnicastRemoteObject.exportObject(notebook, 0));
        return new WeakReference<>(notebook);
    }

    @Test
    void shouldOpenNoConnectionForAStubThatIsNotUsed() throws Exception {
        assertThat(registry.list()).isEmpty();
        Set<String> before = sockets();
        PlainNotebook notebook = new PlainNotebook();
        Notebook stub = (Notebook) UnicastRemoteObject.exportObject(notebook, 0);
        assertThat(stub).hasToString("Notebook[object of this process]").isEqualTo(RemoteObject.toStub(notebook));
        assertThat(sockets()).isEqualTo(before);
        stub.append(new int[1]);
        assertThat(sockets()).hasSizeGreaterThan(before.size());
    }

    private static Set<String> sockets() throws IOException {
        Set<String> sockets = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith("socket:")) {
                        sockets.add(target);
                    }
                } catch (NoSuchFileException e) {
                    // closed meanwhile
                }
            }
        }
        return sockets;
    }

    /** Is server and client in one. */
    public static final class Hermit {
        private Hermit() {}

        public static void main(String[] arguments) throws Exception {
            LocateRegistry.createRegistry(2001);
            PlainNotebook target = new PlainNotebook();
            Naming.rebind("//localhost:2001/notebook", UnicastRemoteObject.exportObject(target, 0));
            Notebook notebook = (Notebook) Naming.lookup("//localhost:2001/notebook");
            System.out.println(notebook.append(new int[1])[0]);
            System.in.read();
            UnicastRemoteObject.unexportObject(target, true);
        }
    }

    @Test
    void shouldStayUpUntilItIsUnexportedAndNoLonger() {
        try (OtherJvm hermit = OtherJvm.start(Hermit.class)) {
            assertThat(hermit.readLine()).isEqualTo("1");
            hermit.writeLine("");
            assertThat(hermit.awaitExit(20)).isZero();
        }
    }

    /** Has the reader call itself told of a note, and again after it was unexported. */
    public static final class Library {
        private Library() {}

        public static void main(String[] arguments) throws Exception {
            LocateRegistry.getRegistry(1099).bind("library", new UnicastNotebook());
            System.out.println("open");
        }
    }

    /** Exports itself. */
    private static final class UnicastNotebook extends UnicastRemoteObject implements Notebook {
        private final PlainNotebook notebook = new PlainNotebook();

        UnicastNotebook() throws RemoteException {}

        @Override
        public int[] append(int[] note) throws RemoteException {
            return notebook.append(note);
        }

        @Override
        public void add(Reader reader) {
            notebook.add(reader);
        }

        @Override
        public boolean remove(Reader reader) {
            return notebook.remove(reader);
        }

        @Override
        public Reader first() {
            return notebook.first();
        }
    }

    @Test
    void shouldPassTheStubOfAnOwnObjectToAnotherJvmAsTheObjectItself() throws Exception {
        try (OtherJvm server = OtherJvm.start(Library.class)) {
            assertThat(server.readLine()).isEqualTo("open");
            Notebook library = (Notebook) registry.lookup("library");
            AtomicReference<Integer> caller = new AtomicReference<>();
            Reader reader = note -> {
                try {
                    caller.set(RemoteServer.getClient().pid());
                } catch (java.rmi.server.ServerNotActiveException e) {
                    throw new IllegalStateException(e);
                }
            };
            Reader stub = (Reader) UnicastRemoteObject.exportObject(reader, 0);
            library.add(stub);
            library.append(new int[1]);
            assertThat(caller.get()).isEqualTo(server.pid()); // directly, not by way of this JVM's own stub
            assertThat(library.first()).isSameAs(reader);
            assertThat(library.remove(reader)).isTrue();
            library.add(stub);
            UnicastRemoteObject.unexportObject(reader, true);
            assertThatThrownBy(() -> library.append(new int[1]))
                    .hasStackTraceContaining(NoSuchObjectException.class.getName());
        }
    }
}
