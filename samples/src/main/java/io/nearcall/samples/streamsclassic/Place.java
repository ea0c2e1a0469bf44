// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import io.nearcall.ipc.classic.IpcKey;
import java.nio.file.Path;

/** Where both sides find each other. */
final class Place {

    /**
     * The ftok key of a directory that both sides know. Segment and queue share it: they are separate kinds of object.
     */
    static final IpcKey KEY =
            IpcKey.ofFile(Path.of(System.getProperty("io.nearcall.dir", System.getProperty("java.io.tmpdir"))), 's');

    /** The type of the messages that carry the answer. */
    static final long ANSWER = 1;

    private Place() {}
}
