// SPDX-License-Identifier: Apache-2.0
package io.nearcall.recording;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/** Offers a kitchen to one caller at a time. Ends when a line says so; another line has it begin to record into a file. */
final class KitchenServer {

    private KitchenServer() {}

    private static final class SlowKitchen implements Kitchen {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public int roast(int ms) throws InterruptedException {
            Thread.sleep(ms); // a method that takes its time
            return ms;
        }

        @Override
        public int burn(int ms) throws InterruptedException {
            Thread.sleep(ms); // longer than its caller waits
            return ms;
        }

        @Override
        public int spoil() {
            throw new IllegalStateException("spoilt");
        }

        @Override
        public CompletableFuture<Integer> deliver(int ms) {
            return CompletableFuture.supplyAsync(
                    () -> ms, CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS));
        }
    }

    public static void main(String[] arguments) throws Exception {
        EndpointBuilder builder = Endpoint.builder().maxConnections(1);
        if (arguments.length > 0) {
            builder.executor(Executors.newFixedThreadPool(2));
        }
        try (Endpoint endpoint = builder.open();
                Scanner in = new Scanner(System.in)) {
            endpoint.export(Kitchen.class, new SlowKitchen(), "shm:kitchen");
            System.out.println("ready");
            String line = in.nextLine();
            if (!line.equals("end")) {
                recordInto(Path.of(line), in);
            }
        }
        System.exit(0);
    }

    private static void recordInto(Path file, Scanner in) throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            System.out.println("recording");
            in.nextLine();
            recording.dump(file);
        }
    }
}
