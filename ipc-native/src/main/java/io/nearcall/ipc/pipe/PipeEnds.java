// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.pipe;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.stream.LaneSink;
import io.nearcall.ipc.stream.LaneSource;
import io.nearcall.ipc.stream.StreamEnds;
import io.nearcall.ipc.wait.WaitSlices;

/** Both ends of a lane over one pipe, which goes both ways. */
final class PipeEnds implements StreamEnds {

    /*
     * Nothing wakes a thread that waits for a pipe except the pipe. So it sleeps in short slices, after each of which it
     * finds out whether the lane was disconnected. Once the other side has gone, the pipe would end every sleep at once,
     * so it is not watched any more. The monitor of the connection notices the death, and disconnects.
     */

    private static final long SLICE_NS = 10_000_000;

    /** Sleep of the receiving thread while something waits for room. Nothing else would make the thread try it again. */
    private static final long ROOM_SLICE_NS = 1_000_000;

    private final Host host;
    private final int pipe;
    private final PipeSource source;
    private final PipeSink sink;

    PipeEnds(Host host, int pipe, int writeLength) {
        this.host = host;
        this.pipe = pipe;
        this.source = new PipeSource(host, pipe);
        this.sink = new PipeSink(host, pipe, writeLength);
    }

    @Override
    public LaneSource source() {
        return source;
    }

    @Override
    public LaneSink sink() {
        return sink;
    }

    @Override
    public void sleepForBytes(long timeoutNs, boolean orForRoom) {
        sleep(true, source.isGone(), Math.min(timeoutNs, orForRoom ? ROOM_SLICE_NS : SLICE_NS));
    }

    @Override
    public void sleepForRoom(long timeoutNs) {
        sleep(false, sink.isGone(), Math.min(timeoutNs, SLICE_NS));
    }

    private void sleep(boolean forBytes, boolean gone, long timeoutNs) {
        if (gone) {
            WaitSlices.park(timeoutNs);
        } else {
            host.await(pipe, forBytes, timeoutNs);
        }
    }

    @Override
    public void wakeReceiver() {
        // The receiving thread looks for room often enough.
    }

    @Override
    public void wake() {
        // A slice is short enough.
    }

    @Override
    public void watch(Doorbell doorbell, int lane) {
        if (!source.isGone()) { // otherwise the bell would ring at once, again and again
            doorbell.ringWhenReadable(lane, pipe);
        }
    }
}
