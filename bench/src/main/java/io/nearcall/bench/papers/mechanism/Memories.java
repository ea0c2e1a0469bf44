// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.bench.papers.yardstick.SemaphoredInputStream;
import io.nearcall.bench.papers.yardstick.SemaphoredMemory;
import io.nearcall.bench.papers.yardstick.SemaphoredOutputStream;
import java.nio.file.Path;

/** Shared memory, a segment for each direction. */
final class Memories {

    private Memories() {}

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
