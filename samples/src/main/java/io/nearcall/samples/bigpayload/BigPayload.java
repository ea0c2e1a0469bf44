// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.samples.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The client: sends each file in one call, then in chunks, and prints the speed of both. */
@Command(
        name = "bigpayload",
        description = "Sends files to another JVM, each in one call and in chunks.",
        exitCodeOnExecutionException = 1)
public final class BigPayload implements Callable<Integer> {

    private static final int CHUNK_KIB_MAX = 64 << 10;
    private static final int WARM_UP_CALLS = 200;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "What to send; files of its own if none is named.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--chunk",
            paramLabel = "KIB",
            defaultValue = "1024",
            description = "How much goes into one call of those in chunks; ${DEFAULT-VALUE} KiB by default.")
    private int chunkKib;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Says this.")
    private boolean help;

    public static void main(String[] args) {
        System.exit(new CommandLine(new BigPayload()).execute(args));
    }

    @Override
    public Integer call() {
        if (chunkKib < 1 || chunkKib > CHUNK_KIB_MAX) {
            throw new ParameterException(
                    new CommandLine(this), "--chunk " + chunkKib + ": name a number from 1 to " + CHUNK_KIB_MAX + ".");
        }
        try {
            if (files.isEmpty()) {
                System.err.println("bigpayload: making files to send ...");
                files = OwnFiles.make();
            }
            sendAll().forEach(System.out::println);
            return 0;
        } catch (IOException | NearcallException e) {
            System.err.println("\nbigpayload: " + e.getMessage());
            return 1;
        }
    }

    private List<String> sendAll() throws IOException {
        long totalBytes = 0;
        for (Path file : files) {
            long length = length(file);
            totalBytes += Sending.tooLong(length) == null ? 2 * length : length;
        }
        List<String> lines = new ArrayList<>();
        try (Endpoint endpoint =
                Endpoint.builder().maxMessageBytes(Sending.MESSAGE_LIMIT_BYTES).open()) {
            Depot depot = endpoint.lookup(Depot.class);
            warmUp(depot);
            try (ProgressBar bar = Progress.bar("sending", totalBytes)) {
                Sending sending = new Sending(depot, bar::stepBy);
                for (Path file : files) {
                    lines.add(line(file, "in one call", inOneCall(sending, file)));
                    lines.add(line(file, "in chunks of " + chunkKib + " KiB", sending.inChunks(file, chunkKib << 10)));
                }
            }
        }
        return lines;
    }

    /** Returns null if the file was too long for one call, and prints why. */
    private static Sending.Sent inOneCall(Sending sending, Path file) throws IOException {
        String tooLong = Sending.tooLong(length(file));
        if (tooLong == null) {
            try {
                return sending.inOneCall(file);
            } catch (NearcallException e) {
                tooLong = e.getMessage();
            }
        }
        System.err.println("\nbigpayload: " + file + " goes in chunks only: " + tooLong);
        return null;
    }

    /** Warms up both JVMs, so they do not compile during the first file. */
    private static void warmUp(Depot depot) {
        long place = depot.open();
        byte[] bytes = new byte[64 << 10];
        for (int i = 0; i < WARM_UP_CALLS; i++) {
            depot.write(place, bytes);
        }
        depot.close(place);
    }

    private static String line(Path file, String way, Sending.Sent sent) {
        String name = String.valueOf(file.getFileName());
        if (sent == null) {
            return String.format(Locale.ROOT, "%-24s %-24s too long", name, way);
        }
        return String.format(
                Locale.ROOT,
                "%-24s %-24s %,15d bytes %9.0f MB/s, checksums agree",
                name,
                way,
                sent.bytes(),
                sent.megabytesPerSecond());
    }

    private static long length(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + ": no such file.");
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": not a regular file.");
        }
        if (!Files.isReadable(file)) {
            throw new IOException(file + ": this user may not read it.");
        }
        return Files.size(file);
    }
}
