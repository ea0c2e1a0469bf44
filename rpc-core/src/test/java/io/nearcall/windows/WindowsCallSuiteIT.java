// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that make calls run again under Wine. Some of them start a second JVM there. */
class WindowsCallSuiteIT extends UnderWine {

    private static final String TESTS = "BetweenTwoJvms|ClosedInMidCall|Deadlines|Drain|Endpoints|Executor|Futures"
            + "|Interruption|OneWay|PeerDeath|Thrown|ValuesTravel";

    private static final int LEAST = 100;

    /** The run that .ci/run makes. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void shouldPassOnJava25() throws Exception {
        shouldPass(25, "shm");
    }

    @ParameterizedTest(name = "Java {0}, {1}")
    @CsvSource({"17, shm", "17, pipe", "25, pipe"})
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void shouldPass(int version, String channel) throws Exception {
        List<String> selectors = List.of(
                "--scan-class-path",
                Wine.path("target/test-classes"),
                "--include-classname",
                "io\\.nearcall\\.(" + TESTS + ")(Test|IT)");
        run("calls-" + version + "-" + channel, version, channel, LEAST, List.of(), selectors);
    }
}
