// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.ipc.classic.windows.FileMapping;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Calls servers that are killed, under Wine. {@link WindowsKillsIT} starts and kills them. It kills the process of Linux:
 * where a process of Windows ends another one, Wine says that it is dead while its threads still run for a moment.
 */
final class KilledServers {

    static final String START = "! start";
    static final String KILL = "! kill";
    static final String CLOSE = "! close";
    static final String END = "! end ";

    private static final int CALLERS = 3;
    private static final int LONGEST_LIFE_MS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How the calls of one caller ended: so many were answered, and then one failed. */
    private record Ended(long answered, NearcallException failure) {}

    private final InputStream in = new FileInputStream(FileDescriptor.in);
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private final Random random = new Random(2017);
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);

    private KilledServers() {}

    /** Number of kills. */
    public static void main(String[] arguments) throws Exception {
        new KilledServers().run(Integer.parseInt(arguments[0]));
        System.exit(0);
    }

    private void run(int kills) throws Exception {
        String name = "Local\\nearcall-ledger-" + ProcessHandle.current().pid();
        try (FileMapping memory = FileMapping.create(name, kills * CALLERS * MappedLedger.LINE);
                Endpoint client = Endpoint.builder()
                        .deadline(PATIENCE)
                        .lookupTimeout(PATIENCE)
                        .open()) {
            ByteBuffer books = memory.buffer();
            for (int kill = 0; kill < kills; kill++) {
                killOne(client, name, books, kill * CALLERS);
            }
            ask(START); // the last one takes over the name of those that were killed, and leaves nothing
            client.lookup(Ledger.class);
            ask(CLOSE);
        }
        File directory = new File(System.getenv("LOCALAPPDATA"), "nearcall");
        require(List.of(directory.list()).isEmpty(), "left: " + List.of(directory.list()));
        System.out.println(END + kills + " kills, " + outcomes);
    }

    /** @param first the line of the first caller; no line is used twice */
    private void killOne(Endpoint client, String name, ByteBuffer books, int first) throws Exception {
        ask(START);
        Ledger ledger = client.lookup(Ledger.class);
        ledger.open(name);
        List<Future<Ended>> ends = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int line = first + caller;
            ends.add(callers.submit(() -> call(ledger, line)));
        }
        Thread.sleep(random.nextInt(LONGEST_LIFE_MS)); // it is killed at any moment
        ask(KILL);
        for (int caller = 0; caller < CALLERS; caller++) {
            Ended ended = ends.get(caller).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            check(ended, books.getLong((first + caller) * MappedLedger.LINE));
        }
    }

    private static Ended call(Ledger ledger, int line) {
        for (long answered = 0; ; answered++) {
            try {
                long count = ledger.book(line);
                require(count == answered + 1, "call " + (answered + 1) + " was counted as " + count);
            } catch (NearcallException e) {
                return new Ended(answered, e);
            }
        }
    }

    private void check(Ended ended, long booked) {
        NearcallException failure = ended.failure;
        long mostBooked = failure.outcome() == Outcome.MAY_HAVE_RUN ? ended.answered + 1 : ended.answered;
        require(
                booked >= ended.answered && booked <= mostBooked,
                booked + " calls ran, " + ended.answered + " were answered: " + failure);
        if (failure instanceof ConnectionLostException lost) {
            require(lost.loss() == ConnectionLostException.Loss.DIED, lost.toString());
        }
        outcomes.merge(failure.outcome(), 1, Integer::sum);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** Has something done, and waits until it is. */
    private void ask(String what) throws IOException {
        System.out.println(what);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            require(next >= 0, "nobody has answered " + what);
            answer.write(next);
        }
        String said = answer.toString(StandardCharsets.UTF_8).trim();
        require(said.equals("done"), what + ": " + said);
    }
}
