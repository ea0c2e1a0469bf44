// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import com.code_intelligence.jazzer.Jazzer;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Peers whose steps a fuzzer chooses, guided by coverage in the long form. */
public final class FuzzedProtocol implements Row {

    private static final int SHORT_S = 20;
    private static final int LONG_S = 3_600;
    private static final int SEEDS = 150;
    private static final int LONGEST_SEED = 300;
    private static final int MOST_FINDINGS = 5;
    private static final Pattern PROGRESS = Pattern.compile("#(\\d+)\\s.*cov: (\\d+) ft: (\\d+)");
    private static final String FOUND = "== Java Exception: ";
    private static final String UNIT = "Test unit written to ";
    private static final String SANITIZERS = "com.code_intelligence.jazzer.sanitizers.";

    @Override
    public String name() {
        return "fuzzed protocol";
    }

    @Override
    public String description() {
        return "A raw peer talks to an endpoint with an executor or one without, over shm, fifo, unix or tcp. Each of its steps"
                + " is drawn from bytes by a model of the protocol: greetings, lanes, bindings, calls of all kinds, calls within"
                + " calls, streams, references, cancellations, classes. About a quarter of them have one thing altered. The short"
                + " form draws from a seed; the long form lets Jazzer choose, guided by coverage. After each conversation every"
                + " call in good order has been answered, rightly where only one answer is right, or the connection has ended;"
                + " a good neighbour is answered; the connection and its lanes are given back; no error is logged and no thread"
                + " has died. Descriptors and maps are counted every 64 conversations. An episode is a conversation.";
    }

    @Override
    public String mutation() {
        return "a greeting with a limit of 0 bytes is let in";
    }

    @Override
    public Kind kind() {
        return Kind.FUZZER;
    }

    @Override
    public int minutes() {
        return LONG_S / 60 + 1;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        if (campaign.isLong()) {
            guided(campaign, tally, random);
        }
        seeded(campaign, tally, new Launch(SeededTalk.class), random.nextLong());
        Optional<Path> newer = Campaign.java25();
        if (newer.isPresent()) {
            seeded(campaign, tally, new Launch(SeededTalk.class).java(newer.get()), random.nextLong());
        }
    }

    private static void seeded(Campaign campaign, Tally tally, Launch launch, long seed) throws Exception {
        try (VictimJvm talker = launch.start(campaign.scratch(), Long.toString(seed), Integer.toString(SHORT_S))) {
            String line = talker.readLine();
            while (line != null && !line.equals("end")) {
                tell(tally, line.split(" ", 2));
                line = talker.readLine();
            }
            int status = talker.awaitExit();
            if (line == null || status != 0) {
                tally.crashed("the process that is talked to ended with status " + status);
            }
        }
    }

    private static void tell(Tally tally, String[] words) {
        switch (words[0]) {
            case "talked" -> episodes(tally, Integer.parseInt(words[1]));
            case "note" -> tally.note(words[1]);
            default -> fault(tally, words[1]);
        }
    }

    private static void episodes(Tally tally, long count) {
        for (long i = 0; i < count; i++) {
            tally.episode(0, 0);
        }
    }

    private static void fault(Tally tally, String what) {
        if (what.contains("hung")) {
            tally.hung(what);
        } else if (what.contains("leaked")) {
            tally.leaked(what);
        } else {
            tally.wrong(what);
        }
    }

    /** Jazzer's driver ends with each finding: it is started again until the time is over. */
    private static void guided(Campaign campaign, Tally tally, SplittableRandom random) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONG_S);
        Path work = Files.createDirectory(campaign.scratch().resolve("jazzer"));
        Path corpus = Files.createDirectory(work.resolve("corpus"));
        int known = 0;
        for (byte[] input : Honest.all()) {
            Files.write(corpus.resolve("honest-" + known++), input);
        }
        for (int i = 0; i < SEEDS; i++) {
            byte[] seed = new byte[random.nextInt(LONGEST_SEED)];
            random.nextBytes(seed);
            Files.write(corpus.resolve("seed-" + i), seed);
        }
        long edges = 0;
        long features = 0;
        for (int findings = 0; findings < MOST_FINDINGS; findings++) {
            long leftS = TimeUnit.NANOSECONDS.toSeconds(endNs - System.nanoTime());
            if (leftS <= 0) {
                break;
            }
            Path log = work.resolve("log-" + findings);
            int status = fuzz(campaign, corpus, log, leftS);
            Matcher last = null;
            String found = null;
            for (String line : Files.readAllLines(log)) {
                Matcher progress = PROGRESS.matcher(line);
                last = progress.find() ? progress : last;
                found = line.startsWith(FOUND) ? line.substring(FOUND.length()) : found;
                if (line.contains(UNIT) && found != null) {
                    Path unit = Path.of(line.substring(line.indexOf(UNIT) + UNIT.length()));
                    fault(tally, found + " input " + HexFormat.of().formatHex(Files.readAllBytes(unit)));
                }
            }
            if (last != null) {
                episodes(tally, Long.parseLong(last.group(1)));
                edges = Math.max(edges, Long.parseLong(last.group(2)));
                features = Math.max(features, Long.parseLong(last.group(3)));
            }
            if (status != 0 && found == null) {
                tally.crashed("Jazzer's process ended with status " + status + ": " + tail(log));
                break;
            }
        }
        tally.note("guided by coverage, the conversations reached " + edges + " edges of the code and " + features
                + " features, as libFuzzer counts them");
        delete(work);
    }

    private static int fuzz(Campaign campaign, Path corpus, Path log, long seconds) throws Exception {
        Path work = corpus.getParent();
        Launch launch = new Launch(Jazzer.class, Jvm.cheap()).option("-Xmx512m").errors(log);
        try (VictimJvm jazzer = launch.start(
                work,
                "--target_class=" + GuidedTalk.class.getName(),
                "--instrumentation_includes=io.nearcall.internal.**:io.nearcall.ipc.**",
                // Lanes are files and sockets that a peer names, and a Pattern is a value.
                "--disabled_hooks=" + SANITIZERS + "ServerSideRequestForgery:" + SANITIZERS + "FilePathTraversal:"
                        + SANITIZERS + "RegexInjection:" + SANITIZERS + "RegexRoadblocks",
                "--reproducer_path=" + work,
                "-artifact_prefix=" + work + "/",
                "-max_total_time=" + seconds,
                "-max_len=400",
                "-timeout=60",
                "-rss_limit_mb=0",
                "-seed=" + (campaign.seed() & Integer.MAX_VALUE),
                corpus.toString(),
                Inputs.directory().toString())) {
            String line;
            do {
                line = jazzer.readLine();
            } while (line != null);
            return jazzer.awaitExit();
        }
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.subList(Math.max(0, lines.size() - 10), lines.size()).toString();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (!file.getFileName().toString().startsWith("hs_err")) {
                    Files.delete(file);
                }
            }
        }
    }
}
