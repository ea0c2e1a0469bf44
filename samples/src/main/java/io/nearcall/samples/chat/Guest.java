// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A guest for a user who is alone. It answers every question until it is stopped. The only argument is its name. */
public final class Guest {

    private Guest() {}

    /** Answers questions. The room may call this listener before the guest has its seat. */
    private static final class Answering extends Printer {
        private final String name;
        private final CompletableFuture<Seat> seat = new CompletableFuture<>();

        Answering(String name) {
            this.name = name;
        }

        @Override
        public void said(String who, String text) {
            super.said(who, text);
            if (text.endsWith("?") && !who.equals(name)) {
                seat.thenAccept(own -> own.say("I am here, " + who + "."));
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String name = args.length > 0 ? args[0] : "Ben";
        try (Endpoint endpoint = Endpoint.open()) {
            Answering listener = new Answering(name);
            Seat seat = endpoint.lookup(ChatRoom.class).enter(name, listener);
            listener.seat.complete(seat);
            CountDownLatch gone = new CountDownLatch(1);
            Remotes.onDeath(seat, gone::countDown);
            gone.await();
            System.out.println("The room has gone.");
        } catch (NameTaken | NearcallException e) {
            System.err.println("chat: " + e.getMessage());
            System.exit(1);
        }
    }
}
