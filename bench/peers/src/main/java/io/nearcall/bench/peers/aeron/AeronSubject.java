// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.aeron.Aeron;
import io.nearcall.bench.Workload;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Expect;
import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.MarkedBytes;
import io.nearcall.bench.trade.MarkedNumber;
import io.nearcall.bench.trade.MarkedOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Aeron IPC. It makes no calls, and a call can hardly be faster. */
final class AeronSubject implements Subject {

    private static final long CONNECT_TIMEOUT_S = 20;

    private final String system;
    private final BlockingQueue<AeronCaller> callers = new ArrayBlockingQueue<>(Streams.CALLERS);
    private boolean resting;

    /** Connects. Blocks until all streams are connected. */
    AeronSubject(String system, Path directory) throws InterruptedException {
        this.system = system;
        Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(Streams.driver(directory)));
        List<AeronCaller> all = new ArrayList<>();
        for (int number = 0; number < Streams.CALLERS; number++) {
            all.add(new AeronCaller(number, aeron));
        }
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_TIMEOUT_S);
        while (!all.stream().allMatch(AeronCaller::isConnected)) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("Aeron's streams are not connected after " + CONNECT_TIMEOUT_S + " s");
            }
            Thread.sleep(1);
        }
        callers.addAll(all);
    }

    @Override
    public String name() {
        return system;
    }

    @Override
    public boolean supports(Workload workload, int count) {
        return count <= Streams.CALLERS;
    }

    @Override
    public Calls open(Workload workload) throws InterruptedException {
        AeronCaller caller = take();
        return switch (workload) {
            case PING, SILENCE, BYTES_40, BYTES_4000, BYTES_40000, TEXT_40, TEXT_4000, TEXT_40000 ->
                new Slice(caller, echoes(caller, workload.requestBytes(), workload.requestBytes()));
            case ADD -> {
                MarkedNumber number = new MarkedNumber();
                yield new Slice(caller, count -> {
                    for (int i = 0; i < count; i++) {
                        int sent = number.next();
                        caller.request.putInt(0, sent);
                        caller.echo(Streams.NUMBER_BYTES, Streams.NUMBER_BYTES);
                        Expect.sum(caller.reply.getInt(0), sent);
                    }
                });
            }
            case ORDER -> {
                MarkedOrder order = new MarkedOrder();
                yield new Slice(caller, count -> {
                    for (int i = 0; i < count; i++) {
                        order.expect(caller.place(order.next()));
                    }
                });
            }
        };
    }

    @Override
    public Calls openPipelined(int onTheWay) throws InterruptedException {
        AeronCaller caller = take();
        return new Slice(caller, count -> caller.echoNumbers(count, onTheWay));
    }

    @Override
    public boolean supportsBytes(int requestBytes, int replyBytes) {
        return Math.max(requestBytes, replyBytes) <= Streams.LONGEST_BYTES;
    }

    @Override
    public Calls openBytes(int requestBytes, int replyBytes) throws InterruptedException {
        AeronCaller caller = take();
        return new Slice(caller, echoes(caller, requestBytes, replyBytes));
    }

    private static Calls echoes(AeronCaller caller, int requestBytes, int replyBytes) {
        MarkedBytes request = new MarkedBytes(requestBytes);
        caller.request.putBytes(0, MarkedBytes.filled(requestBytes));
        int last = requestBytes - 1;
        return count -> {
            for (int i = 0; i < count; i++) {
                byte[] marked = request.next();
                if (last >= 0) {
                    caller.request.putByte(0, marked[0]);
                    caller.request.putByte(last, marked[last]);
                }
                Expect.sum(caller.echo(requestBytes, replyBytes), replyBytes);
                request.expectContent(caller.reply.byteArray(), replyBytes);
            }
        };
    }

    /** Lets the server rest. By then all callers are back. */
    @Override
    public synchronized void rest() throws InterruptedException {
        AeronCaller caller = callers.take();
        caller.rest();
        callers.put(caller);
        resting = true;
    }

    private synchronized AeronCaller take() throws InterruptedException {
        AeronCaller caller = callers.take();
        if (resting) {
            caller.echo(0, 0);
            // Now the server is awake. The driver is awake when its nap ends.
            TimeUnit.NANOSECONDS.sleep(RestableIdle.NAP_NS);
            resting = false;
        }
        return caller;
    }

    /** Calls of one caller, which is free again afterwards. */
    private final class Slice implements Calls {

        private final AeronCaller caller;
        private final Calls calls;

        Slice(AeronCaller caller, Calls calls) {
            this.caller = caller;
            this.calls = calls;
        }

        @Override
        public void make(int count) throws Exception {
            calls.make(count);
        }

        @Override
        public void close() {
            callers.add(caller);
        }
    }
}
