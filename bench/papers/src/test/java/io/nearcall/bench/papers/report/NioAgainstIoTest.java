// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.published.Fischer2024;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NioAgainstIoTest {

    private static final Fischer2024.Row PIPE = Fischer2024.ROWS.get(0);

    @Test
    void shouldSayThatTheKernelsPartCannotBeSaved() {
        assertThat(explanation(new Measured().times("named pipe, NIO", 0.9).times("named pipe, in C", 0.8)))
                .get()
                .asString()
                .startsWith("named pipe: NIO takes 90 % of java.io's time, not 21 %.")
                .contains("takes 80 % of it", "cannot be reached on this machine");
    }

    @Test
    void shouldNotExcuseWhatCouldBeSaved() {
        assertThat(explanation(new Measured().times("named pipe, NIO", 0.9).times("named pipe, in C", 0.1)))
                .get()
                .asString()
                .endsWith("the published share could be reached, and is not.");
    }

    @Test
    void shouldMeasureSharedMemoryByTheCheapestSwitchOfAll() {
        Measured measured = new Measured().times("shared memory, NIO", 0.6).times("named pipe, in C", 0.5);
        Findings findings = measured.findings();

        assertThat(new NioAgainstIo(findings.plan().stepsBytes())
                        .explanation(findings.oneCpu(), Fischer2024.ROWS.get(2)))
                .get()
                .asString()
                .contains(
                        "by any of these mechanisms in C, without any Java, takes 50 % of it: that is the kernel's part");
    }

    @Test
    void shouldExplainNothingThatIsAsGoodAsPublished() {
        assertThat(explanation(new Measured().times("named pipe, NIO", 0.2))).isEmpty();
    }

    private static Optional<String> explanation(Measured measured) {
        Findings findings = measured.findings();
        return new NioAgainstIo(findings.plan().stepsBytes()).explanation(findings.oneCpu(), PIPE);
    }
}
