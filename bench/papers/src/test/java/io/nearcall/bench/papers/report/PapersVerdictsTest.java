// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.report.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class PapersVerdictsTest {

    @Test
    void shouldHoldAMechanismThatIsFasterThanTheSocketAtEveryLength() {
        Measured faster = new Measured().times("named pipe, NIO", 0.6);

        assertThat(verdict(faster, "named pipe, NIO, 40 to").outcome()).isEqualTo("held");
        assertThat(reasons(faster)).noneMatch(reason -> reason.startsWith("named pipe, NIO is slower"));
    }

    @Test
    void shouldSayWhatCTakesWhereTheSocketIsFaster() {
        Measured slower = new Measured().times("named pipe, NIO", 1.3).times("named pipe, in C", 1.2);

        assertThat(verdict(slower, "named pipe, NIO, 40 to").outcome()).isEqualTo("not held");
        assertThat(reasons(slower))
                .contains(
                        "named pipe, NIO is slower than the socket at 8 of 8 lengths, the most at 40 bytes: 1.30 of the socket's "
                                + "time there. In C, without any Java, it takes 1.20 of it: the mechanism itself is slower there.");
    }

    @Test
    void shouldBlameJavaForWhatCDoesFaster() {
        Measured slower = new Measured().times("named pipe, NIO", 1.3).times("named pipe, in C", 0.7);

        assertThat(reasons(slower))
                .anyMatch(reason ->
                        reason.endsWith("In C, without any Java, it takes 0.70 of it: what is more is spent in Java."));
    }

    @Test
    void shouldJudgeNioByThePublishedShare() {
        assertThat(verdict(new Measured().times("named pipe, NIO", 0.2), "named pipe: NIO in %")
                        .outcome())
                .isEqualTo("held");
        assertThat(verdict(new Measured().times("named pipe, NIO", 0.3), "named pipe: NIO in %")
                        .outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldJudgeTheStreamInSharedMemory() {
        assertThat(verdict(new Measured().times("shared memory, stream", 1.2), "shared memory, stream, 40 to")
                        .outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldSayWhatWasPublishedOfShortMessages() {
        assertThat(verdict(new Measured(), "named pipe, NIO, 40 bytes: x the time of 40 000")
                        .what())
                .endsWith("; 0.30 as published");
    }

    @Test
    void shouldHoldThatAMessageCostsWhatItWeighs() {
        assertThat(verdict(new Measured(), "named pipe, NIO, 40 bytes: x the time of 40 000")
                        .outcome())
                .isEqualTo("held");
    }

    private static Verdict verdict(Measured measured, String beginning) {
        return new PapersVerdicts(measured.findings())
                .all().stream()
                        .filter(each -> each.what().startsWith(beginning))
                        .findFirst()
                        .orElseThrow();
    }

    private static List<String> reasons(Measured measured) {
        return new PapersVerdicts(measured.findings()).reasons();
    }
}
