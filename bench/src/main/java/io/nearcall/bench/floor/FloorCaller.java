// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import io.nearcall.bench.subject.Calls;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The floor's thread in the client JVM, for one slice. The responder spins or sleeps until this object is closed. */
public final class FloorCaller implements Calls {

    private final FloorDirection requests;
    private final FloorDirection replies;
    private final FloorShape shape;
    private final DataInputStream answers;
    private final byte[] message;
    private final FreshArray array;
    private final FreshText text;
    private long asked;
    private long answered;

    /** @param replyBytes equal to {@code requestBytes} if each side makes an object of the message */
    public FloorCaller(
            FloorMemory memory,
            int requestBytes,
            int replyBytes,
            FloorKind kind,
            FloorVariant variant,
            DataOutputStream commands,
            DataInputStream answers)
            throws IOException {
        this.requests = memory.requests();
        this.replies = memory.replies();
        this.shape = new FloorShape(requestBytes, replyBytes, kind, variant);
        this.answers = answers;
        this.message = FloorDirection.message(kind == FloorKind.KEPT ? Math.max(requestBytes, replyBytes) : 0);
        this.array = kind == FloorKind.ARRAYS ? new FreshArray(requestBytes) : null;
        this.text = kind == FloorKind.TEXTS ? new FreshText(requestBytes) : null;
        requests.use(variant);
        replies.use(variant);
        requests.reset();
        replies.reset();
        shape.writeTo(commands);
        // While this thread waits for the responder to wake, the scheduler can also move it to a CPU that the responder
        // does not use.
        answers.readByte();
    }

    @Override
    public void make(int count) {
        switch (shape.kind()) {
            case KEPT -> makeKept(count);
            case ARRAYS -> makeWithArrays(count);
            case TEXTS -> makeWithTexts(count);
            case ASLEEP -> makeFromSleep(count);
        }
    }

    // Each kind has a loop of its own, so the JIT sees one kind of message in each.

    private void makeKept(int count) {
        int requestBytes = shape.requestBytes();
        int replyBytes = shape.replyBytes();
        long request = asked;
        long reply = answered;
        for (int i = 0; i < count; i++) {
            request = requests.put(request, message, requestBytes);
            reply = replies.take(reply, message, replyBytes);
        }
        asked = request;
        answered = reply;
    }

    private void makeWithArrays(int count) {
        int bytes = shape.requestBytes();
        long request = asked;
        long reply = answered;
        for (int i = 0; i < count; i++) {
            request = array.put(requests, request, bytes);
            reply = array.take(replies, reply, bytes);
        }
        asked = request;
        answered = reply;
    }

    private void makeWithTexts(int count) {
        int bytes = shape.requestBytes();
        long request = asked;
        long reply = answered;
        for (int i = 0; i < count; i++) {
            request = text.put(requests, request, bytes);
            reply = text.take(replies, reply, bytes);
        }
        asked = request;
        answered = reply;
    }

    private void makeFromSleep(int count) {
        for (int i = 0; i < count; i++) {
            asked = requests.put(asked, message, 0);
            requests.wake();
            replies.sleepPast(answered, true);
            answered = replies.take(answered, message, 0);
        }
    }

    @Override
    public void close() throws IOException {
        requests.stop();
        answers.readByte();
    }
}
