// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The committed conversations, once each, and whether the peer that holds them speaks the protocol at all. */
@Timeout(120)
class ConversationTest {

    @TempDir
    private static Path directory;

    private static Trial trial;

    @BeforeAll
    static void open() {
        System.setProperty("io.nearcall.dir", directory.resolve("run").toString());
        trial = new Trial(Duration.ofSeconds(3));
    }

    @AfterAll
    static void close() {
        if (trial != null) {
            trial.close();
        }
        System.clearProperty("io.nearcall.dir");
    }

    @TestFactory
    Stream<DynamicTest> shouldStandEachConversationOfTheCorpus() {
        return Inputs.files().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> assertThat(trial.run(Inputs.read(file))).isNull()));
    }

    @Test
    void shouldServeEachMethodToALuredClientOverEachChannel() {
        for (int scheme = 0; scheme < RawPeer.SCHEMES.size(); scheme++) {
            long before = trial.returned();
            String fault = trial.run(Honest.service(scheme));
            assertThat(fault).isNull();
            assertThat(trial.returned() - before)
                    .as(RawPeer.SCHEMES.get(scheme))
                    .isGreaterThanOrEqualTo(Calls.values().length);
        }
    }

    @Test
    void shouldCompareTheAnswersOfAnHonestPeerOverEachChannel() {
        for (int scheme = 0; scheme < RawPeer.SCHEMES.size(); scheme++) {
            long before = trial.compared();
            String fault = trial.run(Honest.eachMethod(scheme));
            assertThat(fault).isNull();
            assertThat(trial.compared() - before)
                    .as(RawPeer.SCHEMES.get(scheme))
                    .isGreaterThanOrEqualTo(3);
        }
    }
}
