// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import java.io.IOException;
import java.io.RandomAccessFile;

/** How long the kernel has let a thread run or wait for a processor, according to /proc. For use by that thread. */
final class SchedulerTimes implements AutoCloseable {

    private final byte[] text = new byte[64];
    private final RandomAccessFile file; // null if the kernel does not tell the times
    private long ranNs;
    private long delayedNs;

    private SchedulerTimes(RandomAccessFile file) {
        this.file = file;
    }

    static SchedulerTimes ofCurrentThread() {
        try {
            return new SchedulerTimes(new RandomAccessFile("/proc/thread-self/schedstat", "r"));
        } catch (IOException e) { // no /proc, no such file in it, or no descriptor left
            return new SchedulerTimes(null);
        }
    }

    /** Reads both times anew, with two system calls. Returns false if the kernel does not tell them. */
    boolean read() {
        if (file == null) {
            return false;
        }
        try {
            file.seek(0);
            int length = file.read(text);
            int space = indexAfterNumber(0, length);
            ranNs = number(0, space);
            delayedNs = number(space + 1, indexAfterNumber(space + 1, length));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private int indexAfterNumber(int begin, int length) {
        int end = begin;
        while (end < length && text[end] >= '0' && text[end] <= '9') {
            end++;
        }
        return end;
    }

    private long number(int begin, int end) {
        long number = 0;
        for (int i = begin; i < end; i++) {
            number = 10 * number + text[i] - '0';
        }
        return number;
    }

    /** As last read. While the thread runs, this is up to a few milliseconds less than the true time. */
    long ranNs() {
        return ranNs;
    }

    /** As last read. */
    long delayedNs() {
        return delayedNs;
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // the file was only read
        }
    }
}
