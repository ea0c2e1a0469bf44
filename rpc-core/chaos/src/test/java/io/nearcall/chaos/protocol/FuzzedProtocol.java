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
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Peers with steps that a fuzzer chooses, guided by coverage: a minute in the short form, an hour in the long one. */
public final class FuzzedProtocol implements Row {

    private static final int SEEDED_S = 20;
    private static final int GUIDED_S = 40;
    private static final int GUIDED_IN_FULL_S = 3_600;
    private static final int SEEDS = 150;
    private static final int LONGEST_SEED = 300;
    private static final int MOST_CRASHES = 5;
    private static final Pattern PROGRESS = Pattern.compile("#(\\d+)\\s.*cov: (\\d+) ft: (\\d+)");
    private static final String FOUND = "== Java Exception: ";
    private static final String TOKEN = "DEDUP_TOKEN: ";
    private static final String UNIT = "Test unit written to ";
    private static final String SANITIZERS = "com.code_intelligence.jazzer.sanitizers.";

    @Override
    public String name() {
        return "fuzzed protocol";
    }

    @Override
    public String description() {
        return "A raw peer talks to an endpoint with or without an executor, over shm, fifo, unix or tcp. A model of the"
                + " protocol draws its steps from bytes: greetings, lanes, bindings, calls of all kinds, calls within calls,"
                + " streams, references, cancellations, classes. In about a quarter of the steps one thing is altered. Jazzer"
                + " chooses the bytes, guided by coverage, for 40 s in the short form and for an hour in the long form. On"
                + " a JDK 25 they are drawn from a seed for 20 s. After each conversation every valid call has been answered,"
                + " or the connection has ended. Where only one answer is possible, the answer is that one. A well-behaved"
                + " client is answered. The connection and its lanes are released. No error is logged and no thread has died."
                + " Descriptors and maps are counted every 64 conversations. An episode is a conversation.";
    }

    @Override
    public String mutation() {
        return "a greeting with a limit of 0 bytes is accepted";
    }

    @Override
    public Kind kind() {
        return Kind.FUZZER;
    }

    @Override
    public int minutes() {
        return GUIDED_IN_FULL_S / 60 + 1;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        long seed = random.nextLong();
        FutureTask<Void> talks = new FutureTask<>(() -> seeded(campaign, tally, seed), null);
        Thread thread = new Thread(talks, "seeded talks"); // conversations wait most of the time, so both go on at once
        thread.setDaemon(true);
        thread.start();
        guided(campaign, tally, random);
        talks.get();
    }

    private static void seeded(Campaign campaign, Tally tally, long seed) {
        try {
            Optional<Path> newer = Campaign.java25();
            if (newer.isPresent()) {
                seeded(campaign, tally, new Launch(SeededTalk.class).java(newer.get()), seed);
            }
            if (campaign.isLong() || newer.isEmpty()) { // Jazzer talks to this JDK
                seeded(campaign, tally, new Launch(SeededTalk.class), seed + 1);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void seeded(Campaign campaign, Tally tally, Launch launch, long seed) throws Exception {
        try (VictimJvm talker = launch.start(campaign.scratch(), Long.toString(seed), Integer.toString(SEEDED_S))) {
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

    /** Jazzer's driver ends with each finding. It is started again, with its findings, until the time is over. */
    private static void guided(Campaign campaign, Tally tally, SplittableRandom random) throws Exception {
        long seconds = campaign.promised(GUIDED_S, GUIDED_IN_FULL_S);
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Path work = Files.createDirectory(campaign.scratch().resolve("jazzer"));
        Path corpus = corpus(work, random);
        List<String> known = new ArrayList<>();
        long edges = 0;
        long features = 0;
        int runs = 0;
        int crashes = 0;
        for (long leftS = seconds; leftS > 0; leftS = TimeUnit.NANOSECONDS.toSeconds(endNs - System.nanoTime())) {
            Path log = work.resolve("log-" + runs++);
            int status = fuzz(campaign, corpus, log, leftS, known);
            Matcher last = null;
            String found = null;
            boolean told = false;
            for (String line : Files.readAllLines(log)) {
                Matcher progress = PROGRESS.matcher(line);
                last = progress.find() ? progress : last;
                found = line.startsWith(FOUND)
                        ? line.substring(FOUND.length()).replaceFirst("^java.lang.AssertionError: ", "")
                        : found;
                if (line.contains(UNIT) && found != null) {
                    Path unit = Path.of(line.substring(line.indexOf(UNIT) + UNIT.length()));
                    fault(tally, found + " input " + HexFormat.of().formatHex(Files.readAllBytes(unit)));
                    told = true;
                }
            }
            if (last != null) {
                episodes(tally, Long.parseLong(last.group(1)));
                edges = Math.max(edges, Long.parseLong(last.group(2)));
                features = Math.max(features, Long.parseLong(last.group(3)));
            }
            if (status == 0) {
                break; // the time is over
            }
            if (!told) {
                tally.crashed("Jazzer's process ended with status " + status + ": " + tail(log));
                if (++crashes == MOST_CRASHES) {
                    break; // it may end so at once, each time
                }
            }
        }
        tally.note("guided by coverage, the conversations reached " + edges + " edges of the code and " + features
                + " features, as libFuzzer counts them");
        delete(work);
    }

    private static Path corpus(Path work, SplittableRandom random) throws IOException {
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
        return corpus;
    }

    private static int fuzz(Campaign campaign, Path corpus, Path log, long seconds, List<String> known)
            throws Exception {
        Path work = corpus.getParent();
        // Its directory is its own, as its names are those of the other talks; it ends without taking them along.
        Launch launch = new Launch(Jazzer.class, Jvm.cheap())
                .option("-Xmx512m")
                .directory(work.resolve("run"))
                .errors(log);
        List<String> arguments = new ArrayList<>(List.of(
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
                Inputs.directory().toString()));
        if (!known.isEmpty()) {
            arguments.add("--ignore=" + String.join(",", known));
        }
        try (VictimJvm jazzer = launch.start(work, arguments.toArray(String[]::new))) {
            for (String line = jazzer.readLine(); line != null; line = jazzer.readLine()) {
                if (line.startsWith(TOKEN)) { // of the finding
                    known.add(line.substring(TOKEN.length()).strip());
                }
            }
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
