// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JniCheckIT {

    @Test
    void shouldCallEveryNativeWithoutAWarningOfTheJvm() throws InterruptedException {
        List<String> options = List.of("-Xcheck:jni", "--enable-native-access=ALL-UNNAMED");
        try (SecondJvm jvm = SecondJvm.start(options, EveryNativeProgram.class)) {
            // The JVM prints its other messages on the same output.
            assertThat(jvm.readAll()).isEqualTo("done\n");
            assertThat(jvm.awaitExit()).isZero();
        }
    }
}
