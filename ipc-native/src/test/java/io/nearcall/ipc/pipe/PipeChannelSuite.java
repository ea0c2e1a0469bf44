// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.pipe;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;

/** Runs under Wine, from {@code WindowsChannelsIT} in rpc-core. */
class PipeChannelSuite extends ChannelContract {

    private static final int SLOWNESS = 100;
    private static final ChannelSpec SPEC = ChannelSpec.ofSessions(new PipeChannelProvider(), SLOWNESS);

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
