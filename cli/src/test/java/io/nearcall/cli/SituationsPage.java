// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page of the guide whose sections show command lines and what these print. On it the service's process is 4711 and its
 * caller's 4712, and numbers are those of one run: another run may print others, but nothing else may differ.
 */
final class SituationsPage {

    private static final Path FILE = CompiledSources.REPOSITORY.resolve("docs/guide/slow-stuck-dead.md");
    private static final Pattern BLOCK = Pattern.compile("(?m)^```console\n(.*?)^```$", Pattern.DOTALL);
    private static final Pattern NUMBER =
            Pattern.compile("(?<![A-Za-z])[0-9][0-9.,:T-]*(Z|ns|us|ms|s|m|h|d|k|M|G)?(?![A-Za-z0-9])");
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private final Path directory;
    private final long servicePid;
    private final long callerPid;

    SituationsPage(Path directory, long servicePid, long callerPid) {
        this.directory = directory;
        this.servicePid = servicePid;
        this.callerPid = callerPid;
    }

    /**
     * Runs the command lines of a section until their output is that of the page. Counters may be updated a little
     * later.
     */
    void check(String title) throws IOException, InterruptedException {
        String text = Files.readString(FILE);
        int start = text.indexOf("\n## " + title + "\n");
        assertThat(start).as("the section " + title).isPositive();
        int next = text.indexOf("\n## ", start + 1);
        String section = text.substring(start, next < 0 ? text.length() : next);
        Matcher block = BLOCK.matcher(section);
        List<String> printed = new ArrayList<>();
        StringBuilder renewed = new StringBuilder();
        while (block.find()) {
            String run = settled(block.group(1));
            printed.add(run);
            block.appendReplacement(renewed, Matcher.quoteReplacement("```console\n" + run + "```"));
            if (!Boolean.getBoolean("situations.renew")) {
                assertThat(masked(run)).as(title).isEqualTo(masked(block.group(1)));
            }
        }
        assertThat(printed).as("blocks of " + title).isNotEmpty();
        if (Boolean.getBoolean("situations.renew")) {
            Files.writeString(
                    FILE, text.replace(section, block.appendTail(renewed).toString()));
        }
    }

    private String settled(String shown) throws InterruptedException {
        long startNs = System.nanoTime();
        String run = run(shown);
        while (!masked(run).equals(masked(shown)) && System.nanoTime() - startNs < PATIENCE_NS) {
            TimeUnit.MILLISECONDS.sleep(100); // between two looks
            run = run(shown);
        }
        return run;
    }

    private String run(String shown) {
        StringBuilder printed = new StringBuilder();
        for (String line : shown.lines().filter(each -> each.startsWith("$ ")).toList()) {
            boolean echo = line.endsWith("; echo $?");
            String command = line.substring("$ nearcall ".length(), line.length() - (echo ? "; echo $?".length() : 0));
            CommandRun run = CommandRun.of(command.replaceAll("\\b4711\\b", Long.toString(servicePid))
                    .replaceAll("\\b4712\\b", Long.toString(callerPid))
                    .split(" "));
            printed.append(line).append('\n').append(run.out()).append(run.err());
            if (echo) {
                printed.append(run.exitCode()).append('\n');
            }
        }
        return printed.toString()
                .replace(directory.toString(), "/run/user/1000/nearcall")
                .replaceAll("@[0-9a-f]+", "@14e78ec7")
                .replaceAll("\\b" + servicePid + "\\b", "4711")
                .replaceAll("\\b" + callerPid + "\\b", "4712");
    }

    /** Without numbers, and without their effect on the width of columns. */
    private static String masked(String printed) {
        return inOrder(
                NUMBER.matcher(printed.replaceAll(" *at java.lang.Thread.runWith.*\n", "")) // which newer JDKs have
                        .replaceAll("#")
                        .replaceAll("[ -]+", " ")
                        .replaceAll("(?m) $", ""));
    }

    /** A cycle is printed from the process with the lowest pid on, but pids begin again now and then. */
    private static String inOrder(String masked) {
        List<String> lines = masked.lines().toList();
        int begin = 0;
        while (begin < lines.size() && !lines.get(begin).startsWith(" thread ")) {
            begin++;
        }
        int end = begin;
        while (end < lines.size() && lines.get(end).matches(" (thread|at) .*")) {
            end++;
        }
        if (begin == end) {
            return masked;
        }
        List<String> members =
                Arrays.asList(String.join("\n", lines.subList(begin, end)).split("\n(?= thread )"));
        Collections.rotate(members, -members.indexOf(Collections.min(members)));
        List<String> ordered = new ArrayList<>(lines.subList(0, begin));
        ordered.addAll(members);
        ordered.addAll(lines.subList(end, lines.size()));
        return String.join("\n", ordered);
    }
}
