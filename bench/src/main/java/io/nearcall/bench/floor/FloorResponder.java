// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** The floor's thread in the server JVM. Asleep in a read between slices, so that it disturbs no other system's. */
public final class FloorResponder {

    private static final int ANSWERS_AT_ONCE = 100;
    private static final byte[] NOTHING = {};

    private final FloorDirection requests;
    private final FloorDirection replies;
    private byte[] message = NOTHING;
    private long asked;
    private long answered;

    public FloorResponder(FloorMemory memory) {
        this.requests = memory.requests();
        this.replies = memory.replies();
    }

    /** Runs slices as the caller's side commands them, until its connection ends. */
    public void serve(DataInputStream commands, DataOutputStream answers) throws IOException {
        while (true) {
            FloorShape shape;
            try {
                shape = FloorShape.readFrom(commands);
            } catch (EOFException callerGone) {
                return;
            }
            message = FloorDirection.message(Math.max(shape.requestBytes(), shape.replyBytes()));
            acknowledge(answers);
            if (shape.asleep()) {
                respondFromSleep();
            } else {
                respond(shape.requestBytes(), shape.replyBytes());
            }
            // Others need room for long arrays, too.
            message = NOTHING;
            acknowledge(answers);
        }
    }

    private static void acknowledge(DataOutputStream answers) throws IOException {
        answers.writeByte(1);
        answers.flush();
    }

    private void respond(int requestBytes, int replyBytes) {
        asked = 0;
        answered = 0;
        while (answerSome(requestBytes, replyBytes)) {
            // Until the caller stops.
        }
    }

    /**
     * A method that is entered often, as the caller's is: what the JVM compiles in the middle of a loop that is entered
     * once is 40 ns slower in every other JVM. Returns whether there will be more requests.
     */
    private boolean answerSome(int requestBytes, int replyBytes) {
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

    private void respondFromSleep() {
        asked = 0;
        answered = 0;
        while (true) {
            requests.sleepPast(asked, false);
            asked = requests.take(asked, message, 0);
            if (asked == FloorDirection.STOPPED) {
                return;
            }
            answered = replies.put(answered, message, 0);
            replies.wake();
        }
    }
}
