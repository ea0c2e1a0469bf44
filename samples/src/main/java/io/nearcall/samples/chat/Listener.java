// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.Deadline;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;

/**
 * An object of a client's, which the room tells what happens. One-way, so the room does not wait until it is heard; if
 * somebody hears nothing for so long that what is on its way to him fills the lane, it waits for five seconds.
 */
@RemoteObject
@Deadline("5s")
public interface Listener {

    @OneWay
    void said(String who, String text);

    @OneWay
    void came(String who);

    /** @param how in words, as in "has left" */
    @OneWay
    void went(String who, String how);
}
