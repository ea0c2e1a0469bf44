// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.ipc.os.CurrentProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The doctor on a host that lacks something, without a service beside it. */
@Timeout(400)
class SandboxedDoctorIT {

    private static final Path DENY =
            CompiledSources.REPOSITORY.resolve("cli/src/test/resources/io/nearcall/cli/deny.c");

    @TempDir
    private Path directory;

    private Path runtime;

    @BeforeEach
    void makeDirectory() throws IOException {
        runtime = Files.createDirectory(
                directory.resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** What the doctor prints, and its exit code on a last line. @param before the command line that it is run by */
    private List<String> doctor(List<String> before, String... options) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(CompiledSources.REPOSITORY.resolve("cli/run").toString(), "doctor"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("CLI_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("NEARCALL_DIR", runtime.toString());
        builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", options));
        Process process = builder.start();
        assertThat(process.waitFor(170, TimeUnit.SECONDS)).isTrue();
        List<String> lines = new ArrayList<>(Files.readAllLines(out));
        lines.add("exit code " + process.exitValue());
        return lines;
    }

    /** By a shell in a mount namespace of its own. */
    private static List<String> mounted(String mounts) {
        assumeTrue(CurrentProcess.uid() == 0);
        return List.of("unshare", "-m", "sh", "-ec", mounts + "\nexec \"$@\"", "sh");
    }

    /** The line of a check and the line below it, which has the advice. */
    private static String finding(List<String> lines, String check) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches("[a-zA-Z]+ +" + check + " .*")) {
                return lines.get(i) + '\n' + lines.get(i + 1).strip();
            }
        }
        throw new AssertionError(check + " is not in " + lines);
    }

    @Test
    void shouldFailWhereTheDirectoryHasNoInodesLeft() throws Exception {
        List<String> lines = doctor(mounted("mount -t tmpfs -o nr_inodes=1,mode=700 none " + runtime));
        assertThat(finding(lines, "D01"))
                .startsWith("FAIL  D01 runtime directory " + runtime + ": no file can be made there: ")
                .contains("No space left on device", "df -i " + runtime);
        assertThat(lines).endsWith("exit code 7");
    }

    @Test
    void shouldFailWhereTheDirectoryCanOnlyBeRead() throws Exception {
        List<String> lines = doctor(mounted("mount -t tmpfs -o ro,mode=700 none " + runtime));
        assertThat(finding(lines, "D01"))
                .startsWith("FAIL  D01 ")
                .contains("Read-only file system", "findmnt -T " + runtime);
        assertThat(lines).endsWith("exit code 7");
    }

    @Test
    void shouldFailWhereTheLibraryMayNotBeExecuted() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        List<String> lines = doctor(
                mounted("mount -t tmpfs -o noexec none " + temporary),
                "-Djava.io.tmpdir=" + temporary,
                "-XX:-UsePerfData");
        assertThat(finding(lines, "D03")).startsWith("FAIL  D03 ").contains("noexec", temporary.toString());
        assertThat(lines).endsWith("exit code 7");
    }

    @Test
    void shouldWarnWhereNoPageCanBeMade() throws Exception {
        List<String> lines = doctor(
                mounted("mount -t ramfs none /dev/shm; mount -t ramfs none " + runtime + "; chmod 700 " + runtime));
        assertThat(finding(lines, "D18"))
                .startsWith("WARN  D18 ")
                .contains("neither " + runtime + " nor /dev/shm", "Mount a tmpfs");
        assertThat(finding(lines, "D01")).contains("on ramfs");
        assertThat(lines).endsWith("exit code 0");
    }

    @Test
    void shouldFailWhereMemoryIsForbidden() throws Exception {
        List<String> lines = doctor(denied("memfd_create"));
        assertThat(finding(lines, "D12")).startsWith("FAIL  D12 ").contains("memfd_create", "EPERM", "seccomp");
        assertThat(finding(lines, "D20")).startsWith("FAIL  D20 channel shm: ");
        assertThat(lines).endsWith("exit code 7");
    }

    @Test
    void shouldFailWhereProcessDescriptorsAreForbidden() throws Exception {
        List<String> lines = doctor(denied("pidfd_open"));
        assertThat(finding(lines, "D13")).startsWith("FAIL  D13 ").contains("pidfd_open", "EPERM", "seccomp");
        assertThat(lines).endsWith("exit code 7");
    }

    private List<String> denied(String call) throws IOException, InterruptedException {
        String compiler = System.getenv().getOrDefault("CC", "cc");
        Path deny = directory.resolve("deny");
        Process compiling = new ProcessBuilder("sh", "-c", compiler + " -o " + deny + ' ' + DENY)
                .inheritIO()
                .start();
        assertThat(compiling.waitFor()).isZero();
        return List.of(deny.toString(), call, "--");
    }
}
