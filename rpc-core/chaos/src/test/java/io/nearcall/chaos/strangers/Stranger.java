// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/**
 * A process of some user. It runs one command for each line, and prints the result as a line. Each command contains a
 * directory, or {@code -} for the default one, and an allowed user, or {@code -}.
 */
final class Stranger {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final long RAW_NS = 3_000_000_000L;
    private static final String NOBODY = "-";

    private Endpoint server;

    private Stranger() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Stranger stranger = new Stranger();
        System.out.println("ready");
        String line;
        while ((line = in.readLine()) != null) {
            String answer;
            try {
                answer = stranger.obey(line.split(" "));
            } catch (Exception | LinkageError e) {
                answer = e.getClass().getSimpleName() + " " + e.getMessage();
            }
            System.out.println(answer.replace('\n', ' '));
        }
    }

    private String obey(String[] words) throws Exception {
        return switch (words[0]) {
            case "serve" -> serve(words[1], words[2], words[3]);
            case "call" -> call(words[1], words[2], words[3], Integer.parseInt(words[4]));
            case "wait" -> waitFor(words[1], words[2], words[3], Integer.parseInt(words[4]));
            case "push" -> push(words[1], words[2]);
            case "listen" -> listen(words[1], words[2]);
            case "end" -> end();
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private static Endpoint open(String directory, String allowed) {
        if (directory.equals(NOBODY)) {
            System.clearProperty("io.nearcall.dir");
        } else {
            System.setProperty("io.nearcall.dir", directory);
        }
        EndpointBuilder builder = Endpoint.builder().deadline(Duration.ofSeconds(20));
        if (!allowed.equals(NOBODY)) {
            builder.allowUser(Integer.parseInt(allowed));
        }
        return builder.open();
    }

    /** Until {@code end}. */
    private String serve(String directory, String allowed, String service) {
        server = open(directory, allowed);
        server.export(Target.class, new LoggedTarget(nonce -> {}), service);
        return "serving";
    }

    private String end() {
        server.close();
        return "ended";
    }

    /** So many calls over a new connection. */
    private static String call(String directory, String allowed, String service, int calls) {
        try (Endpoint endpoint = open(directory, allowed)) {
            Target target = endpoint.lookup(Target.class, service, PATIENCE);
            for (int nonce = 1; nonce <= calls; nonce++) {
                if (target.ping(2L * nonce + 1) != 2L * nonce + 1) {
                    return "wrong";
                }
            }
            return "answered";
        }
    }

    /** Looks for a service that is not there yet. */
    private static String waitFor(String directory, String allowed, String service, int patienceMs) {
        try (Endpoint endpoint = open(directory, allowed)) {
            return "found "
                    + endpoint.lookup(Target.class, service, Duration.ofMillis(patienceMs))
                            .ping(1);
        }
    }

    /**
     * Breaks the rules: greets, and passes memory right behind the greeting. Prints the answer, and the passed
     * descriptors.
     */
    private static String push(String directory, String service) throws Exception {
        int memory = Memory.memfd("pushed", 4096);
        try (ControlSocket socket =
                new ControlSocket(UnixSocket.connect(directory + "/" + service + ".sock", RAW_NS))) {
            ControlMessage hello = new ControlMessage.Hello(
                    ControlMessage.VERSION, 1, UUID.randomUUID(), new Limits(64, 0, 1 << 20), service, "shm");
            socket.send(hello);
            socket.send(new ControlMessage.Lanes(0, 2, 64 * 1024, false, ""), memory);
            Received answer = socket.receive(RAW_NS);
            return answer == null ? "silence" : answer.descriptor() + " " + answer.message();
        } catch (ControlSocket.EndOfStream e) {
            return "end";
        } finally {
            Descriptors.close(memory);
        }
    }

    /** Accepts one client by hand, and prints its message. */
    private static String listen(String directory, String service) throws Exception {
        int listener = UnixSocket.listen(directory + "/" + service + ".sock", 0666, 1);
        System.out.println("listening");
        UnixSocket.await(listener, true, RAW_NS);
        int caller = UnixSocket.accept(listener);
        if (caller < 0) {
            return "nobody";
        }
        try {
            UnixSocket.await(caller, true, RAW_NS);
            int[] descriptors = new int[1];
            int got = UnixSocket.receive(caller, ByteBuffer.allocateDirect(4096), 0, 4096, descriptors);
            return "heard " + got;
        } finally {
            Descriptors.close(caller);
            Descriptors.close(listener);
        }
    }
}
