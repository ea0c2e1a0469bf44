// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.UsedDirectory;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceListing;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.ProcessState;
import io.nearcall.internal.waits.WaitsView;
import java.io.File;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The endpoints in the runtime directory, as their files show them. No process is asked, so none can be late. */
final class Surroundings {

    private static final int LOOKS = 5;

    private final RuntimeDirectory directory = UsedDirectory.open();
    private final String pidNamespace = StatisticsDirectory.pidNamespace();

    /** Returns the names that are held. */
    List<ServiceListing.Held> names() {
        return ServiceListing.seen(directory);
    }

    /** Returns the pages, sorted by the time when their endpoints were opened. */
    List<PageView> pages() {
        return pages(false);
    }

    /** As {@link #pages}, with what {@link PageReader#readCounts} reads of them. */
    List<PageView> counts() {
        return pages(true);
    }

    private List<PageView> pages(boolean countsOnly) {
        List<PageView> pages = new ArrayList<>();
        boolean moved = true;
        for (int i = 0; i < LOOKS && moved; i++) { // pages of dead processes may get other names during a look
            pages.clear();
            moved = false;
            for (String path : StatisticsDirectory.pages(directory)) {
                PageView page = countsOnly
                        ? PageReader.readCounts(path, directory.path())
                        : PageReader.read(path, directory.path());
                moved |= page == null && !new File(path).exists();
                if (page != null) {
                    pages.add(page);
                }
            }
        }
        pages.sort(new ByOpening());
        return pages;
    }

    /** Returns the waits of processes, including dead ones. */
    List<WaitsView> waits() {
        return StatisticsDirectory.waits(directory);
    }

    /** Returns the state of a process that waits, in a word. */
    String state(WaitsView process) {
        return process.state(pidNamespace).name().toLowerCase(Locale.ROOT);
    }

    /** A class, not a lambda, because a lambda would slow down the start of {@code ls}. */
    private static final class ByOpening implements Comparator<PageView> {

        @Override
        public int compare(PageView one, PageView other) {
            int byTime = Long.compare(one.openedMs(), other.openedMs());
            return byTime != 0 ? byTime : one.path().compareTo(other.path());
        }
    }

    /** Returns the runtime directory of these endpoints. */
    RuntimeDirectory directory() {
        return directory;
    }

    /** Returns the state of a page's endpoint, in a word. */
    String state(PageView page) {
        ProcessState state = page.state(pidNamespace);
        return switch (state) {
            case ALIVE -> page.closing() ? "closing" : "open";
            case STOPPED -> "stopped";
            case DEAD -> "dead";
            case ELSEWHERE -> "elsewhere";
        };
    }
}
