// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.InDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

class FifoChannelIT extends ChannelContract {

    private static final Path DIRECTORY = InDirectory.newDirectory();
    private static final ChannelSpec SPEC =
            ChannelSpec.ofStream(new FifosOfTest(DIRECTORY), 1, InDirectory.peerOption(DIRECTORY));

    @AfterAll
    static void shouldLeaveNothingInTheDirectory() throws IOException {
        Files.delete(DIRECTORY);
    }

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
