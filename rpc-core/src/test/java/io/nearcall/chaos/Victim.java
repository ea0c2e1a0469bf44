// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A process made to be killed: warms up, waits for a line that says what to do, and does it until then. */
final class Victim {

    private static final int CALLERS = 2;

    private Victim() {}

    public static void main(String[] arguments) throws Throwable {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Endpoint endpoint = Endpoint.open();
        warmUp(endpoint);
        System.out.println("ready");
        String line = in.readLine();
        String[] words = line == null ? new String[] {"nothing"} : line.split(" ");
        switch (words[0]) {
            case "serve" -> {
                endpoint.export(Target.class, new LoggedTarget(new CallLog(Path.of(words[2]))::begun), words[1]);
                System.out.println("serving");
            }
            case "call" -> {
                System.out.println("calling");
                for (int i = 0; i < CALLERS; i++) {
                    SplittableRandom random = new SplittableRandom(Long.parseLong(words[2]) + i);
                    Thread caller = new Thread(() -> callForEver(endpoint, words[1], random));
                    caller.setDaemon(true);
                    caller.start();
                }
            }
            default -> {}
        }
        in.readLine(); // until the one who kills us has died himself
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
        Target target = endpoint.lookup(Target.class, service);
        while (true) {
            try {
                kinds[random.nextInt(kinds.length)].call(target, random.nextLong() | 1);
            } catch (Throwable e) {
                e.printStackTrace();
                System.exit(1);
            }
        }
    }
}
