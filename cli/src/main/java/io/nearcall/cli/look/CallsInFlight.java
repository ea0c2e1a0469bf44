// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.statistics.PageView;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of one method over one connection that have begun and not ended, and how far they have come.
 *
 * @param state one of the constants below
 */
record CallsInFlight(PageView.Method method, PageView.Connection connection, long count, String state) {

    /* The caller's page counts the calls that were sent and have not ended. The service's page counts the calls that
     * were taken and not answered. Together they show how far each call has come, unless one of them has not seen that
     * calls have failed. */

    /** The caller has sent the call. It is not known what has become of it. */
    static final String SENT = "sent";

    /** The caller has sent the call, and the service has not taken it. */
    static final String NOT_TAKEN = "sent, not taken";

    /** The service has taken the call, and has not answered it. */
    static final String RUNNING = "running";

    /** The service has answered the call, and the caller has not read the whole answer. */
    static final String ANSWERED = "answered, not read";

    /** Returns the calls that a page shows. The peers' pages are among {@code all}. */
    static List<CallsInFlight> of(PageView page, List<PageView> all) {
        List<CallsInFlight> found = new ArrayList<>();
        for (PageView.ConnectionCalls calls : page.callsByConnection()) {
            if (calls.inFlight() > 0 && calls.method().served()) {
                found.add(new CallsInFlight(calls.method(), calls.connection(), calls.inFlight(), RUNNING));
            } else if (calls.inFlight() > 0) {
                addCalled(calls, served(page, calls, all), found);
            }
        }
        return found;
    }

    /** @param served the same calls as the service has counted them; null if its page is not known */
    private static void addCalled(
            PageView.ConnectionCalls calls, PageView.ConnectionCalls served, List<CallsInFlight> found) {
        long running = served == null ? 0 : Math.min(calls.inFlight(), served.inFlight());
        long others = calls.inFlight() - running;
        if (running > 0) {
            found.add(new CallsInFlight(calls.method(), calls.connection(), running, RUNNING));
        }
        if (others > 0) {
            long notTaken = served == null ? -1 : calls.begun() - served.begun();
            String state = notTaken == others ? NOT_TAKEN : notTaken == 0 ? ANSWERED : SENT;
            found.add(new CallsInFlight(calls.method(), calls.connection(), others, state));
        }
    }

    /** Returns null if there is no page of the service, or more than one candidate. */
    private static PageView.ConnectionCalls served(PageView page, PageView.ConnectionCalls calls, List<PageView> all) {
        List<PageView.ConnectionCalls> candidates = all.stream()
                .filter(other -> other.pid() == calls.connection().peerPid())
                .flatMap(other -> other.callsByConnection().stream())
                .filter(other -> other.method().served()
                        && other.connection().peerPid() == page.pid()
                        && other.connection().initiator() != calls.connection().initiator()
                        && other.connection()
                                .channel()
                                .equals(calls.connection().channel())
                        && isSame(other.method(), calls.method()))
                .toList();
        long connections = page.callsByConnection().stream()
                .filter(other -> !other.method().served()
                        && other.connection().peerPid() == calls.connection().peerPid()
                        && isSame(other.method(), calls.method()))
                .count();
        return candidates.size() == 1 && connections == 1 ? candidates.get(0) : null;
    }

    private static boolean isSame(PageView.Method one, PageView.Method other) {
        return one.service().equals(other.service())
                && one.type().equals(other.type())
                && one.signature().equals(other.signature());
    }

    /** Describes the calls in words. */
    String describe() {
        String peer = "process " + connection.peerPid();
        String calls = Figures.count(count) + " x " + Figures.method(method);
        return calls
                + (method.served() ? ", called by " + peer + ": " : ", called in " + peer + ": ")
                + (state.equals(RUNNING) && !method.served() ? "running there" : state);
    }
}
