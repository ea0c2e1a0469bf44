// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VirtualThreadsJdkTest {

    @TempDir
    Path installed;

    @Test
    void shouldTakeTheNewestThatIsInstalled() throws IOException {
        install("seventeen", "17.0.19");
        Path newest = install("twenty-five", "25.0.2");
        install("twenty-one", "21");
        Files.createDirectory(installed.resolve("no-jdk"));

        assertThat(new VirtualThreadsJdk(installed).find(null, 17)).hasValue(newest);
    }

    @Test
    void shouldFindNoneWhereNoneIsNewEnough() throws IOException {
        install("seventeen", "17.0.19");

        assertThat(new VirtualThreadsJdk(installed).find(null, 17)).isEmpty();
        assertThat(new VirtualThreadsJdk(installed.resolve("missing")).find(null, 17))
                .isEmpty();
    }

    @Test
    void shouldTakeTheOneThatRunsIfItIsNewEnough() throws IOException {
        install("twenty-six", "26");

        assertThat(new VirtualThreadsJdk(installed).find(null, 25)).hasValue(Path.of(System.getProperty("java.home")));
    }

    @Test
    void shouldTakeTheOneThatIsNamedAndRefuseOneThatIsTooOld() throws IOException {
        Path old = install("seventeen", "17.0.19");
        Path named = install("twenty-one", "21.0.1");

        assertThat(new VirtualThreadsJdk(installed).find(named.toString(), 25)).hasValue(named);
        assertThatThrownBy(() -> new VirtualThreadsJdk(installed).find(old.toString(), 25))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no JDK 21 or newer");
    }

    private Path install(String name, String version) throws IOException {
        Path home = Files.createDirectory(installed.resolve(name));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
