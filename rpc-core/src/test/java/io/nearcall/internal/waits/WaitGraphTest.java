// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which thread waits for which, found from the waits that the test defines for each process. */
@Timeout(60)
class WaitGraphTest {

    private static final String CONNECTION = "shop bank shm";
    private static final int SHOP = 11;
    private static final int BANK = 22;
    private static final long LOOKED_MS = 10_000;

    /** What one process says. */
    private static final class Said {
        private final int pid;
        private final long lookedMs;
        private final List<WaitsView.Waiter> threads = new ArrayList<>();
        private final List<WaitsView.Call> calls = new ArrayList<>();
        private final List<WaitsView.Served> served = new ArrayList<>();

        Said(int pid, long lookedMs) {
            this.pid = pid;
            this.lookedMs = lookedMs;
        }

        Said(int pid) {
            this(pid, LOOKED_MS);
        }

        Said thread(long id) {
            threads.add(new WaitsView.Waiter(id, "thread-" + id, 0, "", 0, ""));
            return this;
        }

        Said locked(long id, long owner, long sinceMs) {
            threads.add(new WaitsView.Waiter(id, "thread-" + id, owner, "Lock@1", sinceMs, "a\nb"));
            return this;
        }

        Said calls(long id, CallKey key, long sinceMs) {
            calls.add(new WaitsView.Call(id, key, 0, "orders.place", sinceMs));
            return this;
        }

        Said runs(CallKey key, long id) {
            return in(CallState.RUNS, key, 0, id);
        }

        Said in(CallState state, CallKey key, long sinceMs, Long... threads) {
            served.add(new WaitsView.Served(key, state, sinceMs, List.of(threads)));
            return this;
        }

        Said queued(CallKey key, long sinceMs, Long... threads) {
            return in(CallState.QUEUED, key, sinceMs, threads);
        }

        WaitsView view() {
            return new WaitsView(pid, 7, "pid:[1]", "/run/nearcall", lookedMs, threads, calls, served);
        }
    }

    private static CallKey call(boolean ofShop, long id) {
        return new CallKey(CONNECTION, ofShop, 3, id);
    }

    private static List<WaitCycle> cycles(Said... said) {
        return WaitGraph.of(Arrays.stream(said).map(Said::view).toList()).cycles();
    }

    /** Each holds a lock, and makes a call that needs the lock of the other. */
    private static Said[] lockOrder(long callMs, long lockMs, long shopLookedMs, long bankLookedMs) {
        return new Said[] {
            new Said(SHOP, shopLookedMs)
                    .calls(1, call(true, 5), callMs)
                    .locked(2, 1, lockMs)
                    .runs(call(false, 6), 2),
            new Said(BANK, bankLookedMs)
                    .calls(1, call(false, 6), callMs)
                    .locked(2, 1, lockMs)
                    .runs(call(true, 5), 2)
        };
    }

