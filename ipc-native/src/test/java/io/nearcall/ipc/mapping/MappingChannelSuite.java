// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.mapping;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;

/** Runs under Wine, from {@code WindowsChannelsIT} in rpc-core. */
class MappingChannelSuite extends ChannelContract {

    private static final ChannelSpec SPEC = ChannelSpec.ofWords(new MappingChannelProvider());

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
