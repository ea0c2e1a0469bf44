// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import com.google.gson.Gson;
import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.HandCodedSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.subject.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A fresh client JVM. It notes when each of its first calls is answered, then goes on, and then measures its speed. */
public final class CurveMain {

    private static final int LATER_FROM = 20_000;
    private static final int LATER_TO = 30_000;

    /** Points of the curve in each power of ten. They are evenly spaced on a logarithmic axis. */
    private static final int POINTS_PER_DECADE = 8;

    private CurveMain() {}

    /**
     * Arguments: the system; the work; three times in ms; and where the server is: a service's name, RMI's stub or a
     * peer's directory. The times are: how long the noted calls may take, how long to call in all before the speed is
     * measured, and how long it is measured then.
     */
    public static void main(String[] args) throws Exception {
        try {
            Subject subject = connect(args[0], args[5]);
            FirstCalls found =
                    measure(subject, CurveWork.valueOf(args[1]), millis(args[2]), millis(args[3]), millis(args[4]));
            Child.answer(new Gson().toJson(found));
        } catch (Throwable failure) {
            Child.fail(failure);
        }
        while (System.in.read() >= 0) {
            // The end of standard input ends this JVM.
        }
        System.exit(0);
    }

    private static Subject connect(String system, String server) throws Exception {
        return switch (system) {
            case NearcallSubject.NAME -> new NearcallSubject(system, server);
            case HandCodedSubject.NAME -> new HandCodedSubject(server);
            case RmiSubject.NAME -> new RmiSubject(system, RmiStub.read(server));
            default -> Peer.of(system).orElseThrow().ends().connect(system, Path.of(server));
        };
    }

    private static long millis(String text) {
        return Long.parseLong(text) * 1_000_000;
    }

    private static FirstCalls measure(Subject subject, CurveWork work, long patienceNs, long settleNs, long sliceNs)
            throws Exception {
        long[] endNs = new long[FirstCalls.LAST_MARK + 1];
        int noted = 0;
        long made;
        Samples last = new Samples();
        try (Calls calls = work.open(subject)) {
            long startNs = System.nanoTime();
            endNs[0] = startNs;
            while (noted < FirstCalls.MARKS.get(0)
                    || noted < FirstCalls.LAST_MARK && endNs[noted] - startNs < patienceNs) {
                calls.make(1);
                endNs[++noted] = System.nanoTime();
            }
            made = noted;
            while (System.nanoTime() - startNs < settleNs) {
                calls.make(1);
                made++;
            }
            MeasuringLoop.run(calls, subject.callsPerBatch(Workload.ORDER), sliceNs, last);
        }
        return new FirstCalls(
                subject.name(), work.title(), points(endNs, noted), later(endNs, noted), last.p50Ns(), made);
    }

    private static List<FirstCalls.Point> points(long[] endNs, int noted) {
        List<FirstCalls.Point> points = new ArrayList<>();
        int lastCall = 0;
        for (int i = 0; lastCall < noted; i++) {
            int call = (int) Math.round(Math.pow(10, (double) i / POINTS_PER_DECADE));
            if (call > noted) {
                break;
            }
            if (call > lastCall) {
                points.add(new FirstCalls.Point(call, endNs[call] - endNs[0]));
                lastCall = call;
            }
        }
        return points;
    }

    private static Double later(long[] endNs, int noted) {
        if (noted < LATER_TO) {
            return null;
        }
        double[] ns = new double[LATER_TO - LATER_FROM];
        for (int i = 0; i < ns.length; i++) {
            ns[i] = endNs[LATER_FROM + i + 1] - endNs[LATER_FROM + i];
        }
        Arrays.sort(ns);
        return ns[ns.length / 2];
    }
}
