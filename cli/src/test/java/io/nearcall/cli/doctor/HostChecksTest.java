// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.cli.doctor.Finding.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that a test cannot make on its host, from files that look like the kernel's. */
class HostChecksTest {

    @TempDir
    private Path root;

    private HostChecks checks(int processors) {
        return new HostChecks(new HostFiles(root), processors);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + '\n');
    }

    @ParameterizedTest
    @CsvSource({"tsc, OK", "kvm-clock, OK", "hpet, WARN", "acpi_pm, WARN", "jiffies, WARN"})
    void shouldWarnOfASlowClock(String clock, State state) throws IOException {
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", clock);
        assertThat(checks(2).clock().state()).isEqualTo(state);
        assertThat(checks(2).clock().message()).contains(clock);
    }

    @ParameterizedTest
    @CsvSource({"0, OK", "16384, OK", "64, WARN"})
    void shouldWarnOfFewPagesForPipes(String pages, State state) throws IOException {
        write("proc/sys/fs/pipe-user-pages-soft", pages);
        assertThat(checks(2).pipes().state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"16384, OK", "2048, WARN", "garbage, OK"})
    void shouldWarnOfSmallQueues(String bytes, State state) throws IOException {
        write("proc/sys/kernel/msgmnb", bytes);
        assertThat(checks(2).queues().state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"1024, OK", "256, WARN", "unlimited, OK"})
    void shouldWarnOfFewOpenFiles(String limit, State state) throws IOException {
        write("proc/self/limits", String.format("%-26s%-21s%-21s%s", "Max open files", limit, "524288", "files"));
        assertThat(checks(2).openFiles().state()).isEqualTo(state);
    }

    @Test
    void shouldWriteJsonAsItAlwaysWas() {
        assertThat(Finding.warn("D06", "processors: 1", "Use \"two\".").json())
                .isEqualTo("{\"v\":1,\"check\":\"D06\",\"state\":\"warn\",\"message\":\"processors: 1\","
                        + "\"help\":\"Use \\\"two\\\".\"}");
    }

    @Test
    void shouldNameTheQuotaOfAContainer() throws IOException {
        write("sys/fs/cgroup/cpu.max", "50000 100000");
        assertThat(checks(1).processors().state()).isEqualTo(State.WARN);
        assertThat(checks(1).processors().message()).contains("cpu.max 50000 100000");
        write("sys/fs/cgroup/cpu.max", "max 100000");
        assertThat(checks(4).processors()).isEqualTo(Finding.ok("D06", "processors: 4"));
    }

    @Test
    void shouldWarnOfDifferentVersions() {
        assertThat(EndpointChecks.versions(new TreeSet<>(Set.of("0.1.0"))).state())
                .isEqualTo(State.OK);
        Finding differ = EndpointChecks.versions(new TreeSet<>(Set.of("0.2.0", "0.1.0")));
        assertThat(differ.state()).isEqualTo(State.WARN);
        assertThat(differ.message()).contains("0.1.0 and 0.2.0");
    }

    @Test
    void shouldReadAllDigitsOfTheKernelsNumbers() throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/fs/file-max").start();
        String shown = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        assertThat(new HostFiles(Path.of("/")).text("proc/sys/fs/file-max")).contains(shown);
    }

    @Test
    void shouldFindNothingWhereTheKernelSaysNothing() {
        assertThat(checks(2).all()).hasSize(5).allMatch(finding -> finding.state() == State.OK);
    }
}
