// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Joins what the recordings of several processes say about the same calls. */
final class Joining {

    /* Both sides give a call the same numbers. If two endpoints connect again after their connection has ended, the new
     * connection has the id of the old one. So calls are also told apart by how often their connection had begun before
     * them. */

    /** Both sides see a refusal within this time. */
    private static final Duration REFUSAL = Duration.ofSeconds(1);

    private record Key(String connection, long generation, int lane, long callId, String callingEndpoint) {}

    private final List<SeenCall> calls = new ArrayList<>();
    private final List<SeenRefusal> refusals = new ArrayList<>();
    private final List<SeenOpening> openings = new ArrayList<>();

    void add(SeenCall call) {
        calls.add(call);
    }

    void add(SeenRefusal refusal) {
        refusals.add(refusal);
    }

    void add(SeenOpening opening) {
        openings.add(opening);
    }

    /** Returns everything that was added, the earliest first. */
    List<Traced> joined() {
        List<Traced> joined = new ArrayList<>();
        Map<Key, List<SeenCall>> byKey = new LinkedHashMap<>();
        for (SeenCall call : calls) {
            byKey.computeIfAbsent(key(call), ignored -> new ArrayList<>()).add(call);
        }
        byKey.values().forEach(same -> joined.add(call(same)));
        joinRefusals(joined);
        joined.sort(Comparator.comparing(Traced::start));
        return joined;
    }

    private Key key(SeenCall call) {
        return new Key(
                call.connection(),
                generation(call.connection(), call.start()),
                call.lane(),
                call.callId(),
                call.callingEndpoint());
    }

    /** Returns how often the connection had begun, as one side reports: the initiator, if that side was recorded. */
    private long generation(String connection, Instant time) {
        boolean byInitiator =
                openings.stream().anyMatch(each -> each.connection().equals(connection) && each.initiator());
        return openings.stream()
                .filter(each -> each.connection().equals(connection) && each.initiator() == byInitiator)
                .filter(each -> !each.time().isAfter(time))
                .distinct()
                .count();
    }

    private static Traced call(List<SeenCall> same) {
        List<SeenCall> ofCaller = same.stream().filter(each -> !each.served()).toList();
        List<SeenCall> ofService = same.stream().filter(SeenCall::served).toList();
        SeenCall any = same.get(0);
        SeenCall failed = failed(ofCaller).or(() -> failed(ofService)).orElse(any);
        // The service may know the method under a former name.
        SeenCall named = ofCaller.isEmpty() ? any : ofCaller.get(0);
        return new Traced(
                "call",
                same.stream()
                        .map(SeenCall::start)
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                named.service(),
                named.type(),
                named.method(),
                any.served() ? any.peerPid() : any.pid(),
                any.served() ? any.pid() : any.peerPid(),
                spanNs(ofCaller),
                spanNs(ofService),
                failed.outcome(),
                failed.error(),
                any.connection(),
                any.lane(),
                any.callId());
    }

    private static Optional<SeenCall> failed(List<SeenCall> calls) {
        return calls.stream().filter(each -> !each.outcome().isEmpty()).findFirst();
    }

    /** Returns the time from the first beginning to the last end: a caller may have slept several times. */
    private static long spanNs(List<SeenCall> calls) {
        List<SeenCall> timed = calls.stream().filter(each -> each.ns() > 0).toList();
        Optional<Instant> start = timed.stream().map(SeenCall::start).min(Comparator.naturalOrder());
        Optional<Instant> end = timed.stream().map(SeenCall::end).max(Comparator.naturalOrder());
        return start.isEmpty()
                ? 0
                : Duration.between(start.get(), end.orElseThrow()).toNanos();
    }

    private void joinRefusals(List<Traced> joined) {
        List<SeenRefusal> byServices = new ArrayList<>(
                refusals.stream().filter(SeenRefusal::served).distinct().toList());
        for (SeenRefusal seen :
                refusals.stream().filter(each -> !each.served()).distinct().toList()) {
            byServices.stream().filter(each -> isSame(each, seen)).findFirst().ifPresent(byServices::remove);
            joined.add(refusal(seen));
        }
        byServices.forEach(each -> joined.add(refusal(each)));
    }

    private static boolean isSame(SeenRefusal one, SeenRefusal other) {
        return one.callerPid() == other.callerPid()
                && one.servicePid() == other.servicePid()
                && one.reason().equals(other.reason())
                && Duration.between(one.time(), other.time()).abs().compareTo(REFUSAL) < 0;
    }

    private static Traced refusal(SeenRefusal refusal) {
        return new Traced(
                "refusal",
                refusal.time(),
                refusal.service(),
                "",
                "",
                refusal.callerPid(),
                refusal.servicePid(),
                0,
                0,
                "NOT_SENT",
                refusal.reason(),
                "",
                0,
                0);
    }
}
