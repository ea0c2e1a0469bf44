// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.windows;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.ipc.classic.windows.FileMapping;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls servers that are killed, under Wine, and says how its calls ended. {@link KilledOnWindows} starts and kills them. It
 * kills the process of Linux: where a process of Windows ends another one, Wine says that it is dead while its threads still
 * run for a moment.
 */
final class KilledServers {

    /* What it says. The first three are orders, and it waits until they are carried out. */
    static final String START = "start";
    static final String KILL = "kill";
    static final String CLOSE = "close";
    static final String KILLED = "killed";
    static final String WRONG = "wrong";
    static final String LEFT = "left";
    static final String END = "end";

    private static final int CALLERS = 3;
    private static final int LONGEST_LIFE_MS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How the calls of one caller ended: so many were answered, and then one failed. */
    private record Ended(long answered, NearcallException failure, long endNs) {}

    private final InputStream in = new FileInputStream(FileDescriptor.in);
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private final int kills;
    private final SplittableRandom random;

    private KilledServers(int kills, long seed) {
        this.kills = kills;
        this.random = new SplittableRandom(seed);
    }

    /** Number of kills, and a seed. */
    public static void main(String[] arguments) {
        say("ready");
        try {
            new KilledServers(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1])).run();
        } catch (Exception e) {
            say(WRONG + " the client has failed: " + oneLine(e));
            System.exit(1);
        }
        System.exit(0);
    }

    private void run() throws Exception {
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
            order(START); // the last one takes over the name of those that were killed, and leaves nothing
            client.lookup(Ledger.class);
            order(CLOSE);
        }
        for (String left : new File(System.getenv("LOCALAPPDATA"), "nearcall").list()) {
            say(LEFT + " " + left);
        }
        say(END + " calls that were under way: " + outcomes);
    }

    /** @param first the line of the first caller; no line is used twice */
    private void killOne(Endpoint client, String name, ByteBuffer books, int first)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        order(START);
        Ledger ledger = client.lookup(Ledger.class);
        ledger.open(name);
        List<Future<Ended>> ends = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int line = first + caller;
            ends.add(callers.submit(() -> call(ledger, line)));
        }
        Thread.sleep(random.nextInt(LONGEST_LIFE_MS)); // it is killed at any moment
        long orderedNs = System.nanoTime();
        order(KILL);
        long deadNs = System.nanoTime() - orderedNs;
        long calls = 0;
        StringBuilder delays = new StringBuilder();
        for (int caller = 0; caller < CALLERS; caller++) {
            Ended ended = ends.get(caller).get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
            check(ended, books.getLong((first + caller) * MappedLedger.LINE));
            calls += ended.answered + 1;
            delays.append(' ').append(ended.endNs - orderedNs);
        }
        say(KILLED + " " + calls + " " + deadNs + delays);
    }

    private static Ended call(Ledger ledger, int line) {
        for (long answered = 0; ; answered++) {
            try {
                long count = ledger.book(line);
                if (count != answered + 1) {
                    say(WRONG + " call " + (answered + 1) + " was counted as " + count);
                }
            } catch (NearcallException e) {
                return new Ended(answered, e, System.nanoTime());
            }
        }
    }

    private void check(Ended ended, long booked) {
        NearcallException failure = ended.failure;
        long mostBooked = failure.outcome() == Outcome.MAY_HAVE_RUN ? ended.answered + 1 : ended.answered;
        if (booked < ended.answered || booked > mostBooked) {
            say(WRONG + " " + booked + " calls ran, " + ended.answered + " were answered: " + oneLine(failure));
        }
        boolean saysSo = failure instanceof ConnectionLostException lost
                ? lost.loss() == ConnectionLostException.Loss.DIED
                : failure.outcome() == Outcome.NOT_SENT; // it has looked for another server
        if (!saysSo) {
            say(WRONG + " the server was killed: " + oneLine(failure));
        }
        outcomes.merge(failure.outcome(), 1, Integer::sum);
    }

    private static String oneLine(Exception failure) {
        return failure.toString().replaceAll("\\s+", " ");
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    private void order(String what) throws IOException {
        say(what);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("nobody has carried out: " + what);
            }
        }
    }
}
