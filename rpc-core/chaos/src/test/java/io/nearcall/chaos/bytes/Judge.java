// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/** Makes a reader read messages, and reports faults. Confined to one thread, except where a method says otherwise. */
final class Judge {

    /** What a message may make us allocate, in bytes, besides so many for each of its own. */
    private static final long BASE = 16 << 10;

    private static final long PER_BYTE = 16;

    /**
     * What the densest of the values that are to be read cost for each byte: an empty LinkedBlockingQueue is 5 bytes in a
     * message and 400 in memory, and to parse a Locale takes 90 for each of its bytes. Messages full of those are honest.
     */
    private static final long PER_BYTE_OF_DENSE = 160;

    private static final long CPU_BOUND_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int AGAIN = 3;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Gate gate;
    private final long slack;
    private volatile byte[] current = new byte[0];
    private volatile int begun;
    private long taken;
    private long dense;
    private double mostPerByte;

    /** @param slack the bounds are that many times as wide, because other code uses this thread, too */
    Judge(Gate gate, long slack) {
        this.gate = gate;
        this.slack = slack;
    }

    /** @return the fault in reading a message that may be full of dense values; null if there is none */
    String read(Reading reading, byte[] message) {
        return read(reading, message, PER_BYTE_OF_DENSE);
    }

    /** As {@link #read}, for a message with one or two values and possibly false lengths. */
    String readOne(Reading reading, byte[] message) {
        return read(reading, message, PER_BYTE);
    }

    private String read(Reading reading, byte[] message, long perByte) {
        current = message; // before the count, by which the watchdog knows that it is another
        begun = begun + 1;
        long bound = slack * (BASE + perByte * message.length);
        long allocated = 0;
        long cpuNs = 0;
        // The first reading may load classes and fill caches. The bound does not cover that.
        for (int i = 0; i < AGAIN; i++) {
            reading.prepare();
            long startNs = System.nanoTime();
            long startCpuNs = i == 0 ? 0 : THREADS.getCurrentThreadCpuTime();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                boolean read = reading.read(message);
                taken += i == 0 && read ? 1 : 0;
            } catch (Throwable e) {
                return describe(reading, message, "threw " + trace(e));
            }
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            cpuNs = i == 0 ? System.nanoTime() - startNs : THREADS.getCurrentThreadCpuTime() - startCpuNs;
            if (allocated <= bound && cpuNs <= slack * CPU_BOUND_NS) {
                break;
            }
        }
        if (allocated > BASE + PER_BYTE * message.length) {
            dense++;
            mostPerByte = Math.max(mostPerByte, (double) (allocated - BASE) / message.length);
        }
        if (allocated > bound) {
            return describe(reading, message, "allocated " + allocated + " bytes");
        }
        if (cpuNs > slack * CPU_BOUND_NS) {
            return describe(reading, message, "took " + cpuNs / 1_000_000 + " ms");
        }
        if (!gate.faults().isEmpty() || Canaries.Song.sung > 0) {
            String what = "loaded " + gate.faults() + ", " + Canaries.Song.sung + " canaries sang";
            gate.faults().clear();
            Canaries.Song.sung = 0;
            return describe(reading, message, what);
        }
        return null;
    }

    private static String describe(Reading reading, byte[] message, String what) {
        return reading.name() + ": " + message.length + " bytes " + what + ": " + hex(message);
    }

    private static String hex(byte[] message) {
        return HexFormat.of().formatHex(message, 0, Math.min(message.length, 4_096));
    }

    private static String trace(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        StackTraceElement[] stack = e.getStackTrace();
        for (int i = 0; i < Math.min(8, stack.length); i++) {
            text.append(" at ").append(stack[i]);
        }
        return text.toString();
    }

    /** How many messages a reader has begun to read. Any thread. */
    int begun() {
        return begun;
    }

    /** What is being read, for people. Any thread. */
    String current() {
        byte[] message = current;
        return message.length + " bytes: " + hex(message);
    }

    long taken() {
        return taken;
    }

    /** How many have allocated more than 16 KiB and 16 bytes for each of their own. */
    long dense() {
        return dense;
    }

    /** What the worst of those has allocated for each of its bytes, besides 16 KiB. */
    double mostPerByte() {
        return mostPerByte;
    }
}
