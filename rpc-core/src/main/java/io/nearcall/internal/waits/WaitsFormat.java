// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import io.nearcall.internal.statistics.PageReader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The format of a file of waits. Little-endian. {@code docs/internals/statistics.md} describes it in words. */
final class WaitsFormat {

    /*
     *     0 +-----------------------------------+-----------------------------------+
     *       |                                 Magic                                 |
     *     8 +-----------------------------------+-----------------------------------+
     *       |              Version              |                Pid                |
     *    16 +-----------------------------------+-----------------------------------+
     *       |                              Start ticks                              |
     *    24 +-----------------------------------+-----------------------------------+
     *       |                       Looked, ms since the epoch                      |
     *    32 +-----------------------------------+-----------------------------------+
     *       |              Threads              |               Calls               |  how many
     *    40 +-----------------------------------+-----------------------------------+
     *       |              Served               |  Pid namespace, runtime directory
     *       +-----------------------------------+-----------------------------------+
     *
     *  A text is a length of 2 bytes, followed by UTF-8. The header is followed, without gaps, by so many of each:
     *
     *  thread:  Id 8, Owner of the lock 8, Since 8; name, lock, stack
     *  call:    Key, Thread 8, Since 8, Pid of the peer 4; method
     *  served:  Key, State 4, Since 8, Count of threads 4, 8 for each
     *  Key:     Call id 8, Lane 4, Of the initiator 4; connection
     *
     * A file is written whole under another name and then renamed. So a reader sees one look of the process or another,
     * never a mixture. A crash leaves the last whole file.
     */

    static final long MAGIC = 0x5354494157434e4eL; // NNCWAITS
    static final int VERSION = 1;

    static final int MOST_THREADS = 256;
    static final int MOST_CALLS = 256;
    static final int MOST_SERVED = 256;

    /** Longer names are cut. */
    static final int MAX_TEXT_BYTES = 255;

    static final int MAX_STACK_BYTES = 4000;

    /** More than any file that this version writes. */
    static final int MAX_BYTES = 2 * 1024 * 1024;

    /* The greatest lengths, without the parts whose length varies much. */
    private static final int TEXT_BYTES = Short.BYTES + MAX_TEXT_BYTES;
    private static final int HEADER_BYTES = 64 + 2 * TEXT_BYTES;
    private static final int THREAD_BYTES = 32 + 2 * TEXT_BYTES;
    private static final int CALL_BYTES = 64 + 2 * TEXT_BYTES;
    private static final int SERVED_BYTES = 64 + TEXT_BYTES;
    private static final int MOST_BYTES_OF_CHAR = 3;

    private WaitsFormat() {}

    static byte[] bytes(WaitsView view) {
        ByteBuffer out = ByteBuffer.allocate(mostBytes(view)).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(VERSION).putInt(view.pid());
        out.putLong(view.startTicks()).putLong(view.lookedMs());
        out.putInt(view.threads().size());
        out.putInt(view.calls().size());
        out.putInt(view.served().size());
        put(out, view.pidNamespace(), MAX_TEXT_BYTES);
        put(out, view.runtimeDirectory(), MAX_TEXT_BYTES);
        for (WaitsView.Waiter thread : view.threads()) {
            out.putLong(thread.id()).putLong(thread.lockOwner()).putLong(thread.lockSinceMs());
            put(out, thread.name(), MAX_TEXT_BYTES);
            put(out, thread.lock(), MAX_TEXT_BYTES);
            put(out, thread.stack(), MAX_STACK_BYTES);
        }
        for (WaitsView.Call call : view.calls()) {
            put(out, call.key());
            out.putLong(call.thread()).putLong(call.sinceMs()).putInt(call.peerPid());
            put(out, call.method(), MAX_TEXT_BYTES);
        }
        for (WaitsView.Served served : view.served()) {
            put(out, served.key());
            out.putInt(served.state().ordinal()).putLong(served.sinceMs());
            out.putInt(served.threads().size());
            served.threads().forEach(out::putLong);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static int mostBytes(WaitsView view) {
        int most = HEADER_BYTES + view.calls().size() * CALL_BYTES;
        for (WaitsView.Waiter thread : view.threads()) {
            most += THREAD_BYTES
                    + Math.min(
                            MAX_STACK_BYTES, MOST_BYTES_OF_CHAR * thread.stack().length());
        }
        for (WaitsView.Served served : view.served()) {
            most += SERVED_BYTES + Long.BYTES * served.threads().size();
        }
        return most;
    }

    private static void put(ByteBuffer out, CallKey key) {
        out.putLong(key.callId()).putInt(key.lane()).putInt(key.ofInitiator() ? 1 : 0);
        put(out, key.connection(), MAX_TEXT_BYTES);
    }

    private static void put(ByteBuffer out, String text, int mostBytes) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, mostBytes);
        out.putShort((short) length).put(bytes, 0, length);
    }

