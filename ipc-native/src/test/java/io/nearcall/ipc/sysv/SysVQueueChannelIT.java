// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.InDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

class SysVQueueChannelIT extends ChannelContract {

    private static final Path DIRECTORY = InDirectory.newDirectory();
    private static final ChannelSpec SPEC =
            ChannelSpec.ofWords(new RecordedHere.Queues(DIRECTORY), InDirectory.peerOption(DIRECTORY));

    @AfterAll
    static void shouldLeaveNothingBehind() throws IOException {
        RecordedHere.deleteSwept(DIRECTORY);
    }

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
