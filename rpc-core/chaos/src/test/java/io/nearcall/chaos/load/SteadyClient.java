// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.called.Attempt;
import java.util.SplittableRandom;

/**
 * A process with a {@link SteadyCaller}. Its arguments are the service, a number and a seed. A line ends it. Then it prints
 * a line for each call, with the nonce in hex and the outcome, "ANSWERED" or a fault, and finally "end".
 */
final class SteadyClient {

    private static final String ANSWERED = "ANSWERED";

    private SteadyClient() {}

    public static void main(String[] arguments) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            SteadyCaller caller = new SteadyCaller(
                    endpoint,
                    arguments[0],
                    Integer.parseInt(arguments[1]),
                    new SplittableRandom(Long.parseLong(arguments[2])));
            caller.start();
            System.out.println("ready");
            System.in.read();
            caller.finish();
            caller.join();
            StringBuilder lines = new StringBuilder();
            for (Attempt attempt : caller.attempts()) {
                lines.append(attempt.kind()).append(' ').append(Long.toHexString(attempt.nonce()));
                lines.append(' ').append(outcome(attempt.thrown())).append('\n');
            }
            System.out.print(lines.append("end\n"));
        }
    }

    private static String outcome(Throwable thrown) {
        if (thrown == null) {
            return ANSWERED;
        }
        return thrown instanceof NearcallException failure
                ? failure.outcome().name()
                : thrown.toString().lines().findFirst().orElse("");
    }
}
