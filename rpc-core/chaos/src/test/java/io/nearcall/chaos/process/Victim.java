// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import io.nearcall.Endpoint;
import io.nearcall.EndpointClosedException;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A process made to be killed. It warms up, and runs commands line by line until then. */
public final class Victim {

    private static final int CALLERS = 2;
    private static final int PIECE_BYTES = 4 << 20;
    private static final List<byte[]> HELD = new ArrayList<>();

    private Victim() {}

    /** @param arguments anything, for a victim that is to be called as one of another host, or to call so */
    public static void main(String[] arguments) throws Throwable {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Endpoint endpoint = Endpoint.open();
        warmUp(endpoint, Site.HERE);
        if (arguments.length > 0) {
            warmUp(endpoint, Site.atFreePort());
        }
        System.out.println("ready");
        String line;
        while ((line = in.readLine()) != null) { // until the process that kills us has itself died
            String[] words = line.split(" ");
            switch (words[0]) {
                case "serve" -> serve(endpoint, words[1], Path.of(words[2]));
                case "call" -> call(endpoint, words[1], Long.parseLong(words[2]), kinds(words));
                case "arm" -> arm(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                case "grow" -> grow(Integer.parseInt(words[1]));
                case "close" -> endpoint.close();
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    private static void serve(Endpoint endpoint, String address, Path log) throws IOException {
        Site site = Site.of(address);
        Endpoint serving = site.equals(Site.HERE) ? endpoint : site.builder().open();
        serving.export(Target.class, new LoggedTarget(new CallLog(log)::begun), Site.exported(address));
        System.out.println("serving");
    }

    private static void arm(int place, int passage) {
        Breakpoint.arm(place, passage);
        System.out.println("armed");
    }

    /** Has the process hold that much memory in all, and touches it. */
    private static void grow(int residentMiB) throws IOException {
        while (residentKiB() >> 10 < residentMiB) {
            byte[] piece = new byte[PIECE_BYTES];
            Arrays.fill(piece, (byte) 1);
            HELD.add(piece);
        }
        System.out.println("grown");
    }

    private static long residentKiB() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("no VmRSS in /proc/self/status");
    }

    /** Those that are named, or all. */
    private static CallKind[] kinds(String[] words) {
        return words.length <= 3
                ? CallKind.values()
                : Arrays.stream(words).skip(3).map(CallKind::valueOf).toArray(CallKind[]::new);
    }

    private static void call(Endpoint endpoint, String service, long seed, CallKind[] kinds) {
        System.out.println("calling");
        for (int i = 0; i < CALLERS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            Thread caller = new Thread(() -> callForEver(endpoint, service, random, kinds));
            caller.setDaemon(true);
            caller.start();
        }
    }

    private static void warmUp(Endpoint endpoint, Site site) throws Throwable {
        String name = "warm-up-" + ProcessHandle.current().pid();
        try (Endpoint other = site.builder().open()) {
            other.export(Target.class, new LoggedTarget(nonce -> {}), name);
            Target target = endpoint.lookup(Target.class, site.address(name));
            for (CallKind kind : CallKind.values()) {
                kind.call(target, 1);
            }
            if (site.equals(Site.HERE)) {
                CompiledReaders.warmUp(target);
            }
        }
    }

    private static void callForEver(Endpoint endpoint, String service, SplittableRandom random, CallKind[] kinds) {
        try {
            Target target = endpoint.lookup(Target.class, service);
            while (true) {
                kinds[random.nextInt(kinds.length)].call(target, random.nextLong() | 1);
            }
        } catch (EndpointClosedException e) {
            // as we were told
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
