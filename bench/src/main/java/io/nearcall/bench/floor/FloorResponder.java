// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** The floor's thread in the server JVM. Between slices it sleeps in a read, so it disturbs no other system. */
public final class FloorResponder {

    private static final int ANSWERS_AT_ONCE = 100;

    private final FloorDirection requests;
    private final FloorDirection replies;
    private long asked;
    private long answered;

    public FloorResponder(FloorMemory memory) {
        this.requests = memory.requests();
        this.replies = memory.replies();
    }

    /** Runs the slices that the caller's side commands, until its connection ends. */
    public void serve(DataInputStream commands, DataOutputStream answers) throws IOException {
        while (true) {
            FloorShape shape;
            try {
                shape = FloorShape.readFrom(commands);
            } catch (EOFException callerGone) {
                return;
            }
            requests.use(shape.variant());
            replies.use(shape.variant());
            BooleanSupplier some = answering(shape); // makes its room before the first request comes
            asked = 0;
            answered = 0;
            acknowledge(answers);
            while (some.getAsBoolean()) {
                // Runs until the caller stops.
            }
            acknowledge(answers);
        }
    }

    private static void acknowledge(DataOutputStream answers) throws IOException {
        answers.writeByte(1);
        answers.flush();
    }

    /** Returns a method that answers some requests, and tells whether more will come. */
    private BooleanSupplier answering(FloorShape shape) {
        int requestBytes = shape.requestBytes();
        int replyBytes = shape.replyBytes();
        return switch (shape.kind()) {
            case KEPT -> {
                byte[] message = FloorDirection.message(Math.max(requestBytes, replyBytes));
                yield () -> answerSome(message, requestBytes, replyBytes);
            }
            case ARRAYS -> {
                FreshArray array = new FreshArray(requestBytes);
                yield () -> answerSome(array, requestBytes);
            }
            case TEXTS -> {
                FreshText text = new FreshText(requestBytes);
                yield () -> answerSome(text, requestBytes);
            }
            case ASLEEP -> this::respondFromSleep;
        };
    }

    /**
     * Answers some requests. The method is entered often, as the caller's is. If the loop were entered only once, the
     * JVM would compile it while it runs, and it would be 40 ns slower in every other JVM.
     *
     * @return whether more requests will come
     */
    private boolean answerSome(byte[] message, int requestBytes, int replyBytes) {
        long request = asked;
        long reply = answered;
        for (int i = 0; i < ANSWERS_AT_ONCE; i++) {
            request = requests.take(request, message, requestBytes);
            if (request == FloorDirection.STOPPED) {
                return false;
            }
            reply = replies.put(reply, message, replyBytes);
        }
        asked = request;
        answered = reply;
        return true;
    }

    private boolean answerSome(FreshArray array, int bytes) {
        long request = asked;
        long reply = answered;
        for (int i = 0; i < ANSWERS_AT_ONCE; i++) {
            request = array.take(requests, request, bytes);
            if (request == FloorDirection.STOPPED) {
                return false;
            }
            reply = array.put(replies, reply, bytes);
        }
        asked = request;
        answered = reply;
        return true;
    }

    private boolean answerSome(FreshText text, int bytes) {
        long request = asked;
        long reply = answered;
        for (int i = 0; i < ANSWERS_AT_ONCE; i++) {
            request = text.take(requests, request, bytes);
            if (request == FloorDirection.STOPPED) {
                return false;
            }
            reply = text.put(replies, reply, bytes);
        }
        asked = request;
        answered = reply;
        return true;
    }

    private boolean respondFromSleep() {
        byte[] message = FloorDirection.message(0);
        while (true) {
            requests.sleepPast(asked, false);
            asked = requests.take(asked, message, 0);
            if (asked == FloorDirection.STOPPED) {
                return false;
            }
            answered = replies.put(answered, message, 0);
            replies.wake();
        }
    }
}
