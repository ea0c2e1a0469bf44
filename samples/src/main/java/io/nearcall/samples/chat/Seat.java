// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.RemoteObject;

/** An object of the room, one for each person who has entered. Only the holder of the seat can speak from it. */
@RemoteObject
public interface Seat {

    /**
     * Tells everybody something, including the speaker.
     *
     * @throws IllegalStateException if the speaker has left the room
     */
    void say(String text);

    void leave();
}
