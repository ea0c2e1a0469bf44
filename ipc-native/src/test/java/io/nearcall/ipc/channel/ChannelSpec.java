// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a mechanism can do, for the suites that all of them pass.
 *
 * @param provider the mechanism, with a public constructor without parameters: a second process makes its own
 * @param modes what its lanes may be opened for
 * @param maxLanes lanes in one batch
 * @param keepsWordsOfTheDead whether the peer's taken word can be read by itself, and when the peer is dead
 * @param wakesWhenTold whether what is committed quietly wakes nobody by itself, on lanes that stream
 * @param slowness by how much fewer frames are handed over than by the fastest
 * @param peerOptions options of a second JVM
 */
public record ChannelSpec(
        ChannelProvider provider,
        Set<ChannelMode> modes,
        int maxLanes,
        boolean keepsWordsOfTheDead,
        boolean wakesWhenTold,
        int slowness,
        List<String> peerOptions) {

    public ChannelSpec(
            ChannelProvider provider,
            Set<ChannelMode> modes,
            int maxLanes,
            boolean keepsWordsOfTheDead,
            boolean wakesWhenTold,
            List<String> peerOptions) {
        this(provider, modes, maxLanes, keepsWordsOfTheDead, wakesWhenTold, 1, peerOptions);
    }

    /** As many as that, of the fastest. */
    int handOvers(int count) {
        return count / slowness;
    }

    public static ChannelSpec ofEverything(ChannelProvider provider) {
        return new ChannelSpec(provider, EnumSet.allOf(ChannelMode.class), 1024, true, true, List.of());
    }
}
