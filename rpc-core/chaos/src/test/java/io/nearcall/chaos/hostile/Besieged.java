// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.target.Attempt;
import io.nearcall.chaos.target.Attempts;
import io.nearcall.chaos.target.CallKind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A client of a hostile server, in a process of its own: for each line looks up the service that it names and calls it in
 * every way, and says how that ended: {@code survived}, or what was thrown that is not one of Nearcall's exceptions.
 */
final class Besieged {

    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private Besieged() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Endpoint endpoint =
                Endpoint.builder().deadline(PATIENCE).allow(Canary.class).open()) {
            System.out.println("ready");
            String service;
            while ((service = in.readLine()) != null) {
                System.out.println(visit(endpoint, service));
            }
        }
    }

    private static String visit(Endpoint endpoint, String service) {
        Attempts target;
        try {
            target = endpoint.lookup(Attempts.class, service, PATIENCE);
        } catch (NearcallException e) {
            return "survived";
        } catch (Throwable e) {
            e.printStackTrace();
            return "look-up: " + e;
        }
        String answer = "survived";
        for (CallKind kind : new CallKind[] {CallKind.PING, CallKind.ORDER, CallKind.FUTURE, CallKind.ONE_WAY}) {
            Throwable thrown = Attempt.make(kind, target, 1).thrown();
            if (thrown != null && !(thrown instanceof NearcallException) && !(thrown instanceof CallKind.WrongAnswer)) {
                thrown.printStackTrace();
                answer = kind + ": " + thrown;
            }
        }
        return answer;
    }
}
