// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Measures round trips of 8 bytes between this JVM and a second one, a thread on each side for each lane. Prints ns per
 * round trip of each slice for one lane, calls per second for several.
 *
 * <p>{@code java -cp ... io.nearcall.ipc.channel.PingPong LANES SLICES CALLS_PER_SLICE PAUSE_MS [PREFIX...]}, the prefix
 * being put before the second JVM's command: {@code taskset -c 0}. A pause lets both sides fall asleep before each slice.
 */
final class PingPong {

    private PingPong() {}

    public static void main(String[] arguments) throws Exception {
        int laneCount = Integer.parseInt(arguments[0]);
        int slices = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        long pauseMs = Long.parseLong(arguments[3]);
        List<String> prefix = List.of(arguments).subList(4, arguments.length);
        Path directory = Files.createTempDirectory("pingpong");
        ChannelProvider provider = (ChannelProvider) Class.forName("io.nearcall.ipc.shm.ShmChannelProvider")
                .getDeclaredConstructor()
                .newInstance();
        ChannelSpec spec = ChannelSpec.ofWords(provider);
        try (PeerJvm peer = new PeerJvm(directory, spec, ChannelMode.TURN_TAKING, laneCount, PeerRole.ECHO, prefix)) {
            for (int slice = 0; slice < slices; slice++) {
                Thread.sleep(pauseMs);
                CountDownLatch done = new CountDownLatch(laneCount);
                long startNs = System.nanoTime();
                for (Channel lane : peer.lanes) {
                    new Thread(() -> {
                                for (long call = 0; call < calls; call++) {
                                    Frames.send(lane, call);
                                    Frames.receive(lane);
                                }
                                done.countDown();
                            })
                            .start();
                }
                done.await();
                long ns = System.nanoTime() - startNs;
                System.out.printf(
                        "%d lanes: %d ns a call, %d calls/s%n",
                        laneCount, ns / calls, (long) calls * laneCount * 1_000_000_000L / ns);
            }
        } finally {
            Files.delete(directory);
        }
    }
}
