// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.cli.doctor.Finding.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @ParameterizedTest
    @CsvSource({
        "4096, 32000, 32000, 8192, OK, ''",
        "66, 32000, 32000, 8192, OK, 1 of 66 shared memory segments",
        "65, 32000, 32000, 8192, WARN, 1 of 65 shared memory segments",
        "4096, 16, 32000, 8192, WARN, 0 of 16 message queues",
        "4096, 32000, 64, 8192, WARN, 2 of 64 semaphore sets",
        "4096, 32000, 32000, 2048, WARN, A message has 2048 bytes at most",
    })
    void shouldWarnOfScarceObjectsOfSystemV(
            String segments, String queues, String semaphores, String message, State state, String part)
            throws IOException {
        write("proc/sys/kernel/shmmni", segments);
        write("proc/sys/kernel/msgmni", queues);
        write("proc/sys/kernel/sem", "32000\t1024000000\t500\t" + semaphores);
        write("proc/sys/kernel/msgmax", message);
        write("proc/sysvipc/shm", "key shmid\n1 2");
        write("proc/sysvipc/msg", "key msqid");
        write("proc/sysvipc/sem", "key semid\n1 2\n3 4");
        assertThat(checks(2).systemV().state()).isEqualTo(state);
        assertThat(checks(2).systemV().message()).contains(part);
        assertThat(checks(2).systemV().help().isEmpty()).isEqualTo(state == State.OK);
    }

    @ParameterizedTest
    @CsvSource({"0, OK", "1, OK", "2, WARN", "3, WARN"})
    void shouldWarnWhereNobodyMayTrace(String scope, State state) throws IOException {
        write("proc/sys/kernel/yama/ptrace_scope", scope);
        assertThat(checks(2).tracing().state()).isEqualTo(state);
        assertThat(checks(2).tracing().message()).contains("ptrace_scope is " + scope);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1; 0-1; 0-1; WARN",
                "1; 0,8; 0,8; WARN",
                "1; 0-1; 0-3; OK",
                "1; 0,8; 0-1; OK",
                "0; 0; 0-1; OK",
                "1; 0-1; 0; OK"
            })
    void shouldWarnOfProcessorsThatShareOneCore(String active, String siblings, String allowed, State state)
            throws IOException {
        write("sys/devices/system/cpu/smt/active", active);
        write("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", siblings);
        write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + allowed + "\nMems_allowed:\t1");
        assertThat(checks(2).cores().state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"4, OK", "64, WARN"})
    void shouldWarnOfLargePages(String size, State state) throws IOException {
        write(
                "proc/self/smaps",
                "00400000-00401000 r-xp\nSize: 4 kB\nKernelPageSize:       " + size + " kB\nMMUPageSize: 4 kB");
        assertThat(checks(2).pages().state()).isEqualTo(state);
        assertThat(checks(2).pages().message()).contains(size + " kB");
    }

    @ParameterizedTest
    @CsvSource({"17, false, OK", "23, false, OK", "24, true, OK", "25, false, WARN"})
    void shouldWarnWhereTheJvmWarnsOfNativeCode(int feature, boolean enabled, State state) {
        Finding finding = JavaChecks.nativeAccess(feature, enabled);
        assertThat(finding.state()).isEqualTo(state);
        assertThat(finding.message()).contains("Java " + feature);
        assertThat(finding.help().contains("--enable-native-access=ALL-UNNAMED"))
                .isEqualTo(state == State.WARN);
    }

    @ParameterizedTest
    @CsvSource({"17, amd64, OK", "25, aarch64, OK", "26, amd64, WARN", "17, riscv64, WARN"})
    void shouldWarnOfAJavaThatIsNotTested(int feature, String processor, State state) {
        assertThat(JavaChecks.java(feature, processor).state()).isEqualTo(state);
    }

    /** Each finding of a fault has advice, and each check has its own number. */
    @Test
    void shouldAskTheHostAtHand() {
        List<Finding> findings = new ArrayList<>(new HostChecks(new HostFiles(Path.of("/")), 2).all());
        findings.addAll(JavaChecks.all());
        findings.addAll(KernelChecks.all());
        assertThat(findings).allMatch(finding -> finding.help().isEmpty() == (finding.state() == State.OK));
        assertThat(findings.stream().map(Finding::check)).doesNotHaveDuplicates();
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
        assertThat(checks(2).all()).hasSize(9).allMatch(finding -> finding.state() == State.OK);
    }
}
