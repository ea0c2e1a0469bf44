// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.statistics.PageView;
import java.util.ArrayList;
import java.util.List;

/** Remembers which events of an endpoint have been seen. */
final class EventTail {

    /* A page keeps the last 256 events, and numbers them. So the numbers tell what has happened since the last look,
     * and how many of these events are gone. Numbers are compared by their difference, because they may wrap around.
     *
     * A page is written while it is read. An event that was written during the look may be missing, although the next
     * one is there. The next look finds it; otherwise it is lost. */

    private static final int NONE = -1;
    private static final int KEPT = 256;

    private int last;
    private boolean deferred;

    /** Begins with a page of which no event has been seen. */
    EventTail() {
        last = NONE;
    }

    /** Begins with a page whose events up to now are skipped. */
    EventTail(PageView page) {
        last = newest(page.events(), NONE);
    }

    /**
     * The events since the last look, the oldest first.
     *
     * @param lost how many more events have been overwritten by later ones
     */
    record Seen(List<PageView.Event> events, int lost) {}

    /** Looks again. */
    Seen look(PageView page) {
        List<PageView.Event> fresh = page.events().stream()
                .filter(event -> event.number() - last > 0)
                .toList();
        int newest = newest(fresh, last);
        List<PageView.Event> seen = new ArrayList<>();
        int lost = 0;
        for (PageView.Event event : fresh) {
            int missing = event.number() - last - 1;
            if (missing > 0 && !deferred && newest - last < KEPT) {
                deferred = true;
                return new Seen(seen, lost);
            }
            lost += missing;
            last = event.number();
            seen.add(event);
        }
        deferred = false;
        return new Seen(seen, lost);
    }

    private static int newest(List<PageView.Event> events, int before) {
        int newest = before;
        for (PageView.Event event : events) {
            newest = event.number() - newest > 0 ? event.number() : newest;
        }
        return newest;
    }
}
