// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import java.util.List;

/** Which targets a run held, group by group, as the performance diary has it. */
final class TargetFigures {

    private TargetFigures() {}

    /** @param file where the run is, as the document links it */
    static String of(QuotedRun run, String file) {
        List<Verdict> verdicts = run.verdicts();
        StringBuilder text = new StringBuilder("| target | median | |\n| --- | --- | --- |\n");
        for (VerdictGroup group : VerdictGroup.in(verdicts)) {
            text.append("| **").append(group.summary(verdicts)).append("** | | |\n");
            group.of(verdicts).forEach(verdict -> text.append(line(verdict)));
        }
        return text.append('\n').append(run.origin(file)).append('\n').toString();
    }

    private static String line(Verdict verdict) {
        return "| " + verdict.what() + " | " + (verdict.isJudged() ? verdict.valueText() : "-") + " | "
                + verdict.outcome() + " |\n";
    }
}
