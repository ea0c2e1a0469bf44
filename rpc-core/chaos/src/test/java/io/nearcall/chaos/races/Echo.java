// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.chaos.races.PassedLanes.LaneKind;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The other end of {@link PingPongs}: a process, or only a thread, that answers each message. */
final class Echo {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private Echo() {}

    /** Path of a socket, kind of lanes, directory for FIFOs, number of lanes, seed. Prints the missed wake-ups. */
    public static void main(String[] arguments) throws Exception {
        int socket = UnixSocket.connect(arguments[0], PATIENCE_NS);
        LaneKind kind = LaneKind.valueOf(arguments[1]);
        int count = Integer.parseInt(arguments[3]);
        SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[4]));
        PassedLanes passed = PassedLanes.exchange(socket, kind, Path.of(arguments[2]), count, lane -> {});
        List<Thread> threads = new ArrayList<>();
        for (Channel lane : passed.lanes) {
            TarryingEnd end = new TarryingEnd(lane, random.split(), null);
            threads.add(new Thread(() -> run(end)));
        }
        threads.forEach(Thread::start);
        long missed = 0;
        for (int i = 0; i < count; i++) {
            threads.get(i).join();
            missed += passed.lanes[i].missedWakeUps();
        }
        System.out.println("missed " + missed);
    }

    /** The number of the answer to a message of that number. */
    static long answerTo(long number) {
        return number * 31 + 7;
    }

    /** Answers until the last message. */
    static void run(TarryingEnd end) {
        do {
            end.tarry();
            long number = end.receive();
            end.tarry();
            end.send(answerTo(number), end.flags());
        } while (end.flags() != TarryingEnd.LAST);
    }
}