    @Test
    void shouldFindLocksThatTwoProcessesTakeInDifferentOrder() {
        List<WaitCycle> found = cycles(lockOrder(8_000, 9_000, LOOKED_MS, LOOKED_MS));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).threads()).hasSize(4);
        assertThat(found.get(0).lines())
                .contains(
                        "thread 1 of process 11 waits for orders.place, which thread \"thread-2\" of process 22 runs",
                        "thread \"thread-2\" of process 22 waits for lock Lock@1, which thread 1 of process 22 has",
                        "    at a");
    }

    @Test
    void shouldFindNoCycleWhereWaitsWereNotSeenTogether() {
        assertThat(cycles(lockOrder(8_000, 9_950, LOOKED_MS, LOOKED_MS))).isEmpty();
        assertThat(cycles(lockOrder(8_000, 9_000, LOOKED_MS, 9_050))).isEmpty();
        assertThat(cycles(lockOrder(8_000, 9_000, 8_500, LOOKED_MS))).isEmpty();
        assertThat(cycles(lockOrder(8_000, Long.MAX_VALUE, Long.MIN_VALUE, LOOKED_MS)))
                .isEmpty();
    }

    /** As when a page has changed between the looks of the two. */
    @Test
    void shouldFindNoCycleWhereOneSideIsAtAnotherCallAlready() {
        Said shop = new Said(SHOP)
                .calls(1, call(true, 5), 8_000)
                .locked(2, 1, 8_000)
                .runs(call(false, 6), 2);
        Said bank = new Said(BANK)
                .calls(1, call(false, 7), 8_000)
                .locked(2, 1, 8_000)
                .runs(call(true, 5), 2);
        assertThat(cycles(shop, bank)).isEmpty();
    }

    @Test
    void shouldFindNoCycleWhereAThreadGoesOn() {
        Said shop = new Said(SHOP).calls(1, call(true, 5), 1_000);
        Said bank = new Said(BANK).thread(2).runs(call(true, 5), 2);
        WaitGraph graph = WaitGraph.of(List.of(shop.view(), bank.view()));
        assertThat(graph.cycles()).isEmpty();
        assertThat(graph.waits()).hasSize(1);
        assertThat(graph.waits().get(0).behind())
                .singleElement()
                .satisfies(thread -> assertThat(thread.who()).isEqualTo("thread \"thread-2\" of process 22"));
    }

    @Test
    void shouldFindAnExecutorAllOfWhoseThreadsWaitForIt() {
        Said shop = new Said(SHOP)
                .calls(1, call(true, 5), 1_000)
                .calls(2, call(true, 6), 1_000)
                .runs(call(false, 1), 1)
                .runs(call(false, 2), 2);
        Said bank = new Said(BANK)
                .calls(8, call(false, 1), 1_000)
                .calls(9, call(false, 2), 1_000)
                .queued(call(true, 5), 1_000, 8L, 9L)
                .queued(call(true, 6), 1_000, 8L, 9L);
        List<WaitCycle> found = cycles(shop, bank);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).threads()).hasSize(4);
        assertThat(found.get(0).lines()).anyMatch(line -> line.contains("which waits for a thread of its executor"));
    }

    @Test
    void shouldFindNoCycleWhereAThreadOfTheExecutorIsFreeOrNotKnown() {
        Said shop = new Said(SHOP).calls(1, call(true, 5), 1_000).runs(call(false, 1), 1);
        Said free = new Said(BANK).calls(8, call(false, 1), 1_000).thread(9).queued(call(true, 5), 1_000, 8L, 9L);
        Said unknown = new Said(BANK).calls(8, call(false, 1), 1_000).queued(call(true, 5), 1_000);
        Said late = new Said(BANK).calls(8, call(false, 1), 1_000).queued(call(true, 5), 9_990, 8L);
        assertThat(cycles(shop, free)).isEmpty();
        assertThat(cycles(shop, unknown)).isEmpty();
        assertThat(cycles(shop, late)).isEmpty();
        Said full = new Said(BANK).calls(8, call(false, 1), 1_000).queued(call(true, 5), 1_000, 8L);
        assertThat(cycles(shop, full)).hasSize(1);
    }

    @Test
    void shouldFindACallBehindOneThatItsLaneRuns() {
        Said bank = new Said(BANK).calls(2, call(false, 1), 1_000).in(CallState.RUNS_FIRST, call(true, 5), 1_000, 2L);
        Said later = new Said(SHOP).calls(1, call(true, 6), 1_000).runs(call(false, 1), 1);
        List<WaitCycle> found = cycles(later, bank);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).lines())
                .contains(
                        "thread 1 of process 11 waits for orders.place, which waits for earlier calls, which thread 2 of"
                                + " process 22 runs");
        Said earlier = new Said(SHOP).calls(1, call(true, 4), 1_000).runs(call(false, 1), 1);
        assertThat(cycles(earlier, bank)).isEmpty();
        CallKey ofOtherLane = new CallKey(CONNECTION, true, 4, 6);
        Said beside = new Said(SHOP).calls(1, ofOtherLane, 1_000).runs(call(false, 1), 1);
        assertThat(cycles(beside, bank)).isEmpty();
    }

    @Test
    void shouldFindLanesThatThreadsHaveWhichWait() {
        CallKey unsent = CallKey.withoutLane(CONNECTION, true, 1);
        Said taken = new Said(SHOP)
                .calls(1, unsent, 1_000)
                .locked(2, 1, 1_000)
                .locked(3, 1, 1_000)
                .in(CallState.AWAITS_LANE, unsent, 1_000, 2L, 3L);
        List<WaitCycle> found = cycles(taken);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).threads()).hasSize(3);
        assertThat(found.get(0).lines())
                .anyMatch(line -> line.contains(
                        "waits for a lane for orders.place, which is held by threads that wait, such as thread"));
        Said oneMoves = new Said(SHOP)
                .calls(1, unsent, 1_000)
                .locked(2, 1, 1_000)
                .thread(3)
                .in(CallState.AWAITS_LANE, unsent, 1_000, 2L, 3L);
        assertThat(cycles(oneMoves)).isEmpty();
    }

    @Test
    void shouldTellTheWaitsForOneCallApart() {
        WaitCycle first = cycles(new Said(SHOP).calls(1, call(true, 5), 1_000).runs(call(true, 5), 1))
                .get(0);
        WaitCycle next = cycles(new Said(SHOP).calls(1, call(true, 5), 2_000).runs(call(true, 5), 1))
                .get(0);
        assertThat(first.key()).isNotEqualTo(next.key());
    }

    @Test
    void shouldJoinNoCallThatTwoProcessesSayTheyHave() {
        Said[] said = lockOrder(8_000, 9_000, LOOKED_MS, LOOKED_MS);
        Said third = new Said(33).thread(1).runs(call(true, 5), 1);
        assertThat(cycles(said[0], said[1], third)).isEmpty();
    }

    @Test
    void shouldJoinNoCallOfAConnectionThatCannotBeToldFromAnother() {
        CallKey unknown = new CallKey("", true, 3, 5);
        Said shop = new Said(SHOP).calls(1, unknown, 1_000).runs(unknown, 1);
        assertThat(cycles(shop)).isEmpty();
    }

    @Test
    void shouldFindAThreadThatWaitsForItself() {
        assertThat(cycles(new Said(SHOP).calls(1, call(true, 5), 1_000).runs(call(true, 5), 1)))
                .hasSize(1);
    }

    /** Chains as long as files can have them, all of which lead into one cycle. */
    @Test
    void shouldTakeLongChainsAndWideQueues() {
        List<WaitsView> all = new ArrayList<>();
        int processes = 64;
        for (int p = 0; p < processes; p++) {
            Said said = new Said(p + 1);
            Long[] everybody = new Long[WaitsFormat.MOST_THREADS];
            Arrays.setAll(everybody, i -> (long) i + 1);
            for (int i = 0; i < WaitsFormat.MOST_CALLS; i++) {
                CallKey key = new CallKey("c" + p, true, 0, i);
                said.calls(i + 1, key, 1_000);
                CallKey served = new CallKey("c" + (p + 1) % processes, true, 0, i);
                said.queued(served, 1_000, everybody);
            }
            all.add(said.view());
        }
        assertThat(WaitGraph.of(all).cycles()).hasSize(1);
    }

    @Test
    void shouldReadWhatIsWritten() {
        for (Said said : lockOrder(8_000, 9_000, LOOKED_MS, LOOKED_MS)) {
            for (CallState state : CallState.values()) {
                said.in(state, call(true, 9 + state.ordinal()), 1_000, 8L, 9L);
            }
            assertThat(WaitsFormat.view(WaitsFormat.bytes(said.view()))).isEqualTo(said.view());
        }
    }

    @Test
    void shouldReadNoControlCharactersAndNothingTooLong() {
        String wild = "\u001b[2J\n\u202e" + "x".repeat(9_000);
        WaitsView.Waiter thread = new WaitsView.Waiter(1, wild, 2, wild, 3, wild);
        WaitsView written = new WaitsView(
                1,
                2,
                wild,
                wild,
                3,
                List.of(thread),
                List.of(new WaitsView.Call(1, call(true, 1), 1, wild, 1)),
                List.of());
        WaitsView read = WaitsFormat.view(WaitsFormat.bytes(written));
        assertThat(read.threads().get(0).name()).startsWith("?[2J??x").hasSizeLessThanOrEqualTo(255);
        assertThat(read.threads().get(0).stack()).startsWith("?[2J\n?x").hasSizeLessThanOrEqualTo(4_000);
        assertThat(read.calls().get(0).method()).doesNotContain("\u001b", "\n", "\u202e");
    }

    @Test
    void shouldNotBeHurtByGarbage() {
        Random random = new Random(26);
        Said[] said = lockOrder(8_000, 9_000, LOOKED_MS, LOOKED_MS);
        byte[] whole =
                WaitsFormat.bytes(said[0].queued(call(true, 9), 1, 1L, 2L).view());
        int read = 0;
        for (int i = 0; i < 4_000; i++) {
            byte[] damaged = Arrays.copyOf(whole, i % 3 == 0 ? random.nextInt(whole.length + 1) : whole.length);
            for (int changes = random.nextInt(4); changes > 0 && damaged.length > 12; changes--) {
                damaged[12 + random.nextInt(damaged.length - 12)] = (byte) random.nextInt();
            }
            WaitsView view = WaitsFormat.view(damaged);
            if (view != null) {
                read++;
                WaitGraph graph = WaitGraph.of(List.of(view, said[1].view()));
                graph.cycles().forEach(WaitCycle::lines);
                graph.waits().forEach(WaitNode::who);
            }
        }
        assertThat(read).isBetween(200, 3_800);
        assertThat(WaitsFormat.view(new byte[0])).isNull();
    }
}
