// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process that, for each line {@code SERVICE NANOS}, tries to offer that service at that moment of the monotonic clock,
 * which all processes share. It prints {@code won} or {@code lost}, and gives the name up at the next line.
 */
final class Starter {

    private Starter() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Endpoint endpoint = Endpoint.open()) {
            System.out.println("ready");
            String line;
            while ((line = in.readLine()) != null) {
                String[] words = line.split(" ");
                Export export = start(endpoint, words[0], Long.parseLong(words[1]));
                System.out.println(export == null ? "lost" : "won");
                if (in.readLine() == null) {
                    return;
                }
                if (export != null) {
                    export.close();
                }
                System.out.println("over");
            }
        }
    }

    /** Null if another process has the name. */
    static Export start(Endpoint endpoint, String service, long atNs) {
        while (System.nanoTime() - atNs < 0) {
            Thread.onSpinWait();
        }
        try {
            return endpoint.export(Target.class, new LoggedTarget(nonce -> {}), service);
        } catch (ServiceNameInUseException e) {
            return null;
        }
    }
}
