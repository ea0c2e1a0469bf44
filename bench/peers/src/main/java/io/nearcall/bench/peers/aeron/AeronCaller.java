// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.nearcall.bench.subject.Expect;
import io.nearcall.bench.trade.Order;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends a message and waits for its answer. Used by one thread at a time. */
final class AeronCaller {

    /** The outgoing message. The caller sets its first bytes. */
    final UnsafeBuffer request = new UnsafeBuffer(new byte[Streams.LONGEST_BYTES]);

    /** The incoming message. */
    final UnsafeBuffer reply = new UnsafeBuffer(new byte[Streams.LONGEST_BYTES]);

    private final int number;
    private final Outlet requests;
    private final Outlet longRequests;
    private final Subscription replies;
    private final Subscription longReplies;
    private final FragmentAssembler handler = new FragmentAssembler(this::take);
    private final FragmentHandler numbers = this::takeNumber;
    private final IdleStrategy idle = RestableIdle.backoff();
    private boolean arrived;
    private int replyBytes;
    private Order order;
    private int sentNumber;
    private int takenNumber;

    AeronCaller(int number, Aeron aeron) {
        this.number = number;
        this.requests = new Outlet(aeron.addExclusivePublication(Streams.SHORT, Streams.REQUESTS));
        this.longRequests = new Outlet(aeron.addExclusivePublication(Streams.LONG, Streams.LONG_REQUESTS));
        this.replies = aeron.addSubscription(Streams.SHORT, Streams.replies(number));
        this.longReplies = aeron.addSubscription(Streams.LONG, Streams.longReplies(number));
    }

    boolean isConnected() {
        return requests.isConnected()
                && longRequests.isConnected()
                && replies.isConnected()
                && longReplies.isConnected();
    }

    /** Sends a request and returns how many bytes came back. */
    int echo(int requestBytes, int wantedBytes) {
        Outlet out = requestBytes <= Streams.LONGEST_SHORT_BYTES ? requests : longRequests;
        arrived = false;
        out.send(request, 0, requestBytes, Streams.word(Streams.ECHO, number, wantedBytes));
        await(wantedBytes <= Streams.LONGEST_SHORT_BYTES ? replies : longReplies);
        return replyBytes;
    }

    /** Has that many numbers echoed, {@code onTheWay} of them at a time. They come back in order. */
    void echoNumbers(int count, int onTheWay) {
        int last = sentNumber + count;
        while (takenNumber != last) {
            while (sentNumber != last && sentNumber - takenNumber < onTheWay) {
                request.putInt(0, ++sentNumber);
                requests.send(request, 0, Streams.NUMBER_BYTES, Streams.word(Streams.ECHO, number, Streams.NUMBER_BYTES));
            }
            idle.idle(replies.poll(numbers, onTheWay));
        }
    }

    private void takeNumber(DirectBuffer buffer, int offset, int length, Header header) {
        Expect.sum(buffer.getInt(offset), ++takenNumber);
    }

    Order place(Order sent) {
        arrived = false;
        BufferClaim claim = requests.claim(OrderCoding.length(sent));
        OrderCoding.write(sent, claim.buffer(), claim.offset());
        claim.reservedValue(Streams.word(Streams.ORDER, number, 0)).commit();
        await(replies);
        return order;
    }

    /** Tells the server that nobody calls. */
    void rest() {
        requests.send(request, 0, 0, Streams.word(Streams.REST, number, 0));
    }

    private void await(Subscription from) {
        while (!arrived) {
            idle.idle(from.poll(handler, 1));
        }
    }

    private void take(DirectBuffer buffer, int offset, int length, Header header) {
        if (Streams.kind(header.reservedValue()) == Streams.ORDER) {
            order = OrderCoding.read(buffer, offset);
        } else {
            buffer.getBytes(offset, reply, 0, length);
            replyBytes = length;
        }
        arrived = true;
    }
}
