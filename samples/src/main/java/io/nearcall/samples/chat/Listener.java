// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;

/**
 * An object of a client, through which the room tells the client what happens. Its methods are one-way, so the room
 * does not wait until the client has handled a message. If a client handles none for so long that the messages on their
 * way to it fill the lane, the room waits up to two seconds.
 */
@RemoteObject
@Deadline("2s")
public interface Listener {

    @OneWay
    void said(String who, String text);

    @OneWay
    void came(String who);

    /** @param how the reason in words, as in "has left" */
    @OneWay
    void went(String who, String how);
}
