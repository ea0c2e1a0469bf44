// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both applications from their fat jars, with what the build has generated for them. */
@Timeout(120)
class AotSampleIT {

    private static final Pattern ANSWERED = Pattern.compile("[1-9][0-9]* calls were answered");

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldCallWithoutDefiningAClassAtRunTime() throws Exception {
        start("bank");
        start("tellers");
        while (!ANSWERED.matcher(Files.readString(directory.resolve("tellers.out")))
                .find()) {
            assertThat(processes).allMatch(Process::isAlive);
            Thread.sleep(50); // between two looks at a file
        }
        for (int i = 1; i >= 0; i--) {
            processes.get(i).destroy();
            assertThat(processes.get(i).waitFor(30, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(directory.resolve("bank.out")).content().contains("AOT-processed Bank");
        assertThat(directory.resolve("tellers.out")).content().contains("AOT-processed Tellers");
        assertThat(loaded("bank"))
                .anyMatch(line -> line.contains("AccountService$NearcallSkeleton source: jar:"))
                .noneMatch(AotSampleIT::isGenerated);
        assertThat(loaded("tellers"))
                .anyMatch(line -> line.contains("AccountService$NearcallStub source: jar:"))
                .anyMatch(line -> line.contains("Account$NearcallCodec source: jar:"))
                .noneMatch(AotSampleIT::isGenerated);
    }

    /** As the JVM logs it: a class of Nearcall or of the sample that is in no jar, or one of the generator. */
    private static boolean isGenerated(String line) {
        return line.contains(" net.bytebuddy.") || !line.contains(" source: jar:") && !line.contains("$$Lambda");
    }

    private List<String> loaded(String application) throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve(application + ".loaded"))) {
            return lines.filter(line -> line.contains(" io.nearcall.") || line.contains(" net.bytebuddy."))
                    .toList();
        }
    }

    private void start(String application) throws IOException {
        Path jar;
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            jar = files.filter(file -> file.toString().endsWith("-" + application + ".jar"))
                    .findFirst()
                    .orElseThrow();
        }
        processes.add(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dspring.aot.enabled=true",
                        "-Dio.nearcall.dir=" + directory.resolve("meet"),
                        "-Xlog:class+load:file=" + directory.resolve(application + ".loaded"),
                        "-jar",
                        jar.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(application + ".out").toFile())
                .start());
    }
}
