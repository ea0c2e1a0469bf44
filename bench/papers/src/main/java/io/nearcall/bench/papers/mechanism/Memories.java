// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.bench.papers.yardstick.SemaphoredInputStream;
import io.nearcall.bench.papers.yardstick.SemaphoredMemory;
import io.nearcall.bench.papers.yardstick.SemaphoredOutputStream;
import io.nearcall.ipc.classic.IpcKey;
import io.nearcall.ipc.classic.SharedMemorySegment;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * Shared memory with a segment for each direction. One way is the baseline, with explicit semaphores. In the other way
 * the library's streams and channels use the memory as a ring without semaphores.
 */
final class Memories {

    private static final int SEGMENT_LENGTH = 1 << 17;

    private Memories() {}

    static Responder offerStreams(Path scratch) {
        return offer(Memories::streams);
    }

    static Caller callStreams(String address) {
        return call(address, Memories::streams);
    }

    static Responder offerChannels(Path scratch) {
        return offer(Memories::channels);
    }

    static Caller callChannels(String address) {
        return call(address, Memories::channels);
    }

    private static Link streams(SharedMemorySegment in, SharedMemorySegment out) {
        return Link.of(in.openSource().inputStream(), out.openSink().outputStream());
    }

    private static Link channels(SharedMemorySegment in, SharedMemorySegment out) {
        return Link.of(in.openSource(), out.openSink());
    }

    private static Responder offer(BiFunction<SharedMemorySegment, SharedMemorySegment, Link> link) {
        SharedMemorySegment requests = create();
        SharedMemorySegment replies = create();
        return new LinkResponder(
                requests.id() + " " + replies.id(), () -> link.apply(requests, replies), requests, replies);
    }

    /** Makes a segment that vanishes with the last process that has it attached. */
    private static SharedMemorySegment create() {
        SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, SEGMENT_LENGTH);
        segment.remove();
        return segment;
    }

    private static Caller call(String address, BiFunction<SharedMemorySegment, SharedMemorySegment, Link> link) {
        String[] ids = address.split(" ");
        SharedMemorySegment requests = SharedMemorySegment.ofId(Integer.parseInt(ids[0]));
        SharedMemorySegment replies = SharedMemorySegment.ofId(Integer.parseInt(ids[1]));
        return LinkResponder.caller(link.apply(replies, requests));
    }

    static Responder offerSemaphored(Path scratch) {
        SemaphoredMemory requests = SemaphoredMemory.create();
        SemaphoredMemory replies = SemaphoredMemory.create();
        return new LinkResponder(
                requests.address() + " " + replies.address(),
                () -> Link.of(new SemaphoredInputStream(requests), new SemaphoredOutputStream(replies)),
                requests,
                replies);
    }

    static Caller callSemaphored(String address) {
        String[] directions = address.split(" ");
        SemaphoredMemory requests = SemaphoredMemory.open(directions[0]);
        SemaphoredMemory replies = SemaphoredMemory.open(directions[1]);
        return LinkResponder.caller(Link.of(new SemaphoredInputStream(replies), new SemaphoredOutputStream(requests)));
    }
}
