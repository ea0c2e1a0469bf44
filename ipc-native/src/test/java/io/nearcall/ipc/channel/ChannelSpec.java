// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import java.util.List;

/**
 * What a mechanism can do, for the suite that all of them pass.
 *
 * @param provider the mechanism, with a public constructor without parameters: a second process makes its own
 * @param maxLanes lanes in one batch
 * @param keepsWordsOfTheDead whether the peer's taken word can be read by itself, and when the peer is dead
 * @param takesFramesForTheDead whether there is room for a frame though the peer has died
 * @param wakesWhenTold whether what is committed quietly wakes nobody by itself, on lanes that stream
 * @param slowness by how much fewer frames are handed over than by the fastest
 * @param peerOptions options of a second JVM
 */
public record ChannelSpec(
        ChannelProvider provider,
        int maxLanes,
        boolean keepsWordsOfTheDead,
        boolean takesFramesForTheDead,
        boolean wakesWhenTold,
        int slowness,
        List<String> peerOptions) {

    /** Of bytes in order, which show nothing but themselves. */
    public static ChannelSpec ofStream(ChannelProvider provider, int slowness, String... peerOptions) {
        return new ChannelSpec(provider, 64, false, true, false, slowness, List.of(peerOptions));
    }

    /** As above. The streams end when the peer dies. */
    public static ChannelSpec ofSessions(ChannelProvider provider, int slowness, String... peerOptions) {
        return new ChannelSpec(provider, 64, false, false, false, slowness, List.of(peerOptions));
    }

    /** Of words that both processes see, and that outlive either. */
    public static ChannelSpec ofWords(ChannelProvider provider, String... peerOptions) {
        return new ChannelSpec(provider, 1024, true, true, true, 1, List.of(peerOptions));
    }

    /** As many as that, of the fastest. */
    int handOvers(int count) {
        return count / slowness;
    }
}
