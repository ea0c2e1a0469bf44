// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** The floor's thread in the server JVM. Asleep in a read between slices, so that it disturbs no other system's. */
public final class FloorResponder {

    private final FloorMemory memory;
    private final byte[] message = new byte[FloorDirection.LENGTH_BYTES];

    public FloorResponder(FloorMemory memory) {
        this.memory = memory;
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
            acknowledge(answers);
            if (shape.asleep()) {
                respondFromSleep();
            } else {
                respond(shape.requestBytes(), shape.replyBytes());
            }
            acknowledge(answers);
        }
    }

    private static void acknowledge(DataOutputStream answers) throws IOException {
        answers.writeByte(1);
        answers.flush();
    }

    private void respond(int requestBytes, int replyBytes) {
        FloorDirection requests = memory.requests();
        FloorDirection replies = memory.replies();
        long asked = 0;
        long answered = 0;
        while ((asked = requests.take(asked, message, requestBytes)) != FloorDirection.STOPPED) {
            answered = replies.put(answered, message, replyBytes);
        }
    }

    private void respondFromSleep() {
        FloorDirection requests = memory.requests();
        FloorDirection replies = memory.replies();
        long asked = 0;
        long answered = 0;
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
