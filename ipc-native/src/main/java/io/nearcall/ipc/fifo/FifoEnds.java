// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.stream.LaneSink;
import io.nearcall.ipc.stream.LaneSource;
import io.nearcall.ipc.stream.StreamEnds;

/** The ends of two FIFOs: this side reads the one that it made and writes the one that the peer made. */
final class FifoEnds implements StreamEnds {

    /* Two descriptors can end a sleep: the FIFO's, and the batch's eventfd. The eventfd stays readable once a lane of
     * the batch has been disconnected. A sleeper stops watching
     *   - a FIFO whose other end has gone. It would end every sleep at once, and the monitor of the connection takes a
     *     moment to notice the death and disconnect;
     *   - the eventfd, when another lane has been disconnected. The end of its own lane is then noticed with the
     *     slice. */

    private static final int NOT_WATCHED = -1;

    /** Sleep of the receiving thread while a Done waits for room. Nothing else would make the thread try it again. */
    private static final long DONE_SLICE_NS = 1_000_000;

    private final FifoLaneBatch batch;
    private final FifoSource source;
    private final FifoSink sink;
    private int watchedForBytes;
    private int bellForBytes;
    private int bellForRoom; // on a shared lane, that of another thread

    FifoEnds(FifoLaneBatch batch, FifoSource source, FifoSink sink, int wakeUp) {
        this.batch = batch;
        this.source = source;
        this.sink = sink;
        this.watchedForBytes = source.descriptor();
        this.bellForBytes = wakeUp;
        this.bellForRoom = wakeUp;
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
        long sliceNs = orForRoom ? Math.min(timeoutNs, DONE_SLICE_NS) : timeoutNs;
        int ended = Fifo.await(watchedForBytes, true, bellForBytes, sliceNs);
        watchedForBytes = (ended & Fifo.GONE) != 0 ? NOT_WATCHED : watchedForBytes;
        bellForBytes = (ended & Fifo.WOKEN) != 0 ? NOT_WATCHED : bellForBytes;
    }

    @Override
    public void sleepForRoom(long timeoutNs) {
        int watched = sink.isGone() ? NOT_WATCHED : sink.descriptor();
        int ended = Fifo.await(watched, false, bellForRoom, timeoutNs);
        bellForRoom = (ended & Fifo.WOKEN) != 0 ? NOT_WATCHED : bellForRoom;
    }

    @Override
    public void wakeReceiver() {
        // The receiving thread looks for room often enough.
    }

    @Override
    public void wake() {
        batch.wake();
    }

    @Override
    public void watch(Doorbell doorbell, int lane) {
        doorbell.ringWhenReadable(lane, source.descriptor());
    }
}
