// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.races.PassedLanes.LaneKind;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Messages to and fro at every possible moment: no wake-up is missed. */
public final class PingPongs implements Row {

    /* How missed wake-ups are counted: a sleep is cut into slices of 100 ms. If a slice ends although the awaited word has
     * changed, the sleeper was not woken, which counts (Channel.missedWakeUps). Over FIFOs the kernel wakes, and there is
     * no such count. There a lost wake-up shows as a wait that hangs. */

    private static final int IN_SHORT_FORM = 1_200_000;
    private static final int IN_FULL = 100_000_000;

    /** In hundredths of all. A FIFO's takes some ten times as long, a rest goes through other means as well. */
    private static final int EACH_OVER_FIFOS = 1;

    private static final int RESTING = 5;
    private static final int STREAMING = 20;

    /** In the short form, too, a missing fence is to show, and without the kernel's own look it does. */
    private static final int FEWEST_RESTING = 240_000;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long HUNG_MS = TimeUnit.HOURS.toMillis(2);

    private Path scratch;
    private SplittableRandom random;
    private Tally tally;
    private Yardstick yardstick;
    private long missed;

    @Override
    public String name() {
        return "ping-pongs";
    }

    @Override
    public String description() {
        return "Messages of one to nine frames go back and forth between two processes, and between two threads"
                + " that rest until their doorbell rings. Lanes are of both kinds, over shared memory and over FIFOs."
                + " Both ends spin, yield, sleep and wait in every way, at random. A missed wake-up counts as wrong,"
                + " although the waiter's own timeout ends the wait.";
    }

    @Override
    public String mutation() {
        return "there is no full fence between publishing a frame and checking whether the other side sleeps";
    }

    @Override
    public int minutes() {
        return 7;
    }

    @Override
    public void run(Campaign campaign, Tally into) throws Exception {
        scratch = campaign.scratch();
        random = campaign.random(this);
        tally = into;
        int all = campaign.promised(IN_SHORT_FORM, IN_FULL);
        int hundredth = all / 100;
        int fifos = EACH_OVER_FIFOS * hundredth;
        int rests = Math.max(FEWEST_RESTING, RESTING * hundredth);
        int streaming = STREAMING * hundredth;
        try (Yardstick sleeper = new Yardstick()) {
            yardstick = sleeper;
            resting(LaneKind.SHM_IN_TURNS, rests);
            resting(LaneKind.SHM_STREAMING, rests);
            resting(LaneKind.FIFO_STREAMING, fifos);
            between(LaneKind.FIFO_IN_TURNS, 1, fifos);
            between(LaneKind.FIFO_STREAMING, 2, fifos);
            between(LaneKind.SHM_STREAMING, 1, streaming);
            int inTurns = all - 2 * rests - 3 * fifos - streaming;
            between(LaneKind.SHM_IN_TURNS, 1, inTurns / 2);
            between(LaneKind.SHM_IN_TURNS, 2, inTurns / 2);
        }
        tally.note(missed + " wake-ups missed");
    }

    /** Two processes with that many lanes. Messages go back and forth on all of them at once. */
    private void between(LaneKind kind, int laneCount, int count) throws Exception {
        yardstick.reset();
        long startNs = System.nanoTime();
        Path path = scratch.resolve("lanes.sock");
        Path directory = Files.createDirectory(scratch.resolve("fifos"));
        int listener = UnixSocket.listen(path.toString(), 0600, 1);
        int socket = -1;
        try (VictimJvm echo = VictimJvm.start(
                scratch,
                Echo.class,
                path.toString(),
                kind.name(),
                directory.toString(),
                Integer.toString(laneCount),
                Long.toString(random.nextLong()))) {
            UnixSocket.await(listener, true, PATIENCE_NS);
            socket = UnixSocket.accept(listener);
            try (PassedLanes passed = PassedLanes.exchange(socket, kind, directory, laneCount, lane -> {})) {
                List<TarryingEnd> ends = new ArrayList<>();
                for (Channel lane : passed.lanes) {
                    ends.add(new TarryingEnd(lane, random.split(), null));
                }
                play(kind, ends, List.of(), count);
                String said = echo.readLine();
                if (said == null || !said.startsWith("missed ")) {
                    tally.hung(kind + ": the other process ended with " + echo.awaitExit());
                } else {
                    missed(kind, Long.parseLong(said.substring("missed ".length())));
                }
            }
        } finally {
            Descriptors.close(listener);
            if (socket >= 0) {
                Descriptors.close(socket);
            }
            Files.delete(path);
            Files.delete(directory);
        }
        noteRate(kind, laneCount + " at once between processes", count, startNs);
    }

