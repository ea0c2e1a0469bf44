// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.ManyCallers;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The work of the client JVM for the series of the report. Each command measures one point of each system. */
final class SeriesWork {

    private static final int TURNS = 3;
    private static final int BYTES_PER_BATCH = 4_096;
    private static final int CALLS_PER_BATCH_MAX = 16;
    private static final int UNCOUNTED_SHARE = 5;
    private static final int LARGE_BYTES = 4 << 20;
    private static final int PIPELINED_CALLS = 1_000;

    private final List<Subject> subjects;

    SeriesWork(List<Subject> subjects) {
        this.subjects = subjects;
    }

    /** Lets every system that can carry such arrays carry them until it gets no faster. Counts nothing. */
    List<WarmUp> warmTransfer(int requestBytes, int replyBytes, WarmUp.Patience patience) throws Exception {
        List<WarmUp> found = new ArrayList<>();
        for (Subject subject : subjects) {
            boolean floor = Floor.isVariant(subject.name());
            boolean copies = floor && Math.max(requestBytes, replyBytes) > LARGE_BYTES; // as at the last length
            if (subject.supportsBytes(requestBytes, replyBytes) && !copies) {
                WarmUp warmUp = WarmUp.of(
                        subject.name(),
                        requestBytes + " bytes there, " + replyBytes + " back",
                        floor ? patience.ofSlicesDividedBy(ClientWork.FLOOR_WARM_UP_SHARE) : patience,
                        (durationNs, samples) -> slice(subject, requestBytes, replyBytes, durationNs, samples));
                if (!floor) {
                    found.add(warmUp);
                }
            }
        }
        return found;
    }

    /**
     * Carries that many bytes there and that many back, by every system that can. There are three turns. If only one
     * direction is long, there is one turn, because no target judges such calls.
     */
    List<Transfer> transfer(int requestBytes, int replyBytes, long sliceNs) throws Exception {
        Map<Subject, Samples> found = new LinkedHashMap<>();
        boolean shown = requestBytes != replyBytes && Math.max(requestBytes, replyBytes) > LARGE_BYTES;
        int turns = shown ? 1 : TURNS;
        for (int turn = 0; turn < turns; turn++) {
            for (Subject subject : subjects) {
                if (subject.supportsBytes(requestBytes, replyBytes)) {
                    Samples samples = found.computeIfAbsent(subject, unused -> new Samples());
                    slice(subject, requestBytes, replyBytes, sliceNs, samples);
                }
            }
        }
        List<Transfer> transfers = new ArrayList<>();
        found.forEach((subject, samples) -> transfers.add(new Transfer(
                subject.name(),
                requestBytes,
                replyBytes,
                samples.calls(),
                samples.p50Ns(),
                samples.shortestNs(),
                samples.longestNs())));
        return Floor.transfers(transfers);
    }

    private static void slice(Subject subject, int requestBytes, int replyBytes, long durationNs, Samples into)
            throws Exception {
        subject.sliceOfBytes(requestBytes, replyBytes, batch(requestBytes, replyBytes), durationNs, into);
    }

    private static int batch(int requestBytes, int replyBytes) {
        int longest = Math.max(1, Math.max(requestBytes, replyBytes));
        return Math.max(1, Math.min(CALLS_PER_BATCH_MAX, BYTES_PER_BATCH / longest));
    }

    /** Lets that many threads call {@code add}, by every system, until it gets no faster. Counts nothing. */
    List<WarmUp> warmThroughput(int callers, WarmUp.Patience patience) throws Exception {
        List<WarmUp> found = new ArrayList<>();
        try (ManyCallers threads = new ManyCallers(callers)) {
            for (Subject subject : subjects) {
                if (subject.supports(Workload.ADD, callers)) {
                    found.add(WarmUp.of(
                            subject.name(),
                            "add in parallel, " + callers + (callers == 1 ? " caller" : " callers"),
                            callers == 1 ? patience : patience.ofSeveralCallers(),
                            (durationNs, samples) -> threads.slice(subject, Workload.ADD, durationNs, samples)));
                    pipelined(subject, callers, patience.sliceMs() * 1_000_000);
                }
            }
        }
        return found;
    }

    /** Lets that many threads call {@code add}, each one call after another: a slice of each system. */
    List<Throughput> throughput(int callers, long sliceNs) throws Exception {
        List<Throughput> found = new ArrayList<>();
        try (ManyCallers threads = new ManyCallers(callers)) {
            for (Subject subject : subjects) {
                if (subject.supports(Workload.ADD, callers)) {
                    // The threads are new, so they first find lanes and connections.
                    threads.slice(subject, Workload.ADD, sliceNs / UNCOUNTED_SHARE, new Samples());
                    Samples samples = new Samples();
                    long wallNs = threads.slice(subject, Workload.ADD, sliceNs, samples);
                    found.add(new Throughput(subject.name(), callers, samples.calls() * 1e9 / wallNs));
                    Samples pipelined = pipelined(subject, callers, sliceNs);
                    if (pipelined.calls() > 0) {
                        found.add(new Throughput(Peer.pipelined(subject.name()), callers, 1e9 / pipelined.meanNs()));
                    }
                }
            }
        }
        return found;
    }

    /** Lets one thread have as many calls on the way as there are callers. Empty for one caller, or if impossible. */
    private static Samples pipelined(Subject subject, int callers, long durationNs) throws Exception {
        Samples samples = new Samples();
        Calls calls = callers == 1 ? null : subject.openPipelined(callers);
        if (calls != null) {
            try (calls) {
                long deadlineNs = System.nanoTime() + durationNs;
                long beforeNs = System.nanoTime();
                while (beforeNs < deadlineNs) {
                    calls.make(PIPELINED_CALLS);
                    long afterNs = System.nanoTime();
                    samples.addBatch(afterNs - beforeNs, PIPELINED_CALLS);
                    beforeNs = afterNs;
                }
            }
        }
        return samples;
    }
}
