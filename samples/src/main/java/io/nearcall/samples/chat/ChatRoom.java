// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.RemoteService;
import java.util.List;

/** The service that clients look up. */
@RemoteService("chat")
public interface ChatRoom {

    /**
     * Enters the room. Everybody in the room is told. From now on the listener is told of everything that happens.
     *
     * @return the seat from which the guest speaks
     */
    Seat enter(String name, Listener listener) throws NameTaken;

    /** Lists the people in the room, by name. */
    List<Person> people();

    /** Somebody in the room, and their process. */
    record Person(String name, int pid) {}
}
