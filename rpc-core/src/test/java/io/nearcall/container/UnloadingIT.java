// SPDX-License-Identifier: Apache-2.0
package io.nearcall.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Applications in one JVM that each bring Nearcall along, as in an application server, and are dropped. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class UnloadingIT {

    @TempDir
    private Path directory;

    @Test
    void shouldLeaveNothingOfApplicationsThatWereDropped() {
        List<String> options = List.of("-Dio.nearcall.native.dir=" + directory);
        try (OtherJvm container =
                OtherJvm.start(options, OtherJvm.classPath(), Container.class, WebApplication.class.getName(), "20")) {
            assertThat(container.readLine()).isEqualTo("0 loaders, 0 mappings");
        }
        assertThat(directory).isEmptyDirectory();
    }
}
