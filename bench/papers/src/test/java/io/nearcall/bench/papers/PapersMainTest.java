// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PapersMainTest {

    private static final int USAGE = 2;

    @ParameterizedTest
    @ValueSource(strings = {"--peers", "--trial", "--pairs=2", "--systems=floor"})
    void shouldRefuseWhatThePapersDoNotHave(String option) {
        StringWriter errors = new StringWriter();

        int status = PapersMain.commandLine()
                .setErr(new PrintWriter(errors))
                .execute(
                        "--papers",
                        "--mechanisms-program=none",
                        "--root=none",
                        "--report=none",
                        "--scratch=none",
                        option);

        assertThat(status).isEqualTo(USAGE);
        assertThat(errors.toString()).contains("Unknown option: '" + option + "'");
    }
}
