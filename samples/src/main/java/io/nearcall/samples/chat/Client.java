// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Says what the user types, and prints what others say. The only argument is the user's name. */
public final class Client {

    private Client() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("One argument is needed, your name.");
            System.exit(2);
        }
        try (Endpoint endpoint = Endpoint.open()) {
            ChatRoom room = endpoint.lookup(ChatRoom.class); // waits up to 10 s for the server
            Seat seat = room.enter(args[0], new Printer());
            Remotes.onDeath(seat, () -> {
                System.out.println("The room has gone.");
                System.exit(1);
            });
            room.people()
                    .forEach(person -> System.out.println(person.name() + " is here, process " + person.pid() + "."));
            System.out.println("Type what you want to say; Ctrl-D leaves.");
            BufferedReader keyboard = new BufferedReader(new InputStreamReader(System.in));
            for (String line = keyboard.readLine(); line != null; line = keyboard.readLine()) {
                seat.say(line);
            }
            seat.leave();
        } catch (NameTaken | NearcallException e) {
            System.err.println("chat: " + e.getMessage());
            System.exit(1);
        }
    }
}
