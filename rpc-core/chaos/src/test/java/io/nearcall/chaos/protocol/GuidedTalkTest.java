// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Jazzer takes findings with the same stack for the same finding. */
class GuidedTalkTest {

    private static StackTraceElement[] stack(String fault) {
        return GuidedTalk.finding(fault).getStackTrace();
    }

    @Test
    void shouldTellFaultsApartByWhatIsWrong() {
        assertThat(stack("hung: the control socket does not answer")).isNotEqualTo(stack("leaked: 401 threads"));
    }

    @Test
    void shouldTakeAFaultForTheSameThatDiffersInNumbersAndInWhatThreadsDid() {
        assertThat(stack("the connection is not given back: 3 instead of 2\n  pool-1 RUNNABLE"))
                .isEqualTo(stack("the connection is not given back: 14 instead of 2\n  pool-7 WAITING"));
    }

    @Test
    void shouldKeepTheWholeText() {
        assertThat(GuidedTalk.finding("leaked: 401 threads\nand more")).hasMessage("leaked: 401 threads\nand more");
    }
}
