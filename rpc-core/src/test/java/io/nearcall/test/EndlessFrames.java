// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A lane whose peer has always sent another frame already. Frames that are sent to the peer are dropped. */
public final class EndlessFrames {

    private static final int LENGTH = 1024;

    private final ByteBuffer sent = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer received = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final long most;
    private int flags;
    private int length;
    private long taken;

    /**
     * @param flags the flags of each frame
     * @param length the bytes of each frame
     * @param most how many frames may be taken; a receiver that takes more would never stop
     */
    public EndlessFrames(int flags, int length, long most) {
        this.flags = flags;
        this.length = length;
        this.most = most;
    }

    /** What the frames hold: the call id, then zeros. */
    public EndlessFrames ofCall(long callId) {
        received.putLong(0, callId);
        return this;
    }

    /** What the frames hold from here on: nothing but a list of as many objects of the peer as there is room for; how many. */
    public int listReferences(int newFlags) {
        int count = LENGTH / ReferenceList.ENTRY_LENGTH - 1;
        for (int i = 0; i < count; i++) {
            received.putInt(i * ReferenceList.ENTRY_LENGTH, ReferenceList.FIRST_REFERENCE_ID);
        }
        received.putInt(count * ReferenceList.ENTRY_LENGTH, count);
        goOn(newFlags | FrameFormat.REFERENCES, LENGTH);
        return count;
    }

    /** From here on frames are like that. */
    public void goOn(int newFlags, int newLength) {
        flags = newFlags;
        length = newLength;
    }

    /** How many frames have been given back. */
    public long taken() {
        return taken;
    }

    /** The call that has been answered last. */
    public long answered() {
        return sent.getLong(FrameFormat.CALL_ID_OFFSET);
    }

    /** The lane. */
    public Channel channel() {
        return (Channel) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Channel.class, CallProgress.class},
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "sendMemory" -> {
                            return sent;
                        }
                        case "receiveMemory" -> {
                            return received;
                        }
                        case "maxPayloadLength" -> {
                            return LENGTH;
                        }
                        case "poll", "spinBriefly", "spinOn", "spinForFrame", "spinFurther", "restUntilDoorbell" -> {
                            return true;
                        }
                        case "sleepForFrame", "awaitSpace" -> {
                            return WaitResult.READY;
                        }
                        case "claim", "frameIndex" -> {
                            return 0;
                        }
                        case "frameLength" -> {
                            return length;
                        }
                        case "frameFlags" -> {
                            return flags;
                        }
                        case "release" -> {
                            if (++taken > most) {
                                throw new AssertionError("took more than " + most + " frames");
                            }
                            return null;
                        }
                        case "progress" -> {
                            return proxy;
                        }
                        case "showsTaken" -> {
                            return true;
                        }
                        case "commit", "wakeFromDoorbell", "publishTaken" -> {
                            return null;
                        }
                        default -> throw new AssertionError(method.getName());
                    }
                });
    }
}
