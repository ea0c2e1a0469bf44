// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The subject of a target. Targets are counted by group: no total mixes groups. */
public enum VerdictGroup {
    CALLS("calls", "one caller's primitives and orders, also with both JVMs on one CPU"),
    PAYLOADS("payloads", "arrays and strings"),
    LOAD("load", "several callers, messages one way, busy neighbours"),
    LIFE("life", "the start of a client, and calls after silence, at a pace, from a cold start and on too few CPUs"),
    RESOURCES("resources", "allocation, memory, CPU when idle"),
    PEERS("peers", "beside other libraries"),
    PAPERS("papers", "what papers measured");

    private final String title;
    private final String about;

    VerdictGroup(String title, String about) {
        this.title = title;
        this.about = about;
    }

    public String title() {
        return title;
    }

    /** Returns a few words. */
    public String about() {
        return about;
    }

    /** Returns those verdicts that are in this group, in their order. */
    public List<Verdict> of(List<Verdict> verdicts) {
        return verdicts.stream().filter(each -> each.group() == this).toList();
    }

    /** Returns how many of this group are held, how many are not, and how many were not judged. */
    public String summary(List<Verdict> verdicts) {
        List<Verdict> own = of(verdicts);
        long held = own.stream().filter(Verdict::isHeld).count();
        long judged = own.stream().filter(Verdict::isJudged).count();
        return title + ": " + held + " held, " + (judged - held) + " not held, " + (own.size() - judged)
                + " not judged";
    }

    /** Returns the groups of these verdicts. */
    public static List<VerdictGroup> in(List<Verdict> verdicts) {
        return Arrays.stream(values())
                .filter(group -> !group.of(verdicts).isEmpty())
                .toList();
    }

    /** Returns text: the targets of each group in their order, a line each, and then the group's totals. */
    public static List<String> lines(List<Verdict> verdicts) {
        List<String> lines = new ArrayList<>();
        for (VerdictGroup group : in(verdicts)) {
            lines.add(group.title + " (" + group.about + ")");
            group.of(verdicts).forEach(verdict -> lines.add(verdict.text()));
            lines.add("");
        }
        in(verdicts).forEach(group -> lines.add(group.summary(verdicts)));
        return lines;
    }
}
