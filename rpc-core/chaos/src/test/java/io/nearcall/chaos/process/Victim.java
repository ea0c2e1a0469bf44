// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.Endpoint;
import io.nearcall.EndpointClosedException;
import io.nearcall.chaos.target.CallKind;
import io.nearcall.chaos.target.CallLog;
import io.nearcall.chaos.target.LoggedTarget;
import io.nearcall.chaos.target.Target;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A process made to be killed: warms up, and does what it is told, line by line, until then. */
public final class Victim {

    private static final int CALLERS = 2;

    private Victim() {}

    public static void main(String[] arguments) throws Throwable {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Endpoint endpoint = Endpoint.open();
        warmUp(endpoint);
        System.out.println("ready");
        String line;
        while ((line = in.readLine()) != null) { // until the one who kills us has died himself
            String[] words = line.split(" ");
            if (words[0].equals("serve")) {
                endpoint.export(Target.class, new LoggedTarget(new CallLog(Path.of(words[2]))::begun), words[1]);
                System.out.println("serving");
            } else {
                System.out.println("calling");
                call(endpoint, words[1], Long.parseLong(words[2]));
            }
        }
    }

    private static void call(Endpoint endpoint, String service, long seed) {
        for (int i = 0; i < CALLERS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            Thread caller = new Thread(() -> callForEver(endpoint, service, random));
            caller.setDaemon(true);
            caller.start();
        }
    }

    private static void warmUp(Endpoint endpoint) throws Throwable {
        String name = "warm-up-" + ProcessHandle.current().pid();
        try (Endpoint other = Endpoint.open()) {
            other.export(Target.class, new LoggedTarget(nonce -> {}), name);
            Target target = endpoint.lookup(Target.class, name);
            for (CallKind kind : CallKind.values()) {
                kind.call(target, 1);
            }
        }
    }

    private static void callForEver(Endpoint endpoint, String service, SplittableRandom random) {
        CallKind[] kinds = CallKind.values();
        try {
            Target target = endpoint.lookup(Target.class, service);
            while (true) {
                kinds[random.nextInt(kinds.length)].call(target, random.nextLong() | 1);
            }
        } catch (EndpointClosedException e) {
            // told to end
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
