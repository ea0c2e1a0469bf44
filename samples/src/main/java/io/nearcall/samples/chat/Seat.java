// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.RemoteObject;

/** An object of the room's, one for each who has entered. Only who has it can speak from it. */
@RemoteObject
public interface Seat {

    /**
     * Tells everybody something, oneself included.
     *
     * @throws IllegalStateException if the seat has been left
     */
    void say(String text);

    void leave();
}
