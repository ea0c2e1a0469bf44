// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.discovery.ServiceListing.Held;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.ProcessState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * A service, as {@code ls} shows it.
 *
 * @param pid 0 if it is not known
 * @param page null if its endpoint has none: then only the name and the process are known
 */
record ServiceRow(String service, int pid, String state, PageView page) {

    /** Returns the services whose names are held, and those of processes that died while they held them. */
    static List<ServiceRow> all(Surroundings surroundings) {
        List<PageView> pages = surroundings.counts();
        List<String> states = new ArrayList<>(pages.size()); // each looked up once: there may be many names and pages
        for (PageView page : pages) {
            states.add(surroundings.state(page));
        }
        List<ServiceRow> rows = new ArrayList<>();
        for (Held held : surroundings.names()) {
            int page = pageOf(held, pages, states);
            rows.add(
                    page < 0
                            ? new ServiceRow(held.name(), held.pid(), state(held), null)
                            : new ServiceRow(held.name(), held.pid(), states.get(page), pages.get(page)));
        }
        for (int i = 0; i < pages.size(); i++) {
            if (states.get(i).equals("dead")) {
                PageView page = pages.get(i);
                for (String service : services(page)) {
                    if (!contains(rows, page, service)) {
                        rows.add(new ServiceRow(service, page.pid(), "dead", page));
                    }
                }
            }
        }
        return rows;
    }

    private static boolean contains(List<ServiceRow> rows, PageView page, String service) {
        for (ServiceRow row : rows) {
            if (row.page == page && row.service.equals(service)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the index of the page of the endpoint that holds a name; -1 if there is none. */
    private static int pageOf(Held held, List<PageView> pages, List<String> states) {
        for (int i = 0; i < pages.size(); i++) {
            PageView page = pages.get(i);
            if (page.pid() == held.pid() && held.alive() != states.get(i).equals("dead") && offers(page, held.name())) {
                return i;
            }
        }
        return -1;
    }

    private static boolean offers(PageView page, String service) {
        for (PageView.Method method : page.methods()) {
            if (method.served() && method.service().equals(service)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the state of a service whose endpoint has no page. */
    private static String state(Held held) {
        if (held.pid() == 0) {
            return "elsewhere";
        }
        return switch (held.alive() ? ProcessState.of(held.pid(), 0) : ProcessState.DEAD) {
            case DEAD -> "dead";
            case STOPPED -> "stopped";
            default -> "open";
        };
    }

    private static TreeSet<String> services(PageView page) {
        TreeSet<String> services = new TreeSet<>();
        for (PageView.Method method : page.methods()) {
            if (method.served() && !method.service().isEmpty()) {
                services.add(method.service());
            }
        }
        return services;
    }

    /** Returns the number of connections that others have made to its endpoint. */
    long clients() {
        long clients = 0;
        for (PageView.Connection each : page.connections()) {
            clients += each.initiator() ? 0 : 1;
        }
        return clients;
    }

    /** Returns the channels that now carry connections of its endpoint. */
    Collection<String> channels() {
        TreeSet<String> channels = new TreeSet<>();
        for (PageView.Connection each : page.connections()) {
            if (!each.initiator()) {
                channels.add(each.channel());
            }
        }
        return channels;
    }

    private boolean isOwn(PageView.Method method) {
        return method.served() && method.service().equals(service);
    }

    long calls() {
        long calls = 0;
        for (PageView.Method each : page.methods()) {
            calls += isOwn(each) ? each.calls() : 0;
        }
        return calls;
    }

    Durations durations() {
        Durations durations = Durations.NONE;
        for (PageView.Method each : page.methods()) {
            durations = isOwn(each) ? durations.plus(each.durations()) : durations;
        }
        return durations;
    }

    long failures() {
        long failures = 0;
        for (PageView.Method each : page.methods()) {
            failures += isOwn(each) ? each.failures() : 0;
        }
        return failures;
    }
}
