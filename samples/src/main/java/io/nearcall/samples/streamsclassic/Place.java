// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import io.nearcall.ipc.classic.IpcKey;
import java.nio.file.Path;

/** Where both sides meet. */
final class Place {

    /** What ftok makes of a directory that both know: for the segment and for the queue, which do not disturb each other. */
    static final IpcKey KEY =
            IpcKey.ofFile(Path.of(System.getProperty("io.nearcall.dir", System.getProperty("java.io.tmpdir"))), 's');

    /** Of the messages that carry the answer. */
    static final long ANSWER = 1;

    private Place() {}
}
