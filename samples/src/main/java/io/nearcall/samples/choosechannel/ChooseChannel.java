// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.choosechannel;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.samples.race.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The client: calls one service over several channels, and prints how long the calls take. */
@Command(
        name = "choosechannel",
        mixinStandardHelpOptions = true,
        description = "Calls one service over each channel and prints a line of latency for each.")
public final class ChooseChannel implements Callable<Integer> {

    private static final int WARM_UP_ROUNDS = 3;
    private static final int ROUNDS = 7;
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

    /** How long the calls over one channel took. */
    private record Latencies(String channel, Turns.Contestant add, Turns.Contestant echo) {

        private String line() {
            return String.format(
                    Locale.ROOT,
                    "%-7s add(int, int) %8.2f us, 99 %% within %8.2f us;  %,d bytes there and back %8.1f us",
                    channel,
                    add.medianUs(),
                    add.us(99),
                    LARGE_BYTES,
                    echo.medianUs());
        }
    }

    @Override
    public Integer call() throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Turns turns = new Turns(WARM_UP_ROUNDS, ROUNDS, SLICE_NS);
            List<Latencies> latencies = new ArrayList<>();
            for (String channel : channels) {
                try {
                    Echo echo = endpoint.lookup(Echo.class, channel + ":echo"); // the name chooses the channel
                    latencies.add(new Latencies(channel, turns.add(adding(echo)), turns.add(echoing(echo))));
                } catch (ServiceNotFoundException e) {
                    throw e; // no server is running, so no other channel would help
                } catch (NearcallException e) {
                    System.out.printf("%-7s cannot be had: %s%n", channel, e.getMessage());
                }
            }
            turns.run();
            latencies.forEach(found -> System.out.println(found.line()));
            return latencies.isEmpty() ? 1 : 0;
        } catch (IllegalArgumentException | NearcallException e) {
            System.err.println("choosechannel: " + e.getMessage());
            return 1;
        }
    }

    private static Turns.Work adding(Echo echo) {
        return number -> {
            if (echo.add(number, 1) != number + 1) {
                throw new IllegalStateException("the echo adds wrongly");
            }
        };
    }

    private static Turns.Work echoing(Echo echo) {
        byte[] content = new byte[LARGE_BYTES];
        return number -> {
            if (echo.echo(content).length != LARGE_BYTES) {
                throw new IllegalStateException("the echo has swallowed something");
            }
        };
    }
}
