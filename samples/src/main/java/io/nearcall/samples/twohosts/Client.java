// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.twohosts;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import io.nearcall.samples.race.Turns;
import io.nearcall.samples.twohosts.Exchange.Trade;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/**
 * Uses the exchange of this host, and that of another one. The arguments are the two addresses. They may be followed by a
 * command that makes the other host go away: the client then says what its callers get.
 */
public final class Client {

    private static final int WARM_UP_ROUNDS = 3;
    private static final int ROUNDS = 7;
    private static final long SLICE_NS = 100_000_000;
    private static final int TRADES = 20_000;
    private static final int SHARE = 7;
    private static final Duration PATIENCE = Duration.ofSeconds(30); // until the servers are there
    private static final Duration SHORT = Duration.ofMillis(200);

    private Client() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 2) {
            System.err.println("two-hosts: name the exchange of this host and that of another one, as in"
                    + " \"exchange grpc://exchange@localhost:7443\".");
            System.exit(2);
        }
        try (Endpoint endpoint = Endpoint.builder().lookupTimeout(PATIENCE).open()) {
            Exchange near = endpoint.lookup(Exchange.class, args[0]); // only the addresses differ
            Exchange far = endpoint.lookup(Exchange.class, args[1]);
            use(args[0], near);
            use(args[1], far);
            if (args.length > 2) {
                lose(far, Arrays.asList(args).subList(2, args.length));
            }
        } catch (NearcallException | IllegalStateException e) {
            System.err.println("two-hosts: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Knows nothing of hosts. */
    private static void use(String address, Exchange exchange) throws Exception {
        System.out.println(address);
        System.out.println("  caller:    " + exchange.caller());

        // The exchange calls this object, on the thread that waits for watch().
        exchange.watch(
                1,
                trade -> System.out.println("  callback:  " + trade + " on thread "
                        + Thread.currentThread().getName()));

        read(exchange); // the first time warms up
        long beforeNs = System.nanoTime();
        read(exchange);
        print("  stream:    %,d trades, %.2f us each", TRADES, (System.nanoTime() - beforeNs) / 1e3 / TRADES);

        Turns turns = new Turns(WARM_UP_ROUNDS, ROUNDS, SLICE_NS);
        Turns.Contestant cents = turns.add(number -> exchange.cents(SHARE));
        turns.run();
        print("  cents():   %.2f us each, 99 %% within %.2f us", cents.medianUs(), cents.us(99));
    }

    /** Takes some of the trades. Closing the stream tells the exchange that no more are wanted. */
    private static void read(Exchange exchange) {
        try (Stream<Trade> trades = exchange.trades()) {
            long count = trades.limit(TRADES).filter(trade -> trade.cents() > 0).count();
            if (count != TRADES) {
                throw new IllegalStateException("The exchange has sent " + count + " trades with a price.");
            }
        }
    }

    /** Makes the other host go away while a call waits there. */
    private static void lose(Exchange far, List<String> command) throws IOException, InterruptedException {
        CompletableFuture<Void> waiting = Remotes.runAsync(far, Exchange::awaitClose);
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException(command + " has ended with status " + status + ".");
        }
        long goneNs = System.nanoTime();
        System.out.println("the other host is gone");
        CompletableFuture<String> end = waiting.handle((nothing, thrown) -> words(thrown, goneNs));
        System.out.println("  a call with a deadline of 0.2 s:   " + words(failure(far), goneNs));
        System.out.println("  the call that was waiting there:   " + end.join());
    }

    /** A process that is killed may still answer for a moment. */
    private static NearcallException failure(Exchange far) {
        Exchange hurried = Remotes.withDeadline(far, SHORT);
        while (true) {
            try {
                hurried.cents(SHARE);
            } catch (NearcallException e) {
                return e;
            }
        }
    }

    private static String words(Throwable thrown, long sinceNs) {
        double tookS = (System.nanoTime() - sinceNs) / 1e9;
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        return cause instanceof NearcallException failure
                ? String.format(
                        Locale.ROOT,
                        "%s, %s, after %.1f s",
                        failure.getClass().getSimpleName(),
                        failure.outcome(),
                        tookS)
                : "unexpected: " + cause;
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