    /** Two threads, both of which rest now and then. */
    private void resting(LaneKind kind, int count) throws Exception {
        yardstick.reset();
        long startNs = System.nanoTime();
        Path directory = Files.createDirectory(scratch.resolve("fifos"));
        int[] sockets = new int[2];
        UnixSocket.pair(sockets);
        RestBell left = new RestBell();
        RestBell right = new RestBell();
        left.pair(right);
        LaneBatch leftHalf = PassedLanes.open(kind, directory, 1);
        LaneBatch rightHalf = PassedLanes.open(kind, directory, 1);
        PassedLanes.offer(sockets[0], leftHalf);
        PassedLanes.offer(sockets[1], rightHalf);
        try (PassedLanes here = PassedLanes.accept(sockets[0], leftHalf, left);
                PassedLanes there = PassedLanes.accept(sockets[1], rightHalf, right)) {
            TarryingEnd end = new TarryingEnd(here.lanes[0], random.split(), left);
            TarryingEnd other = new TarryingEnd(there.lanes[0], random.split(), right);
            Thread echo = new Thread(() -> Echo.run(other), "echo");
            play(kind, List.of(end), List.of(echo), count);
            missed(kind, other.missedWakeUps());
        } finally {
            Descriptors.close(sockets[0]);
            Descriptors.close(sockets[1]);
            Files.delete(directory);
        }
        noteRate(kind, "with rests between threads", count, startNs);
    }

    private void play(LaneKind kind, List<TarryingEnd> ends, List<Thread> others, int count) throws Exception {
        List<Thread> threads = new ArrayList<>(others);
        for (TarryingEnd end : ends) {
            SplittableRandom numbers = random.split();
            threads.add(new Thread(() -> play(kind, end, numbers, count / ends.size()), "ping-pong"));
        }
        threads.forEach(thread -> thread.setDaemon(true));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(HUNG_MS);
            if (thread.isAlive()) {
                tally.hung(kind + ": " + thread.getName() + " has not ended");
            }
        }
        tally.episode(count, yardstick.worstNs());
        for (TarryingEnd end : ends) {
            missed(kind, end.missedWakeUps());
        }
    }

    private void play(LaneKind kind, TarryingEnd end, SplittableRandom numbers, int count) {
        try {
            for (int i = 1; i <= count; i++) {
                long number = numbers.nextLong();
                end.send(number, i == count ? TarryingEnd.LAST : 0);
                end.tarry();
                long answer = end.receive();
                if (answer != Echo.answerTo(number)) {
                    tally.wrong(kind + ": " + answer + " in answer to " + number);
                }
                end.tarry();
            }
        } catch (RuntimeException e) {
            tally.hung(kind + ": " + e);
        }
    }

    private void missed(LaneKind kind, long count) {
        missed += count;
        if (count > 0) {
            tally.wrong(kind + ": " + count + " wake-ups missed");
        }
    }

    private void noteRate(LaneKind kind, String how, int count, long startNs) {
        tally.note(String.format(
                Locale.ROOT,
                "%,d %s %s, %.1f us each",
                count,
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                how,
                (System.nanoTime() - startNs) / 1e3 / count));
    }
}
