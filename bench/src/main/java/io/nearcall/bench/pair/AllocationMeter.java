// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.measure.AllocatedBytes;
import io.nearcall.bench.subject.Calls;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/** Counts what the calls of one caller allocate, in all threads of both JVMs. */
final class AllocationMeter {

    private static final int CALLS_MAX = 100_000;
    private static final long DURATION_NS = 60_000_000;

    private final AllocatedBytes own = new AllocatedBytes();
    private final DataOutputStream questions;
    private final DataInputStream answers;

    AllocationMeter(Socket control) throws IOException {
        questions = new DataOutputStream(control.getOutputStream());
        answers = new DataInputStream(control.getInputStream());
    }

    /** Fills in the tally's allocation. Before that, enough calls must have been made for the JIT to compile them. */
    void measure(Tally tally) throws Exception {
        int count = (int) Math.max(1, Math.min(CALLS_MAX, DURATION_NS / tally.samples.p50Ns()));
        try (Calls calls = tally.subject.openForAllocation(tally.workload)) {
            calls.make(count / 10 + 1);
            AllocationAnswers.askToStart(questions, answers);
            own.start();
            calls.make(count);
            long clientBytes = own.sinceStart(true);
            long serverBytes = AllocationAnswers.askSinceStart(questions, answers);
            tally.clientAllocBytesPerCall = (double) clientBytes / count;
            tally.serverAllocBytesPerCall = (double) serverBytes / count;
        }
    }
}
