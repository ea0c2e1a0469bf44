// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

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

    public static void main(String[] arguments) throws Exception {
        EndpointBuilder builder = Endpoint.builder().lookupTimeout(Duration.ofSeconds(20));
        for (int i = 2; i < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "maxLanes" -> builder.maxLanes(Integer.parseInt(arguments[i + 1]));
                case "maxCalls" -> builder.maxCalls(Integer.parseInt(arguments[i + 1]));
                case "executor" -> builder.executor(executor(arguments[i + 1]));
                case "maxConnections" -> builder.maxConnections(Integer.parseInt(arguments[i + 1]));
                case "maxMessageBytes" -> builder.maxMessageBytes(Long.parseLong(arguments[i + 1]));
                case "allowPackage" -> builder.allowPackage(arguments[i + 1]);
                default -> throw new IllegalArgumentException(arguments[i]);
            }
        }
        Endpoint endpoint = builder.open();
        export(endpoint, Class.forName(arguments[0]), Class.forName(arguments[1]));
        System.out.println("ready");
        endpoint.awaitClose();
    }

    private static Executor executor(String kind) {
        return switch (kind) {
            case "virtual" -> Threads.virtual();
            case "single" -> Executors.newSingleThreadExecutor();
            default -> Executors.newFixedThreadPool(4);
        };
    }

    private static <T> void export(Endpoint endpoint, Class<T> type, Class<?> implementation) throws Exception {
        endpoint.export(type, type.cast(implementation.getDeclaredConstructor().newInstance()));
    }
}
