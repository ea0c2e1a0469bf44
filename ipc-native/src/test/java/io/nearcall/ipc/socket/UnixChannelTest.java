// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.ProcessContract;
import io.nearcall.ipc.channel.WaitingContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

class UnixChannelTest extends ChannelContract {

    private static final Path DIRECTORY = UnixSocketsOfTest.newDirectory();
    private static final ChannelSpec SPEC = UnixSocketsOfTest.spec(DIRECTORY);

    @AfterAll
    static void shouldLeaveNothingInTheDirectory() throws IOException {
        Files.delete(DIRECTORY);
    }

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }

    @Nested
    class Waiting extends WaitingContract {
        @Override
        protected ChannelSpec spec() {
            return SPEC;
        }
    }

    @Nested
    class Processes extends ProcessContract {
        @Override
        protected ChannelSpec spec() {
            return SPEC;
        }
    }
}
