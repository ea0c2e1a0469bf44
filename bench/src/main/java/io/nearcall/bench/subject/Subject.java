// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;

/** A system under test, in the client JVM, connected to its server. It ends with the JVM. */
public interface Subject {

    /** As it stands in tables and files. */
    String name();

    /** Whether it can do this with that many callers at a time. */
    boolean supports(Workload workload, int callers);

    /** Begins a slice of calls for one caller; closing ends it. */
    Calls open(Workload workload) throws Exception;

    /** Begins a slice of calls whose allocation is counted: those of {@link #open}, unless it is a yardstick of another kind. */
    default Calls openForAllocation(Workload workload) throws Exception {
        return open(workload);
    }

    /**
     * Tells its server that for now nobody calls: what polls even when idle shall not take the CPU from others whose turn it
     * is. The next slice begins when it is back.
     */
    default void rest() throws Exception {}

    /** Whether it can carry that many bytes there and that many back. */
    default boolean supportsBytes(int requestBytes, int replyBytes) {
        return false;
    }

    /** Begins a slice of calls, for one caller, that carry that many bytes there and that many back. */
    default Calls openBytes(int requestBytes, int replyBytes) throws Exception {
        throw new UnsupportedOperationException(name() + " carries no bytes");
    }

    /** As {@link #slice}, with arrays. */
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
     * Begins a slice of calls of {@code add} by one thread, of which so many are on the way at a time; null if there is no
     * such way of calling.
     */
    default Calls openPipelined(int onTheWay) throws Exception {
        return null;
    }

    /** How many calls are timed together. */
    default int callsPerBatch(Workload workload) {
        return workload.callsPerBatch();
    }

    /** How long one call takes when nobody has called for that long. Blocks. */
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
