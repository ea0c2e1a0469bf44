// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import com.google.gson.Gson;
import io.nearcall.Endpoint;
import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.trade.Trade;

/** The client JVM of one pair: makes the calls that it is told to make on its standard input, until that ends. */
final class SwitchedClientMain {

    private final OptIn optIn;
    private final Trade trade;
    private final Waiting waiting;
    private int number;

    private SwitchedClientMain(OptIn optIn, String service) {
        this.optIn = optIn;
        Endpoint endpoint = optIn.observe(Endpoint.builder()).open();
        this.trade = endpoint.lookup(Trade.class, "shm:" + service);
        this.waiting = endpoint.lookup(Waiting.class, "shm:" + service + "-waiting");
    }

    /** Arguments: the opt-in, and the name of the service. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        try {
            SwitchedClientMain client = new SwitchedClientMain(OptIn.valueOf(args[0]), args[1]);
            client.optIn.surround();
            Child.answer("{}");
            while (true) {
                Child.answer(gson.toJson(client.answer(commands.next().split(" "))));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private Object answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "warm" -> warm(Workload.valueOf(words[1]), WarmUp.Patience.of(words[2]));
            case "slice" -> slice(Workload.valueOf(words[1]), Long.parseLong(words[2]) * 1_000_000);
            case "pace" -> pace(Long.parseLong(words[1]), Long.parseLong(words[2]) * 1_000_000);
            case "wait" -> await(Long.parseLong(words[1]));
            default -> throw new IllegalArgumentException("command=" + words[0]);
        };
    }

    private WarmUp warm(Workload work, WarmUp.Patience patience) throws Exception {
        return WarmUp.of(
                optIn.title(),
                work.label(),
                patience,
                (durationNs, into) -> MeasuringLoop.run(calls(work), work.callsPerBatch(), durationNs, into));
    }

    private Slice slice(Workload work, long durationNs) throws Exception {
        Samples samples = new Samples();
        MeasuringLoop.run(calls(work), work.callsPerBatch(), durationNs, samples);
        return found(samples);
    }

    private static Slice found(Samples samples) {
        return new Slice(samples.p50Ns(), samples.meanNs(), samples.calls());
    }

    private Calls calls(Workload work) {
        return work == Workload.PING ? this::ping : this::add;
    }

    private void ping(int count) {
        for (int i = 0; i < count; i++) {
            trade.ping();
        }
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            number = trade.add(number, 1);
        }
    }

    /** Pings at moments that far apart, each timed alone. Between them the thread spins; a moment that has passed is left out. */
    private Slice pace(long betweenNs, long durationNs) {
        Samples samples = new Samples();
        long nextNs = System.nanoTime();
        long endNs = nextNs + durationNs;
        long nowNs = nextNs;
        while (nowNs < endNs) {
            while (nowNs < nextNs) {
                Thread.onSpinWait();
                nowNs = System.nanoTime();
            }
            trade.ping();
            long afterNs = System.nanoTime();
            samples.addSingle(afterNs - nowNs);
            nextNs = Math.max(nextNs + betweenNs, afterNs);
            nowNs = afterNs;
        }
        return found(samples);
    }

    /** Has a thread of its own wait for a call that takes so long. */
    private String await(long ms) {
        Thread thread = new Thread(
                () -> {
                    try {
                        waiting.sleep(ms);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "waiting");
        thread.setDaemon(true);
        thread.start();
        return "";
    }
}
