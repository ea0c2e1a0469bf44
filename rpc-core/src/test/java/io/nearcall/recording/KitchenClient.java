// SPDX-License-Identifier: Apache-2.0
package io.nearcall.recording;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.test.Threads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Calls a kitchen in all ways that a recording shows. */
final class KitchenClient {

    static final int ROASTS = 3;
    static final int MS = 300; // where others want the CPUs, a caller may yield for a hundred before it sleeps
    private static final int LONG_MS = 5000;

    private KitchenClient() {}

    /** @param arguments how: {@code platform} or {@code virtual} threads */
    public static void main(String[] arguments) throws Exception {
        ExecutorService threads =
                arguments[0].equals("virtual") ? Threads.virtual() : Executors.newSingleThreadExecutor();
        try (Endpoint endpoint = Endpoint.open()) {
            Kitchen kitchen = endpoint.lookup(Kitchen.class, "shm:kitchen");
            threads.submit(() -> {
                        call(kitchen);
                        return null;
                    })
                    .get();
            try (Endpoint other = Endpoint.open()) {
                other.lookup(Kitchen.class, "shm:kitchen");
            } catch (ConnectionRefusedException e) {
                System.out.println("refused");
            }
        }
        System.out.println(ModuleLayer.boot().findModule("jdk.jfr").isPresent());
        System.exit(0);
    }

    private static void call(Kitchen kitchen) throws Exception {
        kitchen.add(1, 2);
        for (int i = 0; i < ROASTS; i++) {
            kitchen.roast(MS);
        }
        kitchen.deliver(MS).get();
        try {
            kitchen.spoil();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            kitchen.burn(LONG_MS);
        } catch (DeadlineExceededException e) {
            System.out.println(e.outcome());
        }
        kitchen.roast(MS); // behind the one that was given up
    }
}
