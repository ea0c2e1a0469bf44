// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.papers.mechanism.Link;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The JVM that sends back what it receives. */
public final class WindowsServer {

    private WindowsServer() {}

    /** What the client needs to find this JVM. */
    record Ready(int controlPort, int pid, List<String> addresses) {}

    /** Arguments: the beginning of all names, and a {@link Schedule}. */
    public static void main(String[] args) {
        endWithInput();
        try {
            serve(args[0], Schedule.of(List.of(args).subList(1, args.length)));
            System.exit(0);
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    /**
     * Ends this JVM together with the process that started it. Reads bytes: readers ask how many there are, which fails
     * for a pipe under Wine before Java 21.
     */
    static void endWithInput() {
        Thread thread = new Thread(
                () -> {
                    try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
                        while (in.read() >= 0) {
                            // The input has no commands.
                        }
                    } catch (IOException ended) {
                        // This is treated like the end of the input.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "end of input");
        thread.setDaemon(true);
        thread.start();
    }

    private static void serve(String name, Schedule schedule) throws Exception {
        List<Offer> offers = new ArrayList<>();
        for (WindowsMechanism each : schedule.mechanisms()) {
            offers.add(each.offer(name));
        }
        try (ServerSocket control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int pid = (int) ProcessHandle.current().pid();
            List<String> addresses = offers.stream().map(Offer::address).toList();
            Child.answer(new Gson().toJson(new Ready(control.getLocalPort(), pid, addresses)));
            try (Socket client = control.accept()) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                Peer peer = new Peer(in.readInt());
                Map<WindowsMechanism, Link> links = new EnumMap<>(WindowsMechanism.class);
                for (int i = 0; i < offers.size(); i++) {
                    links.put(
                            schedule.mechanisms().get(i),
                            offers.get(i).meeting().with(peer));
                }
                client.getOutputStream().write(1);
                peer.watch();
                for (int round = 0; round < schedule.rounds(); round++) {
                    schedule.round(round, (mechanism, bytes) -> {
                        peer.use(mechanism);
                        try {
                            answer(links.get(mechanism), bytes, schedule.trips());
                        } catch (Exception e) {
                            throw peer.explained(mechanism, e);
                        }
                    });
                }
                peer.use(null);
                in.read(); // until the client has received everything, and has gone
            }
        }
    }

    private static void answer(Link link, int bytes, int trips) throws Exception {
        byte[] message = new byte[bytes];
        for (int i = 0; i < trips; i++) {
            link.read(message);
            link.write(message);
        }
    }
}
