// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The table with what belongs to it: machine, date, command, and what each row did. */
record Report(Campaign campaign, List<Row> rows, List<Tally> tallies, long durationNs) {

    String toMarkdown() throws IOException {
        StringBuilder text = new StringBuilder("""
                # Reliability

                No call hangs. Every call ends with a result, the application's own exception, or one of Nearcall's that says
                whether the method may have run. Nothing that a permitted peer writes crashes the JVM, nobody else gets in, and
                nothing outlives a kill. Here is how often that was tried, and what came of it. This file is written by the
                campaign in `rpc-core/chaos`; do not edit it.

                """);
        text.append("- made on ").append(LocalDate.now()).append(", in ");
        text.append(TimeUnit.NANOSECONDS.toMinutes(durationNs))
                .append(" minutes, with seed ")
                .append(campaign.seed());
        text.append("\n- ").append(command()).append('\n');
        text.append("- ").append(machine()).append("\n- JDK ").append(System.getProperty("java.vm.version"));
        text.append(Campaign.java25().isPresent() ? "; a JDK 25 where a row says so" : "; no JDK 25")
                .append("\n\n");
        text.append("""
                A fault counts as *hung* if a call ended later than it may, as *wrong* if its outcome or its answer was, as
                *crashed* if a JVM died of itself, and as *leaked* if anything was held or lay about afterwards. Delays are in
                milliseconds; beside them is how late in the same time a thread woke that only slept.

                """);
        text.append("Calls are made over ").append(Schemes.inWords()).append(", but where a row says otherwise.\n\n");
        text.append(Tally.markdownHeader());
        tallies.forEach(tally -> text.append(tally.toMarkdown()));
        text.append("\n## The rows\n");
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            text.append("\n**")
                    .append(row.name())
                    .append(".** ")
                    .append(row.description())
                    .append('\n');
            tallies.get(i)
                    .notes()
                    .forEach(note -> text.append("Seen: ").append(note).append(".\n"));
            if (!row.mutation().isEmpty()) {
                text.append("It fails if ").append(row.mutation()).append(".\n");
            }
            tallies.get(i)
                    .faults()
                    .forEach(fault -> text.append("- **").append(fault).append("**\n"));
        }
        return text.toString();
    }

    private String command() {
        return campaign.isLong()
                ? "the long form; again with `mvn -B verify -Pchaos -Dchaos.minutes=" + campaign.minutes() + "`"
                : "the short form, which is part of `mvn -B verify`; the full one, `mvn -B verify -Pchaos`, writes this"
                        + " file anew";
    }

    private static String machine() throws IOException {
        String model;
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            model = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
        return Runtime.getRuntime().availableProcessors() + " CPUs (" + model + "), Linux "
                + System.getProperty("os.version");
    }
}
