// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A lane on which nothing ever comes. Its memory is one for all: nobody reads or writes it. */
public class StillChannel implements Channel, CallProgress {

    private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);

    @Override
    public ByteBuffer sendMemory() {
        return MEMORY;
    }

    @Override
    public int claim() {
        return BACK_PRESSURED;
    }

    @Override
    public int maxPayloadLength() {
        return 32;
    }

    @Override
    public void commit(int length, int flags) {}

    @Override
    public ByteBuffer receiveMemory() {
        return MEMORY;
    }

    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public int frameIndex() {
        return 0;
    }

    @Override
    public int frameLength() {
        return 0;
    }

    @Override
    public int frameFlags() {
        return 0;
    }

    @Override
    public void release() {}

    @Override
    public boolean spinBriefly() {
        return false;
    }

    @Override
    public boolean spinFurther() {
        return false;
    }

    @Override
    public boolean yieldOn() {
        return false;
    }

    @Override
    public WaitResult sleepForFrame(long deadlineNs, boolean interruptible) {
        return WaitResult.CLOSED;
    }

    @Override
    public WaitResult awaitSpace(long deadlineNs, boolean interruptible) {
        return WaitResult.CLOSED;
    }

    @Override
    public boolean restUntilDoorbell() {
        return true;
    }

    @Override
    public void wakeFromDoorbell() {}

    @Override
    public CallProgress progress() {
        return this;
    }

    @Override
    public void publishTaken(long callId) {}

    @Override
    public void publishDone(long callId) {}

    @Override
    public long ownTaken() {
        return 0;
    }

    @Override
    public boolean showsTaken() {
        return true;
    }

    @Override
    public long peerTaken() {
        return 0;
    }

    @Override
    public long peerDone() {
        return 0;
    }

    @Override
    public void disconnect() {}
}
