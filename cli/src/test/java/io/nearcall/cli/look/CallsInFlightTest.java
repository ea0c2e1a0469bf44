// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsInFlightTest {

    private static final int CALLER = 10;
    private static final int SERVICE = 20;

    private static PageView page(int pid, int peer, long begun, long inFlight) {
        boolean served = pid == SERVICE;
        PageView.Connection connection = new PageView.Connection(1, peer, !served, 0, "shm", 0, 0, 0);
        PageView.Method method = new PageView.Method(
                served,
                "desk",
                "Desk",
                "add(): int",
                "",
                begun,
                0,
                inFlight,
                0,
                0,
                PageView.Waits.NONE,
                Durations.NONE);
        return new PageView(
                "/" + pid,
                pid,
                0,
                0,
                false,
                true,
                0,
                "",
                "",
                "",
                "",
                "",
                List.of(method),
                List.of(connection),
                List.of(new PageView.ConnectionCalls(method, connection, begun, inFlight)),
                List.of(),
                List.of(),
                List.of());
    }

    private static List<String> states(PageView page, PageView... all) {
        return CallsInFlight.of(page, List.of(all)).stream()
                .map(calls -> calls.count() + " " + calls.state())
                .toList();
    }

    @Test
    void shouldTellHowFarCallsHaveComeFromBothPages() {
        PageView caller = page(CALLER, SERVICE, 7, 2);
        assertThat(states(caller, caller, page(SERVICE, CALLER, 5, 0))).containsExactly("2 sent, not taken");
        assertThat(states(caller, caller, page(SERVICE, CALLER, 6, 1)))
                .containsExactly("1 running", "1 sent, not taken");
        assertThat(states(caller, caller, page(SERVICE, CALLER, 7, 2))).containsExactly("2 running");
        assertThat(states(caller, caller, page(SERVICE, CALLER, 7, 1)))
                .containsExactly("1 running", "1 answered, not read");
        assertThat(states(caller, caller, page(SERVICE, CALLER, 7, 0))).containsExactly("2 answered, not read");
    }

    @Test
    void shouldNotGuess() {
        PageView caller = page(CALLER, SERVICE, 7, 2);
        assertThat(states(caller, caller)).containsExactly("2 sent");
        assertThat(states(caller, caller, page(SERVICE, 11, 7, 2))).containsExactly("2 sent");
        assertThat(states(caller, caller, page(SERVICE, CALLER, 6, 0))).containsExactly("2 sent");
        PageView service = page(SERVICE, CALLER, 7, 2);
        assertThat(states(caller, caller, service, service)).containsExactly("2 sent");
    }

    @Test
    void shouldShowWhatAServiceRuns() {
        assertThat(states(page(SERVICE, CALLER, 7, 2))).containsExactly("2 running");
        assertThat(states(page(SERVICE, CALLER, 7, 0))).isEmpty();
    }
}
