// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

class SegmentStreamIT extends StreamContract {

    private static final int LENGTH = 10_001; // of the ring 9,489: no power of two, nor a multiple of anything

    private SharedMemorySegment segment;

    @Override
    String create() {
        segment = SharedMemorySegment.create(IpcKey.PRIVATE, LENGTH);
        return Integer.toString(segment.id());
    }

    @Override
    void find(String address) {
        segment = SharedMemorySegment.ofId(Integer.parseInt(address));
    }

    @Override
    ByteSource openSource() {
        return segment.openSource();
    }

    @Override
    ByteSink openSink() {
        return segment.openSink();
    }

    @Override
    void remove() {
        segment.close();
    }

    @Override
    boolean tellsDeathFromEnd() {
        return true;
    }
}
