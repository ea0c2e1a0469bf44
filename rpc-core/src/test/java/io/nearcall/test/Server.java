// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A service in another JVM, which exports one object and waits to be killed. */
public final class Server {

    private Server() {}

    /** Starts it with a new instance of {@code implementation}, and returns when it can be called. */
    public static <T> OtherJvm start(Class<T> type, Class<? extends T> implementation, String... options) {
        return start(96, type, implementation, options);
    }

    /** With a heap of that many MiB. */
    public static <T> OtherJvm start(
            int heapMegabytes, Class<T> type, Class<? extends T> implementation, String... options) {
        List<String> arguments = new ArrayList<>(List.of(type.getName(), implementation.getName()));
        arguments.addAll(List.of(options));
        OtherJvm jvm = OtherJvm.start(heapMegabytes, Server.class, arguments.toArray(String[]::new));
        String line = jvm.readLine();
        if (!"ready".equals(line)) {
            jvm.close();
            throw new IllegalStateException("the server said " + line);
        }
        return jvm;
    }

    /** The line that ends it. */
    static final String CLOSE = "close";

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments).subList(2, arguments.length);
        Endpoint endpoint =
                builder(options).lookupTimeout(Duration.ofSeconds(20)).open();
        export(endpoint, Class.forName(arguments[0]), Class.forName(arguments[1]));
        Thread closing = new Thread(() -> {
            if (new Scanner(System.in).findWithinHorizon(CLOSE, 0) != null) {
                endpoint.close();
            }
        });
        closing.setDaemon(true);
        closing.start();
        System.out.println("ready");
        endpoint.awaitClose();
    }

    /** By names of options, each followed by its value. */
    static EndpointBuilder builder(List<String> options) {
        EndpointBuilder builder = Endpoint.builder();
        for (int i = 0; i < options.size(); i += 2) {
            String value = options.get(i + 1);
            switch (options.get(i)) {
                case "maxLanes" -> builder.maxLanes(Integer.parseInt(value));
                case "maxCalls" -> builder.maxCalls(Integer.parseInt(value));
                case "executor" -> builder.executor(executor(value));
                case "maxConnections" -> builder.maxConnections(Integer.parseInt(value));
                case "maxMessageBytes" -> builder.maxMessageBytes(Long.parseLong(value));
                case "allowPackage" -> builder.allowPackage(value);
                case "allow" -> builder.allow(named(value));
                default -> throw new IllegalArgumentException(options.get(i));
            }
        }
        return builder;
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("allow=" + name, e);
        }
    }

    /** @param kind of which "cook-" and a number are so many threads with these names */
    private static Executor executor(String kind) {
        if (kind.startsWith("cook-")) {
            AtomicInteger number = new AtomicInteger();
            return Executors.newFixedThreadPool(Integer.parseInt(kind.substring(5)), task -> {
                Thread thread = new Thread(task, "cook-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
        }
        return switch (kind) {
            case "virtual" -> Threads.virtual();
            case "single" -> Executors.newSingleThreadExecutor();
            default -> Executors.newFixedThreadPool(4);
        };
    }

    private static <T> void export(Endpoint endpoint, Class<T> type, Class<?> implementation) throws Exception {
        Constructor<?> constructor = implementation.getDeclaredConstructor();
        constructor.setAccessible(true); // of a class that is its test's own
        endpoint.export(type, type.cast(constructor.newInstance()));
    }
}
