// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shm;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.ProcessContract;
import io.nearcall.ipc.channel.WaitingContract;
import org.junit.jupiter.api.Nested;

class ShmChannelTest extends ChannelContract {

    private static final ChannelSpec SPEC = ChannelSpec.ofEverything(new ShmChannelProvider());

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
