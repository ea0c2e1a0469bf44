// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelSpec;
import io.nearcall.ipc.channel.ProcessContract;
import io.nearcall.ipc.channel.WaitingContract;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Nested;

class TcpChannelTest extends ChannelContract {

    private static final ChannelSpec SPEC =
            new ChannelSpec(new TcpChannelProvider(), EnumSet.allOf(ChannelMode.class), 64, false, false, 8, List.of());

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
