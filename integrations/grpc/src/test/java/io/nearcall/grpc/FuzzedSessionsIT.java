// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import io.nearcall.spi.RemoteTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions of real endpoints, of which a generator changes the records that one side sends. So they come to all states
 * that a session has before something is wrong. Meanwhile and afterwards others are served, and nothing is left of the
 * sessions.
 */
class FuzzedSessionsIT {

    private static final long SEED = Long.getLong("fuzz.seed", 20261129);
    private static final int SESSIONS = Integer.getInteger("fuzz.sessions", 200);
    private static final int TALKERS = 6;
    private static final int MOST_CALLS = 12;
    private static final int MOST_BYTES = 150_000;
    private static final int MOST_NUMBERS = 300;

    /** Deadlines of hostile clients, whose answers may never come. */
    private static final Duration IMPATIENT = Duration.ofMillis(150);

    private static final long LEFT_S = 60;

    /** Of a call of an impatient client, on a busy machine. */
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(LEFT_S);

    /** They would tell of each session that is broken off. The log keeps a logger only as long as somebody does. */
    private static final List<Logger> WORDY = List.of(Logger.getLogger("io.grpc"), Logger.getLogger("io.nearcall"));

    private static final List<String> FAULTS = List.of(
            "a record of length",
            "which does not exist",
            "bytes too many on lane",
            "gave credit of",
            "a part of a record",
            "a record of type");

    /** What the threads of gRPC, and the neighbour, open as they need it. */
    private static final int SLACK = 16;

    /** Far less than the buffers of the sessions together, once all of them have ended. */
    private static final long MOST_KEPT_BYTES = 8 << 20;

    @TempDir
    Path directory;

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private final GrpcTransport hostileDoor = GrpcTransport.builder().listen(0).build();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final AtomicIntegerArray altered = new AtomicIntegerArray(RandomTamper.Alteration.values().length);
    private final ConcurrentMap<String, AtomicInteger> ends = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private Endpoint server;
    private Endpoint hostileServer;
    private Endpoint neighbour;
    private Store store;
    private Thread.UncaughtExceptionHandler former;

