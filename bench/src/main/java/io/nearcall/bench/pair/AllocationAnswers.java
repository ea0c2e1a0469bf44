// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.measure.AllocatedBytes;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Tells the client JVM what the server JVM's threads have allocated, except the telling thread. */
final class AllocationAnswers {

    private static final int START = 1;
    private static final int SINCE_START = 2;

    private AllocationAnswers() {}

    static void serve(DataInputStream in, DataOutputStream out) throws IOException {
        AllocatedBytes allocated = new AllocatedBytes();
        int question;
        while ((question = in.read()) >= 0) {
            if (question == START) {
                allocated.start();
                out.writeLong(0);
            } else {
                out.writeLong(allocated.sinceStart(false));
            }
            out.flush();
        }
    }

    static void askToStart(DataOutputStream out, DataInputStream in) throws IOException {
        ask(START, out, in);
    }

    static long askSinceStart(DataOutputStream out, DataInputStream in) throws IOException {
        return ask(SINCE_START, out, in);
    }

    private static long ask(int question, DataOutputStream out, DataInputStream in) throws IOException {
        out.writeByte(question);
        out.flush();
        return in.readLong();
    }
}
