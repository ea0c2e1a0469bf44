// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;

/** A system under test, in the client JVM, connected to its server. It ends with the JVM. */
public interface Subject {

    /** Returns the name in tables and files. */
    String name();

    /** Returns whether the system can do this with that many callers at a time. */
    boolean supports(Workload workload, int callers);

    /** Begins a slice of calls for one caller. Closing it ends the slice. */
    Calls open(Workload workload) throws Exception;

    /** Begins a slice of calls whose allocation is counted: those of {@link #open}, except for some baselines. */
    default Calls openForAllocation(Workload workload) throws Exception {
        return open(workload);
    }

    /**
     * Tells the server that nobody calls for now. A server that polls even when idle must not take the CPU from the
     * system whose turn it is. The next slice begins when the server is back.
     */
    default void rest() throws Exception {}

    /** Returns whether the system can carry that many bytes there and that many back. */
    default boolean supportsBytes(int requestBytes, int replyBytes) {
        return false;
    }

    /** Begins a slice of calls, for one caller, that carry that many bytes there and that many back. */
    default Calls openBytes(int requestBytes, int replyBytes) throws Exception {
        throw new UnsupportedOperationException(name() + " carries no bytes");
    }

    /** Like {@link #slice}, with arrays. */
    default void sliceOfBytes(int requestBytes, int replyBytes, int callsPerBatch, long durationNs, Samples into)
            throws Exception {
        try (Calls calls = openBytes(requestBytes, replyBytes)) {
            MeasuringLoop.run(calls, callsPerBatch, durationNs, into);
        }
    }

    /** Begins calls, for one caller, that carry a list of 100 records there and back. */
    default Calls openLists() throws Exception {
        throw new UnsupportedOperationException(name() + " carries no lists");
    }

    /** Begins calls, for one caller, that carry a map of 50 entries there and back. */
    default Calls openMaps() throws Exception {
        throw new UnsupportedOperationException(name() + " carries no maps");
    }

    /**
     * Begins a slice of calls of {@code add} by one thread that has several on the way at a time. Returns null if the
     * system has no such way of calling.
     */
    default Calls openPipelined(int onTheWay) throws Exception {
        return null;
    }

    /** Returns how many calls are timed together. */
    default int callsPerBatch(Workload workload) {
        return workload.callsPerBatch();
    }

    /** Returns how long one call takes after nobody has called for that long. Blocks. */
    default long callAfterNs(Workload workload, long silenceNs) throws Exception {
        try (Calls calls = open(workload)) {
            Thread.sleep(silenceNs / 1_000_000);
            long beforeNs = System.nanoTime();
            calls.make(1);
            return System.nanoTime() - beforeNs;
        }
    }

    /** Makes calls one after another for that long, by one thread. Blocks. */
    default void slice(Workload workload, long durationNs, Samples into) throws Exception {
        try (Calls calls = open(workload)) {
            MeasuringLoop.run(calls, callsPerBatch(workload), durationNs, into);
        }
    }
}
