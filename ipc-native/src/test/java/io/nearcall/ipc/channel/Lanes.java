// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import io.nearcall.ipc.os.Descriptors;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Both ends of a batch in one process. */
final class Lanes implements AutoCloseable {

    static final int CAPACITY = 64 * 1024;

    final AtomicIntegerArray ringsAtLeft;
    final Channel[] left;
    final Channel[] right;

    private final LaneBatch leftBatch;
    private final LaneBatch rightBatch;

    Lanes(ChannelProvider provider, int laneCount, ChannelMode mode) {
        ringsAtLeft = new AtomicIntegerArray(laneCount);
        leftBatch = provider.open(0, laneCount, CAPACITY, mode);
        rightBatch = provider.open(0, laneCount, CAPACITY, mode);
        int leftHalf = Descriptors.duplicate(leftBatch.descriptor());
        int rightHalf = Descriptors.duplicate(rightBatch.descriptor());
        leftBatch.descriptorPassed();
        rightBatch.descriptorPassed();
        left = leftBatch.connect(rightHalf, lane -> {});
        right = rightBatch.connect(leftHalf, ringsAtLeft::incrementAndGet);
    }

    Channel left() {
        return left[0];
    }

    Channel right() {
        return right[0];
    }

    @Override
    public void close() {
        leftBatch.close();
        rightBatch.close();
    }
}
