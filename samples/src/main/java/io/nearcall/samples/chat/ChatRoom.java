// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.RemoteService;
import java.util.List;

/** What is looked up. */
@RemoteService("chat")
public interface ChatRoom {

    /**
     * Enters the room. Those who are there are told, and from now on the listener is told of everything.
     *
     * @return the place from which to speak
     */
    Seat enter(String name, Listener listener) throws NameTaken;

    /** Who is there, by name. */
    List<Person> people();

    /** Somebody who is there, and his process. */
    record Person(String name, int pid) {}
}
