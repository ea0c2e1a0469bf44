// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import java.util.List;

/** How far a victim has come when it is killed, with the places in the code where that is: for a caller and for a server. */
enum CrashPoint {

    /*
     * A server that is stopped before a connection either is about to listen, and holds the lock of its name, or is about
     * to accept a waiting client. A server claims, half writes and commits its answers. A half answered call has an answer
     * that was sent in part. A half written answer is in its memory only. Its arguments are the bytes that it reads.
     *
     * FIFOs and sockets are not mapped. They are created or opened instead. No frame can be committed without a wake-up,
     * because the kernel wakes the receiver when the bytes are written. So the point is committed alone. Other processes
     * cannot see there that a call was taken, but a goodbye says it.
     *
     * If the caller dies, the survivor takes its call and runs the method. The survivor's method reports that it has
     * begun, and stays until it is interrupted. At the point taken, the caller's thread is stopped just before it sleeps.
     * At the point in the method, it is not stopped at all. A half answered caller has read a part of the answer.
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

    /** The place of a victim of that kind at this point; nowhere if the survivor has to report it. */
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
