// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchesMainTest {

    private static final int USAGE = 2;

    @ParameterizedTest
    @ValueSource(strings = {"--peers", "--quick", "--pairs=2", "--papers"})
    void shouldRefuseWhatTheSwitchesDoNotHave(String option) {
        StringWriter errors = new StringWriter();

        int status = SwitchesMain.commandLine()
                .setErr(new PrintWriter(errors))
                .execute("--switches", "--nearcall-program=none", "--report=none", "--scratch=none", option);

        assertThat(status).isEqualTo(USAGE);
        assertThat(errors.toString()).contains("Unknown option: '" + option + "'");
    }
}
