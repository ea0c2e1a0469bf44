// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.ConnectionLostException;
import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** The room. Thread-safe. */
final class Room implements ChatRoom {

    private static final String GONE = "has gone without a word";

    private final SortedMap<String, Member> members = new TreeMap<>(); // guarded by this

    /** Calls the listeners. One thread keeps the messages in order, and no speaker waits for a slow listener. */
    private final ExecutorService crier = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "crier");
        thread.setDaemon(true);
        return thread;
    });

    private final class Member implements Seat {
        private final String name;
        private final Listener listener;

        Member(String name, Listener listener) {
            this.name = name;
            this.listener = listener;
        }

        @Override
        public void say(String text) {
            Room.this.say(this, text);
        }

        @Override
        public void leave() {
            remove(this, "has left");
        }
    }

    @Override
    public Seat enter(String name, Listener listener) throws NameTaken {
        Member member = new Member(name, listener);
        synchronized (this) {
            if (members.containsKey(name)) {
                throw new NameTaken(name);
            }
            tellAll(each -> each.came(name));
            members.put(name, member);
        }
        // The room learns of every end of the process: killed, stopped by Ctrl-C, or closed without a word.
        Remotes.onDeath(listener, () -> remove(member, GONE));
        return member;
    }

    private synchronized void say(Member member, String text) {
        if (!isHere(member)) {
            throw new IllegalStateException(member.name + " is not in the room any more. Enter again.");
        }
        tellAll(each -> each.said(member.name, text));
    }

    private synchronized void remove(Member member, String how) {
        if (members.remove(member.name, member)) {
            System.out.println(member.name + " " + how + ".");
            tellAll(each -> each.went(member.name, how));
        }
    }

    /** Tells everybody who is in the room now. Does not wait. */
    private void tellAll(Consumer<Listener> news) {
        List<Member> present = List.copyOf(members.values());
        crier.execute(() -> present.forEach(member -> tell(member, news)));
    }

    private void tell(Member member, Consumer<Listener> news) {
        if (!isHere(member)) {
            return; // already removed: a listener that does not answer delays the others once, not with each message
        }
        try {
            news.accept(member.listener);
        } catch (ConnectionLostException e) { // onDeath is about to report this, or has done so
            remove(member, GONE);
        } catch (NearcallException e) { // the guest has not listened for a long time
            remove(member, "does not listen any more");
        }
    }

    private synchronized boolean isHere(Member member) {
        return members.get(member.name) == member;
    }

    @Override
    public synchronized List<Person> people() {
        return members.values().stream()
                .map(member ->
                        new Person(member.name, Remotes.peer(member.listener).pid()))
                .toList();
    }
}
