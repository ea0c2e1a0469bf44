// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import io.nearcall.bench.pair.JvmFlags;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What {@code bench/run} passes to every program that it launches. */
public final class Launch {

    @Option(names = "--commit", defaultValue = "unknown", hidden = true)
    private String commit;

    @Option(names = "--dirty", hidden = true)
    private boolean dirty;

    @Option(names = "--report", required = true, hidden = true)
    private Path report;

    @Option(names = "--scratch", required = true, hidden = true)
    private Path scratch;

    public String commit() {
        return commit;
    }

    /** Returns whether the working tree differs from the commit. */
    public boolean isDirty() {
        return dirty;
    }

    /** Returns the directory of the results. */
    public Path report() {
        return report;
    }

    /** Returns a directory that may not exist yet. */
    public Path scratch() {
        return scratch;
    }

    /**
     * Returns the head of a report. Lines can be added to it.
     *
     * @param machine the machine before the run
     * @param arguments the user's arguments, each with a space before it
     */
    public List<String> head(List<String> machine, String arguments) {
        List<String> about = new ArrayList<>(machine);
        about.add("commit    " + commit + (dirty ? " with changes" : ""));
        about.add("date      " + ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS));
        about.add("command   bench/run" + arguments);
        about.add("JVMs      java " + String.join(" ", JvmFlags.ALL));
        about.add("collector " + JvmFlags.COLLECTOR + " in every measured JVM, on one CPU too");
        return about;
    }
}
