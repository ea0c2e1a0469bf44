// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Shows what happens to the calls of a service or of a process, as it happens. */
final class LiveTrace {

    /* The processes are not asked, and nothing is switched on in them. An endpoint writes these events anyway, over the
     * oldest ones. So a slow reader loses events, but delays nobody. A page that did not exist at the first look is new,
     * so all its events are shown. */

    private static final long BETWEEN_LOOKS_MS = 100;
    private static final String OPEN = "open"; // the usual state, which is not shown at first
    private static final String DEAD = "dead";
    private static final String CLOSED = "closed";

    private final Surroundings surroundings = new Surroundings();
    private final String service; // null for all services of a process
    private final String pid;
    private final long leastSlowNs;
    private final boolean json;
    private final PrintWriter out;
    private final Map<String, Watched> watched = new HashMap<>();

    /** A page, and its state when it was last seen. */
    private static final class Watched {
        private final EventTail tail;
        private PageView page;
        private String state; // the state that was last shown

        Watched(EventTail tail, PageView page, String state) {
            this.tail = tail;
            this.page = page;
            this.state = state;
        }
    }

    /**
     * Begins with the endpoints that exist now.
     *
     * @param target a process id, or the name of a service
     * @param leastSlowNs slow calls whose caller has slept less than this are left out
     * @throws Refusal if there are no such endpoints
     */
    LiveTrace(String target, long leastSlowNs, boolean json, PrintWriter out) {
        this.pid = target;
        this.service = target.matches("[0-9]+") ? null : target;
        this.leastSlowNs = leastSlowNs;
        this.json = json;
        this.out = out;
        List<PageView> pages = surroundings.pages();
        requireAlive(pages);
        for (PageView page : pages) {
            watched.put(
                    key(page),
                    new Watched(
                            new EventTail(page), page, surroundings.state(page).equals(DEAD) ? DEAD : OPEN));
        }
    }

    private void requireAlive(List<PageView> pages) {
        List<PageView> concerned = pages.stream().filter(this::isShown).toList();
        if (concerned.isEmpty()) {
            throw new Refusal(
                    service == null
                            ? "Nothing is known of process " + pid
                                    + ". nearcall ls and nearcall ls --clients list processes."
                            : "No endpoint here shows calls of a service \"" + service
                                    + "\". nearcall ls lists services; nearcall doctor says whether they can be seen.");
        }
        if (concerned.stream().allMatch(page -> surroundings.state(page).equals(DEAD))) {
            throw new Refusal("Process " + concerned.get(0).pid() + " is dead. nearcall dump "
                    + concerned.get(0).pid() + " shows what it has left.");
        }
    }

    /** Returns a key that stays the same when the page of a dead process gets another name. */
    private static String key(PageView page) {
        String file = page.path().substring(page.path().lastIndexOf('/') + 1);
        int number = file.indexOf('-') + 1;
        int end = number;
        while (end < file.length() && Character.isDigit(file.charAt(end))) {
            end++;
        }
        return file.substring(0, end) + ' ' + page.openedMs();
    }

    /** Returns whether the endpoint serves or calls the service, or belongs to the process. */
    private boolean isShown(PageView page) {
        return service == null
                ? pid.equals(Integer.toString(page.pid()))
                : page.methods().stream().anyMatch(method -> method.service().equals(service));
    }

    private boolean serves(PageView page) {
        return page.methods().stream()
                .anyMatch(method -> method.served() && method.service().equals(service));
    }

    /** An event without a method concerns the service if the endpoint serves it. */
    private boolean isShown(PageView page, PageView.Event event) {
        if (event.kind() == PageView.Kind.SLOW && event.ns() < leastSlowNs) {
            return false;
        }
        return service == null
                || (event.method() == null
                        ? serves(page)
                        : event.method().service().equals(service));
    }

    /**
     * Prints events until the output is closed, the process has ended, or the time is over.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    void run(long longestNs) throws InterruptedException {
        long startNs = System.nanoTime();
        long leftNs;
        do {
            leftNs = longestNs - (System.nanoTime() - startNs);
            Thread.sleep(Math.max(0, Math.min(BETWEEN_LOOKS_MS, TimeUnit.NANOSECONDS.toMillis(leftNs))));
        } while (look() && leftNs > 0);
    }

    /** Returns whether there may be more to see. */
    private boolean look() {
        long nowMs = System.currentTimeMillis();
        List<LiveEvent> lines = new ArrayList<>();
        List<PageView> pages = surroundings.pages();
        for (PageView page : pages) {
            Watched endpoint = watched.computeIfAbsent(key(page), ignored -> new Watched(new EventTail(), page, ""));
            endpoint.page = page;
            look(endpoint, nowMs, lines);
        }
        Set<String> there = pages.stream().map(LiveTrace::key).collect(Collectors.toSet());
        watched.entrySet().removeIf(each -> {
            boolean gone = !there.contains(each.getKey());
            if (gone && !each.getValue().state.equals(DEAD)) {
                addState(each.getValue(), CLOSED, nowMs, lines);
            }
            return gone;
        });
        lines.sort(Comparator.comparingLong(LiveEvent::timeMs)); // events of several endpoints
        print(lines);
        return !out.checkError()
                && (service != null || watched.values().stream().anyMatch(this::isAliveHere));
    }

    /** As it was last shown: a process that has died since then is shown as dead by the next look. */
    private boolean isAliveHere(Watched endpoint) {
        return isShown(endpoint.page) && !endpoint.state.equals(DEAD);
    }

    private void look(Watched endpoint, long nowMs, List<LiveEvent> lines) {
        PageView page = endpoint.page;
        EventTail.Seen seen = endpoint.tail.look(page);
        if (isShown(page)) {
            seen.events().stream()
                    .filter(event -> isShown(page, event))
                    .forEach(event -> lines.add(LiveEvent.of(page, event)));
            if (seen.lost() > 0) {
                lines.add(LiveEvent.lost(page, nowMs, seen.lost()));
            }
        }
        addState(endpoint, surroundings.state(page), nowMs, lines);
    }

    /** Adds a line for a new state. States of callers are left out, because they are not states of the service. */
    private void addState(Watched endpoint, String state, long nowMs, List<LiveEvent> lines) {
        boolean shown = isShown(endpoint.page) && (service == null || serves(endpoint.page));
        if (shown && !endpoint.state.equals(state)) {
            endpoint.state = state;
            lines.add(LiveEvent.state(endpoint.page, nowMs, state));
        }
    }

    /** A pipe takes what is flushed as a whole, or not at all, up to 4 KiB. So Ctrl-C leaves only whole lines. */
    private void print(List<LiveEvent> lines) {
        lines.forEach(line -> {
            out.print((json ? line.json() : line.text()) + System.lineSeparator());
            out.flush();
        });
    }
}
