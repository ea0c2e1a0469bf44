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
     * For FIFOs and sockets nothing is mapped: in place of it they are made or opened. Nothing can be committed and not
     * woken: the kernel wakes who waits for the bytes as they are written, so it is committed and nothing else. Taken cannot
     * be seen from outside there, but is said in a goodbye.
     *
     * For a caller, that its call is taken and in the method is the survivor's doing: the survivor's method tells that it
     * has begun, and stays until it is interrupted. The caller's thread is taken when it is just about to sleep, and
     * not stopped at all when its call is in the method. To be half answered is to have read a part of the answer.
     */

    BEFORE_CONNECT(List.of(Place.CONNECTING), List.of(Place.LISTENING, Place.ACCEPTING)),
    CONNECTED(List.of(Place.CONNECTED), List.of(Place.ACCEPTED, Place.AWAITING_HELLO)),
    GREETING_SENT(List.of(Place.HELLO_SENT), List.of(Place.WELCOME_SENT)),
    DESCRIPTORS_SENT(List.of(Place.LANES_SENT), List.of(Place.LANES_READY_SENT)),
    MAPPED(
            Place.RECORD_WRITTEN,
            Place.SEGMENT_MADE,
            Place.SEGMENT_ATTACHED,
            Place.OBJECTS_MADE,
            Place.FIFOS_MADE,
            Place.FIFOS_OPENED,
            Place.SOCKETS_LISTENING,
            Place.SOCKETS_CONNECTED),
    FRAME_CLAIMED(Place.CLAIMED),
    HALF_WRITTEN(List.of(Place.PARTLY_WRITTEN, Place.FRAGMENT_SENT), List.of(Place.PARTLY_WRITTEN)),
    COMMITTED(Place.RING_COMMITTED, Place.QUEUE_COMMITTED, Place.STREAM_COMMITTED),
    TAKEN(List.of(Place.AWAITING_ANSWER), List.of(Place.WORDS_TAKEN, Place.STREAM_TAKEN)),
    IN_THE_METHOD(List.of(), List.of(Place.METHOD_BEGUN)),
    HALF_ANSWERED(List.of(Place.FRAGMENT_READ), List.of(Place.FRAGMENT_SENT)),
    ANSWERED(List.of(Place.ANSWER_SEEN), List.of(Place.ANSWER_SENT)),
    READING(
            List.of(Place.READING_BEGUN, Place.PARTLY_READ),
            List.of(Place.READING_BEGUN, Place.PARTLY_READ, Place.FRAGMENT_READ)),
    CLOSING(
            Place.CLOSE_ANNOUNCED,
            Place.GOODBYE_SENT,
            Place.CONNECTION_ENDED,
            Place.SEGMENT_CLOSED,
            Place.OBJECTS_REMOVED,
            Place.FIFOS_CLOSED,
            Place.SOCKETS_CLOSED);

    private final List<Place> ofCaller;
    private final List<Place> ofServer;

    /** Where both are. */
    CrashPoint(Place... places) {
        this(List.of(places), List.of(places));
    }

    CrashPoint(List<Place> ofCaller, List<Place> ofServer) {
        this.ofCaller = ofCaller;
        this.ofServer = ofServer;
    }

    /** Where a victim of that kind is at this point; nowhere if the survivor has to tell. */
    List<Place> places(boolean server, String scheme) {
        return (server ? ofServer : ofCaller)
                .stream().filter(place -> place.isPassedOver(scheme)).toList();
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
