// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.model.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes an archive of the command's classes. */
@Command(
        name = "archive",
        description =
                "Makes this command start faster: writes an archive of its classes beside its file, as FILE.jsa. To be run "
                        + "again after an update of the command or of Java: an archive that does not fit is not used.",
        mixinStandardHelpOptions = true)
final class Archive implements Runnable {

    private static final long KIB = 1024;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        // Absolute, because a JVM that uses the archive looks for the command at the path that the writing JVM used.
        Path command =
                Path.of(System.getProperty("java.class.path")).toAbsolutePath().normalize();
        if (!Files.isRegularFile(command)) {
            throw new Refusal(
                    "Only the command in one file can have an archive: mvn -pl cli -am package -DskipTests makes"
                            + " cli/target/nearcall.");
        }
        if (!Files.isWritable(command.getParent())) {
            throw new Refusal(command.getParent() + ", where the command is, cannot be written to.");
        }
        Path archive = command.resolveSibling(command.getFileName() + ".jsa");
        Path written = command.resolveSibling(
                command.getFileName() + ".jsa." + ProcessHandle.current().pid());
        try {
            Path meeting = Files.createTempDirectory("nearcall-archive-"); // only this user can read it
            try {
                rehearse(command, written, meeting);
                Files.move(written, archive, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(written);
                delete(meeting);
            }
            spec.commandLine().getOut().println("wrote " + archive + ", " + Files.size(archive) / KIB + " KiB");
        } catch (IOException e) {
            throw new UncheckedIOException(archive + " cannot be written: " + e, e);
        }
    }

    /** Uses the verbs in a JVM that writes its loaded classes when it ends. Its directory has no services of others. */
    private static void rehearse(Path command, Path written, Path meeting) throws IOException {
        // Standard error goes to a file, because a newer JVM warns about native code. Only the manifest of a jar that
        // is started with -jar can allow native code.
        Path messages = meeting.resolve("messages");
        Process rehearsal = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xlog:disable",
                        "-XX:ArchiveClassesAtExit=" + written,
                        "-Dio.nearcall.dir=" + meeting,
                        "-cp",
                        command.toString(),
                        Rehearsal.class.getName())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(messages.toFile())
                .start();
        try {
            int exitCode = rehearsal.waitFor();
            if (exitCode != ExitCodes.DONE || !Files.exists(written)) {
                throw new Refusal("Java " + Runtime.version() + " has written no archive, and exited with " + exitCode
                        + ": " + Files.readString(messages));
            }
        } catch (InterruptedException e) {
            rehearsal.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new Refusal("The archive was not written: the command was interrupted.", e);
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
