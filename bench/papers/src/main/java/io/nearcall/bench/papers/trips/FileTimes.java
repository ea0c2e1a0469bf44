// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import com.google.gson.Gson;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.Commands;
import io.nearcall.bench.papers.mechanism.Link;
import io.nearcall.bench.papers.mechanism.Shape;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that writes and reads a file, by java.io and by java.nio. It writes arrays one after another to a file that is
 * opened once per burst, then reads them. What was just written is in the kernel's memory, so no disk is measured.
 */
public final class FileTimes {

    public static final String WRITE_IO = "write, java.io";
    public static final String WRITE_NIO = "write, NIO";
    public static final String READ_IO = "read, java.io";
    public static final String READ_NIO = "read, NIO";

    private static final long SEED = 2024;

    private final Path file;

    private FileTimes(Path file) {
        this.file = file;
    }

    /** Arguments: the scratch directory. Takes a {@link Round} for each line of its standard input. */
    public static void main(String[] args) throws Exception {
        Commands commands = Commands.ofStandardInput();
        Gson gson = new Gson();
        Path file = Path.of(args[0]).resolve("papers-file");
        try {
            FileTimes times = new FileTimes(file);
            while (true) {
                Child.answer(gson.toJson(times.bursts(gson.fromJson(commands.next(), Round.class))));
            }
        } catch (Throwable failure) {
            Child.fail(failure);
        }
    }

    private List<Burst> bursts(Round round) throws Exception {
        List<Burst> bursts = new ArrayList<>();
        for (Shape shape : round.shapes()) {
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(round.warmMs())) {
                measure(shape, round.trips(), new ArrayList<>());
            }
            measure(shape, round.trips(), bursts);
        }
        return bursts;
    }

    private void measure(Shape shape, int trips, List<Burst> bursts) throws Exception {
        Files.deleteIfExists(file);
        try (FileOutputStream out = new FileOutputStream(file.toFile());
                FileInputStream in = new FileInputStream(file.toFile())) {
            add(WRITE_IO, READ_IO, Link.of(in, out), shape, trips, bursts);
        }
        Files.delete(file);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            add(WRITE_NIO, READ_NIO, Link.of(in, out), shape, trips, bursts);
        }
        Files.delete(file);
    }

    private static void add(String writing, String reading, Link link, Shape shape, int count, List<Burst> into)
            throws Exception {
        byte[] bytes = new byte[shape.requestBytes()];
        new Random(SEED).nextBytes(bytes);
        double[] writesNs = new double[count];
        double[] readsNs = new double[count];
        for (int i = 0; i < count; i++) {
            long startNs = System.nanoTime();
            link.write(bytes);
            writesNs[i] = System.nanoTime() - startNs;
        }
        for (int i = 0; i < count; i++) {
            long startNs = System.nanoTime();
            link.read(bytes);
            readsNs[i] = System.nanoTime() - startNs;
        }
        into.add(Burst.of(writing, shape, writesNs));
        into.add(Burst.of(reading, shape, readsNs));
    }
}
