// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.choosechannel;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The client: calls one service over several channels, and says how long that takes. */
@Command(
        name = "choosechannel",
        mixinStandardHelpOptions = true,
        description = "Calls one service over each channel and prints a line of latency for each.")
public final class ChooseChannel implements Callable<Integer> {

    private static final int ROUNDS = 10;
    private static final int WARM_UP_ROUNDS = 3;
    private static final long SLICE_NS = 100_000_000;
    private static final int LARGE_BYTES = 40_000;

    @Parameters(
            paramLabel = "CHANNEL",
            defaultValue = "shm fifo unix tcp sysvshm sysvmq",
            split = " ",
            description =
                    "shm (shared memory), fifo (named pipes), unix or tcp (sockets), sysvshm or sysvmq (System V);"
                            + " all of them by default.")
    private List<String> channels;

    private ChooseChannel() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new ChooseChannel()).execute(args));
    }

    /** How long calls over one channel took. */
    private static final class Latencies {
        private final Histogram addNs = new Histogram(3);
        private final Histogram echoNs = new Histogram(3);

        private String line(String channel) {
            return String.format(
                    Locale.ROOT,
                    "%-7s add(int, int) %8.2f us, 99 %% within %8.2f us;  %,d bytes there and back %8.1f us",
                    channel,
                    addNs.getValueAtPercentile(50) / 1_000.0,
                    addNs.getValueAtPercentile(99) / 1_000.0,
                    LARGE_BYTES,
                    echoNs.getValueAtPercentile(50) / 1_000.0);
        }
    }

    @Override
    public Integer call() {
        try (Endpoint endpoint = Endpoint.open()) {
            Map<String, Echo> echoes = new LinkedHashMap<>();
            Map<String, Latencies> latencies = new LinkedHashMap<>();
            for (String channel : channels) {
                try {
                    echoes.put(channel, endpoint.lookup(Echo.class, channel + ":echo")); // this is the choice
                    latencies.put(channel, new Latencies());
                } catch (ServiceNotFoundException e) {
                    throw e; // there is no server, whatever the channel
                } catch (NearcallException e) {
                    System.out.printf("%-7s cannot be had: %s%n", channel, e.getMessage());
                }
            }
            for (int round = 0; round < ROUNDS; round++) {
                boolean warm = round >= WARM_UP_ROUNDS;
                // In turn: a machine that is busy for a while is so for all of them.
                echoes.forEach((channel, echo) -> measure(echo, warm ? latencies.get(channel) : new Latencies()));
            }
            latencies.forEach((channel, found) -> System.out.println(found.line(channel)));
            return echoes.isEmpty() ? 1 : 0;
        } catch (IllegalArgumentException | NearcallException e) {
            System.err.println("choosechannel: " + e.getMessage());
            return 1;
        }
    }

    private static void measure(Echo echo, Latencies into) {
        int number = 0;
        long endNs = System.nanoTime() + SLICE_NS;
        for (long beforeNs = System.nanoTime(); beforeNs - endNs < 0; beforeNs = System.nanoTime()) {
            if (echo.add(number, 1) != ++number) {
                throw new IllegalStateException("the echo adds wrongly");
            }
            into.addNs.recordValue(System.nanoTime() - beforeNs);
        }
        byte[] content = new byte[LARGE_BYTES];
        endNs = System.nanoTime() + SLICE_NS;
        for (long beforeNs = System.nanoTime(); beforeNs - endNs < 0; beforeNs = System.nanoTime()) {
            if (echo.echo(content).length != LARGE_BYTES) {
                throw new IllegalStateException("the echo has swallowed something");
            }
            into.echoNs.recordValue(System.nanoTime() - beforeNs);
        }
    }
}
