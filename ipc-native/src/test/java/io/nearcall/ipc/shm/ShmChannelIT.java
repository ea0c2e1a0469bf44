// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shm;

import io.nearcall.ipc.channel.ChannelContract;
import io.nearcall.ipc.channel.ChannelSpec;

class ShmChannelIT extends ChannelContract {

    private static final ChannelSpec SPEC = ChannelSpec.ofWords(new ShmChannelProvider());

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
