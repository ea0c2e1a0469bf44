// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.NearcallException;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;

/** A connection of which the lanes need nothing. */
final class OpenLink implements Link {

    @Override
    public int maxCalls() {
        return 1;
    }

    @Override
    public long maxMessageBytes() {
        return 1 << 16;
    }

    @Override
    public boolean isClosed() {
        return false;
    }

    @Override
    public int peerPid() {
        return 0;
    }

    @Override
    public String serviceName() {
        return "";
    }

    @Override
    public void cancel(int laneId, long callId) {
        throw new AssertionError();
    }

    @Override
    public void drainLater() {
        throw new AssertionError();
    }

    @Override
    public LaneCodec newCodec() {
        throw new AssertionError();
    }

    @Override
    public ThrowableCodec throwables(ClientInterface callee) {
        throw new AssertionError();
    }

    @Override
    public NewLanes openLanes(int count, ChannelMode mode, long timeoutNs) {
        throw new AssertionError();
    }

    @Override
    public NearcallException broken(String fault) {
        throw new AssertionError(fault);
    }

    @Override
    public NearcallException lost(long callId, Channel channel, boolean incomplete) {
        throw new AssertionError();
    }
}
