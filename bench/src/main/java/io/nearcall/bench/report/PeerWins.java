// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.life.Paced;
import io.nearcall.bench.life.PacedTimes;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds where another system is better than Nearcall over shared memory, in all measurements: a sentence each. */
public final class PeerWins {

    private static final String OWN = NearcallSubject.NAME;
    private static final String OWN_COLD_START = "Nearcall";

    private final Results results;
    private final Series series;
    private int comparisons;

    public PeerWins(Results results, Series series) {
        this.results = results;
        this.series = series;
    }

    /**
     * Sorted by latency, throughput, arrays, idle, cold start, paced calls. Says so if nothing was found or compared.
     */
    public List<String> sentences() {
        comparisons = 0;
        List<String> all = new ArrayList<>();
        addCalls(all);
        addThroughputs(all);
        addTransfers(all);
        addIdle(all);
        addColdStarts(all);
        addPaced(all);
        if (comparisons == 0) {
            return List.of("Nothing was compared.");
        }
        return all.isEmpty() ? List.of("Nowhere: Nearcall was the better in all that was measured.") : all;
    }

    /** Counts a comparison. */
    private boolean compared(boolean peerIsBetter) {
        comparisons++;
        return peerIsBetter;
    }

    private static boolean isPeer(String system) {
        return Peer.of(system).isPresent() || system.startsWith(RmiSubject.NAME);
    }

    private void addCalls(List<String> all) {
        for (Measurement key : results.pairs().get(0).measurements()) {
            if (isPeer(key.system())) {
                List<Double> ofEachPair = results.pairs().stream()
                        .flatMap(pair -> pair.find(key.system(), key.workload(), key.threads()).stream()
                                .flatMap(peer -> pair.find(OWN, key.workload(), key.threads()).stream()
                                        .map(peer::timesFasterThan)))
                        .toList();
                double timesFaster = Median.of(ofEachPair);
                if (!ofEachPair.isEmpty() && compared(timesFaster > 1)) {
                    all.add(String.format(
                            Locale.ROOT,
                            "%s: %s of %d bytes, %s: %.2f times as fast as Nearcall in the median of the pairs.",
                            name(key.system()),
                            key.workload().label(),
                            key.workload().requestBytes(),
                            callers(key.threads()),
                            timesFaster));
                }
            }
        }
    }

    /** Names a system. If its measurement is not of calls, the name says what it is. */
    private static String name(String system) {
        return Peer.of(system).equals(Optional.of(Peer.AERON))
                ? system + " (no call: an echo, or the order coded by hand)"
                : system;
    }

    private static String callers(int count) {
        return count == 1 ? "one caller" : count + " callers";
    }

    private void addThroughputs(List<String> all) {
        for (Throughput peer : series.throughputs()) {
            series.throughputs().stream()
                    .filter(own -> own.system().equals(OWN) && own.callers() == peer.callers())
                    .filter(own -> isPeer(peer.system()) && compared(peer.callsPerSecond() > own.callsPerSecond()))
                    .forEach(own -> all.add(String.format(
                            Locale.ROOT,
                            "%s: %,.0f calls per second of %s, Nearcall %,.0f.",
                            name(peer.system()),
                            peer.callsPerSecond(),
                            callers(peer.callers()),
                            own.callsPerSecond())));
        }
    }

    private void addTransfers(List<String> all) {
        for (Transfer peer : series.transfers()) {
            series.transfers().stream()
                    .filter(own -> own.is(OWN, peer.requestBytes(), peer.replyBytes()))
                    .filter(own -> isPeer(peer.system()) && compared(peer.p50Ns() < own.p50Ns()))
                    .forEach(own -> all.add(String.format(
                            Locale.ROOT,
                            "%s: %,d bytes there and %,d back: %,.1f us, Nearcall %,.1f us.",
                            name(peer.system()),
                            peer.requestBytes(),
                            peer.replyBytes(),
                            peer.p50Ns() / 1e3,
                            own.p50Ns() / 1e3)));
        }
    }

    private void addIdle(List<String> all) {
        if (series.idle().containsKey(OWN)) {
            double own = series.idle().get(OWN).cpuShare();
            series.idle().forEach((system, cost) -> {
                if (isPeer(system) && compared(cost.cpuShare() < own)) {
                    all.add(String.format(
                            Locale.ROOT,
                            "%s: an idle server uses %.3f %% of a CPU, Nearcall's %.3f %%.",
                            system,
                            100 * cost.cpuShare(),
                            100 * own));
                }
            });
        }
    }

    private void addColdStarts(List<String> all) {
        for (ColdStart peer : series.coldStarts()) {
            series.coldStarts().stream()
                    .filter(own -> own.system().equals(OWN_COLD_START))
                    .filter(own ->
                            isPeer(peer.system().toLowerCase(Locale.ROOT)) && compared(peer.totalMs() < own.totalMs()))
                    .forEach(own -> all.add(String.format(
                            Locale.ROOT,
                            "%s: a fresh client has its first result after %.0f ms, Nearcall's after %.0f ms.",
                            peer.system(),
                            peer.totalMs(),
                            own.totalMs())));
        }
    }

    private void addPaced(List<String> all) {
        for (Paced peer : series.life().paced()) {
            series.life().paced().stream()
                    .filter(own -> own.is(OWN, peer.perSecond(), peer.bound()))
                    .filter(own -> isPeer(peer.system()) && compared(shorterWindows(peer, own) > 0))
                    .forEach(own -> all.add(String.format(
                            Locale.ROOT,
                            "%s: %,d orders a second, %s: a shorter p50 in %d of %d times %.0f s.",
                            peer.system(),
                            peer.perSecond(),
                            peer.cpus(),
                            shorterWindows(peer, own),
                            peer.times().windows().size(),
                            peer.windowMs() / 1e3)));
        }
    }

    private static long shorterWindows(Paced peer, Paced own) {
        List<PacedTimes.Window> owns = own.times().windows();
        List<PacedTimes.Window> peers = peer.times().windows();
        return IntStream.range(0, peers.size())
                .filter(i -> peers.get(i).p50Ns() < owns.get(i).p50Ns())
                .count();
    }
}
