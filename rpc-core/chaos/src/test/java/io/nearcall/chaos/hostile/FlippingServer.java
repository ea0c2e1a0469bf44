// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingConsumer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A server by hand that answers each call with the call's arguments, from memory in which bits change meanwhile. It
 * cannot bind an interface itself, so it asks a good server of the same interface. For one thread.
 */
final class FlippingServer {

    /** The good server's name. It is as long as {@link Trap#SERVICE}, to replace it in the caller's requests. */
    static final String EXPERT = "guru";

    private static final int GLANCE_EVERY = 256;
    private static final int SPINS = 64;

    /** So many flips in a million hit the header of a frame; each may end the connection. */
    private static final int HEADERS_OF_ANSWERS = 300;

    /** So many looks after an answer the caller has read it, mostly. */
    private static final int READING = 100;

    private static final long BINDING_NS = 2_000_000_000;

    private final Intruder caller;
    private final Intruder expert;
    private final long seed;
    private long asked;
    private long flips;

    FlippingServer(Intruder caller, Intruder expert, long seed) {
        this.caller = caller;
        this.expert = expert;
        this.seed = seed;
    }

    /** Serves until the caller has ended, or this thread is interrupted. */
    void serve() throws Exception {
        Trap.welcome(caller);
        caller.acceptLanes();
        BitFlipper flipper = new BitFlipper(
                caller, 2, RecordDescriptor.HEADER_LENGTH + FrameFormat.ANSWER_HEADER_LENGTH, HEADERS_OF_ANSWERS, seed);
        boolean bound = false;
        long sinceAnswer = 0;
        try {
            for (long i = 1; !Thread.currentThread().isInterrupted(); i++) {
                boolean idle = true;
                for (int lane = 0; lane < 2; lane++) {
                    RingConsumer consumer = caller.consumer(lane);
                    if (consumer.poll()) {
                        idle = false;
                        bound |= answer(lane, consumer);
                    }
                }
                sinceAnswer = idle ? sinceAnswer + 1 : 0;
                if (bound && sinceAnswer > 0 && sinceAnswer < READING) {
                    flipper.chance();
                }
                if (idle && i % SPINS == 0) {
                    Thread.yield();
                }
                if (i % GLANCE_EVERY == 0) {
                    forward(caller, expert);
                    forward(expert, caller);
                }
            }
        } catch (ControlSocket.EndOfStream e) {
            // the caller has closed the connection
        } finally {
            flips = flipper.flips();
        }
    }

    /** Answers a call. Returns whether it was a call of the service's object. */
    private boolean answer(int lane, RingConsumer consumer) throws Exception {
        byte[] call = new byte[consumer.frameLength()];
        consumer.memory().get(consumer.frameIndex(), call);
        long callId = consumer.memory().getLong(consumer.frameIndex());
        int objectId = consumer.memory().getInt(consumer.frameIndex() + FrameFormat.OBJECT_ID_OFFSET);
        int flags = consumer.frameFlags();
        consumer.release();
        byte[] result = objectId == FrameFormat.BINDER_OBJECT_ID
                ? askExpert(call, flags)
                : Arrays.copyOfRange(call, argumentsOf(call, flags), call.length);
        caller.frame(lane, FrameFormat.RESULT, Frames.answer(callId, result));
        caller.wake(lane);
        return objectId != FrameFormat.BINDER_OBJECT_ID;
    }

    /** Where the arguments begin: after the caller's remaining time and metadata, if the call has these. */
    private static int argumentsOf(byte[] call, int flags) {
        if ((flags & FrameFormat.CONTEXT) == 0) {
            return FrameFormat.CALL_HEADER_LENGTH;
        }
        int metadata = FrameFormat.CALL_HEADER_LENGTH + Long.BYTES;
        int length = ByteBuffer.wrap(call).order(ByteOrder.LITTLE_ENDIAN).getShort(metadata);
        return metadata + Short.BYTES + length;
    }

    private byte[] askExpert(byte[] call, int flags) throws Exception {
        byte[] allButTheId = Arrays.copyOfRange(call, FrameFormat.OBJECT_ID_OFFSET, call.length);
        String translated = new String(allButTheId, ISO_8859_1).replace(Trap.SERVICE, EXPERT);
        expert.frame(0, flags & FrameFormat.TYPE_MASK, Frames.answer(++asked, translated.getBytes(ISO_8859_1)));
        expert.ring(0);
        RingConsumer consumer = expert.consumer(0);
        long startNs = System.nanoTime();
        while (!consumer.poll()) {
            forward(caller, expert);
            forward(expert, caller);
            if (System.nanoTime() - startNs > BINDING_NS) {
                throw new IllegalStateException("the good server does not answer");
            }
            Thread.yield();
        }
        byte[] result = new byte[consumer.frameLength() - FrameFormat.ANSWER_HEADER_LENGTH];
        consumer.memory().get(consumer.frameIndex() + FrameFormat.ANSWER_HEADER_LENGTH, result);
        consumer.release();
        return result;
    }

    /** What they agree on about classes. */
    private static void forward(Intruder from, Intruder to) throws ControlSocket.EndOfStream {
        ControlMessage message = from.glance();
        if (message instanceof ControlMessage.ClassOffer
                || message instanceof ControlMessage.ClassAgreed
                || message instanceof ControlMessage.ClassRefused) {
            to.send(message);
        } else if (message instanceof ControlMessage.Lanes) {
            throw new IllegalStateException("those that he has do not answer any more: he had better come again");
        }
    }

    long flips() {
        return flips;
    }
}
