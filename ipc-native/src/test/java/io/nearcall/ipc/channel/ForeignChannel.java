// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * The contract for a mechanism that another module has. That module puts itself and these tests on one class path, and runs this
 * class by its name. Two system properties tell the class of the mechanism, and the options of a second JVM.
 */
class ForeignChannel extends ChannelContract {

    /** Each hand-over goes through the threads of a library. */
    private static final int SLOWNESS = 64;

    private static final ChannelSpec SPEC = ChannelSpec.ofSessions(
            provider(),
            SLOWNESS,
            System.getProperty("nearcall.test.peer.options").split(" "));

    private static ChannelProvider provider() {
        try {
            return (ChannelProvider) Class.forName(System.getProperty("nearcall.test.provider"))
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected ChannelSpec spec() {
        return SPEC;
    }
}
