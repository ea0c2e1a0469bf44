// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Platform;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** What the second JVM of a test does. */
enum PeerRole {

    /** Sends every frame back on its lane, with one thread for each lane, until a frame with the flags 1. */
    ECHO {
        @Override
        void play(Channel lane, SplittableRandom random) {
            echo(lane, null);
        }
    },

    /** The same, with pauses of all kinds, and a sleep each time. Exits with the number of missed wake-ups. */
    DAWDLING_ECHO {
        @Override
        void play(Channel lane, SplittableRandom random) {
            echo(lane, random);
        }
    },

    /** Takes one call, writes half of an answer and kills itself. */
    DIE_HALF_WRITTEN {
        @Override
        void play(Channel lane, SplittableRandom random) throws Exception {
            long call = Frames.receive(lane);
            lane.progress().publishTaken(call);
            lane.sendMemory().putLong(lane.claim(), -1);
            killItself();
        }
    },

    /** Sends the first fragments of a message and kills itself. */
    DIE_BETWEEN_FRAGMENTS {
        @Override
        void play(Channel lane, SplittableRandom random) throws Exception {
            Frames.receive(lane);
            Frames.fillForGood(lane);
            killItself();
        }
    },

    /** Receives nothing at all until it is killed. */
    SLEEP {
        @Override
        void play(Channel lane, SplittableRandom random) throws Exception {
            Thread.sleep(TimeUnit.MINUTES.toMillis(5)); // until it is killed
        }
    },

    /** Rests until it is rung for by a byte on the socket, which main waits for; then echoes. */
    REST_THEN_ECHO {
        @Override
        void play(Channel lane, SplittableRandom random) {
            echo(lane, null);
        }
    };

    static final int LAST = 1;

    abstract void play(Channel lane, SplittableRandom random) throws Exception;

    private static void echo(Channel lane, SplittableRandom random) {
        int flags;
        do {
            if (random != null) {
                WaitingContract.dawdle(random);
                lane.sleepForFrame(Frames.soonNs(), false);
            }
            Frames.awaitFrame(lane);
            int length = lane.frameLength();
            flags = lane.frameFlags();
            if (random != null) {
                WaitingContract.dawdle(random);
            }
            int index = Frames.claim(lane);
            for (int i = 0; i + Long.BYTES <= length; i += Long.BYTES) {
                lane.sendMemory().putLong(index + i, lane.receiveMemory().getLong(lane.frameIndex() + i));
            }
            lane.release();
            lane.commit(length, flags);
        } while (flags != LAST);
    }

    private static void killItself() throws Exception {
        if (Platform.isWindows()) {
            Runtime.getRuntime().halt(1); // no program of Windows kills by pid
        }
        new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid())
                .start()
                .waitFor();
        Thread.sleep(TimeUnit.MINUTES.toMillis(1)); // nothing else may be done before the signal arrives
    }

    /** Socket path, provider class, mode, number of lanes, role. */
    public static void main(String[] arguments) throws Exception {
        int socket = Host.current().connect(arguments[0], TimeUnit.SECONDS.toNanos(20));
        ChannelProvider provider = (ChannelProvider)
                Class.forName(arguments[1]).getDeclaredConstructor().newInstance();
        int laneCount = Integer.parseInt(arguments[3]);
        PeerRole role = valueOf(arguments[4]);
        LaneBatch batch = provider.open(0, laneCount, Lanes.CAPACITY, ChannelMode.valueOf(arguments[2]));
        PeerJvm.SocketBell bell = new PeerJvm.SocketBell(socket);
        Channel[] lanes = PeerJvm.exchange(socket, batch, bell);
        if (role == REST_THEN_ECHO) {
            for (Channel lane : lanes) {
                if (lane.restUntilDoorbell()) {
                    bell.await();
                    lane.wakeFromDoorbell();
                }
            }
        }
        Thread[] threads = new Thread[laneCount];
        for (int lane = 0; lane < laneCount; lane++) {
            Channel channel = lanes[lane];
            SplittableRandom random = new SplittableRandom(lane);
            threads[lane] = new Thread(() -> {
                try {
                    role.play(channel, random);
                } catch (Throwable e) {
                    e.printStackTrace();
                    Runtime.getRuntime().halt(99);
                }
            });
            threads[lane].start();
        }
        long missed = 0;
        for (int lane = 0; lane < laneCount; lane++) {
            threads[lane].join();
            missed += lanes[lane].missedWakeUps();
        }
        System.exit((int) Math.min(missed, 98));
    }
}
