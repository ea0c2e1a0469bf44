// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.internal.connection.EndpointGauge;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client endpoint that is had to look up a service that a {@link RawPeer} plays, and calls it. */
final class Lure implements AutoCloseable {

    static final String SERVICE = "lure";

    private static final int BACKLOG = 16;
    private static final int MOST_ELEMENTS = 20;

    private final Endpoint client;
    private final EndpointGauge gauge;
    private final Duration deadline;
    private final ServiceSocket socket =
            ServiceSocket.open(RuntimeDirectory.open(), new ServiceName(SERVICE), BACKLOG, Host.current()::close);
    private final Executor callers;
    private CompletableFuture<String> visit;
    private volatile long returned;

    /**
     * @param callers has a free thread for each visit
     * @param deadline of the look-up and of each call
     */
    Lure(Executor callers, Duration deadline) {
        this.callers = callers;
        this.deadline = deadline;
        this.client = Endpoint.builder()
                .name("lured")
                .channel("shm")
                .deadline(deadline)
                .open();
        this.gauge = new EndpointGauge(client);
    }

    EndpointGauge gauge() {
        return gauge;
    }

    /** Sends the client there, over that channel, to make those calls. */
    void send(String scheme, byte[] plan) {
        visit = CompletableFuture.supplyAsync(() -> visit(scheme, plan), callers);
    }

    /** The descriptor of the client's connection, or -1 if none came in time. */
    int accept(long boundNs) {
        long untilNs = System.nanoTime() + boundNs;
        int fd = socket.accept();
        while (fd < 0 && !visit.isDone() && System.nanoTime() - untilNs < 0) {
            UnixSocket.await(socket.descriptor(), true, TimeUnit.MILLISECONDS.toNanos(10));
            fd = socket.accept();
        }
        return fd;
    }

    /** How many calls have returned. One caller writes it at a time. */
    long returned() {
        return returned;
    }

    boolean isOver() {
        return visit.isDone();
    }

    /** Refuses all other connections, and waits until the client is back. Returns its forbidden exception, or null. */
    String awaitBack(long boundNs) {
        long untilNs = System.nanoTime() + boundNs;
        while (System.nanoTime() - untilNs < 0) {
            try {
                return visit.get(1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                turnAway();
            } catch (ExecutionException e) {
                return "the lured client failed: " + Surprises.trace(e.getCause());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return "hung: the lured client does not come back";
    }

    private void turnAway() {
        int fd = socket.accept();
        if (fd >= 0) {
            Descriptors.close(fd);
        }
    }

    private String visit(String scheme, byte[] plan) {
        try {
            Desk desk = client.lookup(Desk.class, scheme + ":" + SERVICE, deadline);
            for (byte next : plan) {
                call(desk, next & 0xFF);
                returned++;
            }
        } catch (NearcallException | CompletionException | IOException | InterruptedException e) {
            return Surprises.in(e.toString()); // expected: the first exception ends the visit
        }
        return null;
    }

    private static void call(Desk desk, int number) throws IOException, InterruptedException {
        switch (Calls.values()[number % Calls.values().length]) {
            case ADD -> desk.add(number, 1);
            case GREET -> desk.greet("x".repeat(number));
            case ECHO -> desk.echo(number % 2 == 0 ? "text" : List.of(number));
            case REVERSE -> desk.reverse(new byte[number * number]);
            case LATER -> awaitLater(desk.later(number));
            case NOTE -> desk.note("note");
            case ASK -> desk.ask(new Answering(), number);
            case KEEP -> desk.keep(new Answering());
            case TELL_LATER -> desk.tellLater(number);
            case ITEM -> touch(desk.item(number));
            case NUMBER_OF -> desk.numberOf(null);
            case NUMBERS -> count(desk.numbers(number));
            case SUM -> desk.sum(List.of(1, 2, 3).iterator());
            case TICKS -> desk.ticks(number);
            case FAIL -> desk.fail("no");
            case REST -> desk.rest(0);
        }
    }

    private static void awaitLater(CompletableFuture<Integer> later) throws InterruptedException {
        try {
            Object number = later.get(1, TimeUnit.SECONDS); // a peer may claim any object as the result
        } catch (ExecutionException | TimeoutException e) {
            // as it should be
        }
    }

    private static void touch(Desk.Item item) {
        if (item != null) {
            item.number();
        }
    }

    private static void count(Iterator<Integer> numbers) {
        if (numbers != null) {
            Iterator<?> any = numbers; // a peer may send other elements
            for (int i = 0; i < MOST_ELEMENTS && any.hasNext(); i++) {
                any.next();
            }
        }
    }

    private static final class Answering implements Desk.Listener {
        @Override
        public int told(int number) {
            return number;
        }

        @Override
        public CompletableFuture<Integer> toldLater(int number) {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public void heard(int number) {}
    }

    @Override
    public void close() {
        client.close();
        socket.close();
    }
}
