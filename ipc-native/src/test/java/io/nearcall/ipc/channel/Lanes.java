// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Platform;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Both ends of a batch in one process. */
public final class Lanes implements AutoCloseable {

    static final int CAPACITY = 64 * 1024;

    /** A thread of Windows tells that a pending read has ended, perhaps a little later. */
    private static final long TOLD_NS = Platform.isWindows() ? 100_000_000 : 0;

    final Channel[] left;
    final Channel[] right;

    private final AtomicIntegerArray rungAtLeft;
    private final AtomicBoolean ringFails = new AtomicBoolean();
    private final AtomicInteger watchedAtLeft = new AtomicInteger(LaneBatch.NO_DESCRIPTOR);
    private final ReadableChannel channelAtLeft = new ReadableChannel();
    private final LaneBatch leftBatch;
    private final LaneBatch rightBatch;

    public Lanes(ChannelProvider provider, int laneCount, ChannelMode mode) {
        rungAtLeft = new AtomicIntegerArray(laneCount);
        leftBatch = provider.open(0, laneCount, CAPACITY, mode);
        rightBatch = provider.open(0, laneCount, CAPACITY, mode);
        int leftHalf = half(leftBatch);
        int rightHalf = half(rightBatch);
        leftBatch.descriptorPassed();
        rightBatch.descriptorPassed();
        left = leftBatch.connect(rightHalf, rightBatch.address(), new WatchAtLeft());
        right = rightBatch.connect(leftHalf, leftBatch.address(), this::ringAtLeft);
    }

    private void ringAtLeft(int lane) {
        if (ringFails.getAndSet(false)) {
            throw new OutOfMemoryError("no room for the message");
        }
        rungAtLeft.incrementAndGet(lane);
    }

    /** The next ring fails, if the sender rings. */
    void failToRing() {
        ringFails.set(true);
    }

    private static int half(LaneBatch batch) {
        int descriptor = batch.descriptor();
        return descriptor == LaneBatch.NO_DESCRIPTOR ? descriptor : Descriptors.duplicate(descriptor);
    }

    /** How often the first lane's doorbell has rung at the left side. */
    int ringsAtLeft() {
        int descriptor = watchedAtLeft.get();
        if (descriptor != LaneBatch.NO_DESCRIPTOR
                && Host.current().await(descriptor, true, TOLD_NS)
                && watchedAtLeft.compareAndSet(descriptor, LaneBatch.NO_DESCRIPTOR)) {
            rungAtLeft.incrementAndGet(0);
        }
        if (channelAtLeft.isReadable()) {
            rungAtLeft.incrementAndGet(0);
        }
        return rungAtLeft.get(0);
    }

    /** For channels with watched descriptors, the side that requests the rings does it. */
    private final class WatchAtLeft implements Doorbell {
        @Override
        public void ring(int lane) {}

        @Override
        public void ringHere(int lane) {
            rungAtLeft.incrementAndGet(lane);
        }

        @Override
        public void ringWhenReadable(int lane, int descriptor) {
            if (lane == 0) {
                watchedAtLeft.set(descriptor);
            }
        }

        @Override
        public void ringWhenReadable(int lane, SelectableChannel channel) {
            if (lane == 0) {
                channelAtLeft.watch(channel);
            }
        }
    }

    public Channel left() {
        return left[0];
    }

    public Channel right() {
        return right[0];
    }

    @Override
    public void close() {
        channelAtLeft.close();
        leftBatch.close();
        rightBatch.close();
    }
}
