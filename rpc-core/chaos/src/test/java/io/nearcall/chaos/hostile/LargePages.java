// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** Sealed memory of large pages, which a process in Python makes: Nearcall makes none. None is reserved, so none is needed. */
final class LargePages implements AutoCloseable {

    private static final String NAME = "hostile-large";
    private static final String SCRIPT = """
            import fcntl, os, sys
            fd = os.memfd_create("%s", os.MFD_HUGETLB | os.MFD_ALLOW_SEALING)
            os.ftruncate(fd, 2 << 20)
            fcntl.fcntl(fd, 1033, 7)  # F_ADD_SEALS: seal, shrink, grow
            print(fd, flush=True)
            sys.stdin.read()
            """.formatted(NAME);

    private final Process maker;
    private final String descriptor;

    private LargePages(Process maker, String descriptor) {
        this.maker = maker;
        this.descriptor = descriptor;
    }

    /** Makes it; null where the kernel or Python cannot. */
    static LargePages make() throws IOException {
        Process maker;
        try {
            maker = new ProcessBuilder("python3", "-c", SCRIPT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return null;
        }
        BufferedReader out = new BufferedReader(new InputStreamReader(maker.getInputStream(), StandardCharsets.UTF_8));
        String descriptor = out.readLine();
        LargePages made = new LargePages(maker, descriptor);
        if (descriptor == null) {
            made.close();
            return null;
        }
        return made;
    }

    /** Opens it once more. Who calls closes it. */
    int open(IntUnaryOperator duplicate) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("/proc/" + maker.pid() + "/fd/" + descriptor, "r")) {
            if (file.length() == 0) {
                throw new IOException("it has no pages");
            }
            return duplicate.applyAsInt(ownDescriptor());
        }
    }

    private static int ownDescriptor() throws IOException {
        List<Path> all;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            all = descriptors.toList();
        }
        for (Path each : all) {
            try {
                if (Files.readSymbolicLink(each).toString().contains(NAME)) {
                    return Integer.parseInt(each.getFileName().toString());
                }
            } catch (IOException e) {
                // closed meanwhile
            }
        }
        throw new IOException("it is not open");
    }

    @Override
    public void close() {
        maker.destroyForcibly();
        try {
            maker.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
