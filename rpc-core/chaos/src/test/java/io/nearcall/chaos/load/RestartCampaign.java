// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.process.Spares;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Restarts a server under eight clients, and compares the outcomes of their calls with the log of the servers. */
final class RestartCampaign {

    private static final String SERVICE = "restarted";
    private static final int CLIENTS = 8;
    private static final int PROCESSES = 2;
    private static final long BACK_NS = 5_000_000_000L;
    private static final long SHORTEST_LIFE_NS = 20_000_000;
    private static final long LONGEST_LIFE_NS = 200_000_000;
    private static final long LONGEST_ABSENCE_NS = 200_000_000;
    private static final long PAUSE_NS = 5_000_000;
    private static final long HUNG_MS = 20_000;

    private final Path scratch;
    private final SplittableRandom random;
    private final Tally tally;
    private final Spares spares;
    private final Yardstick yardstick = new Yardstick();
    private final List<VictimJvm> processes = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<SteadyCaller> callers = new ArrayList<>();
    private final Set<Long> begun = new HashSet<>();
    private VictimJvm server;

    RestartCampaign(Path scratch, SplittableRandom random, int count, Tally tally) throws IOException {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
        this.spares = new Spares(scratch, count + 1);
        for (int number = 1; number <= CLIENTS; number++) {
            String service = Schemes.inTurn(number) + ":" + SERVICE;
            if (number <= PROCESSES) {
                processes.add(VictimJvm.start(
                        scratch,
                        SteadyClient.class,
                        service,
                        Integer.toString(number),
                        Long.toString(random.nextLong())));
            } else {
                Endpoint endpoint = Endpoint.builder().name("steady-" + number).open();
                endpoints.add(endpoint);
                callers.add(new SteadyCaller(endpoint, service, number, random.split()));
            }
        }
    }

    void run(int count) throws Exception {
        for (VictimJvm process : processes) {
            process.expect("ready");
        }
        callers.forEach(Thread::start);
        Path log = serve(0);
        for (int number = 1; number <= count; number++) {
            LockSupport.parkNanos(random.nextLong(SHORTEST_LIFE_NS, LONGEST_LIFE_NS));
            if (number % 2 == 0) {
                server.kill();
            } else {
                server.terminate();
            }
            server.awaitExit();
            server.close();
            tally.episode(collect(log), yardstick.worstNs());
            LockSupport.parkNanos(random.nextLong(LONGEST_ABSENCE_NS));
            log = serve(number);
        }
        judge(log);
    }

    private Path serve(int number) throws IOException, InterruptedException {
        Path log = scratch.resolve("log-" + number);
        yardstick.reset();
        server = spares.take();
        server.send("serve " + SERVICE + " " + log);
        server.expect("serving");
        long startNs = System.nanoTime();
        Set<Integer> seen = new HashSet<>();
        while (seen.size() < CLIENTS && System.nanoTime() - startNs < BACK_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            CallLog.read(log).forEach(nonce -> seen.add(SteadyCaller.numberOf(nonce)));
        }
        if (number > 0) {
            tally.delay(System.nanoTime() - startNs);
        }
        if (seen.size() < CLIENTS) {
            tally.hung("of the clients only " + seen + " have come back");
        }
        return log;
    }

    /** The methods that a server has begun and no earlier server has. Returns how many they were. */
    private int collect(Path log) throws IOException {
        Set<Long> nonces = CallLog.read(log);
        for (long nonce : nonces) {
            if (!begun.add(nonce)) {
                tally.wrong("call " + Long.toHexString(nonce) + " was run by two servers");
            }
        }
        Files.delete(log);
        return nonces.size();
    }

    private void judge(Path lastLog) throws IOException, InterruptedException {
        callers.forEach(SteadyCaller::finish);
        for (SteadyCaller caller : callers) {
            caller.join(HUNG_MS);
            if (caller.isAlive()) {
                tally.hung(caller.getName() + " in " + List.of(caller.getStackTrace()));
            }
        }
        List<List<String>> said = new ArrayList<>();
        for (VictimJvm process : processes) {
            said.add(end(process));
        }
        server.terminate();
        server.awaitExit();
        collect(lastLog);
        long calls = 0;
        long failed = 0;
        for (SteadyCaller caller : callers) {
            for (Attempt attempt : caller.attempts()) {
                String fault = attempt.fault(begun.contains(attempt.nonce()));
                if (fault != null) {
                    tally.wrong(fault);
                }
                calls++;
                failed += attempt.thrown() == null ? 0 : 1;
            }
        }
        for (List<String> lines : said) {
            for (String line : lines) {
                failed += judge(line.split(" ", 3)) ? 0 : 1;
                calls++;
            }
        }
        tally.note(calls + " calls of the eight clients, of which " + failed + " failed; " + begun.size()
                + " methods were begun");
    }

    private List<String> end(VictimJvm process) throws IOException, InterruptedException {
        process.send("");
        List<String> lines = new ArrayList<>();
        String line;
        while ((line = process.readLine()) != null && !line.equals("end")) {
            lines.add(line);
        }
        if (line == null || process.awaitExit() != 0) {
            tally.crashed("a client");
        }
        return lines;
    }

    /** Kind, nonce and outcome of a call; whether it was answered. */
    private boolean judge(String[] words) {
        boolean hasBegun = begun.contains(Long.parseUnsignedLong(words[1], 16));
        boolean honest = switch (words[2]) {
            case "ANSWERED" -> hasBegun || words[0].equals("ONE_WAY");
            case "NOT_SENT", "NOT_STARTED" -> !hasBegun;
            case "MAY_HAVE_RUN" -> true;
            default -> false;
        };
        if (!honest) {
            tally.wrong("a client was told " + String.join(" ", words) + ", and the method was "
                    + (hasBegun ? "" : "not ") + "begun");
        }
        return words[2].equals("ANSWERED");
    }

    void close() throws Exception {
        callers.forEach(SteadyCaller::finish);
        endpoints.forEach(Endpoint::close);
        processes.forEach(VictimJvm::close);
        spares.close();
        if (server != null) {
            server.close();
        }
        yardstick.close();
    }
}
