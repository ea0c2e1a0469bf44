// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which of the two a JVM uses, and what it says where it can use neither. */
@Timeout(60)
class ChoiceIT {

    private static final String ALLOW = "--enable-native-access=ALL-UNNAMED";
    private static final String OURS =
            Path.of("target/classes").toAbsolutePath().toString();
    private static final String LIBRARY =
            Path.of("../target/classes").toAbsolutePath().normalize().toString();

    /** Of these tests: without the library. */
    private static final String WITHOUT_LIBRARY = System.getProperty("java.class.path");

    private static final String WITH_LIBRARY = LIBRARY + File.pathSeparator + WITHOUT_LIBRARY;

    private static String load(String classPath, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, LoadProgram.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldReplaceALibraryThatIsMissing() throws IOException {
        assertThat(load(WITHOUT_LIBRARY, ALLOW)).isEqualTo("true by ffm\n");
    }

    @Test
    void shouldReplaceALibraryThatCannotBeUnpacked() throws IOException {
        assertThat(load(WITH_LIBRARY, ALLOW, "-Dio.nearcall.native.dir=/proc")).isEqualTo("true by ffm\n");
    }

    @Test
    void shouldPreferTheLibrary() throws IOException {
        assertThat(load(WITH_LIBRARY, ALLOW)).isEqualTo("true by the library\n");
    }

    @Test
    void shouldReplaceTheLibraryOnRequest() throws IOException {
        assertThat(load(WITH_LIBRARY, ALLOW, "-Dio.nearcall.native=ffm")).isEqualTo("true by ffm\n");
    }

    @Test
    void shouldNotReplaceTheLibraryWhereThatIsRuledOut() throws IOException {
        assertThat(load(WITHOUT_LIBRARY, ALLOW, "-Dio.nearcall.native=jni"))
                .contains("no native library for")
                .doesNotContain("nearcall-ipc-ffm");
    }

    @Test
    void shouldNotReplaceALibraryThatWasNamed() throws IOException {
        assertThat(load(WITHOUT_LIBRARY, ALLOW, "-Dio.nearcall.native.library=/nowhere.so"))
                .contains("-Dio.nearcall.native.library=/nowhere.so");
    }

    @Test
    void shouldNameBothWaysWhereNeitherWorks() throws IOException {
        String classPath = Arrays.stream(WITHOUT_LIBRARY.split(File.pathSeparator))
                .filter(entry -> !entry.equals(OURS))
                .reduce("", (left, right) -> left + File.pathSeparator + right);
        assertThat(load(classPath, ALLOW))
                .contains("no native library for", "mvn package")
                .contains("nearcall-ipc-ffm needs no native library, but is not on the class path");
    }

    @Test
    void shouldNameTheProcessorsThatItKnows() throws IOException {
        assertThat(load(WITHOUT_LIBRARY, ALLOW, "-Dos.arch=sparc"))
                .contains("no native library for linux-sparc", "x86-64, aarch64 and riscv64 only");
    }

    @Test
    void shouldNameTheFlagWhereNativeAccessIsDenied() throws IOException {
        assertThat(load(WITHOUT_LIBRARY, "--illegal-native-access=deny"))
                .contains("nearcall-ipc-ffm cannot replace the native library", "--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void shouldRefuseAnUnknownChoice() throws IOException {
        assertThat(load(WITHOUT_LIBRARY, "-Dio.nearcall.native=panama")).contains("panama is neither jni nor ffm");
    }
}
