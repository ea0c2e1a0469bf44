// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the two recordings of one call become one line. */
class JoiningTest {

    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final long MS = 1_000_000;

    private final Joining joining = new Joining();

    private static SeenCall atCaller(long callId, long startMs, long ms, String error) {
        return call(false, callId, startMs, ms, error);
    }

    private static SeenCall atService(long callId, long startMs, long ms, String error) {
        return call(true, callId, startMs, ms, error);
    }

    private static SeenCall call(boolean served, long callId, long startMs, long ms, String error) {
        return new SeenCall(
                served,
                served ? 22 : 11,
                served ? 11 : 22,
                served ? "S" : "C",
                served ? "C" : "S",
                "c1",
                3,
                callId,
                "orders",
                "shop.Orders",
                "place",
                NOON.plusMillis(startMs),
                ms * MS,
                error.isEmpty() ? "" : "RAN",
                error);
    }

    @Test
    void shouldJoinBothSidesOfACall() {
        joining.add(atService(7, 1, 20, ""));
        joining.add(atCaller(7, 0, 30, ""));
        assertThat(joining.joined())
                .containsExactly(new Traced(
                        "call", NOON, "orders", "shop.Orders", "place", 11, 22, 30 * MS, 20 * MS, "", "", "c1", 3, 7));
    }

    @Test
    void shouldTakeACallerThatHasSleptTwiceForOneCall() {
        joining.add(atCaller(7, 0, 10, ""));
        joining.add(atCaller(7, 15, 10, ""));
        joining.add(atCaller(7, 26, 0, "shop.OutOfStock"));
        List<Traced> joined = joining.joined();
        assertThat(joined).hasSize(1);
        assertThat(joined.get(0).callerNs()).isEqualTo(25 * MS);
        assertThat(joined.get(0).serviceNs()).isZero();
        assertThat(joined.get(0).error()).isEqualTo("shop.OutOfStock");
    }

    @Test
    void shouldSayWhatTheCallerHasBeenThrown() {
        joining.add(atService(7, 5, 0, "java.lang.InterruptedException"));
        joining.add(atCaller(7, 4, 0, "io.nearcall.DeadlineExceededException"));
        assertThat(joining.joined()).extracting(Traced::error).containsExactly("io.nearcall.DeadlineExceededException");
    }

    @Test
    void shouldTellCallsApartByTheirNumbers() {
        joining.add(atCaller(8, 40, 10, ""));
        joining.add(atCaller(7, 0, 10, ""));
        assertThat(joining.joined()).extracting(Traced::callId).containsExactly(7L, 8L);
    }

    /** A call that comes back on the lane has numbers of its own, perhaps the same. */
    @Test
    void shouldTellCallsApartByTheirDirection() {
        SeenCall back = atCaller(7, 2, 5, "");
        joining.add(atService(7, 0, 20, ""));
        joining.add(new SeenCall(
                false,
                22,
                11,
                "S",
                "C",
                back.connection(),
                back.lane(),
                back.callId(),
                "",
                "shop.Listener",
                "heard",
                back.start(),
                back.ns(),
                "",
                ""));
        assertThat(joining.joined()).extracting(Traced::method).containsExactly("place", "heard");
        assertThat(joining.joined()).extracting(Traced::callerPid).containsExactly(11, 22);
    }

    @Test
    void shouldTellCallsApartOfConnectionsThatFollowOneAnother() {
        joining.add(new SeenOpening("c1", true, NOON.minusSeconds(1)));
        joining.add(new SeenOpening("c1", true, NOON.plusSeconds(1)));
        joining.add(new SeenOpening("c1", false, NOON.plusMillis(1002))); // the other side's view of it
        joining.add(atCaller(1, 0, 10, ""));
        joining.add(atService(1, 1, 8, ""));
        joining.add(atCaller(1, 1001, 20, ""));
        joining.add(atService(1, 1003, 15, ""));
        assertThat(joining.joined()).extracting(Traced::callerNs).containsExactly(10 * MS, 20 * MS);
        assertThat(joining.joined()).extracting(Traced::serviceNs).containsExactly(8 * MS, 15 * MS);
    }

    @Test
    void shouldJoinBothSidesOfARefusal() {
        joining.add(new SeenRefusal(true, 22, 11, "", "OVERLOADED", NOON));
        joining.add(new SeenRefusal(false, 11, 22, "orders", "OVERLOADED", NOON.plusMillis(1)));
        joining.add(new SeenRefusal(true, 22, 33, "", "USER", NOON.plusMillis(2)));
        assertThat(joining.joined()).extracting(Traced::callerPid).containsExactly(11, 33);
        assertThat(joining.joined()).extracting(Traced::service).containsExactly("orders", "");
        assertThat(joining.joined()).extracting(Traced::error).containsExactly("OVERLOADED", "USER");
    }
}
