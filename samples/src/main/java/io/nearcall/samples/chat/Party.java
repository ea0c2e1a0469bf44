// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.samples.chat.ChatRoom.Person;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Ada waits for some guests, talks to them, and kills one. The only argument is the number of guests. */
public final class Party {

    private static final int PATIENCE_S = 20;

    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> gone = new LinkedBlockingQueue<>();

    private Party() {}

    /** Prints what happens, and records the events that Ada waits for. */
    private final class Host extends Printer {
        @Override
        public void said(String who, String text) {
            super.said(who, text);
            if (text.endsWith("Ada.")) {
                answers.add(who);
            }
        }

        @Override
        public void went(String who, String how) {
            super.went(who, how);
            gone.add(who);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int guests = args.length > 0 && args[0].matches("[1-9][0-9]?") ? Integer.parseInt(args[0]) : 3;
        try (Endpoint endpoint = Endpoint.open()) {
            new Party().hold(endpoint.lookup(ChatRoom.class), guests);
        } catch (NameTaken | NearcallException | IllegalStateException e) {
            System.err.println("chat: " + e.getMessage());
            System.exit(1);
        }
    }

    private void hold(ChatRoom room, int guests) throws NameTaken, InterruptedException {
        Seat seat = room.enter("Ada", new Host());
        List<Person> people = room.people();
        for (int i = 0; people.size() <= guests; i++) {
            if (i == 10 * PATIENCE_S) {
                throw new IllegalStateException("Only " + people.size() + " people have come: " + people);
            }
            Thread.sleep(100);
            people = room.people();
        }

        seat.say("Who is here?");
        for (int i = 0; i < guests; i++) {
            await(answers);
        }

        Person victim = people.get(people.size() - 1);
        ProcessHandle.of(victim.pid()).ifPresent(ProcessHandle::destroyForcibly); // kill -9
        System.out.println("(killed " + victim.name() + ", process " + victim.pid() + ")");
        await(gone);

        seat.say("Who is left?");
        for (int i = 0; i < guests - 1; i++) {
            await(answers);
        }
        seat.leave();
    }

    private static void await(BlockingQueue<String> events) throws InterruptedException {
        if (events.poll(PATIENCE_S, TimeUnit.SECONDS) == null) {
            throw new IllegalStateException("Nothing was heard for " + PATIENCE_S + " s.");
        }
    }
}
