// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** The kinds of {@link QuotedComparison}, each with its document and the heads of its tables. */
enum Compared {
    /** What a call costs while something is switched on. */
    SWITCHES("docs/guide/metrics-and-traces.md", "switched on", "command", "needs"),

    /** What a call between hosts takes. */
    HOSTS("docs/guide/between-hosts.md", "system", "callers at once", "make"),

    /** How many clients share many servers, and what a session costs. There is no table of calls. */
    FLEET("docs/guide/fleet.md", "", "what", "found"),

    /** What a call between Java and C++ takes. */
    CPP("docs/internals/performance.md", "who calls", "", ""),

    /** How data gets from Java to C++ and back, as Kumo&#324; measured it in 2017. A table for each direction has all ways. */
    KUMON("docs/internals/performance.md", "request / reply", "at the worst length", "takes");

    private final String document;
    private final String whatHead;
    private final String lookHead;
    private final String valueHead;

    Compared(String document, String whatHead, String lookHead, String valueHead) {
        this.document = document;
        this.whatHead = whatHead;
        this.lookHead = lookHead;
        this.valueHead = valueHead;
    }

    /** Returns the kind of a run that {@code bench/run} has made with the option of this kind. */
    static Compared of(QuotedComparison run) {
        return Arrays.stream(values())
                .filter(each -> run.command().startsWith("bench/run --" + each.option()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("command=" + run.command()));
    }

    /** Returns whether a run of this kind is in the file. */
    static boolean isIn(Path file) {
        return Arrays.stream(values()).anyMatch(each -> file.endsWith(each.option() + ".json"));
    }

    /** The option of {@code bench/run}, without dashes, which is also the name of the directory and of the block. */
    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    String document() {
        return document;
    }

    String whatHead() {
        return whatHead;
    }

    String lookHead() {
        return lookHead;
    }

    String valueHead() {
        return valueHead;
    }
}
