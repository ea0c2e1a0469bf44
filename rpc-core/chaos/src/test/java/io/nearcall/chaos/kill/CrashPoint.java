// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import java.util.List;

/** How far a victim has come when it is killed, with the places in the code where that is: for a caller and for a server. */
enum CrashPoint {

    /*
     * A server that is stopped before it is connected is about to listen, with the lock of its name in its hands, or about
     * to accept somebody who waits. A server claims, half writes and commits its answers; what is half answered has been
     * sent in part, what is half written is in its memory only. Its arguments are what it reads.
     *
     * For FIFOs nothing is mapped: in place of it they are made or opened. Nothing can be committed and not woken: the
     * kernel wakes who waits for the bytes as they are written, so it is committed and nothing else. Taken cannot be seen
     * from outside there, but is said in a goodbye.
     *
     * For a caller, that its call is taken and in the method is the survivor's doing: the survivor's method tells that it
     * has begun, and stays until it is interrupted. The caller's thread is taken when it is just about to sleep, and
     * not stopped at all when its call is in the method. To be half answered is to have read a part of the answer.
     */

    BEFORE_CONNECT(all(Place.CONNECTING), all(Place.LISTENING, Place.ACCEPTING)),
    CONNECTED(all(Place.CONNECTED), all(Place.ACCEPTED, Place.AWAITING_HELLO)),
    GREETING_SENT(all(Place.HELLO_SENT), all(Place.WELCOME_SENT)),
    DESCRIPTORS_SENT(all(Place.LANES_SENT), all(Place.LANES_READY_SENT)),
    MAPPED(
            each(List.of(Place.SEGMENT_MADE, Place.SEGMENT_ATTACHED), List.of(Place.FIFOS_MADE, Place.FIFOS_OPENED)),
            each(List.of(Place.SEGMENT_MADE, Place.SEGMENT_ATTACHED), List.of(Place.FIFOS_MADE, Place.FIFOS_OPENED))),
    FRAME_CLAIMED(all(Place.CLAIMED), all(Place.CLAIMED)),
    HALF_WRITTEN(all(Place.PARTLY_WRITTEN, Place.FRAGMENT_SENT), all(Place.PARTLY_WRITTEN)),
    COMMITTED(
            each(List.of(Place.RING_COMMITTED), List.of(Place.PIPE_COMMITTED)),
            each(List.of(Place.RING_COMMITTED), List.of(Place.PIPE_COMMITTED))),
    TAKEN(all(Place.AWAITING_ANSWER), each(List.of(Place.RING_TAKEN), List.of(Place.PIPE_TAKEN))),
    IN_THE_METHOD(all(), all(Place.METHOD_BEGUN)),
    HALF_ANSWERED(all(Place.FRAGMENT_READ), all(Place.FRAGMENT_SENT)),
    ANSWERED(all(Place.ANSWER_SEEN), all(Place.ANSWER_SENT)),
    READING(
            all(Place.READING_BEGUN, Place.PARTLY_READ),
            all(Place.READING_BEGUN, Place.PARTLY_READ, Place.FRAGMENT_READ)),
    CLOSING(
            each(
                    List.of(Place.CLOSE_ANNOUNCED, Place.GOODBYE_SENT, Place.CONNECTION_ENDED, Place.SEGMENT_CLOSED),
                    List.of(Place.CLOSE_ANNOUNCED, Place.GOODBYE_SENT, Place.CONNECTION_ENDED, Place.FIFOS_CLOSED)),
            each(
                    List.of(Place.CLOSE_ANNOUNCED, Place.GOODBYE_SENT, Place.CONNECTION_ENDED, Place.SEGMENT_CLOSED),
                    List.of(Place.CLOSE_ANNOUNCED, Place.GOODBYE_SENT, Place.CONNECTION_ENDED, Place.FIFOS_CLOSED)));

    private record Places(List<Place> shm, List<Place> fifo) {}

    private final Places ofCaller;
    private final Places ofServer;

    CrashPoint(Places ofCaller, Places ofServer) {
        this.ofCaller = ofCaller;
        this.ofServer = ofServer;
    }

    private static Places all(Place... places) {
        return new Places(List.of(places), List.of(places));
    }

    private static Places each(List<Place> shm, List<Place> fifo) {
        return new Places(shm, fifo);
    }

    /** Where a victim of that kind is at this point; nowhere if the survivor has to tell. */
    List<Place> places(boolean server, String scheme) {
        Places places = server ? ofServer : ofCaller;
        return scheme.equals("fifo") ? places.fifo : places.shm;
    }

    /** Whether it comes while two processes meet, before the first call. */
    boolean isMeeting() {
        return compareTo(MAPPED) <= 0;
    }

    /** Whether the call that a victim makes must be in progress for as long as it takes. */
    boolean holdsCall() {
        return this == TAKEN || this == IN_THE_METHOD;
    }
}
