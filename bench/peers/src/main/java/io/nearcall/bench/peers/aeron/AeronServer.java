// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.nearcall.bench.trade.MarkedBytes;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The media driver, and one thread that answers all callers. */
final class AeronServer implements AutoCloseable {

    private static final int FRAGMENTS_PER_POLL = 10;

    private final TradeDesk desk;
    private final AtomicBoolean resting = new AtomicBoolean();
    private final MediaDriver driver;
    private final Aeron aeron;
    private final Subscription requests;
    private final Subscription longRequests;
    private final Outlet[] replies = new Outlet[Streams.CALLERS];
    private final Outlet[] longReplies = new Outlet[Streams.CALLERS];
    private final MutableDirectBuffer filled = new UnsafeBuffer(MarkedBytes.filled(Streams.LONGEST_BYTES));
    private final Thread thread = new Thread(this::answerAll, "answers");
    private volatile boolean running = true;
    private boolean restAsked;

    AeronServer(Path directory, TradeDesk desk) {
        this.desk = desk;
        driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(Streams.driver(directory))
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new RestableIdle(resting))
                .termBufferSparseFile(false));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(Streams.driver(directory)));
        requests = aeron.addSubscription(Streams.SHORT, Streams.REQUESTS);
        longRequests = aeron.addSubscription(Streams.LONG, Streams.LONG_REQUESTS);
        for (int caller = 0; caller < Streams.CALLERS; caller++) {
            replies[caller] = new Outlet(aeron.addExclusivePublication(Streams.SHORT, Streams.replies(caller)));
            longReplies[caller] = new Outlet(aeron.addExclusivePublication(Streams.LONG, Streams.longReplies(caller)));
        }
        thread.setDaemon(true);
        thread.start();
    }

    private void answerAll() {
        RestableIdle idle = new RestableIdle(resting);
        FragmentHandler handler = this::answer;
        FragmentAssembler assembler = new FragmentAssembler(handler);
        while (running) {
            int work = requests.poll(handler, FRAGMENTS_PER_POLL);
            if (work == 0) {
                work = longRequests.poll(assembler, FRAGMENTS_PER_POLL);
            }
            if (restAsked) {
                restAsked = false;
                resting.set(true);
            } else if (work > 0 && resting.get()) {
                resting.set(false);
            }
            idle.idle(work);
        }
    }

    private void answer(DirectBuffer buffer, int offset, int length, Header header) {
        long word = header.reservedValue();
        switch (Streams.kind(word)) {
            case Streams.ECHO -> echo(buffer, offset, length, word);
            case Streams.ORDER -> place(buffer, offset, word);
            default -> restAsked = true;
        }
    }

    private void echo(DirectBuffer buffer, int offset, int length, long word) {
        int replyBytes = Streams.replyBytes(word);
        Outlet[] to = replyBytes <= Streams.LONGEST_SHORT_BYTES ? replies : longReplies;
        Outlet reply = to[Streams.caller(word)];
        if (replyBytes == length) {
            reply.send(buffer, offset, length, word);
        } else {
            answerOfAnotherLength(buffer, offset, length, replyBytes, reply, word);
        }
    }

    /** Answers with another length, and with the marks of the request at its ends. */
    private void answerOfAnotherLength(
            DirectBuffer request, int offset, int length, int replyBytes, Outlet reply, long word) {
        int last = replyBytes - 1;
        if (length > 0 && replyBytes > 0) {
            byte kept = filled.getByte(last);
            filled.putByte(0, request.getByte(offset));
            filled.putByte(last, request.getByte(offset + length - 1));
            reply.send(filled, 0, replyBytes, word);
            filled.putByte(last, kept);
        } else {
            reply.send(filled, 0, replyBytes, word);
        }
    }

    private void place(DirectBuffer buffer, int offset, long word) {
        Order answer = desk.place(OrderCoding.read(buffer, offset));
        BufferClaim claim = replies[Streams.caller(word)].claim(OrderCoding.length(answer));
        OrderCoding.write(answer, claim.buffer(), claim.offset());
        claim.reservedValue(word).commit();
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        aeron.close();
        driver.close();
    }
}
