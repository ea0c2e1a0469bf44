// SPDX-License-Identifier: Apache-2.0
package io.nearcall.container;

import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.OneWay;
import io.nearcall.container.library.Amount;
import io.nearcall.container.library.Entry;
import io.nearcall.container.library.Ledger;
import io.nearcall.ipc.classic.IpcKey;
import io.nearcall.ipc.classic.SharedMemorySegment;
import io.nearcall.ipc.shared.IntField;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.SharedObject;
import io.nearcall.rmi.LocateRegistry;
import io.nearcall.rmi.Registry;
import io.nearcall.rmi.Rmi;
import io.nearcall.rmi.UnicastRemoteObject;
import io.nearcall.test.Threads;
import java.nio.file.Path;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;

/** An application that contains Nearcall, uses all of it, and closes everything that it opened. */
public final class WebApplication implements Callable<Void> {

    private static final Layout LAYOUT = new Layout();
    private static final IntField VISITS = LAYOUT.addInt("visits");

    /** Of the application itself. */
    public interface Desk {

        Order find(String name);

        CompletableFuture<Order> later(String name);

        Iterator<Order> all();

        @OneWay
        void note(Order order);
    }

    /** Of the application itself. */
    public record Order(String name, Instant time, Map<String, Object> parts) {}

    private static final class OneDesk implements Desk {
        @Override
        public Order find(String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("name=");
            }
            return new Order(name, Instant.EPOCH, Map.of("part", List.of(1, name)));
        }

        @Override
        public CompletableFuture<Order> later(String name) {
            return CompletableFuture.completedFuture(find(name));
        }

        @Override
        public Iterator<Order> all() {
            return List.of(find("a"), find("b")).iterator();
        }

        @Override
        public void note(Order order) {}
    }

    /** As the library wants it. */
    private static class OneLedger implements Ledger {
        @Override
        public List<Object> book(Amount amount, Collection<Object> entries) throws Overdrawn {
            if (amount.cents() < 0) {
                throw new Overdrawn(amount);
            }
            return new ArrayList<>(entries);
        }

        @Override
        public Reader reader() {
            return () -> new Entry("read");
        }

        @Override
        public void watch(Reader reader) throws RemoteException {
            reader.read();
        }
    }

    @Override
    public Void call() throws Exception {
        try (Endpoint server =
                        Endpoint.builder().name("server").allow(Entry.class).open();
                Endpoint client =
                        Endpoint.builder().name("client").allow(Entry.class).open()) {
            server.export(Desk.class, new OneDesk());
            server.export(Ledger.class, new OneLedger());
            useDesk(client.lookup(Desk.class));
            useLedger(client.lookup(Ledger.class));
            if (Runtime.version().feature() >= 21) {
                ExecutorService virtual = Threads.virtual();
                virtual.submit(() -> client.lookup(Desk.class).find("virtual")).get();
                virtual.shutdown();
            }
        }
        useRmi();
        useMemory();
        return null;
    }

    private static void useDesk(Desk desk) throws Exception {
        Order order = desk.find("tea");
        desk.note(order);
        desk.later("oats").get();
        desk.all().forEachRemaining(each -> {});
        Context.empty().with("user", "ann").call(() -> desk.find("salt"));
        try {
            desk.find("");
            throw new AssertionError("found");
        } catch (IllegalArgumentException e) {
            // as it should be
        }
    }

    private static void useLedger(Ledger ledger) throws Exception {
        Collection<Object> entries = new ConcurrentLinkedQueue<>(Arrays.asList(new Entry("a"), 1, "b"));
        ledger.book(new Amount(1, Amount.Currency.EURO), entries);
        ledger.reader().read();
        ledger.watch(() -> new Entry("watched"));
        try {
            ledger.book(new Amount(-1, Amount.Currency.EURO), entries);
            throw new AssertionError("booked");
        } catch (Ledger.Overdrawn e) {
            // as it should be
        }
    }

    private static void useRmi() throws RemoteException, NotBoundException {
        Ledger ledger = new OneLedger();
        UnicastRemoteObject.exportObject(ledger, 0);
        Registry registry = LocateRegistry.createRegistry(0);
        registry.rebind("ledger", ledger);
        ((Ledger) registry.lookup("ledger")).reader();
        Rmi.close();
    }

    private static void useMemory() {
        try (SharedObject object =
                SharedObject.open(Path.of(System.getProperty("io.nearcall.dir"), "visits.object"), LAYOUT)) {
            VISITS.set(object, 1);
        }
        try (SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, 4096)) {
            segment.remove();
        }
    }
}
