// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.file.Path;

/** The action of another process on an object. The first argument is the action, the second is the path. */
final class SharedProgram {

    private SharedProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path path = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "pass" -> pass(path, Integer.parseInt(arguments[2]));
            case "die-inside" -> stopInside(path);
            case "die-in-repair" -> dieInRepair(path);
            case "die-in-buffer" -> stopInsideBuffer(path);
            case "await" -> await(path);
            case "produce" -> produce(path, Integer.parseInt(arguments[2]));
            case "consume" -> consume(path);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void pass(Path path, int times) {
        try (Turnstile turnstile = new Turnstile(path)) {
            for (int i = 0; i < times; i++) {
                turnstile.pass();
            }
        }
        System.out.println("done");
    }

    /** Until it is killed. */
    private static void stopInside(Path path) throws InterruptedException {
        Turnstile turnstile = new Turnstile(path);
        turnstile.pass();
        turnstile.monitor.lock();
        Turnstile.IN.set(turnstile.object, Turnstile.IN.get(turnstile.object) + 1);
        System.out.println("inside");
        Thread.sleep(60_000); // until it is killed
    }

    private static void stopInsideBuffer(Path path) throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer(path);
        Thread.sleep(100); // the other one awaits first
        buffer.monitor.lock();
        System.out.println("inside");
        Thread.sleep(60_000); // until it is killed
    }

    private static void dieInRepair(Path path) {
        Turnstile turnstile = new Turnstile(path);
        turnstile.monitor.repair(() -> Runtime.getRuntime().halt(0));
    }

    private static void await(Path path) throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer(path);
        System.out.println("awaiting");
        System.out.println("got " + buffer.take());
        Thread.sleep(60_000); // until it is killed
    }

    private static void produce(Path path, int count) throws InterruptedException {
        try (BoundedBuffer buffer = new BoundedBuffer(path)) {
            for (int i = 1; i <= count; i++) {
                buffer.put(i);
            }
        }
        System.out.println("done");
    }

    /** Prints the sum of the values that it takes, up to a 0. */
    private static void consume(Path path) throws InterruptedException {
        long sum = 0;
        try (BoundedBuffer buffer = new BoundedBuffer(path)) {
            for (long item = buffer.take(); item != 0; item = buffer.take()) {
                sum += item;
            }
        }
        System.out.println(sum);
    }
}
