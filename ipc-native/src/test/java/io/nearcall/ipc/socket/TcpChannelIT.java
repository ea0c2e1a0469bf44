// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;

class TcpChannelIT extends ChannelContract {

    private static final ChannelSpec SPEC = ChannelSpec.ofStream(new TcpChannelProvider(), 8);

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
