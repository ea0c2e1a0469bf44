// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.start.Archive;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.start.FreshClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts of RMI and Nearcall side by side, with and without an archive, up to a greeting and up to an order. */
final class StartFigure {

    private static final int RMI = 0;
    private static final int NEARCALL = 1;

    private final List<ColdStart> starts;
    private final List<String> categories = new ArrayList<>();
    private final List<List<Double>> ms = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<List<String>> rows = new ArrayList<>();

    StartFigure(List<ColdStart> starts) {
        this.starts = starts;
    }

    Figure figure() {
        for (Archive archive : Archive.values()) {
            add("greet", archive, FreshClient.RMI_GREETING, FreshClient.NEARCALL_GREETING);
            add("order", archive, FreshClient.RMI, FreshClient.NEARCALL);
        }
        BarPlot bars = new BarPlot(categories, "ms from the start of the JVM", Units::whole, false);
        bars.add("rmi", ms.get(RMI));
        bars.add("nearcall-shm", ms.get(NEARCALL));
        return new Figure(
                "Process start to first result, with and without an archive",
                bars.plot(index -> index == RMI ? Look.Mark.of("rmi").color : Look.Mark.of("nearcall-shm").color),
                "Fresh clients of running servers, one kind after the other and again; medians. The clock starts before the "
                        + "parent forks, and stops when a string or an order has come back. An archive has the classes of "
                        + "such a run (AppCDS), an AOT cache (AOT) also their profiles. Each side has its own.",
                List.of("first call", "client", "ms", "shortest", "longest"),
                rows);
    }

    private void add(String call, Archive archive, FreshClient rmi, FreshClient nearcall) {
        Optional<ColdStart> theirs = find(rmi.row(archive));
        Optional<ColdStart> own = find(nearcall.row(archive));
        if (theirs.isPresent() && own.isPresent()) {
            String category = switch (archive) {
                case NONE -> call;
                case CLASSES -> call + ", archive";
                case AOT_CACHE -> call + ", AOT";
            };
            categories.add(category);
            add(category, "rmi", theirs.get(), ms.get(RMI));
            add(category, "nearcall-shm", own.get(), ms.get(NEARCALL));
        }
    }

    private void add(String category, String client, ColdStart start, List<Double> values) {
        values.add(start.totalMs());
        rows.add(List.of(
                category,
                client,
                Units.millis(start.totalMs()),
                Units.millis(start.shortestMs()),
                Units.millis(start.longestMs())));
    }

    private Optional<ColdStart> find(String row) {
        return starts.stream().filter(each -> each.system().equals(row)).findFirst();
    }
}
