// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows everything that is known about a process. */
@Command(
        name = "dump",
        description = "Shows all that a process has left: what was called, what failed, and what happened last.",
        mixinStandardHelpOptions = true)
public final class Dump implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|FILE", description = "A process, dead or not, or the file of a statistics page.")
    private String what;

    @Option(names = "--json", description = "One JSON object for each endpoint.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Surroundings surroundings = new Surroundings();
        List<PageView> all = surroundings.pages();
        for (PageView page : pages(all)) {
            String state = surroundings.state(page);
            List<CallsInFlight> inFlight = CallsInFlight.of(page, all);
            if (json) {
                out.println(DumpJson.of(page, state, inFlight));
            } else {
                new DumpText(out).print(page, state, inFlight);
            }
        }
        out.flush();
    }

    private List<PageView> pages(List<PageView> all) {
        if (!what.matches("[0-9]+")) {
            PageView page = PageReader.read(what);
            if (page == null) {
                throw new Refusal(what + " is not a statistics page that this version can read.");
            }
            return List.of(page);
        }
        List<PageView> pages = all.stream()
                .filter(page -> Integer.toString(page.pid()).equals(what))
                .toList();
        if (pages.isEmpty()) {
            throw new Refusal("Nothing is kept of process " + what
                    + ". Pages are removed when an endpoint is closed, and an hour after a process was found dead;"
                    + " without a tmpfs there are none.");
        }
        return pages;
    }
}
