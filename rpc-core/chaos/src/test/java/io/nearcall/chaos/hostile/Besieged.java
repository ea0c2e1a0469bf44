// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.CompiledReaders;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of hostile servers, in its own process. It keeps calling a good server through the same endpoint. For each
 * line {@code visit ADDRESS MILLIS} it looks that service up and calls it once in every way. For {@code call} it repeats
 * this until the time is over. Then it prints {@code survived} and counts. Otherwise it prints an exception that is not
 * one of Nearcall's, or the failure of its calls to the good server.
 */
final class Besieged {

    private static final CallKind[] ONCE_EACH = {CallKind.PING, CallKind.ORDER, CallKind.FUTURE, CallKind.ONE_WAY};
    private static final CallKind[] AGAIN_AND_AGAIN = {CallKind.PING, CallKind.ORDER};
    private static final long NEIGHBOUR_PAUSE_NS = 1_000_000;

    private final Endpoint endpoint;
    private final Target good;
    private volatile long goodCalls;
    private volatile Throwable surprise;
    private long right;
    private long wrong;
    private long failed;

    private Besieged(Endpoint endpoint, String haven) throws Throwable {
        this.endpoint = endpoint;
        this.good = endpoint.lookup(Target.class, haven);
        CompiledReaders.warmUp(good);
        good.ping(1);
        Thread caller = new Thread(this::callTheGoodOne, "neighbour");
        caller.setDaemon(true);
        caller.start();
    }

    public static void main(String[] arguments) throws Throwable {
        Stronghold.mute();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Endpoint endpoint = Endpoint.builder()
                .deadline(Duration.ofSeconds(10))
                .allow(Canary.class)
                .open()) {
            Besieged client = new Besieged(endpoint, arguments[0]);
            System.out.println("ready");
            String line;
            while ((line = in.readLine()) != null) {
                String[] words = line.split(" ");
                System.out.println(client.visit(words[0], words[1], Duration.ofMillis(Long.parseLong(words[2]))));
            }
        }
    }

    private void callTheGoodOne() {
        long nonce = 1;
        while (surprise == null) {
            nonce += 2; // odd: the method takes no time
            try {
                CallKind.PING.call(good, nonce);
                goodCalls = goodCalls + 1;
            } catch (Throwable e) {
                surprise = new IllegalStateException("a call to the good server failed", e);
            }
            LockSupport.parkNanos(NEIGHBOUR_PAUSE_NS);
        }
    }

    private String visit(String manner, String address, Duration patience) {
        right = 0;
        wrong = 0;
        failed = 0;
        long goodBefore = goodCalls;
        long startNs = System.nanoTime();
        do {
            try {
                Impatient target =
                        endpoint.lookup(Impatient.class, address, patience.minusNanos(System.nanoTime() - startNs));
                call(target, manner.equals("call") ? startNs + patience.toNanos() : startNs);
            } catch (NearcallException e) {
                // as it should be
            } catch (Throwable e) {
                surprise = e;
            }
        } while (manner.equals("call") && System.nanoTime() - startNs < patience.toNanos());
        Throwable thrown = surprise;
        if (thrown != null) {
            thrown.printStackTrace();
            return thrown + " caused by " + thrown.getCause();
        }
        return "survived " + right + " " + wrong + " " + failed + " " + (goodCalls - goodBefore);
    }

    /** Calls until then, at least once. Stops early if calls fail, so that a new connection is tried. */
    private void call(Target target, long untilNs) {
        int failedBefore = 0;
        long nonce = 1;
        do {
            for (CallKind kind : System.nanoTime() - untilNs < 0 ? AGAIN_AND_AGAIN : ONCE_EACH) {
                nonce += 2;
                Throwable thrown = Attempt.make(kind, target, nonce).thrown();
                if (thrown == null) {
                    right++;
                } else if (thrown instanceof CallKind.WrongAnswer) {
                    wrong++;
                } else if (thrown instanceof NearcallException) {
                    failed++;
                    failedBefore++;
                } else {
                    surprise = thrown;
                }
            }
        } while (System.nanoTime() - untilNs < 0 && failedBefore < 1_000 && surprise == null);
    }
}
