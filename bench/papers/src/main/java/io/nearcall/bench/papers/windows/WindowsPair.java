// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.pair.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A fresh server JVM and a fresh client JVM under Wine. */
final class WindowsPair implements AutoCloseable {

    private static final long START_TIMEOUT_S = 60;
    private static final long ROUND_TIMEOUT_S = 120;

    /** Wine 8 ends a JVM at its start now and then, without a word. */
    private static final int ATTEMPTS = 3;

    private final Child server;
    private final Child client;

    private WindowsPair(Child server, Child client) {
        this.server = server;
        this.client = client;
    }

    private record Started<T>(Child child, T answer) {}

    /** Starts both. They go through the schedule at once. */
    static WindowsPair start(Wine wine, int version, Schedule schedule) throws IOException, InterruptedException {
        String name = "nearcall-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        List<String> serverArgs = new ArrayList<>(List.of(name));
        serverArgs.addAll(schedule.args());
        Started<WindowsServer.Ready> server =
                started(wine, version, WindowsServer.class, serverArgs, WindowsServer.Ready.class);
        try {
            List<String> clientArgs = new ArrayList<>(
                    List.of(Integer.toString(server.answer.controlPort()), Integer.toString(server.answer.pid())));
            clientArgs.addAll(schedule.args());
            clientArgs.addAll(server.answer.addresses());
            Child client = started(wine, version, WindowsClient.class, clientArgs, Object.class).child;
            return new WindowsPair(server.child, client);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.child.close();
            throw e;
        }
    }

    private static <T> Started<T> started(Wine wine, int version, Class<?> main, List<String> args, Class<T> answer)
            throws IOException, InterruptedException {
        String name = main.getSimpleName() + ", Java " + version;
        for (int attempt = 1; ; attempt++) {
            Child child = wine.start(name, version, main, args);
            try {
                return new Started<>(child, child.next(answer, START_TIMEOUT_S));
            } catch (IOException e) {
                child.close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (InterruptedException | RuntimeException e) {
                child.close();
                throw e;
            }
        }
    }

    /** Waits for the next round of the schedule. */
    TimedRound next() throws IOException, InterruptedException {
        return client.next(TimedRound.class, ROUND_TIMEOUT_S);
    }

    /** Kills the server. Returns how the client fails then. */
    IOException killServer() throws InterruptedException {
        server.kill();
        return failure(client);
    }

    /** Kills the client. Returns how the server fails then. */
    IOException killClient() throws InterruptedException {
        client.kill();
        return failure(server);
    }

    private static IOException failure(Child child) throws InterruptedException {
        try {
            while (true) {
                child.next(Object.class, ROUND_TIMEOUT_S); // what was answered before
            }
        } catch (IOException e) {
            return e;
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