    @BeforeEach
    void open() {
        former = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> faults.add(fault));
        WORDY.forEach(logger -> logger.setLevel(Level.SEVERE));
        server = serve("server", door);
        SplittableRandom random = new SplittableRandom(SEED);
        hostileServer = serve("hostile", new TamperedDoor(hostileDoor, () -> tamper(random, () -> {})));
        neighbour = Endpoint.builder()
                .name("neighbour")
                .lookupTimeout(Duration.ofSeconds(60)) // a busy machine needs long for the first session
                .open();
        store = neighbour.lookup(Store.class, address(door));
    }

    private Endpoint serve(String name, RemoteTransport transport) {
        Endpoint endpoint = Endpoint.builder()
                .name(name)
                .directory(directory.resolve(name)) // or another one has the name of the service
                .maxMessageBytes(1 << 20)
                .maxCalls(64)
                .maxLanes(32)
                .deadline(Duration.ofSeconds(LEFT_S)) // of its callbacks, those to the neighbour too
                .allow(Store.Parcel.class)
                .transport(transport)
                .open();
        endpoint.export(Store.class, new Store.Simple());
        return endpoint;
    }

    private RandomTamper tamper(SplittableRandom random, Runnable readsNoMore) {
        synchronized (random) {
            return new RandomTamper(random.split(), readsNoMore, altered);
        }
    }

    @AfterEach
    void close() {
        neighbour.close();
        hostileServer.close();
        server.close();
        WORDY.forEach(logger -> logger.setLevel(null));
        Thread.setDefaultUncaughtExceptionHandler(former);
    }

    private static String address(GrpcTransport listening) {
        return "grpc://store@localhost:" + listening.port();
    }

    private static EndpointBuilder impatient() {
        return Endpoint.builder().deadline(IMPATIENT).lookupTimeout(IMPATIENT).allow(Store.Parcel.class);
    }

    private Thread start(Runnable action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (RuntimeException | AssertionError e) {
                faults.add(e);
            }
        });
        thread.start();
        return thread;
    }

    /** Calls as long as it lasts. No answer may be missing or wrong. */
    private void beServed() {
        SplittableRandom random = new SplittableRandom(SEED);
        while (!over.get()) {
            int number = random.nextInt();
            assertThat(store.add(number, 1)).isEqualTo(number + 1);
            assertThat(store.echo(new byte[1 + (number & 0xffff)])).hasSize(1 + (number & 0xffff));
            assertThat(store.askBack(question -> question + 2, number)).isEqualTo(number + 2);
        }
    }

    private void talk(LongConsumer talk) {
        for (int i = next.getAndIncrement(); i < SESSIONS && faults.isEmpty(); i = next.getAndIncrement()) {
            try {
                talk.accept(SEED + i);
            } catch (RuntimeException | AssertionError e) {
                faults.add(new AssertionError("-Dfuzz.seed=" + (SEED + i) + " -Dfuzz.sessions=1: " + e, e));
            }
        }
    }

    /** A client makes some calls, and what it sends is changed. */
    private void asHostileClient(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TamperedTransport[] own = new TamperedTransport[1];
        own[0] = new TamperedTransport(() -> tamper(random, () -> own[0].readNoMore()));
        try (Endpoint client = impatient().transport(own[0]).open()) {
            callOften(client, door, random);
            own[0].breakOff();
            ended(own[0]);
        }
    }

    /** A client makes some calls, and what it is sent is changed. Another server then answers it all the same. */
    private void ofHostileServer(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (Endpoint client = impatient().open()) {
            callOften(client, hostileDoor, random);
            Store honest = lookupPatiently(client);
            assertThat(Remotes.withDeadline(honest, Duration.ofSeconds(LEFT_S)).add(2, 3))
                    .isEqualTo(5);
        }
    }

    /** The client's own time for a look-up is short. */
    private Store lookupPatiently(Endpoint client) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEFT_S);
        while (true) {
            try {
                return client.lookup(Store.class, address(door));
            } catch (NearcallException e) {
                if (System.nanoTime() - endNs > 0) {
                    throw e;
                }
            }
        }
    }

    /** Makes some calls, each of which ends in some way. */
    private void callOften(Endpoint client, GrpcTransport listening, SplittableRandom random) {
        try {
            Store hostile = client.lookup(Store.class, address(listening));
            for (int i = random.nextInt(MOST_CALLS); i >= 0; i--) {
                long sinceNs = System.nanoTime();
                call(hostile, random);
                assertThat(System.nanoTime() - sinceNs).isLessThan(LONGEST_NS);
            }
        } catch (NearcallException e) {
            failed.incrementAndGet();
        }
    }

    private void call(Store hostile, SplittableRandom random) {
        try {
            switch (random.nextInt(8)) {
                case 0 -> hostile.add(1, 2);
                case 1 -> hostile.echo(new byte[random.nextInt(MOST_BYTES)]);
                case 2 -> hostile.keep(random.nextBoolean() ? "a text" : new Store.Parcel("fragile"));
                case 3 -> hostile.shelf().number();
                case 4 -> hostile.askBack(question -> question, 3);
                case 5 -> {
                    Iterator<Integer> numbers = hostile.numbers(random.nextInt(MOST_NUMBERS));
                    while (numbers.hasNext()) {
                        numbers.next();
                    }
                }
                case 6 -> hostile.later(4).get(IMPATIENT.toMillis(), TimeUnit.MILLISECONDS);
                default -> hostile.tell(5);
            }
            answered.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ConnectionLostException e) {
            failed.incrementAndGet();
            count(e.getMessage());
        } catch (Exception e) { // what became of the call, or of bytes that were changed
            failed.incrementAndGet();
        }
    }

    /** How the session has ended, in words without numbers. */
    private void ended(TamperedTransport transport) {
        String end;
        try {
            end = transport.end().get(LEFT_S, TimeUnit.SECONDS).toString();
        } catch (TimeoutException e) {
            throw new AssertionError("the session does not end", e);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        count(end);
    }

    private void count(String end) {
        ends.computeIfAbsent(
                        end.replaceAll("[0-9a-f]*[0-9][0-9a-f]*", "N").split("\\)\\.|\\(it breaks")[0],
                        unknown -> new AtomicInteger())
                .incrementAndGet();
    }

    private int endsWith(String words) {
        return ends.entrySet().stream()
                .filter(end -> end.getKey().contains(words))
                .mapToInt(end -> end.getValue().get())
                .sum();
    }

    private String report() {
        return "seeds " + SEED + " to " + (SEED + SESSIONS - 1) + ": " + SESSIONS + " sessions, " + answered
                + " calls answered, " + failed + " failed; altered: "
                + Stream.of(RandomTamper.Alteration.values())
                        .map(each -> each + " " + altered.get(each.ordinal()))
                        .collect(Collectors.joining(", "))
                + "; ends:\n"
                + ends.entrySet().stream()
                        .map(end -> "  " + end.getValue() + " " + end.getKey())
                        .sorted()
                        .collect(Collectors.joining("\n"));
    }

    @Test
    @Timeout(3_000)
    void shouldServeOthersAndKeepNothingOfSessionsWithHostileClients() throws Exception {
        run(this::asHostileClient);
        assertThat(FAULTS).allSatisfy(fault -> assertThat(endsWith(fault)).isPositive());
    }

    @Test
    @Timeout(3_000)
    void shouldCallOthersAndKeepNothingOfSessionsWithHostileServers() throws Exception {
        run(this::ofHostileServer);
    }

    private void run(LongConsumer talk) throws Exception {
        assertThat(store.add(1, 2)).isEqualTo(3);
        talk.accept(SEED - 1); // loads what such sessions need
        long descriptors = OwnResources.descriptors();
        long heapBytes = OwnResources.usedHeapBytes();
        Thread served = start(this::beServed);
        List<Thread> talkers = IntStream.range(0, TALKERS)
                .mapToObj(i -> start(() -> talk(talk)))
                .toList();
        for (Thread talker : talkers) {
            talker.join();
        }
        over.set(true);
        served.join();
        System.out.println(report());
        assertThat(faults).isEmpty();
        assertThat(answered.get()).isGreaterThan(SESSIONS / 2);
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEFT_S);
        while ((OwnResources.descriptors() > descriptors + SLACK
                        || OwnResources.usedHeapBytes() - heapBytes > MOST_KEPT_BYTES)
                && System.nanoTime() - endNs < 0) {
            TimeUnit.MILLISECONDS.sleep(100); // sessions that are about to end
        }
        assertThat(OwnResources.descriptors()).isLessThanOrEqualTo(descriptors + SLACK);
        assertThat(OwnResources.usedHeapBytes() - heapBytes).isLessThanOrEqualTo(MOST_KEPT_BYTES);
        assertThat(store.add(2, 3)).isEqualTo(5);
    }
}
