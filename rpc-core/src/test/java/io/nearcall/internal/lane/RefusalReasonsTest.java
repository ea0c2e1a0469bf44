// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.wire.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reasons for which calls are refused are those that the documents list. */
class RefusalReasonsTest {

    @ParameterizedTest
    @EnumSource
    void shouldListEachReasonAndNoOther(FailureCode code) throws IOException {
        String document = Files.readString(Path.of("..", "docs", "internals", "statistics.md"));
        assertThat(document.contains('`' + code.name() + '`')).isNotEqualTo(code.mayHaveRun());
    }
}
