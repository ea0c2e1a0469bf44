// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Which calls fail in a process that was started with faults.c. This one says so through a mapped file. For one thread.
 */
final class FaultPlan implements AutoCloseable {

    /** How many fail if all shall. */
    static final int ALL = 1_000_000_000;

    private static final int FUNCTION = 0;
    private static final int ERROR = 4;
    private static final int PASS = 8;
    private static final int FAIL = 12;
    private static final int FAILED = 16;
    private static final int LENGTH = 64;
    private static final long COMPILING_S = 60;

    private final Path library;
    private final Path file;
    private final MappedByteBuffer words;

    /** Compiles the library. */
    FaultPlan(Path scratch) throws IOException, InterruptedException {
        library = scratch.resolve("faults.so");
        file = scratch.resolve("faults.plan");
        compile(Path.of("src", "test", "c", "faults.c").toAbsolutePath());
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            words = channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
            words.order(ByteOrder.nativeOrder());
        }
    }

    private void compile(Path source) throws IOException, InterruptedException {
        String compiler =
                "exec ${CC:-cc} -std=c11 -D_GNU_SOURCE -O1 -fPIC -shared -Wall -Wextra -Werror -o \"$0\" \"$1\" -ldl";
        Process process = new ProcessBuilder("sh", "-c", compiler, library.toString(), source.toString())
                .inheritIO()
                .start();
        if (!process.waitFor(COMPILING_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(source + " was not compiled");
        }
    }

    /** Starts a program in which calls can fail. */
    VictimJvm start(Path scratch, Class<?> main, String... arguments) throws IOException {
        return new Launch(main, Jvm.cheap())
                .environment("LD_PRELOAD", library.toString())
                .environment("CHAOS_FAULTS", file.toString())
                .option("-Xlog:disable") // the JVM's warnings, which would stand among the answers
                .start(scratch, arguments);
    }

    /** From now on so many calls pass, then so many fail. */
    void begin(Fault fault, int error, int pass, int fail) {
        end();
        words.putInt(ERROR, error);
        words.putInt(PASS, pass);
        words.putInt(FAIL, fail);
        words.putInt(FAILED, 0);
        words.putInt(FUNCTION, fault.ordinal() + 1);
    }

    /** Ends all faults. Returns how many calls have failed. */
    int end() {
        words.putInt(FUNCTION, 0);
        return words.getInt(FAILED);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(library);
        Files.deleteIfExists(file);
    }
}
