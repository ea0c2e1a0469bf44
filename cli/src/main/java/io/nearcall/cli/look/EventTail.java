// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.statistics.PageView;
import java.util.ArrayList;
import java.util.List;

/** What of an endpoint's events has been seen already. */
final class EventTail {

    /* A page keeps the last 256 events, and numbers them. So what has happened since the last look is known, and how much of it is
     * there no more. Numbers are compared by their difference, as they may begin again.
     *
     * A page is read while it is written. An event may be missing that was written during the look, though the next one is there.
     * The next look has it; if not, it is lost. */

    private static final int NONE = -1;
    private static final int KEPT = 256;

    private int last;
    private boolean deferred;

    /** Of a page of which no event has been seen. */
    EventTail() {
        last = NONE;
    }

    /** Of a page whose events up to now are not to be seen. */
    EventTail(PageView page) {
        last = newest(page.events(), NONE);
    }

    /**
     * Events that have come since the last look, the oldest first.
     *
     * @param lost how many more there have been, which others have taken the place of
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
