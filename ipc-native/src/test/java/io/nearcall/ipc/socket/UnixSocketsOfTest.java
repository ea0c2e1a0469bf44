// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.InDirectory;
import java.nio.file.Path;

/** Unix sockets for two JVMs of a test. */
public final class UnixSocketsOfTest extends InDirectory {

    public UnixSocketsOfTest() {
        this(directory());
    }

    UnixSocketsOfTest(Path directory) {
        super(new UnixChannelProvider(directory));
    }
}
