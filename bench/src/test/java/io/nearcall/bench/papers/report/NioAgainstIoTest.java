// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.published.Fischer2024;
import java.util.List;
import org.junit.jupiter.api.Test;

class NioAgainstIoTest {

    private static final Fischer2024.Row PIPE = Fischer2024.ROWS.get(0);

    @Test
    void shouldSayThatTheKernelsPartCannotBeSaved() {
        assertThat(explanation(new Measured().times("named pipe, NIO", 0.9).times("named pipe, in C", 0.8)))
                .singleElement()
                .asString()
                .startsWith("named pipe: NIO takes 90 % of java.io's time, not 21 %.")
                .contains("take 80 % of it", "cannot be reached on this machine");
    }

    @Test
    void shouldNotExcuseWhatCouldBeSaved() {
        assertThat(explanation(new Measured().times("named pipe, NIO", 0.9).times("named pipe, in C", 0.1)))
                .singleElement()
                .asString()
                .endsWith("the published share could be reached, and is not.");
    }

    @Test
    void shouldExplainNothingThatIsAsGoodAsPublished() {
        assertThat(explanation(new Measured().times("named pipe, NIO", 0.2))).isEmpty();
    }

    private static List<String> explanation(Measured measured) {
        Findings findings = measured.findings();
        return new NioAgainstIo(findings.plan().stepsBytes()).explanation(findings.oneCpu(), PIPE);
    }
}
