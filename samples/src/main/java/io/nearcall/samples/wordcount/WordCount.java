// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.samples.progress.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The client: reads the files, spreads their chunks over the workers, and adds up the counts. */
@Command(
        name = "wordcount",
        description = "Prints the 20 commonest words of some files, counted by several JVMs.",
        exitCodeOnExecutionException = 1)
public final class WordCount implements Callable<Integer> {

    private static final int MOST_WORKERS = 64;
    private static final int COMMONEST = 20;
    private static final int SMALLEST_CHUNK_BYTES = 4 << 10;
    private static final int LARGEST_CHUNK_BYTES = 256 << 10;
    private static final int CHUNKS_PER_WORKER = 16;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Text in UTF-8.")
    private List<Path> files;

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "N",
            defaultValue = "2",
            description = "How many worker JVMs count, 1 to " + MOST_WORKERS + "; ${DEFAULT-VALUE} by default.")
    private int workers;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Says this.")
    private boolean help;

    @Spec
    private CommandSpec command;

    public static void main(String[] args) {
        System.exit(new CommandLine(new WordCount()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new ParameterException(
                    command.commandLine(), "--workers " + workers + ": name a number from 1 to " + MOST_WORKERS + ".");
        }
        try {
            long totalBytes = TextFiles.totalBytes(files);
            Tally tally = count(totalBytes);
            tally.commonest(COMMONEST).forEach(System.out::println);
            System.err.println(tally.words() + " words, " + tally.distinctWords() + " different ones.");
            return 0;
        } catch (IOException | NearcallException e) {
            System.err.println("wordcount: " + e.getMessage());
            return 1;
        }
    }

    private Tally count(long totalBytes) throws IOException, InterruptedException {
        long fairBytes = totalBytes / (workers * CHUNKS_PER_WORKER);
        int chunkBytes = (int) Math.max(SMALLEST_CHUNK_BYTES, Math.min(LARGEST_CHUNK_BYTES, fairBytes));
        try (Endpoint endpoint = Endpoint.open();
                TextFiles texts = new TextFiles(files, chunkBytes)) {
            List<Remote> crew = lookUp(endpoint);
            try (ProgressBar bar = Progress.bar("counting", totalBytes)) {
                Work work = new Work(texts, crew.size(), bar::stepBy);
                for (Remote worker : crew) {
                    worker.start(work);
                }
                return work.await();
            }
        }
    }

    /** Waits for all workers, so each of them gets a share even of a short text. */
    private List<Remote> lookUp(Endpoint endpoint) {
        List<Remote> crew = new ArrayList<>();
        for (int number = 1; number <= workers; number++) {
            String name = Counter.serviceName(number);
            try {
                crew.add(new Remote(name, endpoint.lookup(Counter.class, name)));
            } catch (NearcallException e) {
                System.err.println("wordcount: going on without a worker: " + e.getMessage());
            }
        }
        return crew;
    }
}