    /** Returns null if the file has another version or is invalid. */
    static WaitsView view(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            if (in.getLong() != MAGIC || in.getInt() != VERSION) {
                return null;
            }
            int pid = in.getInt();
            long startTicks = in.getLong();
            long lookedMs = in.getLong();
            int threads = count(in, MOST_THREADS);
            int calls = count(in, MOST_CALLS);
            int served = count(in, MOST_SERVED);
            return new WaitsView(
                    pid,
                    startTicks,
                    text(in, MAX_TEXT_BYTES),
                    text(in, MAX_TEXT_BYTES),
                    lookedMs,
                    list(threads, () -> thread(in)),
                    list(calls, () -> call(in)),
                    list(served, () -> served(in)));
        } catch (BufferUnderflowException | Damaged e) {
            return null;
        }
    }

    /** Thrown for a number that this version does not write. */
    private static final class Damaged extends RuntimeException {
        private static final long serialVersionUID = 1;

        Damaged() {
            super(null, null, false, false);
        }
    }

    private static int count(ByteBuffer in, int most) {
        int count = in.getInt();
        if (count < 0 || count > most) {
            throw new Damaged();
        }
        return count;
    }

    private static <T> List<T> list(int count, Supplier<T> next) {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next.get());
        }
        return all;
    }

    private static WaitsView.Waiter thread(ByteBuffer in) {
        long id = in.getLong();
        long owner = in.getLong();
        long sinceMs = in.getLong();
        return new WaitsView.Waiter(
                id, text(in, MAX_TEXT_BYTES), owner, text(in, MAX_TEXT_BYTES), sinceMs, text(in, MAX_STACK_BYTES));
    }

    private static WaitsView.Call call(ByteBuffer in) {
        CallKey key = key(in);
        long thread = in.getLong();
        long sinceMs = in.getLong();
        int peerPid = in.getInt();
        return new WaitsView.Call(thread, key, peerPid, text(in, MAX_TEXT_BYTES), sinceMs);
    }

    private static WaitsView.Served served(ByteBuffer in) {
        CallKey key = key(in);
        CallState state = CallState.of(in.getInt());
        if (state == null) {
            throw new Damaged();
        }
        long sinceMs = in.getLong();
        return new WaitsView.Served(key, state, sinceMs, list(count(in, MOST_THREADS), in::getLong));
    }

    private static CallKey key(ByteBuffer in) {
        long callId = in.getLong();
        int lane = in.getInt();
        boolean ofInitiator = in.getInt() != 0;
        return new CallKey(text(in, MAX_TEXT_BYTES), ofInitiator, lane, callId);
    }

    /** Reads a text without characters that could control a terminal, except for line feeds. */
    private static String text(ByteBuffer in, int mostBytes) {
        int length = in.getShort() & 0xffff;
        if (length > mostBytes) {
            throw new Damaged();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        StringBuilder clean = new StringBuilder(length);
        new String(bytes, StandardCharsets.UTF_8)
                .codePoints()
                .map(c -> c == '\n' && mostBytes == MAX_STACK_BYTES || PageReader.isHarmless(c) ? c : '?')
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
