// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.discovery.ServiceListing.Held;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.internal.statistics.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A service, as {@code ls} shows it.
 *
 * @param pid 0 if it is not known
 * @param page null if its endpoint has none: then nothing is known but its name and its process
 */
record ServiceRow(String service, int pid, String state, PageView page) {

    /** Those that are held, and those of processes that died while they held them. */
    static List<ServiceRow> all(Surroundings surroundings) {
        List<PageView> pages = surroundings.pages();
        List<ServiceRow> rows = new ArrayList<>();
        for (Held held : surroundings.names()) {
            PageView page = pageOf(held, pages, surroundings);
            rows.add(new ServiceRow(held.name(), held.pid(), state(held, page, surroundings), page));
        }
        for (PageView page : pages) {
            if (surroundings.state(page).equals("dead")) {
                for (String service : services(page)) {
                    if (rows.stream().noneMatch(row -> row.page == page && row.service.equals(service))) {
                        rows.add(new ServiceRow(service, page.pid(), "dead", page));
                    }
                }
            }
        }
        return rows;
    }

    private static PageView pageOf(Held held, List<PageView> pages, Surroundings surroundings) {
        for (PageView page : pages) {
            boolean sameLife = held.alive() != surroundings.state(page).equals("dead");
            if (page.pid() == held.pid() && sameLife && services(page).contains(held.name())) {
                return page;
            }
        }
        return null;
    }

    private static String state(Held held, PageView page, Surroundings surroundings) {
        if (held.pid() == 0) {
            return "elsewhere";
        }
        String state = page != null
                ? surroundings.state(page)
                : switch (held.alive() ? ProcessState.of(held.pid(), 0) : ProcessState.DEAD) {
                    case DEAD -> "dead";
                    case STOPPED -> "stopped";
                    default -> "open";
                };
        return state.equals("open") ? "serving" : state;
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

    /** Connections that others have made to its endpoint. */
    long clients() {
        return page.connections().stream().filter(each -> !each.initiator()).count();
    }

    /** That carry connections of its endpoint now. */
    List<String> channels() {
        return page.connections().stream()
                .filter(each -> !each.initiator())
                .map(PageView.Connection::channel)
                .distinct()
                .sorted()
                .toList();
    }

    private List<PageView.Method> methods() {
        return page.methods().stream()
                .filter(each -> each.served() && each.service().equals(service))
                .toList();
    }

    long calls() {
        return methods().stream().mapToLong(PageView.Method::calls).sum();
    }

    Durations durations() {
        return methods().stream().map(PageView.Method::durations).reduce(Durations.NONE, Durations::plus);
    }

    long failures() {
        return methods().stream().mapToLong(PageView.Method::failures).sum();
    }
}
