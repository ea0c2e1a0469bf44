// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.Channel;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NestingTest {

    private static final int STACK_BYTES = 256 << 10;
    private static final int SERVED = 200;

    private int overflows;
    private int served;
    private int raised;

    private final Nesting nesting = Nesting.ofCaller(
            0,
            LanePoolTest.only(
                    Channel.class, (name, given) -> name.equals("progress") ? null : LanePoolTest.ofChannel(name)),
            LanePoolTest.only(
                    LaneConnection.class,
                    (name, given) ->
                            name.equals("executor") ? null : LanePoolTest.ofLink(name, given, new ArrayDeque<>())));

    /** Or else the lane would never be free again. */
    @Test
    void shouldBeAtItsLevelAgainAfterAStackOverflowAnywhereInACallWithin() throws Exception {
        LaneCall around = nesting.server();
        around.phase = IncomingPhase.RUNNING;
        around.callId = 1;
        // Here first, because an overflow must not happen while a class is initialised.
        assertThatThrownBy(nesting::serve).isInstanceOf(AssertionError.class);
        Thread thread = new Thread(null, this::serveAtTheEndOfTheStack, "small stack", STACK_BYTES);
        thread.start();
        thread.join();

        assertThat(overflows).isGreaterThan(0);
        assertThat(served).isEqualTo(SERVED);
        assertThat(raised).isZero();
    }

    /** Serves in the last frames that there is room for, from the last one upwards. */
    private void serveAtTheEndOfTheStack() {
        try {
            serveAtTheEndOfTheStack();
        } catch (StackOverflowError e) {
            overflows++;
        }
        if (served < SERVED) {
            try {
                nesting.serve();
            } catch (StackOverflowError e) {
                overflows++;
            } catch (AssertionError e) {
                // the channel has no call
            }
            if (nesting.level != 0) {
                raised++;
                nesting.level = 0;
            }
            served++;
        }
    }
}
