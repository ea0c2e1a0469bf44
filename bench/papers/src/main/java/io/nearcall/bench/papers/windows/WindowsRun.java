// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.published.SmithWells2017;
import io.nearcall.bench.papers.trips.Burst;
import io.nearcall.bench.papers.trips.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Repeats the experiment of Smith and Wells 2017 under Wine. */
public final class WindowsRun {

    private final WindowsPlan plan;
    private final Path root;
    private final Path directory;

    /**
     * @param root of the repository
     * @param directory for Wine, deleted at the end
     */
    public WindowsRun(WindowsPlan plan, Path root, Path directory) {
        this.plan = plan;
        this.root = root;
        this.directory = directory;
    }

    /** Measures, if there is Wine. Blocks for a minute, and for longer the first time. */
    public WindowsFindings measure() throws IOException, InterruptedException {
        System.err.println("Windows, under Wine ...");
        try (Wine wine = Wine.prepare(root, directory)) {
            List<WindowsFindings.OnJava> runtimes = new ArrayList<>();
            for (int version : wine.versions()) {
                runtimes.add(measure(wine, version));
            }
            return new WindowsFindings("", runtimes);
        } catch (NoWineException e) {
            System.err.println(e.getMessage());
            return WindowsFindings.none(e.getMessage());
        }
    }

    private WindowsFindings.OnJava measure(Wine wine, int version) throws IOException, InterruptedException {
        Rounds trips = new Rounds("Wine, Java " + version, Burst::meanNs);
        Rounds sends = new Rounds("Wine, Java " + version + ", sends", Burst::meanNs);
        Schedule schedule = new Schedule(
                plan.rounds(), WindowsPlan.TRIPS, SmithWells2017.BYTES, List.of(WindowsMechanism.values()));
        for (int i = 0; i < plan.pairs(); i++) {
            trips.nextPair();
            sends.nextPair();
            try (WindowsPair pair = WindowsPair.start(wine, version, schedule)) {
                for (int round = 0; round < plan.rounds(); round++) {
                    TimedRound timed = pair.next();
                    trips.add(timed.trips());
                    sends.add(timed.sends());
                }
            }
        }
        return new WindowsFindings.OnJava(version, trips, sends);
    }
}
