// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import com.google.gson.Gson;
import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.subject.Subject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client JVM that makes no call until a command on its standard input. It ends when its standard input ends. */
public final class LifeClientMain {

    private final Map<String, Subject> subjects = new LinkedHashMap<>();

    private LifeClientMain() {}

    /** Arguments: systems separated by commas, the service's name, the directory of the peer's server, RMI's stub. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        try {
            LifeClientMain client = new LifeClientMain();
            for (String system : args[0].split(",")) {
                client.subjects.put(system, connect(system, args[1], Path.of(args[2]), args[3]));
            }
            Child.answer("{}");
            while (true) {
                String[] words = commands.next().split(" ");
                Child.answer(new Gson().toJson(client.answer(words)));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private static Subject connect(String system, String service, Path peerDirectory, String rmiStub) throws Exception {
        return switch (system) {
            case NearcallSubject.NAME -> new NearcallSubject(system, service);
            case RmiSubject.NAME -> new RmiSubject(system, RmiStub.read(rmiStub));
            default -> Peer.of(system).orElseThrow().ends().connect(system, peerDirectory);
        };
    }

    /** Executes a command with its system and arguments, and returns the answer. */
    private Object answer(String[] words) throws Exception {
        Subject subject = subjects.get(words[1]);
        return switch (words[0]) {
            case "pace" -> pace(subject, Pace.of(words[2]));
            case "warm" ->
                WarmUp.of(
                        subject.name(),
                        Workload.ADD.title(),
                        WarmUp.Patience.of(words[2]),
                        (durationNs, samples) -> subject.slice(Workload.ADD, durationNs, samples));
            case "add" -> addP50Ns(subject, Long.parseLong(words[2]) * 1_000_000);
            default -> throw new IllegalArgumentException("command=" + words[0]);
        };
    }

    private static PacedTimes pace(Subject subject, Pace pace) throws Exception {
        try (Calls calls = subject.open(Workload.ORDER)) {
            return PacedTimes.of(PacedCalls.make(calls, pace.calls(), pace.periodNs()), pace.callsPerWindow());
        }
    }

    private static double addP50Ns(Subject subject, long durationNs) throws Exception {
        Samples samples = new Samples();
        subject.slice(Workload.ADD, durationNs, samples);
        return samples.p50Ns();
    }
}
